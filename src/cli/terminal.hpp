// What a command's output goes to: writing it, and what the terminal, if it is one, can show.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "base/errors.hpp"

namespace rimau::cli {

// Standard output, buffered. A failure is kept by the stream and reported by flush(), which main calls
// in the end; a command that prints for long calls it after each part. (A closed pipe ends the program
// quietly, by its signal.)
inline void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }
template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  put(fmt::format(format, std::forward<Args>(args)...));
}
[[nodiscard]] Result<void> flush();

[[nodiscard]] bool is_terminal(std::FILE* stream);
// Whether to send colours there: a terminal, not a dumb one, and NO_COLOR (no-color.org) is unset or
// empty.
[[nodiscard]] bool wants_colour(std::FILE* stream);
// Whether the user's locale (LC_ALL, LC_CTYPE, LANG, the first that is set) uses UTF-8.
[[nodiscard]] bool uses_utf8();
// Columns to wrap text to: the terminal's, or COLUMNS, at least 20 and at most 100; 80 if unknown.
[[nodiscard]] int text_width();

// Columns that the text takes: its characters, combining ones not counted.
[[nodiscard]] int columns(std::string_view text);

// The words of the text on lines of at most `width` columns, each line after the first indented by
// `indent` blanks; the first starts at column `start` and is not indented. A word that is longer has
// its own line. Control characters are shown, not sent. Ends with a line feed.
[[nodiscard]] std::string wrapped(std::string_view text, int width, int indent, int start);

}  // namespace rimau::cli
