// Exact values of small games by plain retrograde analysis over explicit positions: the rules say what
// follows what, and nothing of the solver or the tables is used.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/moves.hpp"

namespace rimau::testing {

// The worth of a position under best play (the winner hurries, the loser delays); plies is 0 for a draw.
struct Worth {
  Verdict verdict = Verdict::draw;
  int plies = 0;
  bool operator==(const Worth&) const = default;
};

class BruteForce {
 public:
  // Every position of the game: all tigers on the board with any men on the board and in hand that the
  // game allows; tigers in hand with no man captured yet; the start. At most some ten million.
  explicit BruteForce(const Game& game);

  [[nodiscard]] const std::vector<Position>& positions() const noexcept { return positions_; }
  [[nodiscard]] Worth worth_of(std::size_t number) const noexcept { return worths_[number]; }
  // The position must be one of the game's (its ply does not matter).
  [[nodiscard]] Worth worth_of(const Position& position) const { return worths_[find(position)]; }

 private:
  void enumerate(int tigers_in_hand, int men_in_hand, int men);
  void build_index();
  [[nodiscard]] std::size_t find(const Position& position) const;
  void link();
  void solve();

  const Game& game_;
  std::vector<Position> positions_;
  std::vector<Worth> worths_;
  std::vector<std::uint32_t> index_;         // open addressing: position number + 1, 0 for none
  std::vector<std::uint64_t> begin_;         // of each position's predecessors
  std::vector<std::uint32_t> predecessors_;  // one for each move into the position
  std::vector<std::uint32_t> successors_;    // how many moves each position has that are not yet decided
};

}  // namespace rimau::testing
