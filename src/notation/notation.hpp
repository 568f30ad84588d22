// Text for moves and positions, both ways. The formats are those of docs/notation.md.
//
// All functions are pure and thread-safe, except that opening a game goes through the caller's
// Catalogue. Columns in errors count bytes from 1.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/catalogue.hpp"
#include "rules/moves.hpp"

namespace rimau {

// The longest position or move text that is looked at; anything longer is refused.
inline constexpr std::size_t max_text_bytes = 4096;
// The latest ply at which a position can be read.
inline constexpr unsigned max_ply = 1'000'000'000;

// One spelling each: step b2-b3, leap a3xe3, drop @d4, opening turn d2,e3,f4 or d2,e3,f4/c3-e1, pass.
[[nodiscard]] std::string format_move(const Game& game, Move move);

// The move that the text spells, whether or not it is legal anywhere. Fails as `text`, with the
// column, for any other spelling: blanks, capitals, unsorted removals, unknown points.
[[nodiscard]] Result<Move> parse_move(const Game& game, std::string_view text);

// parse_move, then a check that the move is legal here (fails as `illegal`, saying why).
[[nodiscard]] Result<Move> parse_legal_move(const Game& game, const Position& position, std::string_view text);

// The legal moves' texts in byte order.
[[nodiscard]] std::vector<std::string> move_list(const Game& game, const Position& position);

// The canonical line: game, then tigers, men, hand, captured, turn, stage, ply. No line end.
[[nodiscard]] std::string format_position(const Game& game, const Position& position);

struct GamePosition {
  std::shared_ptr<const Game> game;
  Position position;
};

// Reads a position line: the game first, then key=value fields in any order, separated by blanks or
// tabs, which may also stand at both ends (as may a line end). Required: tigers, men, hand, turn.
// captured, stage and ply are derived when missing. Fails naming the field and its column; an unknown
// field, one given twice or any other text is refused.
[[nodiscard]] Result<GamePosition> parse_position(Catalogue& catalogue, std::string_view text);

// The same for a caller that has chosen the game: a text of another game (or other options) fails.
[[nodiscard]] Result<Position> parse_position(Catalogue& catalogue, const Game& game, std::string_view text);

}  // namespace rimau
