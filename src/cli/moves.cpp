// rimau moves: the legal moves of one position or of a file of them.
#include <algorithm>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

namespace rimau::cli {
namespace {

constexpr std::size_t max_positions_bytes = std::size_t{1} << 30;

struct Request {
  Start start;
  std::string positions;
};

Result<int> list_moves(Session& session, const Request& request) {
  const auto play = request.start.open(session);
  if (!play) return std::unexpected(play.error());
  if (play->outcome().over()) {
    // An empty answer is right but puzzling; a person is told why, a script is not bothered.
    if (is_terminal(stderr)) fmt::print(stderr, "{}\n", told(play->outcome()));
    return 0;
  }
  for (const auto& text : move_list(play->game(), play->position())) print("{}\n", text);
  return 0;
}

// The position of each line, or the first line's error: nothing is answered before all is checked.
Result<std::vector<Position>> read_positions(Session& session, const Game& game, const std::string& path) {
  auto text = read_file(path, max_positions_bytes);
  const std::string file = path == "-" ? "standard input" : shown(path, 200);
  if (!text) {
    auto error = std::move(text).error();
    error.place.file = file;
    return std::unexpected(std::move(error));
  }
  std::vector<Position> positions;
  std::string_view rest = *text;
  for (int line = 1; !rest.empty(); ++line) {
    const auto end = std::min(rest.find('\n'), rest.size());
    auto position = parse_position(session.catalogue, game, rest.substr(0, end));
    if (!position) return std::unexpected(std::move(position).error().in_file(file).at_line(line));
    positions.push_back(*position);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return positions;
}

Result<int> answer_file(Session& session, const Request& request) {
  const auto game = session.open(request.start.game);
  if (!game) return std::unexpected(game.error());
  const auto positions = read_positions(session, **game, request.positions);
  if (!positions) return std::unexpected(positions.error());
  for (const auto& position : *positions) {
    const auto moves = move_list(**game, position);
    print("{}\t{}\n", moves.size(), join(moves, " "));
  }
  return 0;
}

}  // namespace

void add_moves(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("moves", "List the legal moves, one a line, in byte order");
  auto request = std::make_shared<Request>();
  request->start.add_to(*command);
  command
      ->add_option("--positions", request->positions,
                   "Answer each line of a file, or of standard input (-):\n"
                   "the number of moves, a tab, the moves with blanks\n"
                   "between. A bad line is reported before any answer")
      ->type_name("FILE")
      ->check(not_empty())
      ->excludes("--position")
      ->excludes("--after");
  command->footer(
      "Moves: b2-b3 a step, a3xe3 a leap, @d4 a drop, d2,e3,f4 or d2,e3,f4/c3-e1 an opening turn, pass.\n"
      "A position that is over has no moves: nothing is printed, or 0 and a tab.\n\n" +
      examples({{"rimau moves rimau-24 --after d2,e3,f4 @a1", "the tiger's moves on turn 3"},
                {"rimau moves rimau-24 --position \"rimau-24 tigers=b2 men=a1,b3,c3,d4 hand=0/0 turn=tigers\"",
                 "b2xb4 and nothing else"},
                {"rimau moves bagh-chal --positions -", "one answer for each line of standard input"}}));
  command->callback([&chosen, request] {
    chosen = [request](Session& session) {
      return request->positions.empty() ? list_moves(session, *request) : answer_file(session, *request);
    };
  });
}

}  // namespace rimau::cli
