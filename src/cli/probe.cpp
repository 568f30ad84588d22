// rimau probe: what tables know of a position.
#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"

namespace rimau::cli {
namespace {

struct Request {
  std::string folder;
  std::string position;
};

Result<int> run(Session& session, const Request& request) {
  const auto read = parse_position(session.catalogue, request.position);
  if (!read) return std::unexpected(read.error());
  const auto& game = *read->game;
  const auto tables = open_tables({request.folder});
  tablebase::Probe probe(tables, game);
  const auto value = probe.value(read->position);
  if (!value) return std::unexpected(value.error());
  const auto end = outcome(game, read->position);
  print("{}{}\n", told(*value), end.over() ? cat(" (", name(end.reason), ")") : "");
  const auto moves = probe.moves(read->position);
  if (!moves) return std::unexpected(moves.error());
  for (const auto& [move, after] : *moves) print("{} {}\n", format_move(game, move), told(one_ply_back(after)));
  return 0;
}

}  // namespace

void add_probe(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("probe", "Tell what tables know of a position");
  auto request = std::make_shared<Request>();
  command->add_option("DIR", request->folder, "The folder of tables")->required();
  command->add_option("--position", request->position, "The position, as \"rimau board GAME\" writes it")
      ->type_name("TEXT")
      ->required();
  command->footer(
      cat("Prints who wins (men, tigers or draw) and, where known, in how many plies with best play; then\n"
          "each move with what it leads to, the best first, counted from the position itself. Draws by\n"
          "repetition or quiet plies depend on the game's history, which tables do not know.\n\n",
          examples({{"rimau probe tables --position \"bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men\"", ""}})));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
