// Games played to their end by uniformly random moves, fast.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/moves.hpp"

namespace rimau {

// How a playout went.
struct Playout {
  Outcome outcome;  // by rule; open when the playout was cut off
  int plies = 0;    // made
};

namespace detail {

[[nodiscard]] inline bool possible(const Leap& leap, PointSet men, PointSet empty) noexcept {
  return men.contains(leap.over) && empty.contains(leap.landing);
}

// Makes one of the tigers' steps and leaps, each as likely as any other; all of them are on the board.
// False, changing nothing, when there is none. Each tiger's choices are counted once; the leaps of the
// tiger that is drawn are looked at again only if one of them was.
template <class Random>
bool random_tiger_turn(const Game& game, Position& position, Random&& random) {
  const PointSet empty = game.points() - position.occupied();
  std::array<int, max_points> choices;  // by tiger; NOLINT: only what is written is read
  int total = 0;
  std::size_t count = 0;
  for (const auto tiger : position.tigers) {
    int leaps = 0;  // counted without a branch, which none could predict
    for (const auto& leap : game.leaps(tiger)) leaps += possible(leap, position.men, empty) ? 1 : 0;
    choices[count] = (game.steps(tiger) & empty).size() + leaps;
    total += choices[count++];
  }
  if (total == 0) return false;

  int skip = static_cast<int>(random(static_cast<unsigned>(total)));
  auto rest = position.tigers.begin();
  std::size_t chosen = 0;
  for (; skip >= choices[chosen]; ++chosen, ++rest) skip -= choices[chosen];
  const Point tiger = *rest;
  const PointSet steps = game.steps(tiger) & empty;
  Point to;
  if (skip < steps.size()) {
    to = steps.nth(skip);
  } else {
    skip -= steps.size();
    for (const auto& leap : game.leaps(tiger)) {
      if (!possible(leap, position.men, empty) || skip-- > 0) continue;
      to = leap.landing;
      position.men -= leap.over;
      break;
    }
  }
  position.tigers -= tiger;
  position.tigers |= to;
  return true;
}

// Makes one of the men's steps, each as likely as any other; false, changing nothing, if there is none.
// A step is an edge with a man at one end and nothing at the other, found from the smaller of the sets.
template <class Random>
bool random_step_of_men(const Game& game, Position& position, Random&& random) {
  const PointSet empty = game.points() - position.occupied();
  const bool fewer_men = position.men.size() <= empty.size();
  const PointSet walked = fewer_men ? position.men : empty;
  const PointSet ends = fewer_men ? empty : position.men;
  int total = 0;
  for (const auto point : walked) total += (game.steps(point) & ends).size();
  if (total == 0) return false;

  int skip = static_cast<int>(random(static_cast<unsigned>(total)));
  for (const auto point : walked) {
    const PointSet there = game.steps(point) & ends;
    if (skip < there.size()) {
      const Point end = there.nth(skip);
      position.men = (position.men | (fewer_men ? end : point)) - (fewer_men ? point : end);
      return true;
    }
    skip -= there.size();
  }
  return true;
}

template <class Random>
[[nodiscard]] PointSet random_empty_point(const Game& game, const Position& position, Random&& random) {
  const PointSet empty = game.points() - position.occupied();
  return empty.nth(static_cast<int>(random(static_cast<unsigned>(empty.size()))));
}

}  // namespace detail

// Makes one legal move, each as likely as any other, drawn by one call of random(bound) -> [0, bound).
// False, changing nothing, when the side to move has none. The tigers must not have reached their
// threshold: that is not looked at.
template <class Random>
bool random_turn(const Game& game, Position& position, Random&& random) {
  if (position.stage == Stage::opening) {
    position = play_unchecked(game, position, random_move(game, position, count_moves(game, position), random));
    return true;
  }
  if (position.turn == Side::tigers) {
    if (position.tigers_in_hand > 0) {
      position.tigers |= detail::random_empty_point(game, position, random);
      --position.tigers_in_hand;
    } else if (!detail::random_tiger_turn(game, position, random)) {
      return false;
    }
  } else if (position.men_in_hand > 0) {
    position.men |= detail::random_empty_point(game, position, random);
    --position.men_in_hand;
  } else if (!detail::random_step_of_men(game, position, random) && game.rules().stuck_loses) {
    return false;
  }
  position.turn = opponent(position.turn);
  ++position.ply;
  return true;
}

// Plays at most max_plies uniformly random legal moves from the position, each drawn as random_turn
// does, until the end by rule. Draws by history are not looked for.
template <class Random>
Playout playout(const Game& game, Position position, int max_plies, Random&& random) {
  Playout result;
  // Only the tigers' turns bring the threshold nearer.
  while (result.plies < max_plies && !(position.turn == Side::men && detail::threshold_reached(game, position)) &&
         random_turn(game, position, random))
    ++result.plies;
  result.outcome = outcome(game, position);
  return result;
}

}  // namespace rimau
