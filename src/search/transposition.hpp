// Remembers what was found out about positions, by key.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "base/big_array.hpp"
#include "base/errors.hpp"
#include "rules/move.hpp"
#include "rules/position.hpp"

namespace rimau {

// What a remembered score says about the position's.
enum class Bound : std::uint8_t {
  none,   // nothing: only the move counts
  lower,  // it is at least this
  upper,  // it is at most this
  exact,
};

struct Memory {
  Move move;               // the best found; a pass when none is known
  std::int16_t score = 0;  // a forced end counts plies from this position
  std::uint8_t depth = 0;  // plies searched below the position
  std::uint8_t mark = 0;   // bits 0-1: the bound; bits 2-7: the age of the search that wrote it

  [[nodiscard]] Bound bound() const noexcept { return static_cast<Bound>(mark & 3); }
  [[nodiscard]] int age() const noexcept { return mark >> 2; }
};
static_assert(sizeof(Memory) == 8 && std::is_trivially_copyable_v<Memory>, "a memory is one word of a slot");

// Shared by the threads of one search without a lock: find, store, prefetch, grow_older and what several searches tell
// each other may be called by any of them at any time, the rest by one thread alone. A memory is two words, of which
// the first is the key exclusive-or the second (Hyatt and Mann, A lock-less transposition table implementation for
// parallel search, 2002): words that two threads wrote do not fit together, and are taken for another position's.
class TranspositionTable {
 public:
  static constexpr std::size_t max_mib = sizeof(std::size_t) == 4 ? 1024 : 1024 * 1024;

  // Room for about `mib` MiB, at least one and at most max_mib; when the system refuses, half of it,
  // and so on down to a single bucket inside the object, so that there is always a table.
  explicit TranspositionTable(std::size_t mib);

  // A new, empty table of that size (the largest power of two that fits). On failure the old table
  // stays as it was: `limit` for a size out of 1 to max_mib or memory that cannot be had.
  [[nodiscard]] Result<void> resize(std::size_t mib);
  [[nodiscard]] std::size_t mib() const noexcept { return table_.size() * sizeof(Bucket) >> 20; }

  void clear() noexcept;
  // Says that a new search begins: what older ones wrote is replaced first.
  void grow_older() noexcept { age_.store((age() + 1) % ages, std::memory_order_relaxed); }

  // What is known of the position; nothing when nothing is.
  [[nodiscard]] std::optional<Memory> find(Key key) const noexcept;
  // Remembers, over the oldest and shallowest of four. A pass does not overwrite a move known before.
  void store(Key key, Move move, int score, int depth, Bound bound) noexcept;
  // How many searches use the table now.
  void begin_search() noexcept { searches_.fetch_add(1, std::memory_order_relaxed); }
  void end_search() noexcept { searches_.fetch_sub(1, std::memory_order_relaxed); }
  [[nodiscard]] bool several_search() const noexcept { return searches_.load(std::memory_order_relaxed) > 1; }

  // What several searches tell each other: which moves, by a key made of the position's and the move's, one of them is
  // searching now. The others take such moves last, when they may find them done (Kerrigan, Simplified ABDADA, after
  // Weill, 1996). A hint only: claims may overwrite each other.
  [[nodiscard]] bool claimed(Key key) const noexcept { return claim(key).load(std::memory_order_relaxed) == key; }
  void set_claim(Key key) noexcept { claim(key).store(key, std::memory_order_relaxed); }
  void drop_claim(Key key) noexcept {
    if (claimed(key)) claim(key).store(0, std::memory_order_relaxed);
  }

  // Says that the position will be asked for soon.
  void prefetch(Key key) const noexcept { __builtin_prefetch(&bucket(key)); }

 private:
  static constexpr int ages = 64;
  struct Slot {
    std::atomic<std::uint64_t> check{0};  // the key, exclusive-or the content
    std::atomic<std::uint64_t> content{0};
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };
  static_assert(sizeof(Bucket) == 64, "four memories fill a cache line");
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  static constexpr std::size_t claims = 1024;
  [[nodiscard]] std::atomic<Key>& claim(Key key) noexcept { return claims_[static_cast<std::size_t>(key) % claims]; }
  [[nodiscard]] const std::atomic<Key>& claim(Key key) const noexcept {
    return claims_[static_cast<std::size_t>(key) % claims];
  }

  [[nodiscard]] bool allocate(std::size_t mib);
  [[nodiscard]] int age() const noexcept { return age_.load(std::memory_order_relaxed); }
  [[nodiscard]] Bucket& bucket(Key key) noexcept {
    return table_.size() > 0 ? table_.data()[static_cast<std::size_t>(key) & (table_.size() - 1)] : spare_;
  }
  [[nodiscard]] const Bucket& bucket(Key key) const noexcept {
    return table_.size() > 0 ? table_.data()[static_cast<std::size_t>(key) & (table_.size() - 1)] : spare_;
  }

  BigArray<Bucket> table_;  // a power of two of them, or none: then the spare one is all there is
  Bucket spare_;
  std::atomic<int> age_ = 0;
  std::atomic<int> searches_ = 0;
  std::array<std::atomic<Key>, claims> claims_{};
};

}  // namespace rimau
