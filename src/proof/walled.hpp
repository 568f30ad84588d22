// A part of the board that is dead once men fill it, and the smaller game that is then left.
//
// The men who fill it, the wall, never need to move; no tiger can enter the wall or leap into or across it.
// So the men can play on as in the smaller game, and what they win there they win.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/moves.hpp"

namespace rimau::proof {

// Immutable; may be shared by threads. Both games must outlive it.
class Walled {
 public:
  // `rest` is the smaller game; its points are found by name, and those of `whole` that it lacks are the wall.
  // Fails as `unsupported`, saying why, unless whatever the men win in `rest` they win in `whole` with the wall
  // full: the same tigers, the same steps and leaps outside the wall, no leap from outside that touches it,
  // men who cannot step lose, and the tigers' threshold reached no later.
  [[nodiscard]] static Result<Walled> make(const Game& whole, const Game& rest);

  [[nodiscard]] const Game& rest() const noexcept { return *rest_; }
  // The wall and its images under the symmetries of the whole game, each once.
  [[nodiscard]] const std::vector<PointSet>& walls() const noexcept { return walls_; }

  // The position of the smaller game, if one of the walls is full of men and no tiger is in it.
  [[nodiscard]] std::optional<Position> inside(const Position& position) const;
  // A move of the men there, as it is made in the whole game; the position has an inside().
  [[nodiscard]] Move outside(const Position& position, Move move) const;

 private:
  explicit Walled(const Game& rest) : rest_(&rest) {}
  [[nodiscard]] std::optional<std::size_t> full_wall(const Position& position) const;
  [[nodiscard]] Result<void> find_wall(const Game& whole);
  [[nodiscard]] Result<void> check_moves(const Game& whole) const;

  const Game* rest_;
  PointSet wall_;
  Board::Permutation in_whole_;  // of each point of the rest
  std::vector<PointSet> walls_;
  // For each wall, where its other points are in the rest, by index.
  std::vector<Board::Permutation> to_rest_;
};

}  // namespace rimau::proof
