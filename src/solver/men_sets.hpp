// Sets of so many men on the slots, numbered by rank: the positions of one slice for one set of tigers.
//
// Here the slots are the points without a tiger in increasing order, and a set is a word with a bit a
// slot. Ranks are those of table files (rank_of()).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "tablebase/format.hpp"
#include "tablebase/index.hpp"

namespace rimau::solver {

// The bits of a word, by visit(bit number), lowest first.
template <class Visit>
constexpr void each_bit(std::uint64_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

// rank_of() by tables: a set is cut into parts, and the rank is a sum over the parts, each looked up
// by its bits and the number of men below it. Immutable; may be shared by threads.
class MenRanks {
 public:
  // For sets of at most `most_men` men.
  explicit MenRanks(int most_men);
  [[nodiscard]] static std::uint64_t bytes(int most_men) noexcept;

  [[nodiscard]] std::uint64_t operator()(std::uint64_t set) const noexcept {
    if (set >> (3 * part_bits) != 0) return rank_of(PointSet(set));
    const auto below_middle = static_cast<std::size_t>(std::popcount(set & part_mask));
    const auto below_high = static_cast<std::size_t>(std::popcount(set & (part_mask | part_mask << part_bits)));
    return low_[set & part_mask] + middle_[below_middle << part_bits | (set >> part_bits & part_mask)] +
           high_[below_high << part_bits | set >> (2 * part_bits)];
  }

 private:
  static constexpr int part_bits = 12;
  static constexpr std::uint64_t part_mask = (1 << part_bits) - 1;
  // The table of the part that begins at slot `first` with at most `most_below` men below it.
  static std::vector<std::uint64_t> part(int first, int most_below);

  std::vector<std::uint64_t> low_;
  std::vector<std::uint64_t> middle_;
  std::vector<std::uint64_t> high_;
};

// All sets of a number of men, or those of a range of ranks; the place of one is its number among them.
// Immutable; may be shared by threads.
class MenSets {
 public:
  MenSets(int slots, int men) : MenSets(men, 0, binomial(slots, men)) {}
  // The sets with ranks in [begin, end).
  MenSets(int men, std::uint64_t begin, std::uint64_t end);
  // Of so many sets.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t sets) noexcept;
  [[nodiscard]] static std::uint64_t bytes(int slots, int men) noexcept { return bytes(binomial(slots, men)); }

  [[nodiscard]] int men() const noexcept { return men_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  // Calls visit(place, set) for all of them, in order of rank.
  template <class Visit>
  void each(Visit&& visit) const {
    std::uint64_t set = size_ > 0 ? firsts_[0] : 0;
    for (std::uint64_t place = 0; place < size_; ++place) {
      visit(place, set);
      if (men_ > 0) set = next_of_same_size(PointSet(set)).bits();
    }
  }

  // The same for those whose code is the given one, where codes[place] is the code of each. visit may
  // change the code of what it is called for. Blocks of sets for whose first place wanted(place) is false are left out.
  template <class Wanted, class Visit>
  void each_with(std::span<const tablebase::Code> codes, tablebase::Code code, Wanted&& wanted, Visit&& visit) const {
    for (std::uint64_t block = 0; block < firsts_.size(); ++block) {
      const std::uint64_t begin = block * block_sets;
      if (!wanted(begin)) continue;
      const auto count = std::min<std::uint64_t>(block_sets, size_ - begin);
      const auto* const at = codes.data() + begin;
      if (count == block_sets && !any_of_block(at, code)) continue;
      std::uint64_t set = firsts_[block];
      for (std::uint64_t i = 0; i < count; ++i) {
        if (at[i] == code) visit(begin + i, set);
        if (men_ > 0) set = next_of_same_size(PointSet(set)).bits();
      }
    }
  }

 private:
  static constexpr std::uint64_t block_sets = 64;
  static bool any_of_block(const tablebase::Code* codes, tablebase::Code code) noexcept {
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < block_sets; ++i) any |= static_cast<std::uint8_t>(codes[i] == code);
    return any != 0;
  }

  int men_;
  std::uint64_t size_;
  std::vector<std::uint64_t> firsts_;  // the first set of each block
};

// Sets of men carried from the slots of one set of tigers to those of another, by table.
class SlotsMap {
 public:
  SlotsMap() = default;
  // to[i] is where slot i goes, or `nowhere` for a slot that holds no man when the map is used.
  static constexpr std::uint8_t nowhere = 255;
  explicit SlotsMap(std::span<const std::uint8_t> to);
  // The first slots onto those of a set, in order: expand() for long loops.
  [[nodiscard]] static SlotsMap onto(PointSet slots);

  [[nodiscard]] std::uint64_t operator()(std::uint64_t set) const noexcept {
    std::uint64_t mapped = 0;
    for (const auto& part : parts_) {
      mapped |= part[set & (part_size - 1)];
      set >>= part_bits;
    }
    return mapped;
  }

 private:
  // Small enough to be made quickly: many are used for a few thousand sets only.
  static constexpr std::size_t part_bits = 6;
  static constexpr std::size_t part_size = 1 << part_bits;
  std::vector<std::array<std::uint64_t, part_size>> parts_;
};

}  // namespace rimau::solver
