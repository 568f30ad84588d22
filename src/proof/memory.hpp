// What a proof-number search remembers of positions.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "base/big_array.hpp"
#include "base/errors.hpp"
#include "proof/node.hpp"

namespace rimau::proof {

// Proof and disproof numbers: how many leaves must at least be proven, or disproven, to settle a node.
struct Numbers {
  static constexpr std::uint32_t infinite = (1u << 28) - 1;
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;

  [[nodiscard]] static constexpr Numbers proven() noexcept { return {0, infinite}; }
  [[nodiscard]] static constexpr Numbers disproven() noexcept { return {infinite, 0}; }
  [[nodiscard]] constexpr bool is_proven() const noexcept { return proof == 0; }
  [[nodiscard]] constexpr bool is_disproven() const noexcept { return disproof == 0; }
  [[nodiscard]] constexpr bool settled() const noexcept { return is_proven() || is_disproven(); }
};

// Shared by threads without a lock: a slot is two words, the key exclusive-or the content and the content, so that
// words of two writers fit no key (Hyatt and Mann 2002). May forget anything at any time.
class Memory {
 public:
  // At most so many MiB, at least one. Fails as `limit` when the system refuses.
  [[nodiscard]] static Result<Memory> make(std::uint64_t mib);

  // Asks for the place of a key ahead of find(), which otherwise waits for the machine's memory.
  void prefetch(NodeKey key) const noexcept { __builtin_prefetch(&bucket(key)); }
  [[nodiscard]] std::optional<Numbers> find(NodeKey key) const noexcept;
  // effort: about how many nodes it took; what took least is forgotten first.
  void store(NodeKey key, Numbers numbers, std::uint64_t effort) noexcept;

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> content{0};
  };
  // A line of the processor's cache.
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };
  Memory() = default;
  [[nodiscard]] Bucket& bucket(NodeKey key) const noexcept {
    return buckets_.data()[(key * 0x9E3779B97F4A7C15u) >> shift_];
  }

  BigArray<Bucket> buckets_;
  int shift_ = 0;
};

}  // namespace rimau::proof
