// What the check of every position counts with: worths, ranks of occupancies, renumberings. It shares
// nothing with the solver's own.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "tablebase/format.hpp"
#include "tablebase/index.hpp"

namespace rimau::solver {

using tablebase::Code;

// Worth as a byte, larger is better for the men: 255 - k where they win in round k, 1 + k where the tigers
// win in round k, and between them a draw, at a place that leaves room for both sides' rounds. Rounds are
// those of the codes with the tigers to move; with the men to move, a men's win of round k is 2k + 1
// plies away and a tigers' win 2k.
using Worth = std::uint8_t;
inline constexpr Worth immobilised = 255;
inline constexpr Worth lost_at_once = 1;
inline constexpr Worth unknown = 0;  // not found yet, or left out by the file

struct Worths {
  Worth even = 128;  // a draw's

  // For tables of that scale and others with values only.
  static constexpr Worths of(tablebase::CodeScale scale) noexcept {
    return {static_cast<Worth>(255 - scale.men_codes)};
  }
  [[nodiscard]] constexpr Worth of_code(Code code, tablebase::CodeScale scale) const noexcept {
    if (code == tablebase::as_leap_code) return unknown;
    if (scale.men_win(code)) return static_cast<Worth>(255 - scale.round(code));
    return scale.tigers_win(code) ? static_cast<Worth>(1 + scale.round(code)) : even;
  }
  // One ply back: the men's best choice makes a tigers' win one round longer for the men to move, and
  // the tigers' best makes a men's win one round longer for the tigers. The longest that there is room
  // for stays as it is, and does not match what such a position would have.
  [[nodiscard]] constexpr Worth before_men(Worth best) const noexcept {
    return best < even - 1 ? static_cast<Worth>(best + 1) : best;
  }
  [[nodiscard]] constexpr Worth before_tigers(Worth best) const noexcept {
    return best > even + 1 ? static_cast<Worth>(best - 1) : best;
  }
  // Where a table has values only, wins have no rounds.
  [[nodiscard]] constexpr Worth without_rounds(Worth worth) const noexcept {
    return worth > even ? immobilised : worth < even ? lost_at_once : even;
  }
};

// Ranks of occupancies among those of their size: from a table where there is room for one, else as a
// sum over bytes, each with the number of men in the bytes below it.
class Ranks {
 public:
  explicit Ranks(int slots) : slots_(slots) {
    if (slots > largest_table) {
      fill_sums();
      return;
    }
    table_.resize(std::size_t{1} << slots);
    std::vector<std::uint32_t> next(static_cast<std::size_t>(slots) + 1, 0);
    for (std::size_t occupancy = 0; occupancy < table_.size(); ++occupancy)
      table_[occupancy] = next[static_cast<std::size_t>(std::popcount(occupancy))]++;
  }
  [[nodiscard]] std::uint64_t operator()(std::uint64_t occupancy) const noexcept {
    if (!table_.empty()) return table_[occupancy];
    std::uint64_t rank = 0;
    std::size_t below = 0;
    for (std::size_t byte = 0; occupancy != 0; ++byte, occupancy >>= 8) {
      rank += sums_[byte][below][occupancy & 255];
      below += static_cast<std::size_t>(std::popcount(occupancy & 255));
    }
    return rank;
  }
  [[nodiscard]] int slots() const noexcept { return slots_; }

 private:
  using ByteSums = std::array<std::uint64_t, 256>;

  void fill_sums() {
    sums_.resize((static_cast<std::size_t>(slots_) + 7) / 8);
    for (std::size_t byte = 0; byte < sums_.size(); ++byte)
      for (std::size_t below = 0; below <= byte * 8; ++below) {
        auto& sums = sums_[byte].emplace_back();
        for (std::size_t bits = 0; bits < sums.size(); ++bits) {
          int place = static_cast<int>(below);
          for (int bit = 0; bit < 8; ++bit)
            if ((bits >> bit & 1) != 0) sums[bits] += binomial(static_cast<int>(byte) * 8 + bit, ++place);
        }
      }
  }

  static constexpr int largest_table = 24;
  int slots_;
  std::vector<std::uint32_t> table_;
  std::vector<std::vector<ByteSums>> sums_;  // by byte and men below it
};

// An occupancy of one numbering of points in another, by bytes.
class Moved {
 public:
  Moved() = default;
  // places[i] is where the i-th point goes, or -1 if it must not hold a man.
  explicit Moved(const std::vector<int>& places) {
    for (std::size_t byte = 0; byte < parts_.size(); ++byte)
      for (std::size_t bits = 0; bits < 256; ++bits)
        for (std::size_t bit = 0; bit < 8; ++bit)
          if ((bits >> bit & 1) != 0 && byte * 8 + bit < places.size() && places[byte * 8 + bit] >= 0)
            parts_[byte][bits] |= std::uint64_t{1} << places[byte * 8 + bit];
    bytes_ = (places.size() + 7) / 8;
  }
  [[nodiscard]] std::uint64_t operator()(std::uint64_t occupancy) const noexcept {
    std::uint64_t moved = 0;
    for (std::size_t byte = 0; byte < bytes_; ++byte) moved |= parts_[byte][occupancy >> (8 * byte) & 255];
    return moved;
  }

 private:
  std::array<std::array<std::uint64_t, 256>, 8> parts_{};
  std::size_t bytes_ = 0;
};

}  // namespace rimau::solver
