// What cannot wait at a leaf: the tigers' leaps, and whether the men can shut the last way out.
#include <algorithm>

#include "search/tree.hpp"

namespace rimau {

int Tree::quiesce(const Position& position, Key key, int ply, int alpha, int beta) {
  if (position.turn == Side::men) {
    if (traps_at_once(position) && !handicap_.overlooks(position, Move::pass())) return settled(wins_in(ply + 1));
    if (game_.rules().stuck_loses && count_moves(game_, position) == 0) return settled(loses_in(ply));
    return settled(estimate(position, key));
  }
  if (open_steps(position).empty() && count_moves(game_, position) == 0) return settled(loses_in(ply));
  return settled(quiesce_leaps(position, key, ply, alpha, beta));
}

int Tree::quiesce_leaps(const Position& position, Key key, int ply, int alpha, int beta) {
  int best = estimate(position, key);
  if (best >= beta || position.tigers_in_hand > 0 || ply >= deepest_ply) return best;
  alpha = std::max(alpha, best);
  for (const auto tiger : position.tigers)
    for (const auto& leap : game_.leaps(tiger)) {
      if (!position.men.contains(leap.over) || position.occupied().contains(leap.landing)) continue;
      const auto move = Move::leap(tiger, leap.landing);
      if (handicap_.overlooks(position, move)) continue;
      if (!budget_.enter_node()) return 0;
      const auto child = play_unchecked(game_, position, move);
      const int score = detail::threshold_reached(game_, child)
                            ? wins_in(ply + 1)
                            : -quiesce(child, key_after(game_, position, key, move), ply + 1, -beta, -alpha);
      best = std::max(best, score);
      alpha = std::max(alpha, score);
      if (alpha >= beta) return best;
    }
  return best;
}

// The points a tiger could step to.
PointSet Tree::open_steps(const Position& position) const noexcept {
  const PointSet empty = game_.points() - position.occupied();
  PointSet steps;
  for (const auto tiger : position.tigers) steps |= game_.steps(tiger) & empty;
  return steps;
}

// Whether some move of the men leaves the tigers none. Only looked at when at most one step is open:
// one move cannot close two.
bool Tree::traps_at_once(const Position& position) const {
  if (position.tigers_in_hand > 0) return false;
  const PointSet steps = open_steps(position);
  if (steps.size() > 1) return false;
  bool trapped = false;
  for_each_move(game_, position, [&](Move move) {
    if (trapped || (!steps.empty() && !steps.contains(move.to()))) return;
    trapped = detail::count_tiger_moves(game_, play_unchecked(game_, position, move)) == 0;
  });
  return trapped;
}

}  // namespace rimau
