// Which positions of a game the men win with the tigers to move, as bits in memory out of its tables: for searches
// that ask millions of times a minute.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/big_array.hpp"
#include "tablebase/tables.hpp"

namespace rimau::proof {

// Reads a slice of the tables when it is first asked for. May be shared by threads.
class Leaves {
 public:
  // The tables and the game must outlive it.
  Leaves(const tablebase::Tables& tables, const Game& game);

  // Whether the men win; the position is of the stage play, all tigers on the board, theirs the turn. Fails as
  // `unknown` when no table has its slice, as `unsupported` where the slice leaves out leaps, as `damaged` or
  // `unavailable` when it cannot be read.
  [[nodiscard]] Result<bool> men_win(const Position& position) const;

  // The share of all positions with so many men on the board, none in hand and the tigers to move that the men win; 0
  // where no table tells.
  [[nodiscard]] double share_won(int men) const noexcept;

  // Of all slices read so far.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

 private:
  struct Slice {
    std::atomic<const std::uint64_t*> bits = nullptr;
    BigArray<std::uint64_t> words;
  };
  [[nodiscard]] Result<void> read(Slice& slice, int hand, int men) const;

  const tablebase::Tables& tables_;
  const Game& game_;
  TigerSets sets_;
  int slots_;
  mutable std::mutex reading_;         // of what the slices' words and bytes_ are made under
  mutable std::vector<Slice> slices_;  // by hand and men on the board
  mutable std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace rimau::proof
