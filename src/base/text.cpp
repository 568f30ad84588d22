#include "base/text.hpp"

#include <algorithm>
#include <utility>

namespace rimau {
namespace {

constexpr std::string_view blanks = " \t\r\n";

// Combining marks of Latin text (U+0300 to U+036F) and the zero-width characters U+200B to U+200F.
bool takes_no_column(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 2) return byte(0) == 0xCC || (byte(0) == 0xCD && byte(1) <= 0xAF);
  return character.size() == 3 && byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0x8B && byte(2) <= 0x8F;
}

// The first character with all that takes no column after it, in bytes; a byte that is no UTF-8 counts as
// one.
std::size_t first_character(std::string_view text) {
  const auto length = [&](std::size_t at) { return std::max<std::size_t>(utf8_length(text.substr(at)), 1); };
  std::size_t end = length(0);
  while (end < text.size() && takes_no_column(text.substr(end, length(end)))) end += length(end);
  return end;
}

// The bytes of as much of the text as fits into so many columns, at least one character.
std::size_t bytes_within(std::string_view text, int width) {
  std::size_t bytes = first_character(text);
  for (int column = 1; column < width && bytes < text.size(); ++column) bytes += first_character(text.substr(bytes));
  return bytes;
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (std::size_t start = 0;;) {
    const auto end = text.find(separator, start);
    pieces.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return pieces;
    start = end + 1;
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const auto& part : parts) {
    if (&part != &parts.front()) out += separator;
    out += part;
  }
  return out;
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<unsigned> parse_number(std::string_view text, unsigned max) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  unsigned value = 0;
  const auto* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || rest != end || value > max) return std::nullopt;
  return value;
}

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return 0;
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // The second byte alone decides overlong forms, surrogates and the upper end.
  const unsigned second = byte(1);
  if (lead == 0xE0 && second < 0xA0) return 0;
  if (lead == 0xED && second > 0x9F) return 0;
  if (lead == 0xF0 && second < 0x90) return 0;
  if (lead == 0xF4 && second > 0x8F) return 0;
  return length;
}

std::size_t find_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto length = utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string shown(std::string_view text, std::size_t limit) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto length = utf8_length(text.substr(at));
    if (at + length > limit) return out + "...";
    const auto byte = static_cast<unsigned char>(text[at]);
    // U+0080..U+009F are control characters too, and some terminals obey them.
    const bool c1_control = length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0;
    if (length == 0 || byte < 0x20 || byte == 0x7F || c1_control) {
      out += "\\x";
      out += hex[byte >> 4];
      out += hex[byte & 15];
      ++at;
      continue;
    }
    out += text.substr(at, length);
    at += length;
  }
  return out;
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

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  int filled = 0;
  const auto end_line = [&] {
    lines.push_back(std::exchange(line, {}));
    filled = 0;
  };
  for (auto at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(blanks, at), text.size());
    const auto clean = shown(text.substr(at, end - at), end - at);
    std::string_view word = clean;
    int wide = columns(word);
    if (!line.empty() && filled + 1 + wide > width) end_line();
    for (; wide > width; wide = columns(word)) {
      const auto bytes = bytes_within(word, width);
      line = word.substr(0, bytes);
      word.remove_prefix(bytes);
      end_line();
    }
    if (!word.empty()) {
      if (!line.empty()) line += ' ', ++filled;
      line += word;
      filled += wide;
    }
    at = text.find_first_not_of(blanks, end);
  }
  if (!line.empty() || lines.empty()) end_line();
  return lines;
}

std::vector<std::string> wrap(std::string_view text, int width, int indent) {
  auto lines = wrap(text, std::max(1, width - indent));
  for (auto& line : lines) line.insert(0, static_cast<std::size_t>(indent), ' ');
  return lines;
}

}  // namespace rimau
