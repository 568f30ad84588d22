// Legal moves, and what they do. The rules of the games as code; RULES in docs/rules.md as prose.
//
// Everything here is pure: positions are values, nothing is kept between calls, and all of it may be
// called from any thread.
#pragma once

#include <string>
#include <vector>

#include "base/errors.hpp"
#include "rules/move.hpp"
#include "rules/outcome.hpp"
#include "rules/position.hpp"
#include "rules/zobrist.hpp"

namespace rimau {

namespace detail {

inline bool threshold_reached(const Game& game, const Position& position) noexcept {
  return position.stage == Stage::play &&
         position.men.size() + position.men_in_hand <= game.rules().men_left_when_tigers_win();
}

template <class Visit>
void visit_drops(const Game& game, const Position& position, Visit&& visit) {
  for (const auto point : game.points() - position.occupied()) visit(Move::drop(point));
}

template <class Visit>
void visit_tiger_steps_and_leaps(const Game& game, const Position& position, Visit&& visit) {
  const PointSet empty = game.points() - position.occupied();
  for (const auto tiger : position.tigers) {
    for (const auto& leap : game.leaps(tiger))
      if (position.men.contains(leap.over) && empty.contains(leap.landing)) visit(Move::leap(tiger, leap.landing));
    for (const auto to : game.steps(tiger) & empty) visit(Move::step(tiger, to));
  }
}

template <class Visit>
void visit_men_steps(const Game& game, const Position& position, Visit&& visit) {
  const PointSet empty = game.points() - position.occupied();
  for (const auto man : position.men)
    for (const auto to : game.steps(man) & empty) visit(Move::step(man, to));
}

// All removals of exactly `left` more men from `rest`, in increasing order.
template <class Visit>
void visit_removals(PointSet removed, PointSet rest, int left, Visit&& visit) {
  if (left == 0) {
    visit(removed);
    return;
  }
  for (const auto man : rest) {
    rest -= man;
    visit_removals(removed | man, rest, left - 1, visit);
  }
}

template <class Visit>
void visit_opening_turns(const Game& game, const Position& position, Visit&& visit) {
  visit_removals(PointSet(), position.men, game.rules().removals, [&](PointSet removed) {
    visit(Move::opening(removed));
    if (!game.rules().relocates) return;
    const PointSet empty = (game.points() - position.occupied()) | removed;
    for (const auto tiger : position.tigers)
      for (const auto to : empty) visit(Move::opening(removed, tiger, to));
  });
}

// The opening turn with so many before it in the order of visit_opening_turns.
[[nodiscard]] Move opening_turn(const Game& game, const Position& position, int skip);

[[nodiscard]] int count_men_steps(const Game& game, const Position& position) noexcept;
[[nodiscard]] int count_tiger_moves(const Game& game, const Position& position) noexcept;

}  // namespace detail

// Calls visit(Move) for each legal move, once each, in an order that depends on the position alone.
// A position that is over has none. visit must not keep references into the position.
template <class Visit>
void for_each_move(const Game& game, const Position& position, Visit&& visit) {
  if (detail::threshold_reached(game, position)) return;
  if (position.turn == Side::tigers) {
    if (position.stage == Stage::opening) return detail::visit_opening_turns(game, position, visit);
    if (position.tigers_in_hand > 0) return detail::visit_drops(game, position, visit);
    return detail::visit_tiger_steps_and_leaps(game, position, visit);
  }
  if (position.men_in_hand > 0) return detail::visit_drops(game, position, visit);
  bool any = false;
  detail::visit_men_steps(game, position, [&](Move move) {
    any = true;
    visit(move);
  });
  if (!any && !game.rules().stuck_loses) visit(Move::pass());
}

// The legal moves in the order of for_each_move, written over `moves`.
void legal_moves(const Game& game, const Position& position, std::vector<Move>& moves);
[[nodiscard]] std::vector<Move> legal_moves(const Game& game, const Position& position);

// How many legal moves there are; much faster than listing them.
[[nodiscard]] int count_moves(const Game& game, const Position& position) noexcept;

// A legal move drawn uniformly by random(bound) -> [0, bound); undefined if there is none.
template <class Random>
[[nodiscard]] Move random_move(const Game& game, const Position& position, int count, Random&& random);

// Whether the move is among the legal ones.
[[nodiscard]] bool is_legal(const Game& game, const Position& position, Move move);

// Why a move is not legal, as a sentence for people; empty for a legal one.
[[nodiscard]] std::string why_illegal(const Game& game, const Position& position, Move move);

// The men a leap takes: all between its ends; empty for any other move.
[[nodiscard]] PointSet taken_by(const Game& game, Move move) noexcept;

// The position after the move. The checked door: an illegal move fails as `illegal` with
// why_illegal() as the message.
[[nodiscard]] Result<Position> play(const Game& game, const Position& position, Move move);

// The hot door: the move must be legal.
[[nodiscard]] inline Position play_unchecked(const Game& game, Position position, Move move) noexcept {
  switch (move.kind()) {
    case Move::Kind::drop:
      if (position.turn == Side::tigers) {
        position.tigers |= move.to();
        --position.tigers_in_hand;
      } else {
        position.men |= move.to();
        --position.men_in_hand;
      }
      break;
    case Move::Kind::leap:
      position.men -= taken_by(game, move);
      position.tigers -= move.from();
      position.tigers |= move.to();
      break;
    case Move::Kind::step:
      if (move.is_pass()) break;
      if (position.turn == Side::tigers) {
        position.tigers -= move.from();
        position.tigers |= move.to();
      } else {
        position.men -= move.from();
        position.men |= move.to();
      }
      break;
    case Move::Kind::opening:
      position.men -= move.removed();
      if (move.relocates()) {
        position.tigers -= move.from();
        position.tigers |= move.to();
      }
      position.stage = Stage::play;
      break;
  }
  position.turn = opponent(position.turn);
  ++position.ply;
  return position;
}

// key(play_unchecked(position, move)) from key(position), without counting pieces.
[[nodiscard]] Key key_after(const Game& game, const Position& position, Key key, Move move) noexcept;

// The end by rule, without history: the tigers' threshold, then immobile tigers at their turn, then
// (option stuck=lose) men without a step at theirs. An opening turn is never over.
[[nodiscard]] Outcome outcome(const Game& game, const Position& position) noexcept;

// The number of legal sequences of `depth` plies; a finished position has none beyond itself, draws by
// history are ignored. Counts the last ply without making it.
[[nodiscard]] std::uint64_t perft(const Game& game, const Position& position, int depth) noexcept;

template <class Random>
Move random_move(const Game& game, const Position& position, int count, Random&& random) {
  int skip = static_cast<int>(random(static_cast<unsigned>(count)));
  const PointSet empty = game.points() - position.occupied();
  const bool tigers = position.turn == Side::tigers;
  if (position.stage == Stage::play && (tigers ? position.tigers_in_hand : position.men_in_hand) > 0)
    return Move::drop(empty.nth(skip));
  if (!tigers) {
    for (const auto man : position.men) {
      const PointSet targets = game.steps(man) & empty;
      if (skip < targets.size()) return Move::step(man, targets.nth(skip));
      skip -= targets.size();
    }
    return Move::pass();
  }
  if (position.stage == Stage::opening) return detail::opening_turn(game, position, skip);
  Move chosen;
  for_each_move(game, position, [&](Move move) {
    if (skip-- == 0) chosen = move;
  });
  return chosen;
}

}  // namespace rimau
