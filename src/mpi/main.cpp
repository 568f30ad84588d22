// The rimau-mpi program: solves a game on many machines. Every process of the run reads the same command line; the
// leader alone speaks, and all end with the same exit code.
#include <cstdio>
#include <exception>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/program.hpp"
#include "cli/solving.hpp"
#include "cli/tables.hpp"
#include "mpi/shared_run.hpp"

namespace rimau::mpi {
namespace {

constexpr int usage_error = 2;

struct Request {
  std::string game;
  solver::SolveOptions options;
  unsigned memory_gib = 0;
  unsigned max_men = 0;
  std::string costs;
};

void tell(const Game& game, const SharedReport& report, const World& world) {
  const auto& solved = report.solved;
  cli::tell_tables(game, solved);
  cli::print(
      "ranks: {}; at most {} MiB each; processor time of the sliding phase {:.2f} s, {:.2f} s of it the busiest's\n",
      world.ranks(), report.most_memory >> 20, report.processor_seconds, report.busiest_seconds);
  const auto sent = [](std::string_view what, const Traffic& traffic) {
    cli::print("sent, {}: {} bytes in {} messages", what, traffic.bytes, traffic.messages);
  };
  sent("sliding phase", report.sliding);
  if (report.sliding_entries > 0)
    cli::print("; {:.2f} bytes for each of {} positions after symmetry",
               double(report.sliding.bytes) / double(report.sliding_entries), report.sliding_entries);
  cli::print("\n");
  sent("men in hand", report.levels);
  cli::print("\nwriting: {:.1f} s\nwhole run: {:.1f} s\n", report.writing_seconds, solved.total_seconds);
}

Result<int> run(cli::Session& session, Request& request, const World& world) {
  // What one process cannot read or open none goes on without.
  auto read = world.agree(cli::read_game_files(session));
  if (!read) return std::unexpected(std::move(read).error());
  const auto game = session.open(request.game);
  auto opened = world.agree(game ? Result<void>() : std::unexpected(game.error()));
  if (!opened) return std::unexpected(std::move(opened).error());
  auto& options = request.options;
  options.memory_bytes = request.memory_gib > 0 ? std::uint64_t{request.memory_gib} << 30
                                                : cli::usual_memory() / static_cast<std::uint64_t>(world.ranks_here());
  options.max_men = static_cast<int>(request.max_men);
  cli::watch_for_stop();
  // A file that cannot be written is not found out about after hours.
  const auto note_costs = [&](const std::vector<SliceCost>& costs) {
    return world.agree(world.leads() && !request.costs.empty() ? write_file(request.costs, csv(costs))
                                                               : Result<void>());
  };
  if (auto begun = note_costs({}); !begun) return std::unexpected(std::move(begun).error());
  Result<SharedReport> report;
  {
    cli::ProgressLine line;
    report = solve_shared(**game, options, world, [&](const solver::Status& status) {
      if (world.leads()) line.show(status.phase, status.done, status.positions);
      return !cli::stop_requested();
    });
  }
  if (!report) return std::unexpected(cli::explained(std::move(report).error()));
  if (world.leads()) tell(**game, *report, world);
  if (auto noted = note_costs(report->costs); !noted) return std::unexpected(std::move(noted).error());
  return 0;
}

void add_solve(CLI::App& program, Request& request) {
  auto* command = program.add_subcommand("solve", "Make a game's tables: the value of every position");
  cli::add_game_argument(*command, request.game);
  command
      ->add_option("--out", request.options.folder,
                   "The folder for tables, one that all processes see;\nthe game gets a folder in it")
      ->type_name("DIR")
      ->required();
  cli::add_memory_option(*command, request.memory_gib,
                         "The most memory for each process to use\n(default: four fifths of its machine's, divided "
                         "among the processes there)");
  cli::add_extent_options(*command, request.max_men, request.options.resume,
                          "Go on from what the folder holds already, with any number of processes");
  command->add_option("--costs", request.costs, "Write what each slice cost into a CSV file")
      ->type_name("FILE")
      ->check(cli::not_empty());
  command->footer(cli::examples({{"mpiexec -n 4 rimau-mpi solve rimau-24 --out tables --max-men 8", "one machine"},
                                 {"mpiexec -f hosts -n 64 rimau-mpi solve rimau-24 --out /shared/tables", "MPICH"},
                                 {"mpiexec --hostfile hosts -n 64 rimau-mpi solve …", "Open MPI"}}));
}

int report(const Result<int>& result) {
  if (result) return cli::flush() ? *result : usage_error;
  fmt::print(stderr, "rimau-mpi: {}\n", result.error().text());
  return exit_code(result.error().kind);
}

int solve(cli::Session& session, Request& request, const World& world) {
  try {
    const auto result = run(session, request, world);
    return result || world.leads() ? report(result) : exit_code(result.error().kind);
  } catch (const std::bad_alloc&) {
    world.abort("the system refused the memory that is needed");
  } catch (const std::exception& error) {
    world.abort(shown(error.what(), 2000));
  }
}

int main(int argc, char** argv) {
  CLI::App program("Solve the tiger hunt games of the Malay world on many processors and machines at once.",
                   "rimau-mpi");
  program.require_subcommand(1);
  program.fallthrough();
  program.set_version_flag("--version", RIMAU_VERSION);
  program.footer(
      "Started by mpiexec, one process for each core; every process holds its share of the\n"
      "positions, and the tables are the same, byte for byte, as those that rimau solve makes.\n"
      "\n"
      "If a process ends before the run does, mpiexec ends the others and says which it was;\n"
      "start the same command again with --resume.");
  cli::Session session;
  Request request;
  cli::Command alone;  // what needs no other process
  cli::add_game_file_option(program, session.game_files);
  add_solve(program, request);
  cli::add_manual(program, alone);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const World world(argc, argv);
    if (!world.leads()) return error.get_exit_code() == 0 ? 0 : usage_error;
    return cli::report(program, error);
  }
  if (alone) return report(alone(session));
  const World world(argc, argv);
  return solve(session, request, world);
}

}  // namespace
}  // namespace rimau::mpi

int main(int argc, char** argv) try { return rimau::mpi::main(argc, argv); } catch (const std::exception& error) {
  fmt::print(stderr, "rimau-mpi: {}\n", rimau::shown(error.what(), 2000));
  return 2;
}
