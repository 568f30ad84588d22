// The game line by line, for pipes, dumb terminals and screen readers.
#pragma once

#include "terminal/table.hpp"

namespace rimau::terminal {

struct LineOptions {
  bool ascii = true;    // symbols of the board
  bool colour = false;  // ANSI colours
};

// Plays until the end of input or `quit`, reading commands and moves from standard input, one a line,
// and writing to standard output. Takes any bytes; a line longer than 64 KiB is refused. Where the
// computer plays both sides nothing is read and the game is played to its end. Blocks.
void play_by_line(Table& table, const LineOptions& options);

}  // namespace rimau::terminal
