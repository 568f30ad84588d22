#include "base/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace rimau {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

bool is_dumb_terminal() {
  const auto terminal = environment("TERM");
  return terminal.empty() || terminal == "dumb";
}

bool wants_colour(std::FILE* stream) {
  return is_terminal(stream) && !is_dumb_terminal() && environment("NO_COLOR").empty();
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

}  // namespace rimau
