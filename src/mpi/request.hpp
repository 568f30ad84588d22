// What is asked of a run, looked at before it begins.
#pragma once

#include "mpi/world.hpp"
#include "solver/solve.hpp"

namespace rimau::mpi {

// The most men on the board and in hand that are to be solved.
[[nodiscard]] int men_to_solve(const Game& game, const solver::SolveOptions& options);

// The memory one of so many processes takes at its peak.
[[nodiscard]] std::uint64_t shared_memory_needed(const Game& game, int most_men, int ranks);

// Why this process cannot take part, if it cannot: see solve_shared().
[[nodiscard]] Result<void> check_request(const Game& game, const solver::SolveOptions& options, const World& world);

}  // namespace rimau::mpi
