// What a weaker player fails to see.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "rules/moves.hpp"

namespace rimau {

// Mistakes as people make them: moves of either side that do not come to mind, be it an own one, a leap or a reply,
// and positions that look better or worse than they are. Within one search the same things are overlooked wherever
// they come up. All of it follows from the seed.
struct Handicap {
  int overlooked_percent = 0;  // of the moves of either side
  int noise = 0;               // an estimate is off by up to so much score, either way
  std::uint64_t seed = 0;

  [[nodiscard]] bool any() const noexcept { return overlooked_percent > 0 || noise > 0; }
  [[nodiscard]] bool overlooks(const Position& position, Move move) const noexcept {
    return overlooked_percent > 0 && static_cast<int>(drawn(position, move.bits() + 1U) % 100) < overlooked_percent;
  }
  // What to add to the estimate of a position.
  [[nodiscard]] int misjudgement(const Position& position) const noexcept {
    if (noise == 0) return 0;
    return static_cast<int>(drawn(position, 0) % static_cast<std::uint64_t>(2 * noise + 1)) - noise;
  }

  // A number that looks random.
  [[nodiscard]] std::uint64_t drawn(const Position& position, std::uint64_t what) const noexcept {
    return mix(mix(mix(seed ^ position.tigers.bits()) ^ position.men.bits()) ^ what) >> 8;
  }
};

// Takes the moves overlooked out of a list of candidates, whose `move` says which it is; one always comes to mind.
template <class Candidates, class MoveOf>
void overlook(const Handicap& handicap, const Position& position, Candidates& candidates, MoveOf move) {
  const auto first = candidates.front();
  std::erase_if(candidates,
                [&](const auto& candidate) { return handicap.overlooks(position, std::invoke(move, candidate)); });
  if (candidates.empty()) candidates.push_back(first);
}

}  // namespace rimau
