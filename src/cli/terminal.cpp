#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"

namespace rimau::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

// Combining marks of Latin text (U+0300 to U+036F) and the zero-width characters U+200B to U+200F.
bool takes_no_column(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 2) return byte(0) == 0xCC || (byte(0) == 0xCD && byte(1) <= 0xAF);
  return character.size() == 3 && byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0x8B && byte(2) <= 0x8F;
}

}  // namespace

Result<void> flush() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  return fail(ErrorKind::unavailable, cat("cannot write: ", std::strerror(errno)), {.file = "standard output"});
}

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

bool wants_colour(std::FILE* stream) {
  const auto terminal = environment("TERM");
  return is_terminal(stream) && environment("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb";
}

bool uses_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(environment(name));
    if (value.empty()) continue;
    std::ranges::transform(value, value.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return value.find("UTF-8") != std::string::npos || value.find("UTF8") != std::string::npos;
  }
  return false;
}

int text_width() {
  constexpr int narrowest = 20;
  constexpr int widest = 100;  // longer lines are tiring to read
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::clamp(int{size.ws_col}, narrowest, widest);
  const auto columns = parse_number(environment("COLUMNS"), 10'000);
  return columns ? std::clamp(static_cast<int>(*columns), narrowest, widest) : 80;
}

int columns(std::string_view text) {
  int count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto length = std::max<std::size_t>(utf8_length(text.substr(at)), 1);
    if (!takes_no_column(text.substr(at, length))) ++count;
    at += length;
  }
  return count;
}

std::string wrapped(std::string_view text, int width, int indent, int start) {
  std::string out;
  int column = start;
  bool line_is_empty = true;
  for (std::size_t at = text.find_first_not_of(" \t\r\n"); at != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    const auto word = shown(text.substr(at, end - at), end - at);
    const int wide = columns(word);
    if (!line_is_empty && column + 1 + wide > width) {
      out += '\n';
      out.append(static_cast<std::size_t>(indent), ' ');
      column = indent;
      line_is_empty = true;
    }
    if (!line_is_empty) {
      out += ' ';
      ++column;
    }
    out += word;
    column += wide;
    line_is_empty = false;
    at = text.find_first_not_of(" \t\r\n", end);
  }
  return out + '\n';
}

}  // namespace rimau::cli
