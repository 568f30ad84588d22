// One turn of one side.
#pragma once

#include <cstdint>

#include "board/point.hpp"

namespace rimau {

// A move as 32 bits:
//
//   bits  0-1   kind
//   bits  2-7   from: of a step or leap; of the tiger relocated in an opening turn
//   bits  8-13  to: of a step, leap, drop or relocation; from == to means that no piece moves
//   bits 14-19, 20-25, 26-31  the men removed in an opening turn, in increasing order; when fewer
//               than three, the last is repeated
//
// A pass is the step that goes nowhere (from == to == 0). Every move has exactly one such form, so
// equal moves are equal words.
class Move {
 public:
  enum class Kind : std::uint8_t { step, leap, drop, opening };

  constexpr Move() noexcept = default;  // pass
  [[nodiscard]] static constexpr Move pass() noexcept { return Move(); }
  [[nodiscard]] static constexpr Move step(Point from, Point to) noexcept { return Move(Kind::step, from, to); }
  [[nodiscard]] static constexpr Move leap(Point from, Point landing) noexcept {
    return Move(Kind::leap, from, landing);
  }
  [[nodiscard]] static constexpr Move drop(Point to) noexcept { return Move(Kind::drop, Point(), to); }
  // An opening turn that removes one to three men and leaves the tigers where they are.
  [[nodiscard]] static constexpr Move opening(PointSet removed) noexcept { return opening(removed, Point(), Point()); }
  [[nodiscard]] static constexpr Move opening(PointSet removed, Point from, Point to) noexcept {
    Move move(Kind::opening, from, to);
    int shift = 14;
    Point last;
    for (const auto point : removed) {
      last = point;
      move.bits_ |= static_cast<std::uint32_t>(point.index()) << shift;
      shift += 6;
    }
    for (; shift < 32; shift += 6) move.bits_ |= static_cast<std::uint32_t>(last.index()) << shift;
    return move;
  }

  [[nodiscard]] constexpr Kind kind() const noexcept { return static_cast<Kind>(bits_ & 3); }
  [[nodiscard]] constexpr Point from() const noexcept { return field(2); }
  [[nodiscard]] constexpr Point to() const noexcept { return field(8); }
  [[nodiscard]] constexpr bool is_pass() const noexcept { return bits_ == 0; }
  [[nodiscard]] constexpr bool relocates() const noexcept { return kind() == Kind::opening && from() != to(); }
  [[nodiscard]] constexpr PointSet removed() const noexcept { return PointSet(field(14)) | field(20) | field(26); }

  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return bits_; }
  [[nodiscard]] static constexpr Move from_bits(std::uint32_t bits) noexcept {
    Move move;
    move.bits_ = bits;
    return move;
  }
  constexpr bool operator==(const Move&) const noexcept = default;

 private:
  constexpr Move(Kind kind, Point from, Point to) noexcept
      : bits_(static_cast<std::uint32_t>(kind) | static_cast<std::uint32_t>(from.index()) << 2 |
              static_cast<std::uint32_t>(to.index()) << 8) {}
  [[nodiscard]] constexpr Point field(int shift) const noexcept {
    return Point::at(static_cast<int>(bits_ >> shift & 63));
  }

  std::uint32_t bits_ = 0;
};
static_assert(sizeof(Move) == 4 && max_points == 64, "a move holds points in six bits each");

}  // namespace rimau
