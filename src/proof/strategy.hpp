// Plays the winner of a proof.
#pragma once

#include <optional>

#include "proof/certificate.hpp"
#include "proof/walled.hpp"
#include "tablebase/tables.hpp"

namespace rimau::proof {

// The men of one opening: by its certificate until a wall is full, then by the tables of the smaller game. One thread
// each.
class Strategy {
 public:
  // All of them must outlive it; the certificate is of these games.
  Strategy(const Certificate& certificate, const Game& game, const Walled& walled, const tablebase::Tables& tables);

  struct Turn {
    Move move;
    std::optional<int> distance;  // plies to the end from after the move, where the tables know
  };
  // A turn of the men that wins, in a position that play by this strategy has led to. Before a wall is full it is the
  // certificate's. After it, it wins in the fewest plies: a slower one, though it wins, could let a position come again
  // after the tiger's slips, until repetition makes a draw. While men are in hand tables know no distances, and any
  // drop that wins will do, for the hand empties. Fails as `unknown` when neither the certificate nor the tables have
  // such a turn; as the tables do.
  [[nodiscard]] Result<Turn> turn(const Position& position);

 private:
  [[nodiscard]] Result<Turn> by_certificate(const Position& position) const;
  [[nodiscard]] Result<Turn> by_tables(const Position& inner);

  const Certificate* certificate_;
  const Game* game_;
  const Walled* walled_;
  tablebase::Probe probe_;
};

}  // namespace rimau::proof
