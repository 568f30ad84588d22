#include "cli/solving.hpp"

#include <unistd.h>

#include "cli/output.hpp"

namespace rimau::cli {

void add_extent_options(CLI::App& command, unsigned& max_men, bool& resume, std::string resume_about) {
  command.add_option("--max-men", max_men, "Only positions with at most so many men on board and in hand")
      ->type_name("N")
      ->check(number_between(1, max_points));
  command.add_flag("--resume", resume, std::move(resume_about));
}

std::uint64_t usual_memory() {
  const auto pages = ::sysconf(_SC_PHYS_PAGES);
  const auto page = ::sysconf(_SC_PAGE_SIZE);
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 5 * 4;
}

Error explained(Error error) {
  if (error.kind == ErrorKind::cancelled)
    error.message = "stopped; what is finished is kept, and --resume goes on from it";
  return error;
}

void tell_tables(const Game& game, const solver::SolveReport& report) {
  print("{}: {} bytes in {}\n", game.id(), report.bytes, report.folder);
  if (report.sliding_seconds > 0)
    print("sliding phase: {} positions in {:.1f} s, {:.1f} million a second, {} rounds\n", report.sliding_positions,
          report.sliding_seconds, double(report.sliding_positions) / report.sliding_seconds / 1e6, report.rounds);
}

}  // namespace rimau::cli
