// What a position that is not decided looks like to the two sides.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/position.hpp"

namespace rimau {

// What the evaluation sees, for every game alike. "Reachable" asks where the tigers on the board
// could get if the men stood still, by steps and leaps.
struct Features {
  int captured = 0;    // men taken
  int room = 0;        // empty points reachable for a tiger
  int moves = 0;       // steps and leaps the tigers on the board have now
  int held = 0;        // tigers on the board with neither
  int threatened = 0;  // men that some leap would take now
  int exposed = 0;     // men that some leap from a reachable point would take; includes the threatened
  int in_hand = 0;     // men still to drop

  bool operator==(const Features&) const = default;
};

// Looks at the positions of one game, with tables made for it. Immutable; may be shared by threads.
class Evaluator {
 public:
  // Keeps the reference.
  explicit Evaluator(const Game& game);

  [[nodiscard]] Features features(const Position& position) const noexcept;
  // The features weighed, from the tigers' view, 100 to a man. An estimate: always far from win_score.
  [[nodiscard]] int weigh(const Features& seen) const noexcept;
  // The same of a position, from the view of the side to move.
  [[nodiscard]] int evaluate(const Position& position) const noexcept;

 private:
  [[nodiscard]] PointSet next_to(PointSet points) const noexcept;

  const Game& game_;
  // What can be leapt on this board, each pair of ends once. By columns, so that the scan can be vectorised.
  std::vector<std::uint64_t> over_;
  std::vector<std::uint64_t> over_and_ends_;
  // The points one step from any in a set of eight, by the set.
  std::vector<std::array<PointSet, 256>> next_to_eight_;
};

}  // namespace rimau
