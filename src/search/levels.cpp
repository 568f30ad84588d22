#include "search/levels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rimau {
namespace {

struct Level {
  std::uint64_t nodes;
  int depth;  // plies; 0: as the nodes allow
  int overlooked_percent;
  int noise;
};

// Chosen by matches between neighbours; docs/engine.md tells how far apart they are.
constexpr std::array<Level, last_level> levels{{
    {200, 1, 60, 250},
    {500, 2, 38, 120},
    {1'000, 2, 21, 75},
    {2'700, 4, 9, 42},
    {4'700, 0, 5, 23},
    {12'000, 0, 2, 10},
    {40'000, 0, 0, 4},
    {120'000, 0, 0, 2},
    {300'000, 0, 0, 0},
    {800'000, 0, 0, 0},
}};
constexpr int longest_ms = 1'700;

// The smaller of two limits of which 0 is none.
template <class Number>
Number tighter(Number a, Number b) noexcept {
  return a == 0 ? b : b == 0 ? a : std::min(a, b);
}

}  // namespace

SearchLimits limits_of_level(int level, Random& random) noexcept {
  const auto& of = levels[static_cast<std::size_t>(std::clamp(level, first_level, last_level) - 1)];
  return {.depth = of.depth,
          .nodes = of.nodes,
          .movetime_ms = longest_ms,
          .contempt = level_contempt,
          .tables = level >= last_level,
          .handicap = {.overlooked_percent = of.overlooked_percent, .noise = of.noise, .seed = random.next()}};
}

SearchLimits within(SearchLimits limits, const SearchLimits& also) noexcept {
  limits.depth = tighter(limits.depth, also.depth);
  limits.nodes = tighter(limits.nodes, also.nodes);
  limits.movetime_ms = tighter(limits.movetime_ms, also.movetime_ms);
  limits.lines = also.lines;
  return limits;
}

Move choose_move(Searcher& searcher, const Play& play, int level, Random& random,
                 const std::function<bool()>& keep_going) {
  return searcher
      .search(play, limits_of_level(level, random),
              [&keep_going](const SearchReport&) { return !keep_going || keep_going(); })
      .best;
}

}  // namespace rimau
