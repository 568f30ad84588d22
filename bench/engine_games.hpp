// Games that the engine plays against itself, to learn from.
#pragma once

#include <memory>
#include <vector>

#include "base/random.hpp"
#include "search/search.hpp"

namespace rimau::bench {

// Whether the tigers are to move and could take somebody at once: no time to say what a position is worth.
[[nodiscard]] bool leap_waits(const Game& game, const Position& position);

struct SelfPlayed {
  Position position;                // after the opening turn, and no leap waits for the tigers if they are to move
  double expected = 0;              // the tigers' result there as the search saw it, 0 to 1
  Verdict verdict = Verdict::open;  // of the game; a draw where it was cut off after 300 plies
};

// How the games are made to differ: a start of up to so many random moves, and afterwards so many moves in a hundred
// (in each game some number up to that) at random.
struct SelfPlayStyle {
  unsigned nodes = 1000;  // positions looked at for each move
  unsigned random_start = 16;
  unsigned random_percent = 4;
};

class SelfPlay {
 public:
  SelfPlay(std::shared_ptr<const Game> game, const SelfPlayStyle& style, std::uint64_t seed)
      : game_(std::move(game)), style_(style), random_(seed) {}

  // One in three of the next game's positions.
  [[nodiscard]] std::vector<SelfPlayed> next();

 private:
  [[nodiscard]] Move any_move(const Position& position);

  std::shared_ptr<const Game> game_;
  SelfPlayStyle style_;
  Random random_;
  Searcher searcher_{4};
};

}  // namespace rimau::bench
