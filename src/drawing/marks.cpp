#include "drawing/marks.hpp"

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau {

PointSet targets(const Game& game, const Position& position) {
  // Every man may be among the removed ones; listing some thousand turns would not say more.
  if (position.stage == Stage::opening) return position.men;
  PointSet ends;
  for_each_move(game, position, [&](Move move) {
    if (!move.is_pass()) ends |= move.to();
  });
  return ends;
}

Trace trace(const Game& game, Move move) {
  switch (move.kind()) {
    case Move::Kind::drop:
      return {.filled = move.to()};
    case Move::Kind::leap:
      return {.emptied = taken_by(game, move) | move.from(), .filled = move.to()};
    case Move::Kind::step:
      if (move.is_pass()) return {};
      return {.emptied = move.from(), .filled = move.to()};
    case Move::Kind::opening:
      break;
  }
  Trace opening{.emptied = move.removed()};
  if (move.relocates()) {
    opening.filled = move.to();
    opening.emptied |= move.from();
    opening.emptied -= move.to();
  }
  return opening;
}

std::string why_not_last(const Game& game, const Position& position, Move move) {
  const auto refusal = [&](std::string_view why) {
    return cat(format_move(game, move), " cannot be the last move here: ", why);
  };
  const bool only_tigers = move.kind() == Move::Kind::leap || move.kind() == Move::Kind::opening;
  if (only_tigers && position.turn == Side::tigers) return refusal("the tigers are to move");
  if (move.kind() == Move::Kind::leap && taken_by(game, move).empty())
    return refusal("no straight line of the board joins the two points over another");
  const auto [emptied, filled] = trace(game, move);
  const PointSet mover = position.turn == Side::tigers ? position.men : position.tigers;
  for (const auto point : filled)
    if (!mover.contains(point))
      return refusal(
          cat("no ", position.turn == Side::tigers ? "man" : "tiger", " stands on ", game.board().name(point)));
  for (const auto point : emptied)
    if (position.occupied().contains(point)) return refusal(cat(game.board().name(point), " is not empty"));
  return {};
}

}  // namespace rimau
