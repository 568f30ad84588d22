#include "solver/occupancy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace rimau::solver {
namespace {

// Eight words at once, in the compiler's portable vector form; one register with AVX-512, two or four
// elsewhere. Slots 6 to 8 choose a word inside such a vector (a lane), the slots above them a vector.
using Vector = Word __attribute__((vector_size(64)));
constexpr std::size_t lanes = 8;
constexpr int vector_slots = word_slots + 3;

Vector load(const Word* from) noexcept {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}
void store(Word* to, const Vector& vector) noexcept { std::memcpy(to, &vector, sizeof vector); }

constexpr Word bits_of(int slot) noexcept { return slot_bits[static_cast<std::size_t>(slot)]; }
constexpr std::size_t word_bit(int slot) noexcept { return std::size_t{1} << (slot - word_slots); }
constexpr bool in_word(int slot) noexcept { return slot < word_slots; }
constexpr bool in_lane(int slot) noexcept { return slot >= word_slots && slot < vector_slots; }

// The positions of a vector in which the slot, in a word or a lane, is a man.
Vector men_at(int slot) noexcept {
  Vector mask;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    mask[lane] = in_word(slot) ? bits_of(slot) : (lane & word_bit(slot)) != 0 ? ~Word{0} : 0;
  return mask;
}

// The vector with lanes exchanged: lane k of the result is lane k ^ Flip.
template <int Flip>
Vector flip_lanes(const Vector& v) noexcept {
  return __builtin_shufflevector(v, v, 0 ^ Flip, 1 ^ Flip, 2 ^ Flip, 3 ^ Flip, 4 ^ Flip, 5 ^ Flip, 6 ^ Flip, 7 ^ Flip);
}

// Calls body with the exchange of lanes as a compile-time function, so that its loop is compiled for it.
template <class Body>
void with_flip(std::size_t flip, Body&& body) noexcept {
  switch (flip & (lanes - 1)) {
    case 1:
      return body([](const Vector& v) { return flip_lanes<1>(v); });
    case 2:
      return body([](const Vector& v) { return flip_lanes<2>(v); });
    case 3:
      return body([](const Vector& v) { return flip_lanes<3>(v); });
    case 4:
      return body([](const Vector& v) { return flip_lanes<4>(v); });
    case 5:
      return body([](const Vector& v) { return flip_lanes<5>(v); });
    case 6:
      return body([](const Vector& v) { return flip_lanes<6>(v); });
    case 7:
      return body([](const Vector& v) { return flip_lanes<7>(v); });
    default:
      return body([](const Vector& v) { return v; });
  }
}

// Calls body(word) for the first word of each vector in [0, words) in which the vector-level slots of
// `zero` (bits of word numbers) are all empty.
template <class Body>
void vectors_without(std::size_t words, std::size_t zero, Body&& body) noexcept {
  const std::size_t run = zero == 0 ? words : std::size_t{1} << std::countr_zero(zero);
  for (std::size_t begin = 0; begin < words; begin += run) {
    if ((begin & zero) != 0) continue;
    for (std::size_t w = begin; w < begin + run; w += lanes) body(w);
  }
}

// Words of an output block: small enough to stay in the first-level cache while all edges are added.
constexpr std::size_t block_words = 512;

// out |= what the function `moved` makes of `from`, vector by vector, under a mask.
template <class Moved>
void add_moved(Word* out, const Word* from, std::size_t count, Moved&& moved) noexcept {
  for (std::size_t w = 0; w < count; w += lanes) store(out + w, load(out + w) | moved(load(from + w)));
}

// An edge both of whose slots lie within vectors.
void add_steps_in_vectors(Word* out, const Word* to, std::size_t count, Edge edge) noexcept {
  const auto [i, j] = edge;
  const Vector with_i = men_at(i);
  const Vector with_j = men_at(j);
  if (in_word(j)) {
    const int shift = (1 << j) - (1 << i);
    const Vector only_i = with_i & ~with_j;
    add_moved(out, to, count, [=](const Vector& t) { return ((t & only_i) << shift) | ((t >> shift) & only_i); });
  } else if (in_word(i)) {
    const int shift = 1 << i;
    const Vector only_i = with_i & ~with_j;
    const Vector only_j = ~with_i & with_j;
    with_flip(word_bit(j), [&](auto flip) {
      add_moved(out, to, count, [=](const Vector& t) {
        const Vector other = flip(t);
        return ((other << shift) & only_i) | ((other >> shift) & only_j);
      });
    });
  } else {
    const Vector one = with_i ^ with_j;
    with_flip(word_bit(i) | word_bit(j),
              [&](auto flip) { add_moved(out, to, count, [=](const Vector& t) { return flip(t) & one; }); });
  }
}

// The part of one edge's steps that ends in the block of `out` that begins at word `base`.
void add_steps_to_block(Word* out, std::size_t count, std::size_t base, const Word* to, Edge edge) noexcept {
  const auto [i, j] = edge;
  if (j < vector_slots) return add_steps_in_vectors(out, to + base, count, edge);
  const std::size_t high = word_bit(j);
  if (i >= vector_slots) {
    const std::size_t low = word_bit(i);
    if (high < count) {
      vectors_without(count, high | low, [&](std::size_t w) {
        store(out + w + low, load(out + w + low) | load(to + base + w + high));
        store(out + w + high, load(out + w + high) | load(to + base + w + low));
      });
    } else if (low < count) {
      const Word* const from = to + (base ^ high);
      const bool at_j = (base & high) != 0;
      vectors_without(count, low, [&](std::size_t w) {
        Word* const target = out + w + (at_j ? 0 : low);
        store(target, load(target) | load(from + w + (at_j ? low : 0)));
      });
    } else if (((base & high) != 0) != ((base & low) != 0)) {
      add_moved(out, to + (base ^ high ^ low), count, [](const Vector& t) { return t; });
    }
    return;
  }
  // Slot i lies within vectors: where j is a man, i becomes empty, and the other way round.
  const Vector with_i = men_at(i);
  const int shift = in_word(i) ? 1 << i : 0;
  const auto add = [&](Word* target, const Word* from, std::size_t length, bool at_j) {
    with_flip(in_lane(i) ? word_bit(i) : 0, [&](auto flip) {
      if (at_j) add_moved(target, from, length, [=](const Vector& t) { return (flip(t) >> shift) & ~with_i; });
      else add_moved(target, from, length, [=](const Vector& t) { return (flip(t) << shift) & with_i; });
    });
  };
  if (high >= count) return add(out, to + (base ^ high), count, (base & high) != 0);
  for (std::size_t begin = 0; begin < count; begin += 2 * high) {
    add(out + begin, to + base + begin + high, high, false);
    add(out + begin + high, to + base + begin, high, true);
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
  if (i >= vector_slots) {
    const std::size_t high = word_bit(i);
    vectors_without(out.size(), high, [&](std::size_t w) { store(o + w, load(o + w) | load(t + w + high)); });
    return;
  }
  const Vector without_i = ~men_at(i);
  const int shift = in_word(i) ? 1 << i : 0;
  with_flip(in_lane(i) ? word_bit(i) : 0, [&](auto flip) {
    add_moved(o, t, out.size(), [=](const Vector& v) { return (flip(v) >> shift) & without_i; });
  });
}

void swap_slots(Table table, int i, int j) noexcept {
  if (i > j) std::swap(i, j);
  if (i == j) return;
  Word* const t = table.data();
  const std::size_t words = table.size();
  if (j < vector_slots) {
    const Vector with_i = men_at(i);
    const Vector with_j = men_at(j);
    const Vector only_i = with_i & ~with_j;
    const Vector only_j = with_j & ~with_i;
    const Vector same = ~(only_i | only_j);
    // As in-word slots shift by the distance of their bits; a lane changes by exchange.
    const int shift = (in_word(j) ? 1 << j : 0) - (in_word(i) ? 1 << i : 0);
    const auto flips = (in_lane(i) ? word_bit(i) : 0) | (in_lane(j) ? word_bit(j) : 0);
    with_flip(flips, [&](auto flip) {
      for (std::size_t w = 0; w < words; w += lanes) {
        const Vector own = load(t + w);
        const Vector other = flip(own);
        const Vector up = shift >= 0 ? other << shift : other >> -shift;
        const Vector down = shift >= 0 ? other >> shift : other << -shift;
        store(t + w, (own & same) | (up & only_j) | (down & only_i));
      }
    });
    return;
  }
  const std::size_t high = word_bit(j);
  if (i >= vector_slots) {
    const std::size_t low = word_bit(i);
    vectors_without(words, high | low, [&](std::size_t w) {
      const Vector a = load(t + w + low);
      store(t + w + low, load(t + w + high));
      store(t + w + high, a);
    });
    return;
  }
  const Vector with_i = men_at(i);
  const int shift = in_word(i) ? 1 << i : 0;
  with_flip(in_lane(i) ? word_bit(i) : 0, [&](auto flip) {
    vectors_without(words, high, [&](std::size_t w) {
      const Vector low_part = load(t + w);
      const Vector high_part = load(t + w + high);
      store(t + w, (low_part & ~with_i) | ((flip(high_part) << shift) & with_i));
      store(t + w + high, (high_part & with_i) | ((flip(low_part) >> shift) & ~with_i));
    });
  });
}

namespace {

// How the vectors are read once the slots inside them are in place.
class VectorOrder {
 public:
  VectorOrder(const SlotMap& source, int slots) noexcept : source_(source), slots_(slots) {
    for (std::size_t q = 1; q < low_.size(); ++q) {
      const int slot = vector_slots + std::countr_zero(q);
      low_[q] = low_[q & (q - 1)] | (slot < slots ? word_bit(source[static_cast<std::size_t>(slot)]) : 0);
    }
  }

  // Calls body(word, source word) for each vector, the slots of `over` emptied in the source.
  template <class Body>
  void each(std::size_t words, std::size_t over, Body&& body) const noexcept {
    std::size_t high = 0;
    for (std::size_t w = 0; w < words; w += lanes) {
      const std::size_t vector = (w & ~over) / lanes;
      if (w / lanes % low_.size() == 0) high = high_part(w & ~over);
      body(w, high | low_[vector % low_.size()]);
    }
  }

 private:
  [[nodiscard]] std::size_t high_part(std::size_t word) const noexcept {
    std::size_t index = 0;
    for (int slot = vector_slots + 6; slot < slots_; ++slot)
      if ((word & word_bit(slot)) != 0) index |= word_bit(source_[static_cast<std::size_t>(slot)]);
    return index;
  }

  const SlotMap& source_;
  int slots_;
  std::array<std::size_t, 64> low_{};
};

// Brings the slots within vectors home by exchanges on a copy, if any is away, and adapts the map of
// the others. Most moves need none.
ConstTable with_vectors_in_order(ConstTable to, SlotMap& source, int slots, Table scratch) noexcept {
  ConstTable from = to;
  for (int slot = 0; slot < std::min(slots, vector_slots); ++slot) {
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

}  // namespace

void add_tiger_move(Table out, ConstTable to, bool complement, const TigerMove& move, int slots,
                    Table scratch) noexcept {
  // 1. The slots inside vectors.
  SlotMap source = move.map;
  const ConstTable from = with_vectors_in_order(to, source, slots, scratch);

  // 2. The positions of a vector the move can be made from, each reading the one with `over` emptied.
  Vector keep = ~Vector{};
  int shift = 0;
  for (int slot = 0; slot < vector_slots; ++slot) {
    if ((move.over >> slot & 1) == 0) continue;
    keep &= men_at(slot);
    shift += in_word(slot) ? 1 << slot : 0;
  }
  const bool lands = move.landing != no_landing;
  if (lands && move.landing < vector_slots) keep &= ~men_at(move.landing);
  const auto over_words = static_cast<std::size_t>(move.over >> word_slots);
  const std::size_t over_vectors = over_words & ~(lanes - 1);
  const std::size_t landing_word = lands && move.landing >= vector_slots ? word_bit(move.landing) : 0;
  const Vector flipped = complement ? ~Vector{} : Vector{};

  // 3. Vector by vector: the slots that number the vectors are renumbered while reading.
  const VectorOrder order(source, slots);
  with_flip(over_words, [&](auto flip) {
    order.each(out.size(), over_vectors, [&](std::size_t w, std::size_t start) {
      if ((w & landing_word) != 0 || (w & over_vectors) != over_vectors) return;
      store(&out[w], load(&out[w]) | ((flip(load(&from[start]) ^ flipped) << shift) & keep));
    });
  });
}

}  // namespace rimau::solver
