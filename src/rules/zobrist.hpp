// The random numbers behind key(); shared with the incremental update in moves.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/random.hpp"
#include "board/point.hpp"

namespace rimau::zobrist {

using Numbers = std::array<std::uint64_t, max_points + 1>;

constexpr Numbers numbers(std::uint64_t seed) noexcept {
  Numbers made{};
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = mix(seed << 32 | i);
  return made;
}

inline constexpr Numbers tigers = numbers(1);          // a tiger on point i
inline constexpr Numbers men = numbers(2);             // a man on point i
inline constexpr Numbers tigers_in_hand = numbers(3);  // i tigers in hand
inline constexpr Numbers men_in_hand = numbers(4);     // i men in hand
inline constexpr std::uint64_t men_to_move = mix(std::uint64_t{5} << 32);
inline constexpr std::uint64_t opening_stage = mix(std::uint64_t{6} << 32);

}  // namespace rimau::zobrist
