// What a drawing shows on top of the pieces.
#pragma once

#include <optional>

#include "rules/moves.hpp"

namespace rimau {

struct Marks {
  std::optional<Move> last;  // the turn that led to the position
  PointSet hints;            // points the reader is invited to look at, as the targets of legal moves
};

// The points that a legal move of the side to move ends on; at an opening turn the men that may be
// removed. Empty when the game is over.
[[nodiscard]] PointSet targets(const Game& game, const Position& position);

// The points a move changes. A leap's victims and an opening turn's men are `emptied`, like the point
// that a piece left; `filled` is where a piece arrived, if one moved.
struct Trace {
  PointSet emptied;
  PointSet filled;
};
[[nodiscard]] Trace trace(const Game& game, Move move);

// Why the move cannot be the one that led to the position: a piece is missing where it arrived, or
// something stands where it left. Empty if it can.
[[nodiscard]] std::string why_not_last(const Game& game, const Position& position, Move move);

}  // namespace rimau
