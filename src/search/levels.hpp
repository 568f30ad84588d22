// The strengths a person can play against.
#pragma once

#include <functional>

#include "base/random.hpp"
#include "search/search.hpp"

namespace rimau {

inline constexpr int first_level = 1;       // a child's first game
inline constexpr int last_level = 10;       // as strong as two seconds allow
inline constexpr int usual_level = 5;       // when nobody chooses
inline constexpr int level_contempt = 150;  // of all levels: a person has come to see somebody win

// What a level may spend and fails to see, a new seed drawn from `random` each time. Limits in nodes and plies, the
// same on every machine; the time, two seconds, is only there for very slow ones. The last level alone asks the
// tables. Levels out of range count as the nearest.
[[nodiscard]] SearchLimits limits_of_level(int level, Random& random) noexcept;

// Both limits at once: of depth, nodes and time the tighter ones, as many lines as the second asks for, and everything
// else as in the first.
[[nodiscard]] SearchLimits within(SearchLimits limits, const SearchLimits& also) noexcept;

// A legal move of a level for the side to move; the game must not be over. Stops early, with the best move so far,
// when keep_going (which may be empty) returns false.
[[nodiscard]] Move choose_move(Searcher& searcher, const Play& play, int level, Random& random,
                               const std::function<bool()>& keep_going);

}  // namespace rimau
