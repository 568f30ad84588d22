// Writing a command's results to standard output.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/console.hpp"
#include "base/errors.hpp"
#include "base/text.hpp"

namespace rimau::cli {

// Standard output, buffered. A failure is kept by the stream and reported by flush(), which main calls
// in the end; a command that prints for long calls it after each part. (A closed pipe ends the program
// quietly, by its signal.)
inline void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }
template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  put(fmt::format(format, std::forward<Args>(args)...));
}
[[nodiscard]] inline Result<void> flush() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  return fail(ErrorKind::unavailable, cat("cannot write: ", std::strerror(errno)), {.file = "standard output"});
}

inline void put_lines(const std::vector<std::string>& lines) {
  for (const auto& line : lines) put(line + '\n');
}
// The text on lines as wide as the terminal, each indented by so many blanks.
inline void put_wrapped(std::string_view text, int indent = 0) { put_lines(wrap(text, text_width(), indent)); }

}  // namespace rimau::cli
