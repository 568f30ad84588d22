// Boolean functions of the men's occupancy, 64 positions to a word.
//
// For a fixed set of tigers the points left to the men are numbered as slots (tiger_moves.hpp). A
// function of the occupancy is a table of 2^slots bits, bit s of it the value where exactly the slots
// of the set bits of s are men. Slots 0 to 5 lie inside a word; the others number the words. A whole
// class of moves is then one pass over the words.
//
// All functions here only read their inputs and OR into `out`; they may run in parallel on different
// outputs. Tables have words_for(slots) words.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "board/point.hpp"

namespace rimau::solver {

using Word = std::uint64_t;
using Table = std::span<Word>;
using ConstTable = std::span<const Word>;

inline constexpr int word_slots = 6;
inline constexpr int max_slots = 36;

// Words of a table: a power of two, and no fewer than a vector holds. Bits that belong to no
// occupancy of the slots mean nothing.
[[nodiscard]] constexpr std::size_t words_for(int slots) noexcept {
  constexpr int least = 9;
  return std::size_t{1} << ((slots < least ? least : slots) - word_slots);
}
// Words in which some bit belongs to an occupancy.
[[nodiscard]] constexpr std::size_t used_words(int slots) noexcept {
  return slots <= word_slots ? 1 : std::size_t{1} << (slots - word_slots);
}

// The bits of a word in which in-word slot i is a man.
inline constexpr std::array<Word, word_slots> slot_bits{0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                                        0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

// An edge between two slots, i < j.
struct Edge {
  std::uint8_t i;
  std::uint8_t j;
};

// out |= the positions from which one step along some edge (either way) leads into `to`: exactly one of
// the edge's slots is a man, and `to` holds with their places exchanged.
void add_steps(Table out, ConstTable to, std::span<const Edge> edges) noexcept;

// out |= the positions from which a drop on the empty slot i leads into `to`.
void add_drop(Table out, ConstTable to, int i) noexcept;

// Exchanges slots i and j of the table in place.
void swap_slots(Table table, int i, int j) noexcept;

// Where the slots of one numbering are in another: slot j here is slot source[j] there.
using SlotMap = std::array<std::uint8_t, max_slots>;

// A tiger's move as the functions see it: the positions it can be made from are those in which the
// slot `landing` is empty and all slots of `over` are men; the position after it, in the numbering of
// the tigers' new set, has the landing's slot empty and `over` empty as well.
struct TigerMove {
  SlotMap map;         // from this numbering to the other, landing -> the slot of the point left
  std::uint64_t over;  // bits of slots
  std::uint8_t landing;
};
// As the landing of a "move" that only renumbers: every position is kept.
inline constexpr std::uint8_t no_landing = 255;

// out |= the positions from which the move leads into `to` (or, if complement, into its complement).
// scratch is as long as the tables.
void add_tiger_move(Table out, ConstTable to, bool complement, const TigerMove& move, int slots,
                    Table scratch) noexcept;

}  // namespace rimau::solver
