// The numbers of patterns.hpp, written by bench/fit_patterns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "game/game.hpp"
#include "search/features.hpp"

namespace rimau {

inline constexpr int pattern_one = 64;            // of a unit's sum; the most that counts
inline constexpr std::size_t pattern_lanes = 32;  // most units times symmetries

// Weights of what counts depend on how full the men's hand is (empty, up to a third, up to two thirds, more) and on the
// side to move.
inline constexpr std::size_t pattern_heads = 8;
[[nodiscard]] constexpr std::size_t pattern_head(int men_in_hand, int men, Side turn) noexcept {
  const int fullness = men_in_hand == 0 ? 0 : 3 * men_in_hand <= men ? 1 : 3 * men_in_hand <= 2 * men ? 2 : 3;
  return static_cast<std::size_t>(2 * fullness + (turn == Side::tigers ? 0 : 1));
}

// What is weighed beside the patterns.
inline constexpr std::size_t pattern_terms = 11;
[[nodiscard]] std::array<int, pattern_terms> pattern_terms_of(const Features& seen, int tigers_win_at) noexcept;

struct PatternWeights {
  std::string_view game;  // without options
  int tigers;             // the rules they were learnt with
  int men;
  int tigers_win_at;
  std::span<const std::int8_t> points;  // by unit, side (tigers, men) and point; pattern_one is 1
  std::span<const std::int8_t> hands;   // by unit and men in hand
  std::span<const std::int8_t> turns;   // by unit and side to move
  std::span<const std::int16_t> heads;  // by head and unit; in weight_unit, for a sum of 1
  std::span<const std::int16_t> terms;  // by head and term; in weight_unit

  [[nodiscard]] std::size_t units() const noexcept { return turns.size() / 2; }
  // For how many numbers of men in hand there are weights; at least the game's men and none.
  [[nodiscard]] std::size_t hand_sizes() const noexcept { return hands.size() / units(); }
};

// Those learnt for the game and its options, or null; options that give the board more symmetries than were learnt with
// have none.
[[nodiscard]] const PatternWeights* pattern_weights_of(const Game& game) noexcept;

}  // namespace rimau
