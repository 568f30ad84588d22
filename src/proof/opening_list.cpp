#include "proof/opening_list.hpp"

#include <charconv>

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau::proof {
namespace {

constexpr std::string_view header = "opening\tstanding\tproof\tdisproof\twork\treplies\tposition";
constexpr std::size_t fields = 7;

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::proven:
      return "men";
    case Standing::disproven:
      return "no-wall";
    case Standing::open:
      break;
  }
  return "open";
}

template <class Number>
bool read(std::string_view text, Number& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string written(const Game& game, std::span<const Opening> openings) {
  auto text = cat(header, "\n");
  for (std::size_t i = 0; i < openings.size(); ++i) {
    const auto& opening = openings[i];
    text += cat(i, "\t", name(opening.standing), "\t", opening.numbers.proof, "\t", opening.numbers.disproof, "\t",
                opening.work, "\t", opening.replies, "\t", format_position(game, opening.node.position()), "\n");
  }
  return text;
}

Result<void> take_up_open(std::string_view list, const Game& game, std::span<Opening> openings) {
  const auto lines = split(list, '\n');
  const auto refuse = [](std::size_t line, std::string_view expected) {
    return fail(ErrorKind::text, cat("expected ", expected), {.line = static_cast<int>(line + 1)});
  };
  if (lines.front() != header) return refuse(0, "the header of a list of openings");
  if (lines.size() != openings.size() + 2 || !lines.back().empty())
    return fail(ErrorKind::text, cat("expected a header and ", openings.size(), " lines"));
  for (std::size_t i = 0; i < openings.size(); ++i) {
    auto& opening = openings[i];
    const auto words = split(lines[i + 1], '\t');
    auto found = opening;
    if (words.size() != fields || words.front() != std::to_string(i) || !read(words[2], found.numbers.proof) ||
        !read(words[3], found.numbers.disproof) || !read(words[4], found.work))
      return refuse(i + 1, "an opening's number, standing, proof and disproof number, work, replies and position");
    if (words.back() != format_position(game, opening.node.position()))
      return refuse(i + 1, cat("opening ", i, " of ", game.id()));
    if (words[1] == name(Standing::open) && opening.standing == Standing::open) opening = found;
  }
  return {};
}

}  // namespace rimau::proof
