// rimau stats: the counts of a game's slices.
#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"

namespace rimau::cli {
namespace {

struct Request {
  std::string folder;
  std::string game;
};

void print_slice(int hand, int board, const tablebase::SliceHeader& slice) {
  const auto men = static_cast<std::size_t>(Side::men);
  const auto tigers = static_cast<std::size_t>(Side::tigers);
  print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", hand, board, slice.positions, slice.men_win[men], slice.tigers_win[men],
        slice.positions, slice.men_win[tigers], slice.tigers_win[tigers]);
}

Result<int> run(Session& session, const Request& request) {
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  const auto tables = open_tables({request.folder});
  const int most = (*game)->rules().men_in_play();
  bool any = false;
  for (int hand = 0; hand <= most; ++hand) {
    const auto* file = tables.find(**game, {0, hand});
    if (file == nullptr) continue;
    if (!any)
      print("hand\tboard\tpositions men to move\tmen win\ttigers win\tpositions tigers to move\tmen win\ttigers win\n");
    any = true;
    for (int board = 0; board < file->slices() && hand + board <= most; ++board)
      print_slice(hand, board, file->slice(board));
  }
  if (!any)
    return fail(ErrorKind::unknown, cat("holds no tables of ", (*game)->id()), {.file = shown(request.folder, 200)});
  tablebase::Probe probe(tables, **game);
  const auto start = probe.value(start_position(**game));
  if (start) print("start {}\n", name(start->verdict));
  else if (start.error().kind == ErrorKind::unknown) print("start unknown\n");
  else return std::unexpected(start.error());
  return 0;
}

}  // namespace

void add_stats(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("stats", "Count the won positions of a game's tables");
  auto request = std::make_shared<Request>();
  command->add_option("DIR", request->folder, "The folder of tables")->required();
  add_game_argument(*command, request->game);
  command->footer(
      cat("Prints, separated by tabs, a line for each number of men in hand and on the board, all tigers\n"
          "being on the board: positions, men's wins and tigers' wins with the men to move, then with the\n"
          "tigers to move. All positions count, before symmetry, reachable or not. The last line is the\n"
          "value of the start: men, tigers or draw (unknown where the tables do not reach it).\n\n",
          examples({{"rimau stats tables bagh-chal", ""}})));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
