// What the numbers of the search mean.
#pragma once

#include <cstdint>

namespace rimau {

// Scores are whole numbers from the mover's view, 100 to about a man. Beyond win_score (or below
// -win_score) the end is forced: max_score - n wins in n plies, -max_score + n loses in n plies. A win
// that tables know without its length counts table_win, more than any estimate.
inline constexpr int max_score = 32'000;
inline constexpr int win_score = 30'000;
inline constexpr int table_win = 29'000;
inline constexpr int infinite_score = max_score + 1;

inline constexpr int most_contempt = 1000;  // what a draw may be said to cost, in score

inline constexpr int max_depth = 100;   // plies of an iteration
inline constexpr int tree_plies = 256;  // plies from the root, extensions and quiescence included
inline constexpr int deepest_ply = tree_plies - 1;

[[nodiscard]] constexpr int wins_in(int plies) noexcept { return max_score - plies; }
[[nodiscard]] constexpr int loses_in(int plies) noexcept { return plies - max_score; }

// A forced end counts plies from the root in the search, and from the position in the transposition table.
[[nodiscard]] constexpr int to_table(int score, int ply) noexcept {
  return score > win_score ? score + ply : score < -win_score ? score - ply : score;
}
[[nodiscard]] constexpr int from_table(int score, int ply) noexcept {
  return score > win_score ? score - ply : score < -win_score ? score + ply : score;
}

}  // namespace rimau
