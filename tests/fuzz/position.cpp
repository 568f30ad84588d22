// Positions: what is read is written in one way, and the rules can work with it.
#include "check.hpp"
#include "notation/notation.hpp"

using namespace rimau;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogue catalogue;
  const auto text = fuzz::text_of(data, size);
  const auto read = parse_position(catalogue, text);
  if (!read) {
    fuzz::check(!read.error().place.field.empty(), "a refusal names the field");
    fuzz::check(read.error().place.column <= static_cast<int>(size) + 1, "a column is in the text or at its end");
    return 0;
  }
  const auto& game = *read->game;
  const auto& position = read->position;
  const auto printed = format_position(game, position);
  const auto again = parse_position(catalogue, printed);
  fuzz::check(again.has_value(), "what is printed can be read");
  fuzz::check(again->position == position && again->game->id() == game.id(), "what is printed says the same");
  fuzz::check(format_position(game, again->position) == printed, "there is one canonical text");

  const auto moves = legal_moves(game, position);
  fuzz::check(static_cast<int>(moves.size()) == count_moves(game, position), "moves are as many as counted");
  for (const auto move : moves) {
    fuzz::check(is_legal(game, position, move), "a listed move is legal");
    const auto next = play_unchecked(game, position, move);
    fuzz::check(key(next) == key_after(game, position, key(position), move), "the key follows the move");
    fuzz::check(next.ply > max_ply || parse_position(catalogue, game, format_position(game, next)).has_value(),
                "a move leads to a position");
  }
  return 0;
}
