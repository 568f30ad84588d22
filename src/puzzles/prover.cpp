#include "puzzles/prover.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "base/text.hpp"

namespace rimau::puzzles {
namespace {

constexpr std::size_t table_entries = 1 << 20;
// Below this many plies sorting moves costs more than it saves.
constexpr int plies_worth_sorting = 3;

}  // namespace

Prover::Prover(const Game& game, std::uint64_t most_nodes)
    : game_(game), most_nodes_(most_nodes), entries_(table_entries) {}

Result<std::optional<int>> Prover::win(const Position& position, Side side, int most) {
  side_ = side;
  nodes_left_ = most_nodes_;
  // A win ends with a move of the winner, so only every second number of plies can be the least.
  for (int plies = position.turn == side ? 1 : 0; plies <= most; plies += 2) {
    const bool found = forced(position, plies);
    if (nodes_left_ == 0) return fail(ErrorKind::limit, cat("more than ", most_nodes_, " positions"));
    if (found) return plies;
  }
  return std::nullopt;
}

Prover::Entry& Prover::entry_of(const Position& position) noexcept {
  const Key salted = key(position) ^ mix(static_cast<std::uint64_t>(side_));
  auto& entry = entries_[salted % table_entries];
  if (entry.key != salted) entry = {.key = salted};
  return entry;
}

// False also when the positions are used up, which win() sees.
bool Prover::forced(const Position& position, int plies) {
  if (nodes_left_ == 0 || --nodes_left_ == 0) return false;
  const auto end = outcome(game_, position);
  if (end.over()) return end.verdict == win_of(side_);
  if (plies <= 0) return false;
  const auto known = entry_of(position);
  if (known.yes <= plies) return true;
  if (known.no >= plies) return false;
  const bool found = position.turn == side_ ? any_move(position, plies) : every_move(position, plies);
  if (nodes_left_ == 0) return false;
  auto& entry = entry_of(position);
  if (found) entry.yes = std::min(entry.yes, static_cast<std::int16_t>(plies));
  else entry.no = std::max(entry.no, static_cast<std::int16_t>(plies));
  return found;
}

// The winner's moves, those first that leave the other side the fewest replies.
bool Prover::any_move(const Position& position, int plies) {
  std::vector<std::pair<int, Position>> next;
  for_each_move(game_, position, [&](Move move) {
    const auto after = play_unchecked(game_, position, move);
    next.emplace_back(plies >= plies_worth_sorting ? count_moves(game_, after) : 0, after);
  });
  if (plies >= plies_worth_sorting) std::ranges::stable_sort(next, {}, &std::pair<int, Position>::first);
  return std::ranges::any_of(next, [&](const auto& after) { return forced(after.second, plies - 1); });
}

bool Prover::every_move(const Position& position, int plies) {
  bool all = true;
  for_each_move(game_, position, [&](Move move) {
    if (all) all = forced(play_unchecked(game_, position, move), plies - 1);
  });
  return all;
}

}  // namespace rimau::puzzles
