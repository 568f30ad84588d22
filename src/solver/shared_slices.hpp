// What is done once to a slice that is shared out among partners: the levels with men in hand, and taking up a
// slice from its file. The rules are those of the moves (set_moves.hpp), seen from where they end: each holder of a
// position tells it to the holders of those it is reached from. All partners call the same functions in the same
// order; each blocks until all have done so.
#pragma once

#include <functional>
#include <span>

#include "solver/partners.hpp"
#include "solver/sliding_slice.hpp"

namespace rimau::solver {

// In the levels a value is men_win_code(0), draw_code or tigers_win_code(0). The one that is `usual` among the
// positions reached is not told: what is told is counted, so the rest is known. Any choice is right; a good one saves
// most words.

// Calls the given function with what this process holds of a representative's codes. May fail.
using ShareOfCodes = std::function<Result<void>(std::uint32_t representative, std::span<Code> codes)>;

// The men's turn in a slice of `men` men on the board and some in hand: a drop into the slice of one man more of the
// level below, whose shares `below` fills in, coded by `scale`. Into men_to_move, this process's share, go values
// (wins are of round 0).
[[nodiscard]] Result<void> drop_shared_men(const SliceSpace& space, int men, const ShareOfCodes& below,
                                           const tablebase::CodeScale& scale, Code usual, std::span<Code> men_to_move,
                                           Partners& partners);

// The tigers' turn there with so many men in hand: a step within the slice or a leap into one with fewer men, whose
// values with the men to move are in men_to_move. Into tigers_to_move go values.
[[nodiscard]] Result<void> move_shared_tigers(const SliceSpace& space, int men, int in_hand,
                                              const MenToMove& men_to_move, Code usual, std::span<Code> tigers_to_move,
                                              Partners& partners);

// derive_men_to_move() of shares.
[[nodiscard]] Result<void> derive_shared_men_to_move(const SliceSpace& space, int men,
                                                     std::span<const Code> tigers_to_move, std::span<Code> men_to_move,
                                                     Partners& partners);

}  // namespace rimau::solver
