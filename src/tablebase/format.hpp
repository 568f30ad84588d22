// The layout of a table file, version 2; docs/table-format.md tells it in prose. Little-endian.
//
// One file holds one level: all positions with the tigers to move, so many tigers and so many men in
// hand, by men on the board. A slice is a sequence of entries: for each representative set of tigers
// (TigerSets), in order, each set of men on the other points by rank. Entries are cut into blocks, and
// each block is compressed by itself.
//
//   FileHeader | SliceHeader × slices | BlockEntry × blocks | the blocks' bytes, one after another
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

#include "game/game.hpp"

namespace rimau::tablebase {

inline constexpr std::array<char, 8> magic{'R', 'I', 'M', 'A', 'U', 'T', 'B', '\n'};
inline constexpr std::uint32_t format_version = 2;

// What is known of a position with the tigers to move, as one byte.
//   0        draw
//   1 + k    the men win in 2k plies, k in [0, 126]
//   128 + k  the tigers win in 2k + 1 plies, k in [0, 126]   (but see CodeScale)
//   255      as good for the tigers as the best of their leaps: only in slices that leave out leaps
// (A win of the men ends at the tigers' turn, an even number of plies away; one of the tigers at the
// men's. What the threshold decides is 128 as well, and never looked up.)
using Code = std::uint8_t;
inline constexpr Code draw_code = 0;
inline constexpr int max_rounds = 127;
inline constexpr Code last_code = 254;
inline constexpr Code as_leap_code = 255;
inline constexpr int usual_men_codes = 127;
[[nodiscard]] constexpr Code men_win_code(int round) noexcept { return static_cast<Code>(1 + round); }
[[nodiscard]] constexpr Code tigers_win_code(int round) noexcept { return static_cast<Code>(128 + round); }
[[nodiscard]] constexpr bool men_win(Code code) noexcept { return code >= 1 && code < 128; }
[[nodiscard]] constexpr bool tigers_win(Code code) noexcept { return code >= 128 && code != as_leap_code; }

// Where one side's wins take more rounds than that and the other's fewer, a file of distances divides
// the codes otherwise: from 1 on `men_codes` for the men, the rest up to 254 for the tigers.
struct CodeScale {
  int men_codes = usual_men_codes;

  [[nodiscard]] constexpr Code men_win_code(int round) const noexcept { return static_cast<Code>(1 + round); }
  [[nodiscard]] constexpr Code tigers_win_code(int round) const noexcept {
    return static_cast<Code>(1 + men_codes + round);
  }
  [[nodiscard]] constexpr bool men_win(Code code) const noexcept { return code >= 1 && code <= men_codes; }
  [[nodiscard]] constexpr bool tigers_win(Code code) const noexcept { return code > men_codes && code <= last_code; }
  // Of a code of a win.
  [[nodiscard]] constexpr int round(Code code) const noexcept { return code - (men_win(code) ? 1 : 1 + men_codes); }
  [[nodiscard]] constexpr int men_rounds() const noexcept { return men_codes; }
  [[nodiscard]] constexpr int tigers_rounds() const noexcept { return last_code - men_codes; }
  bool operator==(const CodeScale&) const = default;
};
static_assert(CodeScale{}.tigers_win_code(0) == tigers_win_code(0) && CodeScale{}.tigers_rounds() == max_rounds);

enum class Content : std::uint8_t {
  distances = 0,  // a block is one Code an entry
  values = 1,     // a block is two bit planes, lowest bit first: the men's wins, then the tigers'
};

struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t blocks;
  std::uint64_t fingerprint;  // Game::fingerprint()
  std::uint64_t file_bytes;
  std::uint64_t index_checksum;  // XXH3-64 of the slice headers and block entries
  std::uint8_t points;
  std::uint8_t tigers;  // on the board
  std::uint8_t tigers_in_hand;
  std::uint8_t men_in_hand;
  std::uint8_t slices;  // men on the board from 0 to slices - 1
  Content content;
  std::uint8_t men_codes;  // CodeScale
  std::uint8_t unused;
  std::array<char, 64> game;      // the game the table was made for, for people; ends with a NUL
  std::uint64_t header_checksum;  // XXH3-64 of all before it
};
static_assert(sizeof(FileHeader) == 120 && std::is_trivially_copyable_v<FileHeader>);

struct SliceHeader {
  std::uint64_t entries;
  std::uint32_t block_entries;  // of each block but the last
  std::uint32_t first_block;
  // All positions of the slice, before symmetry; wins by side to move (tigers, men).
  std::uint64_t positions;
  std::array<std::uint64_t, 2> men_win;
  std::array<std::uint64_t, 2> tigers_win;
  std::uint32_t leaves_out_leaps;  // 0 or 1
  std::uint32_t unused;
};
static_assert(sizeof(SliceHeader) == 64 && std::is_trivially_copyable_v<SliceHeader>);

struct BlockEntry {
  std::uint32_t bytes;     // compressed; 0: every entry has the Code in `checksum`, and nothing is stored
  std::uint32_t checksum;  // the low half of XXH3-64 of the compressed bytes
};
static_assert(sizeof(BlockEntry) == 8 && std::is_trivially_copyable_v<BlockEntry>);

inline constexpr std::uint32_t usual_block_entries = 32768;
inline constexpr std::uint32_t largest_block_entries = 65536;

// A block holds the entries of whole sets of tigers where it can: then the positions one step of the
// men apart are in one block.
[[nodiscard]] constexpr std::uint32_t entries_per_block(std::uint64_t entries_per_set) noexcept {
  if (entries_per_set > largest_block_entries) return usual_block_entries;
  if (entries_per_set >= usual_block_entries) return static_cast<std::uint32_t>(entries_per_set);
  return static_cast<std::uint32_t>(usual_block_entries / entries_per_set * entries_per_set);
}

// The bytes of a block's entries before compression.
[[nodiscard]] constexpr std::size_t block_bytes(Content content, std::uint32_t entries) noexcept {
  return content == Content::distances ? entries : 2 * ((std::size_t{entries} + 7) / 8);
}

// A level of a game's tables.
struct Level {
  int tigers_in_hand = 0;
  int men_in_hand = 0;
  bool operator==(const Level&) const = default;
};

// Where leaps may be left out. In nine positions of ten the tigers have a leap, and mostly none of their
// moves is better, so the value can be had from the positions that the leaps lead to. With distances an
// entry is then as_leap_code, and all others are exact. With values any entry may stand there that is
// no better for the tigers, whatever packs best: the position is worth the better of the entry and the
// best leap.
//
// What the leaps lead to must be stored itself, or a probe would branch without end. A leap takes an odd
// number of men, so of the sliding phase the slices of even numbers of men are taken, and those from
// which any leap wins at once; after the men's drop a level has one fewer in hand, so of the others the
// levels with an even hand. Never where a leap of the game takes an even number, nor with tigers in hand.
[[nodiscard]] bool may_leave_out_leaps(const Game& game, Level level, int men);

// "t0-m07.rtb": no tiger and seven men in hand.
[[nodiscard]] std::string file_name(Level level);
// The folder of a game's tables: its id with "-" for what file systems may not like.
[[nodiscard]] std::string folder_name(const Game& game);

}  // namespace rimau::tablebase
