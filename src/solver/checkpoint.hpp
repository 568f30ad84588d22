// The state of a sliding phase between two rounds, on disk.
#pragma once

#include <string>

#include "solver/dense.hpp"

namespace rimau::solver {

// "checkpoint" in the game's folder; there only while the sliding phase is unfinished.
[[nodiscard]] std::string checkpoint_path(const std::string& folder);

// Writes the solver's codes and the mark; the file takes its name only when it is whole and on disk.
[[nodiscard]] Result<void> save_checkpoint(const DenseSolver& solver, const Game& game, DenseSolver::Mark mark,
                                           const std::string& path, unsigned threads);

// Fills the solver from a checkpoint of the same game and restores it. Fails as `damaged` or
// `unsupported`, naming the file; the solver is then to be thrown away.
[[nodiscard]] Result<void> load_checkpoint(DenseSolver& solver, const Game& game, const std::string& path);

}  // namespace rimau::solver
