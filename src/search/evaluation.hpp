// What a position that is not decided looks like to the two sides.
#pragma once

#include "rules/position.hpp"

namespace rimau {

// What the evaluation sees, for every game alike. "Reachable" asks where the tigers on the board
// could get if the men stood still, by steps and leaps.
struct Features {
  int captured = 0;    // men taken
  int room = 0;        // empty points reachable for a tiger
  int moves = 0;       // steps and leaps the tigers on the board have now
  int held = 0;        // tigers on the board with neither
  int threatened = 0;  // men that some leap would take now
  int exposed = 0;     // men that some leap from a reachable point would take; includes the threatened
  int in_hand = 0;     // men still to drop

  bool operator==(const Features&) const = default;
};

// Pure; may be called from any thread, like everything here.
[[nodiscard]] Features features(const Game& game, const Position& position) noexcept;

// The features weighed, from the tigers' view, 100 to a man. An estimate: always far from win_score.
[[nodiscard]] int weigh(const Game& game, const Features& seen) noexcept;

// The same of a position, from the view of the side to move.
[[nodiscard]] int evaluate(const Game& game, const Position& position) noexcept;

}  // namespace rimau
