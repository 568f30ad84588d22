// What a person can type beside moves, the same in both views.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rimau::terminal {

enum class Verb {
  none,
  move,
  moves,
  hint,
  undo,
  redo,
  board,
  flip,
  save,
  overwrite,
  load,
  restart,
  pause,
  resign,
  draw,
  rules,
  help,
  quit
};

struct Command {
  Verb verb = Verb::none;  // none: an empty line
  std::string argument;    // of save, overwrite and load: the path; of move: the text of the move
};

// A line as typed: the first word names a command (then the rest is its argument), or the whole line is
// taken for a move.
[[nodiscard]] Command parse_command(std::string_view line);

// The commands with what they do, for help.
struct CommandHelp {
  std::string_view usage;
  std::string_view about;
};
[[nodiscard]] std::span<const CommandHelp> command_help();
// How moves are written.
[[nodiscard]] std::span<const CommandHelp> move_help();

}  // namespace rimau::terminal
