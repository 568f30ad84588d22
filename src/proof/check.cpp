#include "proof/check.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "board/symmetry.hpp"
#include "rules/moves.hpp"

namespace rimau::proof {
namespace {

constexpr std::size_t kept_faults = 20;
constexpr std::uint64_t report_every = 1 << 16;

std::string told(const Game& game, const Position& position) {
  std::string text = "tiger ";
  text += game.board().name(position.tigers.first());
  text += " men ";
  for (const auto man : position.men) text += cat(game.board().name(man), " ");
  return cat(text, "hand ", int{position.men_in_hand},
             position.turn == Side::men ? ", men to move" : ", tiger to move");
}

class Check {
 public:
  Check(const Certificate& certificate, const Game& game, const Walled& walled, const tablebase::Tables* tables)
      : certificate_(certificate), game_(game), walled_(walled), used_(certificate.replies.size(), false) {
    if (tables != nullptr) probe_.emplace(*tables, walled.rest());
  }

  Result<CheckReport> execute(const CheckProgress& progress) {
    open_.push_back(Node::of(certificate_.start).position());
    while (!open_.empty()) {
      const auto position = open_.back();
      open_.pop_back();
      answer(position);
      if (report_.positions % report_every == 0 && progress && !progress(report_.positions))
        return fail(ErrorKind::cancelled, "stopped");
    }
    report_.unused = static_cast<std::uint64_t>(std::ranges::count(used_, false));
    if (auto looked = look_up(progress); !looked) return std::unexpected(std::move(looked).error());
    return report_;
  }

 private:
  void fault(std::string text) {
    ++report_.fault_count;
    if (report_.faults.size() < kept_faults) report_.faults.push_back(std::move(text));
  }

  // The men's turn.
  void answer(const Position& position) {
    const auto key = Node::of(position).key();
    const auto at = std::ranges::lower_bound(certificate_.replies, key, {}, &Reply::position);
    if (at == certificate_.replies.end() || at->position != key)
      return fault(cat("no reply to ", told(game_, position)));
    const auto number = static_cast<std::size_t>(at - certificate_.replies.begin());
    if (used_[number]) return;
    used_[number] = true;
    ++report_.positions;
    const auto next = play(game_, position, Move::drop(at->drop));
    if (!next) return fault(cat("the reply to ", told(game_, position), " is illegal: ", next.error().message));
    const auto end = outcome(game_, *next);
    if (end.verdict == Verdict::men) return;
    if (end.over()) return fault(cat("the tiger has won: ", told(game_, *next)));
    if (const auto inner = behind_wall(*next)) {
      leaves_.push_back(Node::of(*inner).key());
      return;
    }
    if (next->men_in_hand == 0) return fault(cat("no wall when the last man is on the board: ", told(game_, *next)));
    // Every turn of the tiger.
    for (const auto move : legal_moves(game_, *next)) {
      const auto after = canonical(game_, play_unchecked(game_, *next, move));
      if (outcome(game_, after).over()) fault(cat("the tiger has won: ", told(game_, after)));
      else open_.push_back(after);
    }
  }

  // The smaller game's position, by the names of the points, if a wall is full.
  [[nodiscard]] std::optional<Position> behind_wall(const Position& position) const {
    const auto& rest = walled_.rest();
    for (const auto& symmetry : game_.symmetries()) {
      auto inner = image(position, symmetry);
      PointSet tigers;
      PointSet men;
      PointSet wall = game_.points();
      for (const auto point : rest.points()) {
        const auto here = game_.board().find(rest.board().name(point));
        wall -= *here;
        if (inner.tigers.contains(*here)) tigers |= point;
        if (inner.men.contains(*here)) men |= point;
      }
      if (tigers.empty() || !inner.men.contains(wall)) continue;
      inner.tigers = tigers;
      inner.men = men;
      return inner;
    }
    return std::nullopt;
  }

  // The leaves in the order of their keys, which is nearly that of the tables.
  Result<void> look_up(const CheckProgress& progress) {
    std::ranges::sort(leaves_);
    const auto repeated = std::ranges::unique(leaves_);
    leaves_.erase(repeated.begin(), repeated.end());
    report_.leaves = leaves_.size();
    if (!probe_) return {};
    std::uint64_t looked_up = 0;
    for (const auto leaf : leaves_) {
      if (++looked_up % report_every == 0 && progress && !progress(report_.positions))
        return fail(ErrorKind::cancelled, "stopped");
      const auto position = Node::of(leaf).position();
      const auto value = probe_->value(position);
      if (!value) return std::unexpected(value.error());
      if (value->verdict != Verdict::men) fault(cat("not won behind the wall: ", told(walled_.rest(), position)));
    }
    return {};
  }

  const Certificate& certificate_;
  const Game& game_;
  const Walled& walled_;
  std::optional<tablebase::Probe> probe_;
  std::vector<bool> used_;
  std::vector<Position> open_;
  std::vector<NodeKey> leaves_;
  CheckReport report_;
};

}  // namespace

Result<CheckReport> check(const Certificate& certificate, const Game& game, const Walled& walled,
                          const tablebase::Tables* tables, const CheckProgress& progress) {
  if (certificate.fingerprint != game.fingerprint() || certificate.rest_fingerprint != walled.rest().fingerprint())
    return fail(ErrorKind::unsupported,
                cat("is of ", certificate.game, " with ", certificate.rest, ", whose rules are other than those of ",
                    game.id(), " with ", walled.rest().id()));
  const auto start = Node::of(certificate.start).position();
  const auto setup = validate(game, {.tigers = start.tigers,
                                     .men = start.men,
                                     .men_in_hand = start.men_in_hand,
                                     .turn = start.turn,
                                     .stage = Stage::play});
  if (!setup || start.turn != Side::men || canonical(game, start) != start)
    return fail(ErrorKind::damaged, "does not begin with a position of the game, the men to move");
  return Check(certificate, game, walled, tables).execute(progress);
}

std::vector<Node> openings(const Game& game) {
  std::vector<NodeKey> keys;
  const auto start = start_position(game);
  const auto add = [&](const Position& position) { keys.push_back(Node::of(canonical(game, position)).key()); };
  if (start.stage == Stage::play && start.turn == Side::men) add(start);
  else
    for (const auto move : legal_moves(game, start)) add(play_unchecked(game, start, move));
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  std::vector<Node> nodes;
  for (const auto key : keys) nodes.push_back(Node::of(key));
  return nodes;
}

}  // namespace rimau::proof
