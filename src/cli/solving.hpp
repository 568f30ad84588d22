// What `rimau solve` and `rimau-mpi solve` share.
#pragma once

#include "cli/command.hpp"
#include "solver/solve.hpp"

namespace rimau::cli {

// Adds --max-men and --resume; `max_men` is 0 for all.
void add_extent_options(CLI::App& command, unsigned& max_men, bool& resume, std::string resume_about);
// Four fifths of the machine's memory, in bytes: the rest is the system's and the page cache's.
[[nodiscard]] std::uint64_t usual_memory();
// The error of a run, with what a user who stopped it wants to know.
[[nodiscard]] Error explained(Error error);
// The size of the tables and, if there was one, the sliding phase, on standard output.
void tell_tables(const Game& game, const solver::SolveReport& report);

}  // namespace rimau::cli
