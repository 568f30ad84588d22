// Points and sets of points: the vocabulary every other part speaks.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <iterator>

namespace rimau {

inline constexpr int max_points = 64;  // a PointSet is one machine word

// A point of some board, by its index in [0, points): the byte order of the points' names.
class Point {
 public:
  constexpr Point() noexcept = default;
  [[nodiscard]] static constexpr Point at(int index) noexcept { return Point(static_cast<std::uint8_t>(index)); }
  [[nodiscard]] constexpr int index() const noexcept { return index_; }
  constexpr auto operator<=>(const Point&) const noexcept = default;

 private:
  explicit constexpr Point(std::uint8_t index) noexcept : index_(index) {}
  std::uint8_t index_ = 0;
};

// A set of points as 64 bits: bit i stands for the point of index i.
class PointSet {
 public:
  constexpr PointSet() noexcept = default;
  explicit constexpr PointSet(std::uint64_t bits) noexcept : bits_(bits) {}
  constexpr PointSet(Point point) noexcept : bits_(std::uint64_t{1} << point.index()) {}  // NOLINT: one point is a set
  // The points of index 0 to count - 1.
  [[nodiscard]] static constexpr PointSet first_points(int count) noexcept {
    return PointSet(count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
  }

  [[nodiscard]] constexpr std::uint64_t bits() const noexcept { return bits_; }
  [[nodiscard]] constexpr int size() const noexcept { return std::popcount(bits_); }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] constexpr bool contains(Point point) const noexcept { return (bits_ >> point.index() & 1) != 0; }
  [[nodiscard]] constexpr bool contains(PointSet other) const noexcept { return (other.bits_ & ~bits_) == 0; }
  [[nodiscard]] constexpr bool meets(PointSet other) const noexcept { return (bits_ & other.bits_) != 0; }
  [[nodiscard]] constexpr Point first() const noexcept { return Point::at(std::countr_zero(bits_)); }  // not empty
  // The point with exactly `skip` smaller ones in the set; skip < size().
  [[nodiscard]] constexpr Point nth(int skip) const noexcept {
#ifdef __BMI2__
    if !consteval {
      return Point::at(std::countr_zero(__builtin_ia32_pdep_di(std::uint64_t{1} << skip, bits_)));
    }
#endif
    std::uint64_t rest = bits_;
    for (; skip > 0; --skip) rest &= rest - 1;
    return Point::at(std::countr_zero(rest));
  }

  constexpr PointSet& operator|=(PointSet other) noexcept { return bits_ |= other.bits_, *this; }
  constexpr PointSet& operator&=(PointSet other) noexcept { return bits_ &= other.bits_, *this; }
  constexpr PointSet& operator-=(PointSet other) noexcept { return bits_ &= ~other.bits_, *this; }
  friend constexpr PointSet operator|(PointSet a, PointSet b) noexcept { return a |= b; }
  friend constexpr PointSet operator&(PointSet a, PointSet b) noexcept { return a &= b; }
  friend constexpr PointSet operator-(PointSet a, PointSet b) noexcept { return a -= b; }
  constexpr auto operator<=>(const PointSet&) const noexcept = default;

  // Iterates over the points in increasing order.
  class Iterator {
   public:
    using value_type = Point;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() noexcept = default;
    explicit constexpr Iterator(std::uint64_t rest) noexcept : rest_(rest) {}
    constexpr Point operator*() const noexcept { return Point::at(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() noexcept { return rest_ &= rest_ - 1, *this; }
    constexpr Iterator operator++(int) noexcept {
      const auto old = *this;
      ++*this;
      return old;
    }
    constexpr bool operator==(const Iterator&) const noexcept = default;

   private:
    std::uint64_t rest_ = 0;
  };
  [[nodiscard]] constexpr Iterator begin() const noexcept { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const noexcept { return Iterator(); }

 private:
  std::uint64_t bits_ = 0;
};

static_assert(sizeof(Point) == 1 && sizeof(PointSet) == 8, "positions are packed from these");
static_assert(std::forward_iterator<PointSet::Iterator>);

}  // namespace rimau
