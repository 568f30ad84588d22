#include "server/target.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"

namespace rimau::server {
namespace {

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// A part of the text that the errors count columns in.
struct Part {
  std::string_view text;
  std::size_t offset = 0;
};

std::unexpected<Error> refuse(std::size_t offset, std::string message) {
  return fail(ErrorKind::text, std::move(message), {.column = static_cast<int>(offset) + 1, .field = "target"});
}

Result<std::string> decoded(Part part, bool plus_is_blank) {
  std::string out;
  out.reserve(part.text.size());
  for (std::size_t at = 0; at < part.text.size(); ++at) {
    const char c = part.text[at];
    if (c == '+' && plus_is_blank) {
      out += ' ';
      continue;
    }
    if (c != '%') {
      out += c;
      continue;
    }
    const auto digits = part.text.substr(at + 1, 2);
    const auto high = digits.size() == 2 ? hex_digit(digits[0]) : std::nullopt;
    const auto low = digits.size() == 2 ? hex_digit(digits[1]) : std::nullopt;
    if (!high || !low) return refuse(part.offset + at, "found a % without two hexadecimal digits after it");
    out += static_cast<char>(*high * 16 + *low);
    at += 2;
  }
  if (find_invalid_utf8(out) != std::string_view::npos) return refuse(part.offset, "found bytes that are no UTF-8");
  return out;
}

// Calls each with every piece between separators, as long as it succeeds.
template <class Each>
Result<void> for_each_piece(Part part, char separator, Each&& each) {
  std::size_t begin = 0;
  for (;;) {
    const auto end = std::min(part.text.find(separator, begin), part.text.size());
    if (auto done = each(Part{part.text.substr(begin, end - begin), part.offset + begin}); !done) return done;
    if (end == part.text.size()) return {};
    begin = end + 1;
  }
}

// What is left after "http://host": the whole text when it does not begin so.
Part origin_form(std::string_view text) {
  const auto begins = [&](std::string_view scheme) {
    return std::ranges::equal(text.substr(0, scheme.size()), scheme,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; });
  };
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!begins(scheme)) continue;
    const auto at = text.find_first_of("/?", scheme.size());
    return at == std::string_view::npos ? Part{"/", 0} : Part{text.substr(at), at};
  }
  return {text, 0};
}

Result<void> read_path(Part part, Target& target) {
  return for_each_piece({part.text.substr(1), part.offset + 1}, '/', [&](Part piece) -> Result<void> {
    auto segment = decoded(piece, false);
    if (!segment) return std::unexpected(std::move(segment).error());
    if (*segment == "." || *segment == "..") return refuse(piece.offset, "found a relative path segment");
    if (std::ranges::any_of(*segment, [](char c) { return c == '/' || c == '\\' || is_control(c); }))
      return refuse(piece.offset, "found a slash, a backslash or a control character inside a path segment");
    target.path += '/';
    target.path += *segment;
    return {};
  });
}

Result<void> read_query(Part part, Target& target) {
  return for_each_piece(part, '&', [&](Part piece) -> Result<void> {
    if (piece.text.empty()) return {};
    if (target.query.size() == max_parameters)
      return fail(ErrorKind::limit, cat("more than ", max_parameters, " parameters"), {.field = "target"});
    const auto equals = std::min(piece.text.find('='), piece.text.size());
    auto name = decoded({piece.text.substr(0, equals), piece.offset}, true);
    if (!name) return std::unexpected(std::move(name).error());
    const auto begin = std::min(equals + 1, piece.text.size());
    auto value = decoded({piece.text.substr(begin), piece.offset + begin}, true);
    if (!value) return std::unexpected(std::move(value).error());
    target.query.emplace_back(*std::move(name), *std::move(value));
    return {};
  });
}

}  // namespace

Result<std::string> Target::parameter(std::string_view name) const {
  const auto named = [&](const Parameter& parameter) { return parameter.first == name; };
  const auto found = std::ranges::find_if(query, named);
  if (found == query.end())
    return fail(ErrorKind::text, cat("missing; the request needs ?", name, "=…"), {.field = std::string(name)});
  if (std::ranges::count_if(query, named) > 1)
    return fail(ErrorKind::text, "given more than once", {.field = std::string(name)});
  return found->second;
}

Result<Target> parse_target(std::string_view text) {
  if (text.size() > max_target_bytes)
    return fail(ErrorKind::limit, cat(text.size(), " bytes, more than ", max_target_bytes), {.field = "target"});
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] <= ' ' || text[at] == 0x7f || text[at] == '#')
      return refuse(at, cat("found ", shown(text.substr(at, 1)), ", which has to be written %XX"));
  auto [rest, offset] = origin_form(text);
  Target target;
  const auto mark = std::min(rest.find('?'), rest.size());
  Part path{rest.substr(0, mark), offset};
  if (path.text.empty() && offset > 0) path.text = "/";
  if (!path.text.starts_with('/')) return refuse(offset, "expected a path that begins with /");
  if (auto read = read_path(path, target); !read) return std::unexpected(std::move(read).error());
  if (mark < rest.size()) {
    auto read = read_query({rest.substr(mark + 1), offset + mark + 1}, target);
    if (!read) return std::unexpected(std::move(read).error());
  }
  return target;
}

std::string encoded_path(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view plain = "-._~/";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || plain.find(c) != std::string_view::npos) out += c;
    else out += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return out;
}

}  // namespace rimau::server
