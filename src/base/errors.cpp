#include "base/errors.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace rimau {
namespace {

struct Consequence {
  std::string_view name;
  int exit_code;
  int http_status;
};

// Indexed by ErrorKind. Exit code 2 is every kind of refused input or failed file: scripts need
// only tell it from 0 (done) and 1 (an honest negative answer, as from a verification).
constexpr std::array<Consequence, 9> consequences{{
    {"text", 2, 400},
    {"illegal", 2, 409},
    {"unknown", 2, 404},
    {"unavailable", 2, 503},
    {"damaged", 2, 500},
    {"unsupported", 2, 501},
    {"limit", 2, 413},
    {"cancelled", 130, 499},
    {"busy", 2, 429},
}};

const Consequence& consequence(ErrorKind kind) noexcept { return consequences[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string Error::text() const {
  std::string out;
  const auto separate = [&out] {
    if (!out.empty()) out += ": ";
  };
  if (!place.file.empty()) out += place.file;
  if (place.line > 0) {
    if (!out.empty()) out += ':';
    out += place.file.empty() ? "line " + std::to_string(place.line) : std::to_string(place.line);
  }
  if (place.column > 0) {
    const bool short_form = !place.file.empty() && place.line > 0;
    if (!short_form && !out.empty()) out += ", ";
    out += short_form ? ":" : "column ";
    out += std::to_string(place.column);
  }
  if (!place.field.empty()) {
    separate();
    out += place.field;
  }
  separate();
  return out + message;
}

Error Error::in_file(std::string_view file) && {
  if (place.file.empty()) place.file = file;
  return std::move(*this);
}

Error Error::at_line(int line) && {
  if (place.line == 0) place.line = line;
  return std::move(*this);
}

std::unexpected<Error> fail(ErrorKind kind, std::string message, Place place) {
  return std::unexpected(Error{kind, std::move(message), std::move(place)});
}

int exit_code(ErrorKind kind) noexcept { return consequence(kind).exit_code; }
int http_status(ErrorKind kind) noexcept { return consequence(kind).http_status; }
std::string_view name(ErrorKind kind) noexcept { return consequence(kind).name; }

}  // namespace rimau
