// Random positions whose value tables know.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "tablebase/tables.hpp"

namespace rimau::bench {

struct Drawn {
  Position position;
  std::vector<tablebase::Probe::MoveValue> moves;  // the mover's best first; at least one

  [[nodiscard]] const tablebase::Value& value() const { return moves.front().value; }  // after the best move
  // Whether a move can throw the result away.
  [[nodiscard]] bool differs() const { return moves.back().value.verdict != moves.front().value.verdict; }
  [[nodiscard]] bool keeps(Move move) const;  // the result
  [[nodiscard]] bool dropping() const noexcept { return position.men_in_hand > 0; }
};

// The tigers' result: 1, 1/2 or 0.
[[nodiscard]] constexpr double result_of(Verdict verdict) noexcept {
  return verdict == Verdict::tigers ? 1 : verdict == Verdict::men ? 0 : 0.5;
}

// Draws placements, not games: in half of the positions the men's hand is empty, in the others it holds
// any number; then any number of men is on the board, on any points, all tigers on others, either side to
// move. What the tables do not hold, or is over, is drawn again.
class Sampler {
 public:
  Sampler(std::shared_ptr<const Game> game, const tablebase::Tables& tables, std::uint64_t seed)
      : game_(std::move(game)), probe_(tables, *game_), random_(seed) {}

  // Nothing when a million draws bring nothing that the tables hold.
  [[nodiscard]] std::optional<Drawn> next();
  // The same without the moves, and much faster.
  struct Valued {
    Position position;
    tablebase::Value value;
  };
  [[nodiscard]] std::optional<Valued> next_valued();
  // Without the value, which the tables are only said to hold.
  [[nodiscard]] std::optional<Position> next_placed();

 private:
  [[nodiscard]] std::optional<Position> place();
  [[nodiscard]] PointSet any_of(PointSet from, int count);

  std::shared_ptr<const Game> game_;
  tablebase::Probe probe_;
  Random random_;
};

}  // namespace rimau::bench
