// rimau prove: who wins from the start, by proof.
#include "proof/prove.hpp"

#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"

namespace rimau::cli {
namespace {

constexpr int some_are_open = 1;

struct Request {
  std::string game;
  std::string walled;
  std::string tables;
  proof::ProveOptions options;
  unsigned memory_gib = 2;
  unsigned million_nodes = 200;
  unsigned openings = 0;
};

// How far a run is: by what this one has done, since what it found takes no time.
void show(ProgressLine& line, const proof::ProveStatus& status, std::uint64_t max_nodes) {
  constexpr std::uint64_t worth_telling = 1'000'000;
  auto text = fmt::format("openings: {} of {} tried", status.found_proven + status.done, status.wanted);
  if (status.found_proven > 0) text += fmt::format(", {} by earlier runs", status.found_proven);
  if (status.opening_nodes >= worth_telling)
    text += fmt::format(", opening {} at {} of at most {} million", status.opening, status.opening_nodes / 1'000'000,
                        max_nodes / 1'000'000);
  const auto to_do = status.wanted - status.found_proven;
  line.show(text, to_do > 0 ? double(status.done) / double(to_do) : 1, status.nodes);
}

Result<int> run(Session& session, Request request) {
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  const auto rest = session.open(request.walled);
  if (!rest) return std::unexpected(rest.error());
  const auto walled = proof::Walled::make(**game, **rest);
  if (!walled) return std::unexpected(walled.error());
  auto& options = request.options;
  options.memory_mib = std::uint64_t{request.memory_gib} << 10;
  options.max_nodes = std::uint64_t{request.million_nodes} * 1'000'000;
  if (request.openings > 0) options.openings = request.openings;
  const auto tables = open_tables({request.tables});
  watch_for_stop();
  Result<proof::ProveReport> report;
  {
    ProgressLine line;
    report = proof::prove(**game, *walled, tables, options, [&](const proof::ProveStatus& status) {
      show(line, status, options.max_nodes);
      return !stop_requested();
    });
  }
  if (!report) return std::unexpected(report.error());
  const auto proven = report->count(proof::Standing::proven);
  print("{}: of {} openings the men win {}, {} cannot be won behind a wall, {} are open\n", (*game)->id(),
        report->openings.size(), proven, report->count(proof::Standing::disproven),
        report->count(proof::Standing::open));
  if (report->found_proven > 0) print("proven by earlier runs: {}\n", report->found_proven);
  print("list: {}\n", proof::list_path(options.folder));
  if (report->stopped)
    return fail(ErrorKind::cancelled, "stopped; what is proven is kept, and the same command goes on from there");
  if (proven != report->openings.size()) return some_are_open;
  print("start: men\n");
  return 0;
}

}  // namespace

void add_prove(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("prove", "Prove that the men win from the start");
  auto request = std::make_shared<Request>();
  add_game_argument(*command, request->game);
  command->add_option("--walled", request->walled, "The game that is left when men fill a part of the board for good")
      ->type_name("GAME")
      ->required();
  command->add_option("--tables", request->tables, "The folder of that game's tables")->type_name("DIR")->required();
  command->add_option("--out", request->options.folder, "The folder for certificates and the list of openings")
      ->type_name("DIR")
      ->required();
  add_threads_option(*command, request->options.threads);
  add_memory_option(*command, request->memory_gib,
                    "Memory for what the search remembers, besides the tables it reads (default 2)");
  command->add_option("--million-nodes", request->million_nodes, "The most work for one opening (default 200)")
      ->type_name("N")
      ->check(number_between(1, 1'000'000));
  command->add_option("--openings", request->openings, "Only so many, the first of the list")
      ->type_name("N")
      ->check(number_between(1, 1'000'000));
  command->footer(cat(
      examples(
          {{"rimau prove rimau-24 --game-file games/walled/rimau-walled.toml --walled rimau-walled --tables "
            "tables --out proof",
            "see docs/proof.md"},
           {"rimau verify proof --tables tables --game-file games/walled/rimau-walled.toml", "check what came of it"}}),
      "\nExit code: 0 when every opening is proven, 1 when some are not, 2 when the search could not be made."));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
