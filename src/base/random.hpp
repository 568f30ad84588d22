// A small, fast, reproducible random number generator; not for secrets.
#pragma once

#include <cstdint>

namespace rimau {

// SplitMix64 (Steele, Lea, Flood 2014): a bijective mixer, good for seeding and for hashing.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// xoroshiro128+ (Blackman, Vigna 2018). The same seed gives the same numbers everywhere.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept : a_(mix(seed)), b_(mix(seed + 1)) {}

  constexpr std::uint64_t next() noexcept {
    const std::uint64_t a = a_;
    std::uint64_t b = b_;
    const std::uint64_t result = a + b;
    b ^= a;
    a_ = rotate(a, 24) ^ b ^ (b << 16);
    b_ = rotate(b, 37);
    return result;
  }

  // A number in [0, bound), bound > 0, by multiplication of the high 32 bits (Lemire 2019 without
  // the rejection: for the bounds used here, a few thousand, the bias is below 1e-6).
  constexpr unsigned below(unsigned bound) noexcept { return static_cast<unsigned>(((next() >> 32) * bound) >> 32); }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int by) noexcept { return (x << by) | (x >> (64 - by)); }

  std::uint64_t a_;
  std::uint64_t b_;
};

}  // namespace rimau
