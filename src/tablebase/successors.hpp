// The value of a position out of those of the positions that its moves lead to.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "rules/moves.hpp"
#include "tablebase/tables.hpp"

namespace rimau::tablebase {

// What the mover's best move is worth. value(position) tells what a position is worth, or fails, as this then does. The
// position must not be finished.
template <class ValueOf>
[[nodiscard]] Result<Value> best_successor(const Game& game, const Position& position, ValueOf&& value) {
  std::optional<Value> best;
  std::optional<Error> error;
  std::vector<Position> seen;  // an opening turn has images: each is looked up once
  for_each_move(game, position, [&](Move move) {
    if (error) return;
    const auto next = play_unchecked(game, position, move);
    if (position.stage == Stage::opening) {
      const auto least = canonical(game, next);
      const auto at = std::ranges::lower_bound(seen, std::tie(least.tigers, least.men), {},
                                               [](const Position& p) { return std::tie(p.tigers, p.men); });
      if (at != seen.end() && same_position(*at, least)) return;
      seen.insert(at, least);
    }
    auto found = value(next);
    if (!found) error = std::move(found).error();
    else if (!best || better(position.turn, *found, *best)) best = *found;
  });
  if (error) return std::unexpected(*std::move(error));
  // A win counts from the quickest; where one of the wins has no distance, the quickest is not known.
  return one_ply_back(*best);
}

// Every legal move with the value of the position it leads to, the mover's best first; equal ones in the order of
// their bits. Fails as value(position) does.
template <class ValueOf>
[[nodiscard]] Result<std::vector<Probe::MoveValue>> move_values(const Game& game, const Position& position,
                                                                ValueOf&& value) {
  std::vector<Probe::MoveValue> moves;
  for (const auto move : legal_moves(game, position)) {
    auto found = value(play_unchecked(game, position, move));
    if (!found) return std::unexpected(std::move(found).error());
    moves.push_back({move, *found});
  }
  std::ranges::sort(moves, [&](const Probe::MoveValue& a, const Probe::MoveValue& b) {
    if (better(position.turn, a.value, b.value)) return true;
    return !better(position.turn, b.value, a.value) && a.move.bits() < b.move.bits();
  });
  return moves;
}

}  // namespace rimau::tablebase
