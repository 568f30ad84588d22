// What the terminal that the program runs in, if it is one, can show. Native programs only.
#pragma once

#include <cstdio>

namespace rimau {

[[nodiscard]] bool is_terminal(std::FILE* stream);
// TERM is unset, empty or "dumb": nothing can be placed or coloured.
[[nodiscard]] bool is_dumb_terminal();
// Whether to send colours there: a terminal, not a dumb one, and NO_COLOR (no-color.org) is unset or
// empty.
[[nodiscard]] bool wants_colour(std::FILE* stream);
// Whether the user's locale (LC_ALL, LC_CTYPE, LANG, the first that is set) uses UTF-8.
[[nodiscard]] bool uses_utf8();
// Columns to wrap text to: those of the terminal on standard output, or COLUMNS, at least 20 and at most
// 100; 80 if unknown.
[[nodiscard]] int text_width();

}  // namespace rimau
