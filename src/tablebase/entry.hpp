// Where a position's value is kept.
#pragma once

#include <cstdint>

#include "tablebase/index.hpp"

namespace rimau {

// The number of the position's entry in its slice: its set of tigers as the one that stands for it, and the set of men
// on the other points by rank.
[[nodiscard]] std::uint64_t entry_of(const Game& game, const TigerSets& sets, PointSet tigers, PointSet men) noexcept;

}  // namespace rimau
