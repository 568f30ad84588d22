#include "game/game.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/random.hpp"
#include "base/text.hpp"
#include "board/symmetry.hpp"

namespace rimau {
namespace {

// Turns the rule table into Rules, key by key.
class RulesReader {
 public:
  RulesReader(const Board& board, const GameSpec& spec, const RuleTable& table, Effort& effort)
      : board_(board), spec_(spec), table_(table), effort_(effort) {}

  Result<Rules> read() {
    Rules rules;
    const auto points = static_cast<std::int64_t>(board_.size());
    rules.tigers = static_cast<int>(number("tigers", 1, points));
    rules.men = static_cast<int>(number("men", 1, points));
    rules.tigers_at = points_of("tigers-at");
    rules.men_at = points_of("men-at");
    rules.removals = static_cast<int>(number("remove", 0, 3, 0));
    rules.relocates = truth("relocate", false);
    rules.capture = choice("capture", {"single", "odd"}) == 1 ? Capture::odd_run : Capture::single;
    rules.first = choice("first", {"tigers", "men"}) == 1 ? Side::men : Side::tigers;
    rules.stuck_loses = choice("stuck", {"pass", "lose"}, 0) == 1;
    rules.repetition = static_cast<int>(number("repetition", 2, 100, 3, "off"));
    rules.quiet = static_cast<int>(number("quiet", 1, 100'000, 0, "off"));
    if (!error_) check(rules);
    if (!error_) rules.tigers_win_at = threshold(rules);
    if (error_) return std::unexpected(*std::move(error_));
    return rules;
  }

 private:
  // The first error wins; what is read after it does not matter.
  void refuse(std::string_view key, std::string message) {
    if (error_) return;
    const auto found = table_.find(key);
    Place place = found == table_.end() ? spec_.place : found->second.place;
    if (place.field.empty() || found == table_.end()) place.field = cat("rules.", key);
    error_ = Error{ErrorKind::text, std::move(message), std::move(place)};
  }

  template <class T>
  const T* get(std::string_view key) const {
    const auto found = table_.find(key);
    return found == table_.end() ? nullptr : std::get_if<T>(&found->second.value);
  }

  std::int64_t number(std::string_view key, std::int64_t min, std::int64_t max,
                      std::optional<std::int64_t> initial = {}, std::string_view zero_word = {}) {
    if (!table_.contains(key) && initial) return *initial;
    if (const auto* word = get<std::string>(key); word != nullptr && !zero_word.empty() && *word == zero_word) return 0;
    const auto* value = get<std::int64_t>(key);
    if (value != nullptr && *value >= min && *value <= max) return *value;
    refuse(key, cat(table_.contains(key) ? "" : "missing; ", "expected a number from ", min, " to ", max,
                    zero_word.empty() ? "" : cat(" or \"", zero_word, "\"")));
    return min;
  }

  bool truth(std::string_view key, bool initial) {
    if (!table_.contains(key)) return initial;
    if (const auto* value = get<bool>(key)) return *value;
    refuse(key, "expected true or false");
    return initial;
  }

  std::size_t choice(std::string_view key, const std::vector<std::string>& words,
                     std::optional<std::size_t> initial = {}) {
    if (!table_.contains(key) && initial) return *initial;
    if (const auto* value = get<std::string>(key)) {
      const auto found = std::ranges::find(words, *value);
      if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    }
    refuse(key, cat(table_.contains(key) ? "" : "missing; ", "expected one of ", join(words, ", ")));
    return 0;
  }

  PointSet points_of(std::string_view key) {
    PointSet set;
    if (!table_.contains(key)) return set;
    const auto* names = get<std::vector<std::string>>(key);
    if (names == nullptr) {
      refuse(key, "expected a list of points");
      return set;
    }
    for (const auto& name : *names) {
      const auto point = board_.find(name);
      if (!point) refuse(key, cat("\"", shown(name), "\" is no point of the board ", board_.id()));
      else if (set.contains(*point)) refuse(key, cat(name, " is listed twice"));
      else set |= *point;
    }
    return set;
  }

  void check(const Rules& rules) {
    if (rules.tigers_at.size() > rules.tigers)
      refuse("tigers-at", cat(rules.tigers_at.size(), " points for ", rules.tigers, " tigers"));
    if (rules.men_at.size() > rules.men) refuse("men-at", cat(rules.men_at.size(), " points for ", rules.men, " men"));
    if (rules.tigers_at.meets(rules.men_at))
      refuse("men-at", cat(board_.name((rules.tigers_at & rules.men_at).first()), " holds a tiger already"));
    if (rules.tigers + rules.men - rules.removals > board_.size())
      refuse("men", cat(rules.tigers, " tigers and ", rules.men - rules.removals, " men are more pieces than the ",
                        board_.size(), " points"));
    if (rules.removals > rules.men_at.size())
      refuse("remove", cat("expected no more than the ", rules.men_at.size(), " men on the board at the start"));
    if (rules.removals > 0 && (rules.first != Side::tigers || rules.tigers_at.size() != rules.tigers))
      refuse("remove", "an opening turn needs the tigers to be first and all on the board");
    if (rules.relocates && rules.removals == 0) refuse("relocate", "there is no opening turn to relocate in");
  }

  int threshold(const Rules& rules) {
    if (const auto* word = get<std::string>("win")) {
      if (*word == "all") return rules.men_in_play();
      if (*word == "trap") {
        const auto trap = smallest_trap(board_, rules.capture, rules.tigers, effort_.trap_placements);
        if (!trap) return refuse("win", trap.error().message), 0;
        if (*trap > rules.men_in_play())
          return refuse("win", cat("the smallest trap takes ", *trap, " men and there are ", rules.men_in_play())), 0;
        return rules.men_in_play() - *trap + 1;
      }
    }
    const auto* captured = get<std::int64_t>("win");
    if (captured != nullptr && *captured >= 1 && *captured <= rules.men_in_play()) return static_cast<int>(*captured);
    refuse("win", cat(table_.contains("win") ? "" : "missing; ",
                      "expected \"all\", \"trap\" or a number of captured men from 1 to ", rules.men_in_play()));
    return 0;
  }

  const Board& board_;
  const GameSpec& spec_;
  const RuleTable& table_;
  Effort& effort_;
  std::optional<Error> error_;
};

// Whether the permutation maps the leaps from each point onto the leaps from its image.
bool keeps_leaps(const Game& game, const Board::Permutation& permutation) {
  for (const auto point : game.points()) {
    const auto own = game.leaps(point);
    const auto others = game.leaps(permutation[static_cast<std::size_t>(point.index())]);
    if (own.size() != others.size()) return false;
    for (const auto& leap : own) {
      const auto over = image(leap.over, permutation);
      const auto landing = permutation[static_cast<std::size_t>(leap.landing.index())];
      if (std::ranges::none_of(others,
                               [&](const Leap& other) { return other.over == over && other.landing == landing; }))
        return false;
    }
  }
  return true;
}

std::uint64_t hash_of_rules(const Game& game) {
  std::uint64_t hash = 1;  // the version of this description
  const auto add = [&hash](std::uint64_t value) { hash = mix(hash ^ value); };
  for (const auto point : game.points()) {
    const auto name = game.board().name(point);
    add(static_cast<std::uint64_t>(name[0]) << 8 | static_cast<std::uint64_t>(name[1]));
    add(game.steps(point).bits());
    auto leaps = game.leaps(point);
    std::set<std::pair<std::uint64_t, int>> sorted;
    for (const auto& leap : leaps) sorted.emplace(leap.over.bits(), leap.landing.index());
    for (const auto& [over, landing] : sorted) add(over), add(static_cast<std::uint64_t>(landing));
    add(sorted.size());
  }
  add(static_cast<std::uint64_t>(game.rules().men_left_when_tigers_win()));
  add(game.rules().stuck_loses ? 1 : 0);
  return hash;
}

}  // namespace

Result<Game> Game::make(std::string id, Board board, std::shared_ptr<const GameSpec> spec, const RuleTable& rules,
                        Effort& effort) {
  Game game(std::move(board));
  game.id_ = std::move(id);
  game.spec_ = std::move(spec);
  auto read = RulesReader(game.board_, *game.spec_, rules, effort).read();
  if (!read) return std::unexpected(std::move(read).error());
  game.rules_ = *read;
  game.points_ = game.board_.points();
  std::vector<PointSet> neighbours;
  for (const auto point : game.points_) {
    const auto at = static_cast<std::size_t>(point.index());
    game.steps_[at] = game.board_.neighbours(point);
    neighbours.push_back(game.steps_[at]);
    const auto leaps = find_leaps(game.board_, game.rules_.capture, point);
    game.leaps_.insert(game.leaps_.end(), leaps.begin(), leaps.end());
    game.leap_begin_[at + 1] = static_cast<std::uint16_t>(game.leaps_.size());
  }
  for (auto i = static_cast<std::size_t>(game.points_.size()); i < max_points; ++i)
    game.leap_begin_[i + 1] = game.leap_begin_[i];
  game.symmetries_ = rimau::symmetries(
      neighbours, [&game](const Board::Permutation& map) { return keeps_leaps(game, map); }, effort.symmetry_nodes);
  if (effort.symmetry_nodes == 0)
    return fail(ErrorKind::limit, "the symmetries of so many boards are too costly to derive", game.spec_->place);
  game.fingerprint_ = hash_of_rules(game);
  return game;
}

std::vector<Leap> find_leaps(const Board& board, Capture capture, Point from) {
  std::vector<Leap> leaps;
  for (const auto& ray : board.rays(from)) {
    PointSet over;
    for (std::size_t length = 1; length < ray.size(); ++length) {
      over |= ray[length - 1];
      const bool allowed = capture == Capture::odd_run ? length % 2 == 1 : length == 1;
      if (allowed) leaps.push_back({over, ray[length]});
    }
  }
  return leaps;
}

}  // namespace rimau
