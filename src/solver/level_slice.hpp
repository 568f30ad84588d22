// One slice of a level with men in hand. The men drop, so play never comes back to the level: a slice takes one pass
// for each side, after the slices of fewer men and after the level below. Codes are values: wins are of round 0.
#pragma once

#include "solver/sliding_slice.hpp"

namespace rimau::solver {

// The men's turn, for one set of tigers: a drop into the level below. `below` holds that set's codes with the tigers to
// move in the slice of one man more there, by `scale`; `codes`, the set's with the men to move, is written.
void drop_men(const SliceSpace& space, const MenSets& men_sets, std::span<const Code> below, tablebase::CodeScale scale,
              std::span<Code> codes);

// The tigers' turn, for one set of tigers, within the level of so many men in hand. `men_to_move` holds the level's
// slices up to this one; `codes`, the set's with the tigers to move, is written.
void move_tigers(const SliceSpace& space, const MenSets& men_sets, int men_in_hand, const MenToMove& men_to_move,
                 std::uint32_t representative, std::span<Code> codes);

}  // namespace rimau::solver
