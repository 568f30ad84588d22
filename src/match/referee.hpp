// One game of a match.
#pragma once

#include "match/match.hpp"

namespace rimau::match {

// Plays from the opening to the end, the players by Side (first_side tells which of them is the plan's
// first). A move later than its time allows, an illegal one and none at all lose. Fails as `cancelled`
// only. `probe` may be null.
[[nodiscard]] Result<Finished> play_game(const Plan& plan, Play opening, const std::array<Player*, 2>& by_side,
                                         Side first_side, tablebase::Probe* probe);

}  // namespace rimau::match
