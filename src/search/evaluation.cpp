#include "search/evaluation.hpp"

namespace rimau {
namespace {

// In hundredths of a man, from the tigers' view.
constexpr int man = 100;
constexpr int hunt = 400;  // for having captured all that wins, growing with the square of the share
constexpr int room = 5;
constexpr int move = 6;
constexpr int held_tiger = -90;
constexpr int threatened_man = 12;
constexpr int exposed_man = 6;
constexpr int man_in_hand = -4;

}  // namespace

Features features(const Game& game, const Position& position) noexcept {
  const PointSet empty = game.points() - position.occupied();
  Features seen;
  seen.captured = captured(game, position);
  seen.in_hand = position.men_in_hand;
  PointSet reached = position.tigers;
  PointSet threatened;
  PointSet exposed;

  // 1. From the tigers' own points.
  PointSet frontier;
  for (const auto tiger : position.tigers) {
    const PointSet steps = game.steps(tiger) & empty;
    int moves = steps.size();
    frontier |= steps;
    for (const auto& leap : game.leaps(tiger)) {
      if (!position.men.contains(leap.over) || !empty.contains(leap.landing)) continue;
      ++moves;
      threatened |= leap.over;
      frontier |= leap.landing;
    }
    seen.moves += moves;
    seen.held += moves == 0 ? 1 : 0;
  }

  // 2. On from every point that is reached, until nothing new is.
  exposed = threatened;
  while (!frontier.empty()) {
    const Point from = frontier.first();
    reached |= from;
    frontier |= game.steps(from) & empty;
    for (const auto& leap : game.leaps(from)) {
      if (!position.men.contains(leap.over) || !(empty | position.tigers).contains(leap.landing)) continue;
      exposed |= leap.over;
      frontier |= leap.landing;
    }
    frontier -= reached;
  }
  seen.room = (reached - position.tigers).size();
  seen.threatened = threatened.size();
  seen.exposed = exposed.size();
  return seen;
}

int weigh(const Game& game, const Features& seen) noexcept {
  const int goal = game.rules().tigers_win_at;
  return man * seen.captured + hunt * seen.captured * seen.captured / (goal * goal) + room * seen.room +
         move * seen.moves + held_tiger * seen.held + threatened_man * seen.threatened + exposed_man * seen.exposed +
         man_in_hand * seen.in_hand;
}

int evaluate(const Game& game, const Position& position) noexcept {
  const int tigers = weigh(game, features(game, position));
  return position.turn == Side::tigers ? tigers : -tigers;
}

}  // namespace rimau
