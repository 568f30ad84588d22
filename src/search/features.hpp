// What the evaluation sees of a position.
#pragma once

namespace rimau {

// For every game alike. "Reachable" asks where the tigers on the board could get if the men stood still, by steps and
// leaps.
struct Features {
  int captured = 0;    // men taken
  int room = 0;        // empty points reachable for a tiger
  int holes = 0;       // the other empty points: the men's own
  int moves = 0;       // steps and leaps the tigers on the board have now
  int held = 0;        // tigers on the board with neither
  int threatened = 0;  // men that some leap would take now
  int exposed = 0;     // men that some leap from a reachable point would take; includes the threatened
  int shielded = 0;    // runs of men next to a tiger, open beyond, that it cannot leap because of their number
  int in_hand = 0;     // men still to drop

  bool operator==(const Features&) const = default;
};

}  // namespace rimau
