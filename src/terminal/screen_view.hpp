// The game on the whole screen of a terminal.
#pragma once

#include "terminal/table.hpp"

namespace rimau::terminal {

struct ScreenOptions {
  bool utf8 = false;
  bool colour = false;
};

// Plays until the person leaves or a signal asks to; then the terminal is as it was, and such a signal
// has been passed on. False, having done nothing, when the terminal is of a kind that cannot be used.
[[nodiscard]] bool play_on_screen(Table& table, const ScreenOptions& options);

}  // namespace rimau::terminal
