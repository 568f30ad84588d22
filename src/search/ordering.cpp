#include "search/ordering.hpp"

#include <algorithm>
#include <utility>

namespace rimau {
namespace {

// What the men have to meet: the men that could be leapt now and where those leaps would land.
struct Threats {
  PointSet men;
  PointSet landings;
};

Threats threats(const Game& game, const Position& position) noexcept {
  Threats found;
  if (position.turn == Side::tigers || position.tigers_in_hand > 0) return found;
  const PointSet empty = game.points() - position.occupied();
  for (const auto tiger : position.tigers)
    for (const auto& leap : game.leaps(tiger))
      if (position.men.contains(leap.over) && empty.contains(leap.landing)) {
        found.men |= leap.over;
        found.landings |= leap.landing;
      }
  return found;
}

}  // namespace

void Ordering::list(const Game& game, const Position& position, Move remembered, int ply,
                    std::vector<Candidate>& out) const {
  const Threats danger = threats(game, position);
  for_each_move(game, position, [&](Move move) {
    auto of_move = rank(game, position.turn, move, ply);
    const bool drop = move.kind() == Move::Kind::drop;
    if (danger.landings.contains(move.to()) || (!drop && danger.men.contains(move.from()))) of_move += defence_rank;
    if (move == remembered) of_move = first_rank;
    out.push_back({move, of_move});
  });
}

std::int32_t Ordering::rank(const Game& game, Side side, Move move, int ply) const noexcept {
  if (move.kind() == Move::Kind::leap) return leap_rank + taken_by(game, move).size();
  const auto& killers = killers_[static_cast<std::size_t>(ply)];
  if (move == killers[0]) return killer_rank + 1;
  if (move == killers[1]) return killer_rank;
  return history_[static_cast<std::size_t>(side)][from(move)][static_cast<std::size_t>(move.to().index())];
}

void Ordering::reward(Side side, Move move, int ply, int depth) noexcept {
  if (move.kind() == Move::Kind::leap || move.kind() == Move::Kind::opening) return;
  auto& killers = killers_[static_cast<std::size_t>(ply)];
  if (move != killers[0]) killers = {move, killers[0]};
  auto& history = history_[static_cast<std::size_t>(side)];
  auto& score = history[from(move)][static_cast<std::size_t>(move.to().index())];
  score += depth * depth;
  if (score < history_limit) return;
  for (auto& row : history)
    for (auto& value : row) value /= 2;
}

void bring_best_forward(std::vector<Candidate>& candidates, std::size_t next) noexcept {
  // Two plain loops: the first has no branch to guess wrongly.
  std::int32_t highest = candidates[next].rank;
  for (std::size_t i = next + 1; i < candidates.size(); ++i) highest = std::max(highest, candidates[i].rank);
  std::size_t best = next;
  while (candidates[best].rank != highest) ++best;
  std::swap(candidates[next], candidates[best]);
}

}  // namespace rimau
