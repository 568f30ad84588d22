// rimau board: a position as a drawing in characters or as an SVG picture.
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "drawing/svg_board.hpp"
#include "drawing/text_board.hpp"

namespace rimau::cli {
namespace {

struct Request {
  Start start;
  std::string svg;
  std::string last;
  bool flip = false;
  bool hints = false;
  bool no_coordinates = false;
  bool mono = false;
  bool ascii = false;
};

Result<Marks> marks_of(const Request& request, const Play& play) {
  const auto& game = play.game();
  Marks marks;
  if (!play.moves().empty()) marks.last = play.moves().back();
  if (!request.last.empty()) {
    auto move = parse_move(game, request.last);
    if (move)
      if (auto why = why_not_last(game, play.position(), *move); !why.empty()) move = fail(ErrorKind::illegal, why);
    if (!move) {
      auto error = std::move(move).error();
      error.place.field = "--last";
      return std::unexpected(std::move(error));
    }
    marks.last = *move;
  }
  if (request.hints && !play.outcome().over()) marks.hints = targets(game, play.position());
  return marks;
}

Result<void> write_svg(const Request& request, const Play& play, const Marks& marks) {
  SvgOptions options;
  options.flipped = request.flip;
  options.coordinates = !request.no_coordinates;
  options.mono = request.mono;
  const auto picture = draw_svg(play.game(), play.position(), marks, options);
  if (request.svg == "-") return put(picture), Result<void>();
  auto written = write_file(request.svg, picture);
  if (written) return written;
  auto error = std::move(written).error();
  error.place.file = shown(error.place.file, 200);
  return std::unexpected(std::move(error));
}

// What the drawing does not show: whose turn it is and the pieces beside the board.
std::string status(const Play& play) {
  const auto& position = play.position();
  auto line = play.outcome().over() ? told(play.outcome()) : cat("the ", name(position.turn), " are to move");
  if (position.stage == Stage::opening) line += cat(" (opening turn: ", play.game().rules().removals, " men go)");
  const auto add = [&](int count, std::string_view what) {
    if (count > 0) line += cat("; ", count, ' ', what);
  };
  add(position.tigers_in_hand, position.tigers_in_hand == 1 ? "tiger in hand" : "tigers in hand");
  add(position.men_in_hand, position.men_in_hand == 1 ? "man in hand" : "men in hand");
  const int taken = captured(play.game(), position);
  add(taken, taken == 1 ? "man captured" : "men captured");
  return line;
}

Result<int> draw(Session& session, const Request& request) {
  const auto play = request.start.open(session);
  if (!play) return std::unexpected(play.error());
  const auto marks = marks_of(request, *play);
  if (!marks) return std::unexpected(marks.error());
  if (!request.svg.empty()) {
    if (auto written = write_svg(request, *play, *marks); !written) return std::unexpected(written.error());
    return 0;
  }
  const TextOptions options{
      .flipped = request.flip, .ascii = request.ascii || !uses_utf8(), .coordinates = !request.no_coordinates};
  put(to_text(draw_text(play->game(), play->position(), *marks, options), wants_colour(stdout)));
  const auto& spec = play->game().spec();
  put("\n");
  put_wrapped(cat(status(*play), ". T: ", spec.tiger.get("en"), ", M: ", spec.man.get("en"), "."));
  return 0;
}

}  // namespace

void add_board(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("board", "Draw a board with its pieces, in characters or as SVG");
  auto request = std::make_shared<Request>();
  request->start.add_to(*command);
  auto* svg = command->add_option("--svg", request->svg, "Write an SVG picture instead\n(- for standard output)")
                  ->type_name("FILE")
                  ->check(not_empty());
  command->add_flag("--flip", request->flip, "Turn the board by half a turn");
  command->add_option("--last", request->last, "Mark this as the last move\n(default: the last of --after)")
      ->type_name("MOVE")
      ->check(not_empty());
  command->add_flag("--hints", request->hints, "Mark where legal moves end,\nor the men that may be removed");
  command->add_flag("--no-coordinates", request->no_coordinates, "Leave the points' names out");
  command->add_flag("--mono", request->mono, "SVG in black and white, for print")->needs(svg);
  command->add_flag("--ascii", request->ascii, "Draw with ASCII characters only")->excludes(svg);
  command->footer(
      "T is a tiger, M a man, [ ] the last move's points, * and ( ) hints. Colours only on a terminal that has\n"
      "them; NO_COLOR=1 turns them off.\n\n" +
      examples({{"rimau board rimau-24", "the start of Rimau"},
                {"rimau board pulijudam --after @b2 --hints", "where the tigers can go after the first drop"},
                {"rimau board bagh-chal --svg bagh-chal.svg --mono", "a picture to print"}}));
  command->callback([&chosen, request] { chosen = [request](Session& session) { return draw(session, *request); }; });
}

}  // namespace rimau::cli
