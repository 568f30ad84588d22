// Finds the symmetries of a structure on points by search.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "board/board.hpp"

namespace rimau {

// Every permutation of the points 0 .. neighbours.size() - 1 that maps edges onto edges and that
// `keeps` accepts, the identity first, then in lexicographic order. A structure with more than
// max_symmetries of them is answered by the identity alone, which is always a correct group to work
// with; so is one whose search takes more than 20,000 nodes, or more than `nodes_left`, from which it takes
// what it needed. keeps must be closed under composition and inverse, and accept the identity.
inline constexpr std::size_t max_symmetries = 96;
[[nodiscard]] std::vector<Board::Permutation> symmetries(const std::vector<PointSet>& neighbours,
                                                         const std::function<bool(const Board::Permutation&)>& keeps,
                                                         std::uint64_t& nodes_left);

// The set of the images of the points.
[[nodiscard]] PointSet image(PointSet set, const Board::Permutation& permutation);

}  // namespace rimau
