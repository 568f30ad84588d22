// Solves a game slice by slice on all processes of a run, each holding its share of every slice, and keeps the same
// tables as one process alone.
#pragma once

#include "mpi/costs.hpp"
#include "solver/solve.hpp"

namespace rimau::mpi {

// What was done, for people; of all processes.
struct SharedReport {
  solver::SolveReport solved;
  Traffic sliding;                    // sent in the fixpoints and for the captures out of them
  Traffic levels;                     // sent in the levels with men in hand
  double writing_seconds = 0;         // gathering, compressing and writing, within the whole
  double busiest_seconds = 0;         // processor time of the sliding phase: of the process that took the most
  double processor_seconds = 0;       // and of all together
  std::uint64_t sliding_entries = 0;  // solved in the sliding phase, both sides to move, after symmetry
  std::uint64_t most_memory = 0;      // bytes: the most that one process had resident
  std::vector<SliceCost> costs;       // of the slices solved, in that order; the others were decided or there already
};

// All processes call it with the same arguments, and get the same report or error. options.threads and
// checkpoint_seconds are not used; memory_bytes is of this process. The folder must be one that all see; only the
// leader writes. Each slice of the sliding phase is added to its file as it is done, and a level is written as a
// whole: that is what a resumed run, of any number of processes, goes on from. `progress` is called on all of them,
// and it is enough that one asks to stop. Fails as solver::solve() does, and as `unsupported` for games that it
// leaves to one process: those with tigers in hand, and small ones with all their men.
[[nodiscard]] Result<SharedReport> solve_shared(const Game& game, const solver::SolveOptions& options,
                                                const World& world, const solver::Progress& progress);

}  // namespace rimau::mpi
