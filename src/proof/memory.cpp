#include "proof/memory.hpp"

#include <algorithm>
#include <bit>

namespace rimau::proof {
namespace {

// A content word: proof in bits 0 to 27, disproof in 28 to 55, the effort's logarithm in 56 to 63. Never 0, for one of
// the numbers is not.
constexpr int number_bits = 28;

constexpr std::uint64_t packed(Numbers numbers, std::uint64_t effort) noexcept {
  return numbers.proof | std::uint64_t{numbers.disproof} << number_bits |
         static_cast<std::uint64_t>(std::bit_width(effort)) << (2 * number_bits);
}
constexpr Numbers unpacked(std::uint64_t content) noexcept {
  return {static_cast<std::uint32_t>(content & Numbers::infinite),
          static_cast<std::uint32_t>(content >> number_bits & Numbers::infinite)};
}
constexpr int effort_of(std::uint64_t content) noexcept { return static_cast<int>(content >> (2 * number_bits)); }

}  // namespace

Result<Memory> Memory::make(std::uint64_t mib) {
  const auto count = std::bit_floor(std::max<std::uint64_t>(1, mib) << 20) / sizeof(Bucket);
  auto buckets = BigArray<Bucket>::make(count);
  if (!buckets) return std::unexpected(std::move(buckets).error());
  Memory memory;
  memory.buckets_ = *std::move(buckets);
  memory.shift_ = 64 - std::countr_zero(count);
  return memory;
}

std::optional<Numbers> Memory::find(NodeKey key) const noexcept {
  for (const auto& slot : bucket(key).slots) {
    const auto content = slot.content.load(std::memory_order_relaxed);
    if (content != 0 && (slot.check.load(std::memory_order_relaxed) ^ content) == key) return unpacked(content);
  }
  return std::nullopt;
}

void Memory::store(NodeKey key, Numbers numbers, std::uint64_t effort) noexcept {
  auto& slots = bucket(key).slots;
  auto* chosen = slots.data();
  int least = 256;
  for (auto& slot : slots) {
    const auto content = slot.content.load(std::memory_order_relaxed);
    if (content == 0 || (slot.check.load(std::memory_order_relaxed) ^ content) == key) {
      chosen = &slot;
      break;
    }
    if (effort_of(content) < least) {
      least = effort_of(content);
      chosen = &slot;
    }
  }
  const auto content = packed(numbers, effort);
  chosen->content.store(content, std::memory_order_relaxed);
  chosen->check.store(key ^ content, std::memory_order_relaxed);
}

}  // namespace rimau::proof
