#include "solver/occupancy.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace rimau::solver {
namespace {

constexpr std::size_t word_bit(int slot) noexcept { return std::size_t{1} << (slot - word_slots); }
constexpr const Word& bits_of(int slot) noexcept { return slot_bits[static_cast<std::size_t>(slot)]; }

// Calls body(begin, end) for each maximal run of words in which the word-level slots of `zero` are
// all empty; the runs are contiguous, so bodies can be vectorised.
template <class Body>
void runs_without(std::size_t words, std::size_t zero, Body&& body) {
  const std::size_t run = zero == 0 ? words : std::size_t{1} << std::countr_zero(zero);
  for (std::size_t begin = 0; begin < words; begin += run)
    if ((begin & zero) == 0) body(begin, begin + run);
}

}  // namespace

namespace {

// Words of an output block: small enough to stay in the first-level cache while all edges are added.
constexpr std::size_t block_words = 512;

// The part of one edge's steps that ends in the block of `out` that begins at word `base`.
void add_steps_to_block(Word* out, std::size_t count, std::size_t base, const Word* to, Edge edge) noexcept {
  const auto [i, j] = edge;
  const bool in_word = i < word_slots;
  if (j < word_slots) {
    const int shift = (1 << j) - (1 << i);
    const Word only_i = bits_of(i) & ~bits_of(j);
    const Word* const t = to + base;
    for (std::size_t w = 0; w < count; ++w) out[w] |= ((t[w] & only_i) << shift) | ((t[w] >> shift) & only_i);
    return;
  }
  const std::size_t high = word_bit(j);
  const std::size_t low = in_word ? 0 : word_bit(i);
  const int shift = in_word ? 1 << i : 0;
  const Word with_i = in_word ? bits_of(i) : ~Word{0};
  if (high < count) {  // both slots vary inside the block
    const Word* const t = to + base;
    runs_without(count, high | low, [&](std::size_t begin, std::size_t end) {
      for (std::size_t w = begin; w < end; ++w) {
        out[w + low] |= (t[w + high] << shift) & with_i;
        out[w + high] |= (t[w + low] & with_i) >> shift;
      }
    });
    return;
  }
  const bool at_j = (base & high) != 0;
  const Word* const t = to + (base ^ high);
  if (in_word) {
    if (at_j)
      for (std::size_t w = 0; w < count; ++w) out[w] |= (t[w] & with_i) >> shift;
    else
      for (std::size_t w = 0; w < count; ++w) out[w] |= (t[w] << shift) & with_i;
  } else if (low < count) {
    runs_without(count, low, [&](std::size_t begin, std::size_t end) {
      if (at_j)
        for (std::size_t w = begin; w < end; ++w) out[w] |= t[w + low];
      else
        for (std::size_t w = begin; w < end; ++w) out[w + low] |= t[w];
    });
  } else if (at_j != ((base & low) != 0)) {
    const Word* const exchanged = to + (base ^ high ^ low);
    for (std::size_t w = 0; w < count; ++w) out[w] |= exchanged[w];
  }
}

}  // namespace

void add_steps(Table out, ConstTable to, std::span<const Edge> edges) noexcept {
  const std::size_t count = std::min(block_words, out.size());
  for (std::size_t base = 0; base < out.size(); base += count)
    for (const auto edge : edges) add_steps_to_block(&out[base], count, base, to.data(), edge);
}

void add_drop(Table out, ConstTable to, int i) noexcept {
  Word* const o = out.data();
  const Word* const t = to.data();
  if (i < word_slots) {
    const int shift = 1 << i;
    const Word with_i = bits_of(i);
    for (std::size_t w = 0; w < out.size(); ++w) o[w] |= (t[w] & with_i) >> shift;
    return;
  }
  const std::size_t high = word_bit(i);
  runs_without(out.size(), high, [&](std::size_t begin, std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) o[w] |= t[w + high];
  });
}

void swap_slots(Table table, int i, int j) noexcept {
  if (i > j) std::swap(i, j);
  if (i == j) return;
  Word* const t = table.data();
  const std::size_t words = table.size();
  if (j < word_slots) {
    const int shift = (1 << j) - (1 << i);
    const Word only_i = bits_of(i) & ~bits_of(j);
    for (std::size_t w = 0; w < words; ++w) {
      const Word differ = (t[w] ^ (t[w] >> shift)) & only_i;
      t[w] ^= differ | (differ << shift);
    }
    return;
  }
  const std::size_t high = word_bit(j);
  if (i < word_slots) {
    const int shift = 1 << i;
    const Word without_i = ~bits_of(i);
    runs_without(words, high, [&](std::size_t begin, std::size_t end) {
      for (std::size_t w = begin; w < end; ++w) {
        const Word differ = ((t[w] >> shift) ^ t[w + high]) & without_i;
        t[w + high] ^= differ;
        t[w] ^= differ << shift;
      }
    });
    return;
  }
  const std::size_t low = word_bit(i);
  runs_without(words, high | low, [&](std::size_t begin, std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) std::swap(t[w + low], t[w + high]);
  });
}

namespace {

// What is left of a renumbering once the in-word slots are in place: how the words are read.
struct WordOrder {
  int run_slots = 0;                    // the lowest word-level slots that stay as they are: runs of 2^run_slots words
  std::array<std::uint32_t, 64> low{};  // the source of a run by the six slots above run_slots
  const SlotMap* source = nullptr;
  int first_high = 0;  // the slots from here on are looked up one by one
  int slots = 0;

  [[nodiscard]] std::size_t high_part(std::size_t word) const noexcept {
    std::size_t index = 0;
    for (int slot = first_high; slot < slots; ++slot)
      if ((word & word_bit(slot)) != 0) index |= word_bit((*source)[static_cast<std::size_t>(slot)]);
    return index;
  }
};

WordOrder word_order(const SlotMap& source, std::uint64_t touched, int slots) noexcept {
  WordOrder order;
  order.source = &source;
  order.slots = slots;
  int slot = word_slots;
  while (slot < slots && source[static_cast<std::size_t>(slot)] == slot && (touched >> slot & 1) == 0) ++slot;
  order.run_slots = slot - word_slots;
  order.first_high = std::min(slots, slot + 6);
  for (std::size_t q = 0; q < 64; ++q)
    for (int bit = slot; bit < order.first_high; ++bit)
      if ((q >> (bit - slot) & 1) != 0)
        order.low[q] |= static_cast<std::uint32_t>(word_bit(source[static_cast<std::size_t>(bit)]));
  return order;
}

// Brings the in-word slots of the source home by exchanges on a copy, if any is away, and adapts the
// map of the others. Most moves need none.
ConstTable with_words_in_order(ConstTable to, SlotMap& source, int slots, Table scratch) noexcept {
  ConstTable from = to;
  for (int slot = 0; slot < std::min(slots, word_slots); ++slot) {
    const auto wanted = source[static_cast<std::size_t>(slot)];
    if (wanted == slot) continue;
    if (from.data() != scratch.data()) {
      std::ranges::copy(to, scratch.begin());
      from = scratch;
    }
    swap_slots(scratch, slot, wanted);
    // What was in `slot` is now where the wanted one was.
    for (int other = slot + 1; other < slots; ++other)
      if (source[static_cast<std::size_t>(other)] == slot) source[static_cast<std::size_t>(other)] = wanted;
  }
  return from;
}

// out |= ((from ^ flip) << shift) & keep over one run of words; the innermost loop of the solver.
void add_run(Word* out, const Word* from, std::size_t count, Word flip, int shift, Word keep) noexcept {
  for (std::size_t w = 0; w < count; ++w) out[w] |= ((from[w] ^ flip) << shift) & keep;
}

}  // namespace

void add_tiger_move(Table out, ConstTable to, bool complement, const TigerMove& move, int slots,
                    Table scratch) noexcept {
  // 1. The slots inside words.
  SlotMap source = move.map;
  const ConstTable from = with_words_in_order(to, source, slots, scratch);

  // 2. The positions the move can be made from, each reading the one with `over` emptied.
  Word keep = ~Word{0};
  int shift = 0;
  for (int slot = 0; slot < word_slots; ++slot)
    if ((move.over >> slot & 1) != 0) {
      keep &= bits_of(slot);
      shift += 1 << slot;
    }
  const bool lands = move.landing != no_landing;
  if (lands && move.landing < word_slots) keep &= ~bits_of(move.landing);
  const auto over_words = static_cast<std::size_t>(move.over >> word_slots);
  const std::size_t landing_word = lands && move.landing >= word_slots ? word_bit(move.landing) : 0;
  const Word flip = complement ? ~Word{0} : 0;

  // 3. Run by run: the slots that number the words are renumbered while reading.
  const auto order = word_order(source, move.over | (lands ? std::uint64_t{1} << move.landing : 0), slots);
  const std::size_t run = std::size_t{1} << order.run_slots;
  std::size_t high = 0;
  for (std::size_t base = 0, q = 0; base < out.size(); base += run, ++q) {
    if ((q & 63) == 0) high = order.high_part(base & ~over_words);
    if ((base & landing_word) != 0 || (base & over_words) != over_words) continue;
    const std::size_t start = high | order.low[((base & ~over_words) >> order.run_slots) & 63];
    add_run(&out[base], &from[start], run, flip, shift, keep);
  }
}

}  // namespace rimau::solver
