// What the pieces' places are worth together, learnt from positions that tables know.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "rules/position.hpp"
#include "search/features.hpp"
#include "search/network.hpp"

namespace rimau {

// A small network. Each of its units adds up a number for every piece on the board by its point, one for the men in
// hand and one for the side to move; the sum is held between 0 and network_one. What the units say is mixed by those of
// a second layer, if there is one, which see the terms of the evaluation too; their sums are held likewise. Units of
// both layers and terms then count with weights that depend on how full the hand is and on who is to move. All of it is
// done once in each symmetry of the board and added up, so images are worth the same.
//
// Whole numbers only, so that all platforms agree. Immutable; may be shared by threads.
class Patterns {
 public:
  // Keeps the game's reference. Without a network (null) nothing fits.
  Patterns(const Game& game, std::shared_ptr<const Network> network);

  // Whether something was learnt that fits the position. It has all tigers on the board then.
  [[nodiscard]] bool fit(const Position& position) const noexcept {
    return network_ != nullptr && position.tigers_in_hand == 0 && position.stage == Stage::play;
  }
  // The worth of a position that fits, with these features, in units of weight_unit to a point of score from the
  // tigers' view.
  [[nodiscard]] int weigh(const Position& position, const Features& seen) const noexcept;

 private:
  // What is added up at once: units in symmetries, those of the first symmetry first.
  static constexpr std::size_t lanes = 32;
  struct alignas(64) Lanes {
    std::array<std::int16_t, lanes> of{};

    Lanes& operator+=(const Lanes& other) noexcept {
      for (std::size_t i = 0; i < lanes; ++i) of[i] = static_cast<std::int16_t>(of[i] + other.of[i]);
      return *this;
    }
  };
  // What units say; only what is written is read.
  struct alignas(64) Held {
    Held() noexcept {}  // NOLINT
    std::array<std::int16_t, network_most_lanes> of;
  };

  // Sixteen mixers; as vectors of g++ and clang, since they do not see by themselves that these stay in registers.
  static constexpr std::size_t mixed = 16;
  using Mixed = float __attribute__((vector_size(mixed * sizeof(float))));
  using Counts = std::int32_t __attribute__((vector_size(mixed * sizeof(std::int32_t))));

  void spread();
  void spread_mixers();
  void hold(const Position& position, Held& held) const noexcept;
  void mix(Mixed& sum, std::size_t row, const float* says) const noexcept;
  [[nodiscard]] int weigh_mixed(std::size_t head, const NetworkTerms& terms, const Held& held) const noexcept;

  const Game& game_;
  std::shared_ptr<const Network> network_;
  std::size_t blocks_ = 0;     // of lanes, for one position
  std::vector<Lanes> points_;  // by side, point and block
  std::vector<Lanes> starts_;  // by side to move, men in hand and block
  std::vector<Lanes> heads_;   // by head and block

  std::size_t mixer_rows_ = 0;  // of sixteen
  std::vector<Mixed> mixes_;    // by unit and row
  std::vector<Mixed> leans_;    // by term and row
  std::vector<Mixed> biases_;   // by head and row
  std::vector<Counts> counts_;  // by head and row
};

}  // namespace rimau
