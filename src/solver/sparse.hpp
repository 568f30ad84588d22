// Solves games slice by slice: only positions with at most so many men are ever in memory.
//
// The sliding phase goes up from few men to many (sliding_slice.hpp); each slice is added to its file
// as it is done, so a run can be resumed, or extended to more men. The levels with men in hand take
// one pass each and read the level below from its file.
#pragma once

#include "solver/solve.hpp"
#include "solver/table_folder.hpp"

namespace rimau::solver {

// The bytes it takes at its peak to solve all positions with at most `most_men` men.
[[nodiscard]] std::uint64_t sparse_memory_needed(const Game& game, int most_men, unsigned threads);

// Fails as `unsupported` when slices in the folder leave out leaps: solving slice by slice cannot go on from them.
[[nodiscard]] Result<void> check_complete_leaps(const TableFolder& folder);

// Fills in the report's sliding_seconds, sliding_positions and rounds. With fewer men than the game
// has, the levels with tigers in hand are left out: they are played with all men.
[[nodiscard]] Result<void> solve_sparse(const Game& game, int most_men, unsigned threads, const TableFolder& folder,
                                        RunProgress& progress, SolveReport& report);

}  // namespace rimau::solver
