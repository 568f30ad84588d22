#include "solver/tiger_moves.hpp"

#include <algorithm>

namespace rimau::solver {
namespace {

// Slots by point index; of points that hold a tiger, nothing sensible.
using SlotOf = std::array<std::uint8_t, max_points>;

SlotOf slots_of(const std::vector<Point>& points) {
  SlotOf slots{};
  for (std::size_t slot = 0; slot < points.size(); ++slot)
    slots[static_cast<std::size_t>(points[slot].index())] = static_cast<std::uint8_t>(slot);
  return slots;
}

std::uint64_t bits_of_slots(PointSet set, const SlotOf& slots) {
  std::uint64_t bits = 0;
  for (const auto point : set) bits |= std::uint64_t{1} << slots[static_cast<std::size_t>(point.index())];
  return bits;
}

}  // namespace

Numbering::Numbering(const Game& game) {
  for (const auto point : game.points()) order_.push_back(point);
  const auto moves = [&game](Point point) {
    return game.steps(point).size() + static_cast<int>(game.leaps(point).size());
  };
  std::ranges::stable_sort(order_, {}, moves);
}

std::vector<Point> Numbering::points(PointSet tigers) const {
  const auto slots = order_.size() - static_cast<std::size_t>(tigers.size());
  std::vector<Point> points(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(slots));
  auto lender = order_.begin() + static_cast<std::ptrdiff_t>(slots);
  for (auto& point : points) {
    if (!tigers.contains(point)) continue;
    while (tigers.contains(*lender)) ++lender;
    point = *lender++;
  }
  return points;
}

SlotMap Numbering::from_sorted(PointSet tigers) const {
  auto points = this->points(tigers);
  const auto slots = slots_of(points);
  std::ranges::sort(points);
  SlotMap map{};
  for (std::size_t i = 0; i < points.size(); ++i) map[i] = slots[static_cast<std::size_t>(points[i].index())];
  return map;
}

SlotMap Numbering::to_sorted(PointSet tigers) const {
  const auto forward = from_sorted(tigers);
  SlotMap map{};
  for (std::size_t i = 0; i < order_.size() - static_cast<std::size_t>(tigers.size()); ++i)
    map[forward[i]] = static_cast<std::uint8_t>(i);
  return map;
}

std::vector<MoveTo> tiger_moves(const Game& game, const TigerSets& sets, const Numbering& numbering,
                                std::uint32_t representative) {
  const auto tigers = sets.representative(representative);
  const auto free = game.points() - tigers;
  const auto points = numbering.points(tigers);
  const auto slots = slots_of(points);
  std::vector<MoveTo> moves;
  const auto add = [&](Point from, Point landing, PointSet over) {
    const auto to = sets.image_of((tigers - PointSet(from)) | landing);
    const auto& symmetry = game.symmetries()[to.symmetry];
    const auto others = slots_of(numbering.points(sets.representative(to.representative)));
    SlotMap map{};
    for (std::size_t slot = 0; slot < points.size(); ++slot) {
      const auto source = points[slot] == landing ? from : points[slot];
      map[slot] = others[static_cast<std::size_t>(symmetry[static_cast<std::size_t>(source.index())].index())];
    }
    moves.push_back(
        {to.representative, {map, bits_of_slots(over, slots), slots[static_cast<std::size_t>(landing.index())]}});
  };
  for (const auto tiger : tigers) {
    for (const auto to : game.steps(tiger) & free) add(tiger, to, PointSet());
    for (const auto& leap : game.leaps(tiger))
      if (free.contains(leap.over | leap.landing)) add(tiger, leap.landing, leap.over);
  }
  return moves;
}

std::vector<Edge> free_edges(const Game& game, const Numbering& numbering, PointSet tigers) {
  const auto free = game.points() - tigers;
  const auto slots = slots_of(numbering.points(tigers));
  std::vector<Edge> edges;
  for (const auto point : free) {
    for (const auto other : game.steps(point) & free) {
      const auto i = slots[static_cast<std::size_t>(point.index())];
      const auto j = slots[static_cast<std::size_t>(other.index())];
      if (i < j) edges.push_back({i, j});
    }
  }
  return edges;
}

}  // namespace rimau::solver
