// What a stranger can put into a request: the target (first line), Accept-Encoding (second), If-None-Match.
#include <algorithm>

#include "base/text.hpp"
#include "check.hpp"
#include "server/negotiation.hpp"
#include "server/target.hpp"

using namespace rimau;

namespace {

void check_target(std::string_view text) {
  const auto target = server::parse_target(text);
  if (!target) {
    fuzz::check(!target.error().message.empty() && target.error().place.field == "target", "a refusal says why");
    fuzz::check(target.error().place.column <= static_cast<int>(text.size()) + 1, "the column is in the text");
    return;
  }
  const std::string_view path = target->path;
  fuzz::check(path.starts_with('/'), "a path begins with a slash");
  fuzz::check(find_invalid_utf8(path) == std::string_view::npos, "a path is UTF-8");
  fuzz::check(std::ranges::none_of(path, [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '\\'; }),
              "a path has no control characters and no backslash");
  for (const auto segment : split(path.substr(1), '/'))
    fuzz::check(segment != "." && segment != "..", "a path leads downwards");
  const auto again = server::parse_target(server::encoded_path(path));
  fuzz::check(!again ? again.error().kind == ErrorKind::limit : again->path == path, "an encoded path reads back");
  fuzz::check(target->query.size() <= server::max_parameters, "the parameters are bounded");
  for (const auto& [name, value] : target->query) {
    const auto found = target->parameter(name);
    fuzz::check(found.has_value() || std::ranges::count(target->query, name, [](const auto& p) { return p.first; }) > 1,
                "a parameter given once is found");
  }
}

void check_negotiation(std::string_view accept, std::string_view tags) {
  for (const bool gzip : {false, true})
    for (const bool brotli : {false, true}) {
      const auto chosen = server::choose_encoding(accept, gzip, brotli);
      fuzz::check(chosen != server::Encoding::gzip || gzip, "only what is there");
      fuzz::check(chosen != server::Encoding::brotli || brotli, "only what is there");
    }
  const std::string tag = "\"0123-gzip\"";
  fuzz::check(server::names_tag(cat(tags, ",", tag), tag), "a tag in the list is found");
  if (server::names_tag(tags, tag))
    fuzz::check(tags.find(tag) != std::string_view::npos || tags.find('*') != std::string_view::npos, "no other is");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto lines = split(fuzz::text_of(data, size), '\n');
  check_target(lines[0]);
  check_negotiation(lines.size() > 1 ? lines[1] : "", lines.size() > 2 ? lines[2] : "");
  return 0;
}
