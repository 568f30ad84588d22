// Where a board's points, edges and labels lie on a drawing, whatever it is drawn with.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "board/board.hpp"

namespace rimau {

// Two coordinates closer than this, in board units, are the same; Board keeps points farther apart.
inline constexpr double same_place = 1e-3;

// The points' coordinates by index, turned by half a turn about the origin when flipped.
[[nodiscard]] std::vector<Coordinates> drawn_places(const Board& board, bool flipped);

// The pairs of points that an edge joins, each once.
[[nodiscard]] std::vector<std::pair<Point, Point>> edges(const Board& board);

// The least distance of two of the places; 1 if there is only one.
[[nodiscard]] double least_distance(std::span<const Coordinates> places);

// The distance of p from the segment from a to b.
[[nodiscard]] double distance_to_segment(Coordinates p, Coordinates a, Coordinates b);

// Sizes of the points' names and of what they keep clear of.
struct LabelShape {
  double width = 0;
  double height = 0;
  double away = 0;          // the label's centre from its point
  double own_radius = 0;    // of a mark about the label's own point
  double other_radius = 0;  // of the pieces on other points
};

// Where the points' names go: the centre of each label, by the points' indices, in the direction that
// suits most points of the board (below right if several do), or, where that would cover an edge, a
// piece or another label, in the one with most room. y runs downwards.
[[nodiscard]] std::vector<Coordinates> place_labels(std::span<const Coordinates> places,
                                                    std::span<const std::pair<Point, Point>> edges,
                                                    const LabelShape& shape);

}  // namespace rimau
