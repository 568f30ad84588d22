#include "search/levels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rimau {
namespace {

struct Level {
  std::uint64_t nodes;
  unsigned careless_percent;  // of the moves are drawn at random
};

constexpr std::array<Level, last_level> levels{{{200, 25}, {5'000, 5}, {300'000, 0}}};
constexpr int longest_ms = 1'700;

}  // namespace

Move choose_move(Searcher& searcher, const Play& play, int level, Random& random,
                 const std::function<bool()>& keep_going) {
  const auto& [nodes, careless] = levels[static_cast<std::size_t>(std::clamp(level, first_level, last_level) - 1)];
  if (random.below(100) < careless)
    return random_move(play.game(), play.position(), count_moves(play.game(), play.position()),
                       [&random](unsigned bound) { return random.below(bound); });
  return searcher
      .search(play,
              {.nodes = nodes, .movetime_ms = longest_ms, .contempt = level_contempt, .tables = level >= last_level},
              [&keep_going](const SearchReport&) { return !keep_going || keep_going(); })
      .best;
}

}  // namespace rimau
