// The computer player's thinking: iterative deepening alpha-beta over any game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "rules/play.hpp"
#include "search/transposition.hpp"

namespace rimau {

// Scores are whole numbers from the mover's view, 100 to about a man. Beyond win_score (or below
// -win_score) the end is forced: max_score - n wins in n plies, -max_score + n loses in n plies.
inline constexpr int max_score = 32'000;
inline constexpr int win_score = 30'000;

// When to stop thinking; 0 means no such limit. With no limit at all the search goes on to
// max_depth, or until it is told to stop.
struct SearchLimits {
  int depth = 0;            // plies
  std::uint64_t nodes = 0;  // positions looked at
  int movetime_ms = 0;
  int contempt = 0;  // what a draw costs the side to move at the root, in score; 0 for the plain truth
};

inline constexpr int max_depth = 100;  // plies

// What is known after a finished depth. Of a game that is over: no line, depth 0, best is a pass.
struct SearchReport {
  Move best;
  int score = 0;  // from the mover's view
  int depth = 0;  // finished, plies
  std::uint64_t nodes = 0;
  std::vector<Move> line;  // best first, then the replies expected
};

// One thread at a time. Owns its transposition table; prints nothing, never throws. The same calls
// in the same order give the same answers on every machine, unless time or progress ends them.
class Searcher {
 public:
  using Progress = std::function<bool(const SearchReport&)>;

  // A table of about so many MiB, at least one; less when the memory cannot be had.
  explicit Searcher(std::size_t hash_mib) : table_(hash_mib) {}

  // Thinks about the position on the board and answers with the best of the last finished depth; of
  // any game that is not over, with a legal move, even when stopped at once. progress is called after
  // each finished depth and every few thousand nodes; when it returns false the search stops. It may
  // be empty. Blocks until a limit is met, a win is proven shortest or the only move is known.
  SearchReport search(const Play& play, const SearchLimits& limits, const Progress& progress);

  // Forgets what earlier searches learnt.
  void clear() noexcept { table_.clear(); }

  // Another size of table, which is empty then; fails as TranspositionTable::resize, changing nothing.
  [[nodiscard]] Result<void> resize(std::size_t hash_mib) { return table_.resize(hash_mib); }
  [[nodiscard]] std::size_t hash_mib() const noexcept { return table_.mib(); }

 private:
  TranspositionTable table_;
};

}  // namespace rimau
