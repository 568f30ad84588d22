// A position, how one is checked, and its identity (key, symmetry).
#pragma once

#include <cstdint>
#include <optional>

#include "base/errors.hpp"
#include "game/game.hpp"

namespace rimau {

enum class Stage : std::uint8_t {
  opening,  // the tigers' opening turn is to be made; only the game's own start
  play,
};

// Everything that decides what may happen next, except the draws by history. Men captured are not
// stored: they are what is neither on the board nor in hand (see captured()).
struct Position {
  PointSet tigers;
  PointSet men;
  std::uint8_t tigers_in_hand = 0;
  std::uint8_t men_in_hand = 0;
  Side turn = Side::tigers;
  Stage stage = Stage::play;
  std::uint32_t ply = 0;  // turns made since the game's start

  [[nodiscard]] constexpr PointSet occupied() const noexcept { return tigers | men; }
  constexpr bool operator==(const Position&) const noexcept = default;
};
static_assert(sizeof(Position) == 24, "positions are copied at every node");

// The same board, hands, turn and stage; the ply may differ.
[[nodiscard]] constexpr bool same_position(Position a, const Position& b) noexcept {
  a.ply = b.ply;
  return a == b;
}

// The game's start. Its stage is opening exactly when the game has an opening turn.
[[nodiscard]] Position start_position(const Game& game);

// Men taken by leaps so far.
[[nodiscard]] inline int captured(const Game& game, const Position& position) noexcept {
  const int total = position.stage == Stage::opening ? game.rules().men : game.rules().men_in_play();
  return total - position.men.size() - position.men_in_hand;
}

// A position as somebody describes it. What is absent is derived.
struct Setup {
  PointSet tigers;
  PointSet men;
  unsigned tigers_in_hand = 0;
  unsigned men_in_hand = 0;
  std::optional<unsigned> captured;
  Side turn = Side::tigers;
  std::optional<Stage> stage;
  std::uint32_t ply = 0;
};

// The position, if it is one of this game: pieces on the board's points and none on another, the
// right number of tigers, the men adding up. Otherwise the error's place names the field (tigers,
// men, hand, captured, stage). Whether play can reach the position is not asked.
[[nodiscard]] Result<Position> validate(const Game& game, const Setup& setup);

// 64-bit Zobrist key (Zobrist 1970) of board, hands, turn and stage; two positions of a game may
// share one by chance. The same on every platform and in every version of the tables.
using Key = std::uint64_t;
[[nodiscard]] Key key(const Position& position) noexcept;

[[nodiscard]] Position image(const Position& position, const Board::Permutation& permutation);

// The least of the position's images under the game's symmetries, by tigers, then men; of an
// opening-stage position only those images count that are the game's start again.
[[nodiscard]] Position canonical(const Game& game, const Position& position);

}  // namespace rimau
