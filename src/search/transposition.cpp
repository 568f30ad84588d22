#include "search/transposition.hpp"

#include <algorithm>
#include <bit>
#include <new>

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
  std::unique_ptr<Bucket[]> table(new (std::nothrow) Bucket[buckets]);
  if (!table) return false;
  table_ = std::move(table);
  buckets_ = buckets;
  return true;
}

void TranspositionTable::clear() noexcept {
  if (table_) std::fill_n(table_.get(), buckets_, Bucket{});
  spare_ = {};
  age_ = 0;
}

const Memory* TranspositionTable::find(Key key) const noexcept {
  for (const auto& memory : bucket(key).memories)
    if (memory.key == key) return &memory;
  return nullptr;
}

void TranspositionTable::store(Key key, Move move, int score, int depth, Bound bound) noexcept {
  const auto worth = [this](const Memory& memory) { return memory.depth - 8 * ((age_ - memory.age() + ages) % ages); };
  auto& memories = bucket(key).memories;
  auto place = std::ranges::find(memories, key, &Memory::key);
  if (place == memories.end()) {
    place = std::ranges::min_element(memories, {}, worth);
  } else {
    if (move.is_pass()) move = place->move;
    if (bound == Bound::none) {
      place->move = move;
      return;
    }
  }
  *place = {.key = key,
            .move = move,
            .score = static_cast<std::int16_t>(score),
            .depth = static_cast<std::uint8_t>(std::max(depth, 0)),
            .mark = static_cast<std::uint8_t>(age_ << 2 | static_cast<int>(bound))};
}

}  // namespace rimau
