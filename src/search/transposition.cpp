#include "search/transposition.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/text.hpp"

namespace rimau {

TranspositionTable::TranspositionTable(std::size_t mib) {
  for (auto size = std::clamp<std::size_t>(mib, 1, max_mib); size > 0 && !allocate(size);) size /= 2;
}

Result<void> TranspositionTable::resize(std::size_t mib) {
  if (mib < 1 || mib > max_mib) return fail(ErrorKind::limit, cat("a table has 1 to ", max_mib, " MiB, not ", mib));
  if (!allocate(mib)) return fail(ErrorKind::limit, cat("the memory for a table of ", mib, " MiB cannot be had"));
  return {};
}

bool TranspositionTable::allocate(std::size_t mib) {
  const std::size_t buckets = std::bit_floor(mib) * ((std::size_t{1} << 20) / sizeof(Bucket));
  auto table = BigArray<Bucket>::make(buckets);
  if (!table) return false;
  table_ = *std::move(table);
  return true;
}

void TranspositionTable::clear() noexcept {
  const auto forget = [](Bucket& bucket) {
    for (auto& slot : bucket.slots) {
      slot.check.store(0, std::memory_order_relaxed);
      slot.content.store(0, std::memory_order_relaxed);
    }
  };
  std::ranges::for_each(table_.slice(0, table_.size()), forget);
  forget(spare_);
  age_ = 0;
}

std::optional<Memory> TranspositionTable::find(Key key) const noexcept {
  for (const auto& slot : bucket(key).slots) {
    const auto content = slot.content.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ content) == key) return std::bit_cast<Memory>(content);
  }
  return std::nullopt;
}

void TranspositionTable::store(Key key, Move move, int score, int depth, Bound bound) noexcept {
  const int now = age();

  // 1. The slot that holds the position, else the one worth least.
  Slot* place = nullptr;
  Memory known;
  int least = std::numeric_limits<int>::max();
  for (auto& slot : bucket(key).slots) {
    const auto content = slot.content.load(std::memory_order_relaxed);
    const auto memory = std::bit_cast<Memory>(content);
    if ((slot.check.load(std::memory_order_relaxed) ^ content) == key) {
      place = &slot;
      known = memory;
      break;
    }
    const int worth = memory.depth - 8 * ((now - memory.age() + ages) % ages);
    if (worth >= least) continue;
    least = worth;
    place = &slot;
  }

  // 2. A move alone leaves the bound that is known; a bound alone leaves the move.
  Memory memory{.move = move.is_pass() ? known.move : move,
                .score = static_cast<std::int16_t>(score),
                .depth = static_cast<std::uint8_t>(std::max(depth, 0)),
                .mark = static_cast<std::uint8_t>(now << 2 | static_cast<int>(bound))};
  if (bound == Bound::none && known.bound() != Bound::none) {
    known.move = memory.move;
    memory = known;
  }
  const auto content = std::bit_cast<std::uint64_t>(memory);
  place->content.store(content, std::memory_order_relaxed);
  place->check.store(key ^ content, std::memory_order_relaxed);
}

}  // namespace rimau
