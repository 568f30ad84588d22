// The levels with tigers in hand: both sides drop in turn, so each is one step from the next.
#pragma once

#include <string>
#include <vector>

#include "solver/dense.hpp"
#include "tablebase/tables.hpp"

namespace rimau::solver {

// When the tigers start in hand, they drop one a turn while the men drop theirs: at the tigers' turn
// with k of them in hand there is one number of men on the board. `men_began` tells which side's
// drop came first.
struct DropSchedule {
  const Game* game;
  bool men_began;

  // Men on the board at the tigers' turn with that many tigers in hand.
  [[nodiscard]] int men_on_board(int tigers_in_hand) const noexcept;
  // Men in hand at that turn.
  [[nodiscard]] int men_in_hand(int tigers_in_hand) const noexcept;
};

// Whether the tigers' drops end before the men's hand is empty, whoever begins; otherwise men would
// step while tigers are in hand, which no game of the catalogue does and the tables do not hold.
[[nodiscard]] bool drops_are_regular(const Game& game);

// Whether all the drops' levels are among the tables; so they are where no tiger starts in hand.
[[nodiscard]] bool tiger_drops_done(const Game& game, const tablebase::Tables& tables);

// Works from the last tiger's drop back to the first, writing a level each into the folder.
// last_level: the codes with the men to move once all tigers are on the board
// (men_to_move_slice() of schedule.men_on_board(1) men at the level schedule.men_in_hand(1)).
[[nodiscard]] Result<void> solve_tiger_drops(const DropSchedule& schedule, std::vector<Code> last_level,
                                             const std::string& folder, unsigned threads, const Progress& progress);

}  // namespace rimau::solver
