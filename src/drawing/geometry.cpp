#include "drawing/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace rimau {
namespace {

Coordinates operator+(Coordinates a, Coordinates b) { return {a.x + b.x, a.y + b.y}; }
Coordinates operator-(Coordinates a, Coordinates b) { return {a.x - b.x, a.y - b.y}; }
double length(Coordinates a) { return std::hypot(a.x, a.y); }

const Coordinates& at(std::span<const Coordinates> places, Point point) {
  return places[static_cast<std::size_t>(point.index())];
}

// Corners, middles of the sides and centre: close enough to the rectangle for labels of two letters.
std::array<Coordinates, 9> samples(Coordinates centre, const LabelShape& shape) {
  std::array<Coordinates, 9> points;
  for (int i = 0; i < 9; ++i)
    points[static_cast<std::size_t>(i)] =
        centre + Coordinates{(i % 3 - 1) * shape.width / 2, (i / 3 - 1) * shape.height / 2};
  return points;
}

// Directions in the order in which they are preferred: right, a little below; then round the clock.
std::vector<Coordinates> directions() {
  constexpr int count = 32;
  // Cosine and sine of an eighth and of a sixteenth of pi: numbers are the same on every platform, functions not.
  constexpr Coordinates first{0.92387953251128674, 0.38268343236508977};
  constexpr Coordinates turn{0.98078528040323044, 0.19509032201612827};
  std::vector<Coordinates> made{first};
  while (made.size() < count) {
    const auto last = made.back();
    made.push_back({last.x * turn.x - last.y * turn.y, last.x * turn.y + last.y * turn.x});
  }
  return made;
}

}  // namespace

std::vector<Coordinates> drawn_places(const Board& board, bool flipped) {
  std::vector<Coordinates> places;
  for (const auto point : board.points()) {
    auto place = board.coordinates(point);
    if (flipped) place = {-place.x, -place.y};
    places.push_back(place);
  }
  return places;
}

std::vector<std::pair<Point, Point>> edges(const Board& board) {
  std::vector<std::pair<Point, Point>> pairs;
  for (const auto point : board.points())
    for (const auto other : board.neighbours(point))
      if (point < other) pairs.emplace_back(point, other);
  return pairs;
}

double least_distance(std::span<const Coordinates> places) {
  double least = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const double apart = length(places[i] - places[j]); least == 0 || apart < least) least = apart;
  return least == 0 ? 1 : least;
}

double distance_to_segment(Coordinates p, Coordinates a, Coordinates b) {
  const auto along = b - a;
  const double square = along.x * along.x + along.y * along.y;
  double part = 0;
  if (square > 0) part = std::clamp(((p.x - a.x) * along.x + (p.y - a.y) * along.y) / square, 0.0, 1.0);
  return length(p - Coordinates{a.x + part * along.x, a.y + part * along.y});
}

std::vector<Coordinates> place_labels(std::span<const Coordinates> places,
                                      std::span<const std::pair<Point, Point>> edges, const LabelShape& shape) {
  const double enough = shape.height * 0.3;  // more room is no better
  const auto label_at = [&](std::size_t own, Coordinates direction) {
    return places[own] + Coordinates{direction.x * shape.away, direction.y * shape.away};
  };
  // Free room about the label of point `own`; negative when it covers something. Only what is near the
  // point can be near its label.
  std::vector<std::pair<Point, Point>> near_edges;
  std::vector<std::size_t> near_points;
  const auto look_around = [&](std::size_t own) {
    const double reach = shape.away + shape.width + shape.height + std::max(shape.own_radius, shape.other_radius);
    near_edges.clear();
    near_points.clear();
    for (const auto& [a, b] : edges)
      if (distance_to_segment(places[own], at(places, a), at(places, b)) < reach) near_edges.emplace_back(a, b);
    for (std::size_t i = 0; i < places.size(); ++i)
      if (length(places[i] - places[own]) < reach) near_points.push_back(i);
  };
  const auto room = [&](std::size_t own, Coordinates direction) {
    double least = enough;
    for (const auto& sample : samples(label_at(own, direction), shape)) {
      for (const auto& [a, b] : near_edges)
        least = std::min(least, distance_to_segment(sample, at(places, a), at(places, b)));
      for (const auto i : near_points)
        least = std::min(least, length(sample - places[i]) - (i == own ? shape.own_radius : shape.other_radius));
    }
    return least;
  };

  // 1. The room of every point in every direction.
  const auto tries = directions();
  std::vector<std::vector<double>> rooms(tries.size());
  for (std::size_t own = 0; own < places.size(); ++own) {
    look_around(own);
    for (std::size_t d = 0; d < tries.size(); ++d) rooms[d].push_back(room(own, tries[d]));
  }

  // 2. Readers learn one direction: the one that suits most points comes first.
  std::vector<std::size_t> order(tries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t d) {
    return std::ranges::count_if(rooms[d], [&](double found) { return found >= enough; });
  });

  // 3. Each point takes the first direction with most room that no earlier label has taken.
  std::vector<Coordinates> labels;
  for (std::size_t own = 0; own < places.size(); ++own) {
    Coordinates best = label_at(own, tries[order.front()]);
    double best_room = -std::numeric_limits<double>::max();
    for (const auto d : order) {
      const auto centre = label_at(own, tries[d]);
      double found = rooms[d][own];
      for (const auto& label : labels)
        found = std::min(
            found, std::max(std::abs(centre.x - label.x) - shape.width, std::abs(centre.y - label.y) - shape.height));
      if (found <= best_room) continue;
      best_room = found;
      best = centre;
    }
    labels.push_back(best);
  }
  return labels;
}

}  // namespace rimau
