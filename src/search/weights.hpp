// How much the evaluation makes of what it sees: numbers only, by bench/fit_weights where weights.cpp says so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rimau {

// What is weighed, in this order in every list of weights.
enum class Term : std::uint8_t {
  always,          // 1
  to_move,         // 1 when the tigers are to move, else -1
  captured,        // men taken, as a share of those that win
  captured_twice,  // the square of that share
  room,
  holes,
  moves,
  held,
  threatened,
  exposed,
  shielded,
  in_hand,
};
inline constexpr std::size_t terms = 12;

// In units of weight_unit to a point of score, from the tigers' view. The weight of a term is `sliding` with no man in
// hand; with all men in hand `dropping` is added, with some of them their share of it.
struct Weights {
  std::string_view game;  // without options
  int scale;              // the score at which the tigers' expected result is 1 / (1 + 1/e), 73 %
  std::array<int, terms> sliding;
  std::array<int, terms> dropping;
};
inline constexpr int weight_unit = 16;

// Those of a game, by its GAME text; of one that is not known, a set for all games.
[[nodiscard]] const Weights& weights_of(std::string_view game) noexcept;

}  // namespace rimau
