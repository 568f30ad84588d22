// How hard a puzzle is: what the levels of the computer player make of it.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "search/levels.hpp"

namespace rimau::puzzles {

// Of the searcher's table, with which the shipped puzzles were rated.
inline constexpr std::size_t rating_hash_mib = 16;

// The number of the lowest level that finds the move in at least two of three tries, as do all levels above
// it; last_level + 1, or 10 if that is less, when the highest does not. Nothing when keep_going has
// returned false. The position is played without history. Seeds follow from the position, so the answer
// does not change from run to run as long as the levels' limits in time are not met.
[[nodiscard]] std::optional<int> difficulty(Searcher& searcher, const std::shared_ptr<const Game>& game,
                                            const Position& position, Move solution,
                                            const std::function<bool()>& keep_going);

inline constexpr int hardest = 10;

}  // namespace rimau::puzzles
