// Moves: the first byte chooses the game, the rest is the move's text.
#include <array>

#include "check.hpp"
#include "notation/notation.hpp"

using namespace rimau;

namespace {

constexpr std::array games{"rimau-24",  "rimau-22", "rimau-rimau", "meurimueng-rimueng-do", "demala-diviyan-keliya",
                           "pulijudam", "bagh-chal"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogue catalogue;
  if (size == 0) return 0;
  const auto game = *catalogue.open(games[data[0] % games.size()]);
  const auto text = fuzz::text_of(data + 1, size - 1);
  const auto move = parse_move(*game, text);
  const auto start = start_position(*game);
  const auto legal = parse_legal_move(*game, start, text);
  if (!move) {
    fuzz::check(!legal.has_value(), "what is no move is not legal");
    fuzz::check(move.error().place.column <= static_cast<int>(text.size()) + 1,
                "a column is in the text or at its end");
    return 0;
  }
  fuzz::check(format_move(*game, *move) == text, "a move has one spelling");
  bool listed = false;
  for_each_move(*game, start, [&](Move other) { listed |= other == *move; });
  fuzz::check(listed == legal.has_value(), "legal is what is listed");
  fuzz::check(listed == is_legal(*game, start, *move), "both ways to ask agree");
  return 0;
}
