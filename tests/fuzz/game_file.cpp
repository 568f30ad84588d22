// Game and board files: any text is read or refused, and a game that was accepted can be played.
#include <algorithm>

#include "board/symmetry.hpp"
#include "check.hpp"
#include "notation/notation.hpp"

using namespace rimau;

namespace {

void check_game(Catalogue& catalogue, const std::string& id) {
  const auto game = catalogue.open(id);
  fuzz::check(game.has_value(), "an accepted game opens");
  const auto start = start_position(**game);
  const auto again = parse_position(catalogue, **game, format_position(**game, start));
  fuzz::check(again && *again == start, "the start reads back as written");
  fuzz::check(static_cast<int>(legal_moves(**game, start).size()) == count_moves(**game, start),
              "the legal moves are as many as counted");
  for (const auto& permutation : (*game)->symmetries())
    fuzz::check(image((*game)->points(), permutation) == (*game)->points(), "a symmetry permutes the points");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalogue built_in;
  Catalogue catalogue = built_in;
  const auto before = catalogue.ids();
  const auto added = catalogue.add(fuzz::text_of(data, size), "fuzz.toml");
  const auto after = catalogue.ids();
  fuzz::check(added.has_value() || after == before, "a refused file changes nothing");
  fuzz::check(added.has_value() || !added.error().message.empty(), "a refusal says why");
  for (const auto& id : after)
    if (!std::ranges::binary_search(before, id)) check_game(catalogue, id);
  return 0;
}
