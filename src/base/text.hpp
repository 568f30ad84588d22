// Small text helpers: joining, splitting, numbers, and making untrusted bytes safe to show.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace rimau {

namespace detail {
inline void append(std::string& out, std::string_view part) { out += part; }
inline void append(std::string& out, char part) { out += part; }
template <std::integral N>
  requires(!std::same_as<N, char> && !std::same_as<N, bool>)
void append(std::string& out, N number) {
  out += std::to_string(number);
}
}  // namespace detail

// The parts (texts, characters, integers) written one after another.
template <class... Parts>
[[nodiscard]] std::string cat(const Parts&... parts) {
  std::string out;
  (detail::append(out, parts), ...);
  return out;
}

// The pieces between separators; an empty text has one empty piece.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
// Without the blanks, tabs, CR and LF at both ends.
[[nodiscard]] std::string_view trim(std::string_view text);

// A decimal number in its one spelling: digits only, no leading zero, at most max. Anything else
// is nothing.
[[nodiscard]] std::optional<unsigned> parse_number(std::string_view text, unsigned max);

// Text from outside, made safe for a terminal or an error message: control characters and bytes
// that are no UTF-8 are written \xNN, and no more than limit bytes of it are shown.
[[nodiscard]] std::string shown(std::string_view text, std::size_t limit = 60);

// Length in bytes of the well-formed UTF-8 sequence at the start of text, 0 if there is none
// (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
[[nodiscard]] std::size_t utf8_length(std::string_view text);
// Offset of the first byte that is not well-formed UTF-8, or npos.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text);

// Columns that the text takes on a terminal: its characters, combining ones not counted.
[[nodiscard]] int columns(std::string_view text);

// The words of the text on lines of at most `width` columns (at least 1); a longer word is broken. Blanks
// and line ends between words count as one blank. Control characters are shown, not kept. There is at
// least one line.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, int width);
// The same as lines of one text, each indented by so many blanks, which count as part of the width.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, int width, int indent);

}  // namespace rimau
