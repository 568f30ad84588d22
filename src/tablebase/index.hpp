// Exact numbers for positions: sets of tigers and sets of men to integers and back.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/game.hpp"

namespace rimau {

// n over k, exact for n <= 64 wherever the result fits 63 bits; larger results saturate at 2^63 - 1.
[[nodiscard]] std::uint64_t binomial(int n, int k) noexcept;

// The rank of a set among all sets of its size, in increasing order of their bits (colexicographic
// order; Knuth, TAOCP 4A, 7.2.1.3): the sum over its members c1 < c2 < … of binomial(ci, i).
[[nodiscard]] std::uint64_t rank_of(PointSet set) noexcept;
// The set of that size and rank.
[[nodiscard]] PointSet unrank(std::uint64_t rank, int size) noexcept;

// The next set of the same size in colexicographic order (Gosper's hack); the set is not empty.
[[nodiscard]] constexpr PointSet next_of_same_size(PointSet set) noexcept {
  const std::uint64_t bits = set.bits();
  const std::uint64_t low = bits & (~bits + 1);
  const std::uint64_t ripple = bits + low;
  return PointSet(ripple | ((bits ^ ripple) >> 2 >> std::countr_zero(bits)));
}

// The members of `set` renumbered by their place among the members of `within`: bit i of the result
// stands for the i-th member. set must lie within.
[[nodiscard]] std::uint64_t compress(PointSet set, PointSet within) noexcept;
// The inverse: the members of `within` whose places are the set bits.
[[nodiscard]] PointSet expand(std::uint64_t places, PointSet within) noexcept;

// All sets of a number of tigers on a game's points, and the one of each class under the game's
// symmetries that stands for it: the least. Immutable; may be shared by threads.
class TigerSets {
 public:
  TigerSets(const Game& game, int tigers);

  // How a set relates to the one that stands for it.
  struct Image {
    std::uint32_t representative;  // its number in [0, representatives())
    std::uint8_t symmetry;         // game.symmetries()[symmetry] maps the set onto it
  };

  [[nodiscard]] int tigers() const noexcept { return tigers_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return images_.size(); }
  [[nodiscard]] std::uint32_t representatives() const noexcept { return static_cast<std::uint32_t>(sets_.size()); }
  // Numbered in increasing order of their bits.
  [[nodiscard]] PointSet representative(std::uint32_t number) const noexcept { return sets_[number]; }
  // How many sets the representative stands for, itself included.
  [[nodiscard]] int orbit(std::uint32_t number) const noexcept { return orbits_[number]; }
  [[nodiscard]] Image image_of(PointSet tigers) const noexcept { return images_[rank_of(tigers)]; }

 private:
  int tigers_;
  std::vector<Image> images_;  // by rank of the set
  std::vector<PointSet> sets_;
  std::vector<std::uint8_t> orbits_;
};

// The number of classes under the game's symmetries of the positions with so many tigers and men on
// the board, one side to move (Burnside's lemma).
[[nodiscard]] std::uint64_t count_orbits(const Game& game, int tigers, int men);

}  // namespace rimau
