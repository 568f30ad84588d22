// What the pieces' places are worth together, learnt from positions that tables know.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/position.hpp"
#include "search/features.hpp"
#include "search/pattern_weights.hpp"

namespace rimau {

// A small network with one hidden layer. Each of its units adds up a number for every piece on the board by its point,
// one for the men in hand and one for the side to move; the sum, held between 0 and pattern_one, counts with a weight
// of its own. Every unit looks at the position once in each symmetry of the board, so images are worth the same. To
// that come the terms of the evaluation, with weights fitted together with the units'.
//
// Whole numbers only, so that all platforms agree. Immutable; may be shared by threads.
class Patterns {
 public:
  // Keeps the reference. What was learnt counts only for the rules it was learnt with: number of tigers, men, captures.
  explicit Patterns(const Game& game);

  // Whether something was learnt that fits the position. It has all tigers on the board then.
  [[nodiscard]] bool fit(const Position& position) const noexcept {
    return weights_ != nullptr && position.tigers_in_hand == 0 && position.stage == Stage::play;
  }
  // The worth of a position that fits, with these features, in units of weight_unit to a point of score from the
  // tigers' view.
  [[nodiscard]] int weigh(const Position& position, const Features& seen) const noexcept;

 private:
  struct alignas(64) Lanes {
    std::array<std::int16_t, pattern_lanes> of{};

    Lanes& operator+=(const Lanes& other) noexcept {
      for (std::size_t i = 0; i < pattern_lanes; ++i) of[i] = static_cast<std::int16_t>(of[i] + other.of[i]);
      return *this;
    }
  };

  void spread();

  const Game& game_;
  const PatternWeights* weights_;
  std::array<std::vector<Lanes>, 2> points_;  // by side, by point
  std::array<std::vector<Lanes>, 2> starts_;  // by side to move, by men in hand
  std::array<Lanes, pattern_heads> heads_;
};

}  // namespace rimau
