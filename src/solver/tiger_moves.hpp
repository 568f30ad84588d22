// The tigers' moves between the sets that stand for their classes.
#pragma once

#include <vector>

#include "solver/occupancy.hpp"
#include "tablebase/index.hpp"

namespace rimau::solver {

// How the points are numbered as slots for each set of tigers. Points from which little moves come
// first, in the slots that are dear to renumber. Each of the first points has a slot of its own; the
// slot of one that holds a tiger is lent to the next free of the last points. So a tiger's move
// changes few slots.
class Numbering {
 public:
  explicit Numbering(const Game& game);

  // The points by slot: all without a tiger, in an order that depends on the tigers alone.
  [[nodiscard]] std::vector<Point> points(PointSet tigers) const;
  // From the points in increasing order to this numbering: map[i] is the slot of the i-th of them.
  [[nodiscard]] SlotMap from_sorted(PointSet tigers) const;
  // The inverse: map[slot] is the place of the slot's point among those without a tiger.
  [[nodiscard]] SlotMap to_sorted(PointSet tigers) const;

 private:
  std::vector<Point> order_;
};

struct MoveTo {
  std::uint32_t representative;  // of the tigers' set after the move
  TigerMove move;
};

// Every step and leap of the representative's tigers that some occupancy allows.
[[nodiscard]] std::vector<MoveTo> tiger_moves(const Game& game, const TigerSets& sets, const Numbering& numbering,
                                              std::uint32_t representative);

// The edges between points without a tiger, as pairs of slots.
[[nodiscard]] std::vector<Edge> free_edges(const Game& game, const Numbering& numbering, PointSet tigers);

}  // namespace rimau::solver
