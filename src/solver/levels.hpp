// Carries whole levels between the solver's occupancy tables and table files.
#pragma once

#include "solver/dense.hpp"
#include "tablebase/reader.hpp"

namespace rimau::solver {

// Writes the solver's present level into the folder: distances for the sliding phase, values above it.
[[nodiscard]] Result<void> write_level(const DenseSolver& solver, const Game& game, const std::string& folder,
                                       unsigned threads, const Progress& progress);

// Sets the solver to the level of a finished file, ready for next_level().
[[nodiscard]] Result<void> load_level(DenseSolver& solver, const Game& game, const tablebase::LevelFile& file,
                                      unsigned threads, const Progress& progress);

// The codes of the slice of so many men, with the men to move, at the solver's present level (above
// the sliding phase): by representative, then by rank. For the levels with tigers in hand.
[[nodiscard]] std::vector<Code> men_to_move_slice(const DenseSolver& solver, int men, unsigned threads);

}  // namespace rimau::solver
