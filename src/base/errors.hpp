// The one error type of the core, and what each kind of error means at the edges.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace rimau {

// What went wrong, in the terms a caller can act on. Every consequence of a kind (exit code, HTTP
// status) is in errors.cpp and nowhere else.
enum class ErrorKind {
  text,         // text that does not follow its grammar, or contradicts itself
  illegal,      // a well-formed move or request that the rules do not allow here
  unknown,      // a name that nothing answers to (game, option, point, file tag)
  unavailable,  // a file or device that cannot be read or written
  damaged,      // a file whose contents fail their own checks
  unsupported,  // a well-formed thing this build cannot work with
  limit,        // a bound on size, memory or time would be exceeded
  cancelled,    // stopped because somebody asked for it
  busy,         // asked for too often or by too many; the same may succeed later
};

// Where an error was found. Line and column count from 1; 0 and empty mean "not known".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  std::string field;

  bool operator==(const Place&) const = default;
};

struct Error {
  ErrorKind kind = ErrorKind::text;
  std::string message;  // one sentence: what was found and what was expected
  Place place;

  // "FILE:LINE:COLUMN: FIELD: message", leaving out the parts of the place that are not known.
  [[nodiscard]] std::string text() const;
  // The same error with the parts of the place that were not yet known filled in.
  [[nodiscard]] Error in_file(std::string_view file) &&;
  [[nodiscard]] Error at_line(int line) &&;
};

template <class T>
using Result = std::expected<T, Error>;

// A failure with a kind and a message, ready to return from a function that gives a Result.
[[nodiscard]] std::unexpected<Error> fail(ErrorKind kind, std::string message, Place place = {});

[[nodiscard]] int exit_code(ErrorKind kind) noexcept;    // of a command that ends with this error
[[nodiscard]] int http_status(ErrorKind kind) noexcept;  // of a response that reports it
[[nodiscard]] std::string_view name(ErrorKind kind) noexcept;

}  // namespace rimau
