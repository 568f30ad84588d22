// Solves a game and keeps the tables.
#pragma once

#include <cstdint>
#include <string>

#include "game/game.hpp"
#include "solver/progress.hpp"

namespace rimau::solver {

struct SolveOptions {
  std::string folder;               // of all tables; the game gets a folder of its own in it
  unsigned threads = 1;             // at least 1
  std::uint64_t memory_bytes = 0;   // the most to use at once
  int max_men = 0;                  // men on board and in hand; 0: all that the game has
  double checkpoint_seconds = 200;  // between checkpoints of a sliding phase; small phases end before one
  bool resume = false;              // go on from what the folder holds; otherwise it must hold nothing
};

// What was done, for people.
struct SolveReport {
  std::string folder;          // of this game
  double sliding_seconds = 0;  // 0 when the phase was read from a finished file
  double total_seconds = 0;
  std::uint64_t sliding_positions = 0;  // solved in it, both sides to move, before symmetry
  int rounds = 0;
  std::uint64_t bytes = 0;  // of all files of the game
};

// The memory the run would take at its peak.
[[nodiscard]] std::uint64_t memory_needed(const Game& game, const SolveOptions& options);

// Solves, level by level, each kept as a finished file before the next is begun. Blocks; progress is
// called several times a second from one thread at a time. Fails as `limit` when the memory bound is too
// small (naming the figure needed) or the system refuses it, as `unavailable` when files cannot be
// written, as `cancelled` when progress says so; what is finished stays and can be resumed from.
[[nodiscard]] Result<SolveReport> solve(const Game& game, const SolveOptions& options, const Progress& progress);

}  // namespace rimau::solver
