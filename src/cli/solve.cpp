// rimau solve: makes the tables of a game.
#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/solving.hpp"
#include "cli/tables.hpp"

namespace rimau::cli {
namespace {

struct Request {
  std::string game;
  solver::SolveOptions options;
  unsigned memory_gib = 0;
  unsigned max_men = 0;
  unsigned checkpoint_seconds = 200;
};

Result<int> run(Session& session, Request request) {
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  auto& options = request.options;
  options.memory_bytes = request.memory_gib > 0 ? std::uint64_t{request.memory_gib} << 30 : usual_memory();
  options.max_men = static_cast<int>(request.max_men);
  options.checkpoint_seconds = request.checkpoint_seconds;
  watch_for_stop();
  Result<solver::SolveReport> report;
  {
    ProgressLine line;
    report = solver::solve(**game, options, [&](const solver::Status& status) {
      line.show(status.phase, status.done, status.positions);
      return !stop_requested();
    });
  }
  if (!report) return std::unexpected(explained(std::move(report).error()));
  tell_tables(**game, *report);
  print("whole run: {:.1f} s\n", report->total_seconds);

  const auto tables = open_tables({options.folder});
  tablebase::Probe probe(tables, **game);
  if (const auto value = probe.value(start_position(**game))) print("start: {}\n", told(*value));
  return 0;
}

}  // namespace

void add_solve(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("solve", "Make a game's tables: the value of every position");
  auto request = std::make_shared<Request>();
  add_game_argument(*command, request->game);
  command->add_option("--out", request->options.folder, "The folder for tables; the game gets a folder in it")
      ->type_name("DIR")
      ->required();
  add_threads_option(*command, request->options.threads);
  add_memory_option(*command, request->memory_gib, "The most memory to use (default: four fifths of the machine's)");
  add_extent_options(*command, request->max_men, request->options.resume, "Go on from what the folder holds already");
  command
      ->add_option("--checkpoint", request->checkpoint_seconds,
                   "Seconds between checkpoints of the sliding phase (default 200)")
      ->type_name("N")
      ->check(number_between(0, 86'400));
  command->footer(examples({{"rimau solve meurimueng-rimueng-do --out tables", "all of it, some minutes"},
                            {"rimau solve rimau-24 --out tables --max-men 8", "endings with few men"},
                            {"rimau solve bagh-chal --out tables --resume", "after an interruption"}}));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
