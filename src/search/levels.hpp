// The strengths a person can play against.
#pragma once

#include <functional>

#include "base/random.hpp"
#include "search/search.hpp"

namespace rimau {

inline constexpr int first_level = 1;       // easy
inline constexpr int last_level = 3;        // as strong as two seconds allow
inline constexpr int level_contempt = 150;  // of all levels: a person has come to see somebody win

// A legal move for the side to move; the game must not be over. A level is a limit in nodes, the
// same on every machine, and for the levels below the last a share of careless moves drawn from
// `random`; no move takes longer than two seconds. The last level asks the
// searcher's tables. Levels out of range count as the nearest. Stops
// early, with the best move so far, when keep_going (which may be empty) returns false.
[[nodiscard]] Move choose_move(Searcher& searcher, const Play& play, int level, Random& random,
                               const std::function<bool()>& keep_going);

}  // namespace rimau
