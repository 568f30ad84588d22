#include "rules/moves.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace rimau {
namespace detail {

int count_men_steps(const Game& game, const Position& position) noexcept {
  // Every step is an edge with a man at one end and nothing at the other: walk the smaller set.
  const PointSet empty = game.points() - position.occupied();
  const bool fewer_men = position.men.size() <= empty.size();
  const PointSet walked = fewer_men ? position.men : empty;
  const PointSet ends = fewer_men ? empty : position.men;
  int count = 0;
  for (const auto point : walked) count += (game.steps(point) & ends).size();
  return count;
}

int count_tiger_moves(const Game& game, const Position& position) noexcept {
  const PointSet empty = game.points() - position.occupied();
  int count = 0;
  for (const auto tiger : position.tigers) {
    count += (game.steps(tiger) & empty).size();
    for (const auto& leap : game.leaps(tiger))
      count += position.men.contains(leap.over) && empty.contains(leap.landing) ? 1 : 0;
  }
  return count;
}

Move opening_turn(const Game& game, const Position& position, int skip) {
  // Every removal leaves as many points to relocate to, so the removal is found by division.
  const auto& rules = game.rules();
  const int ends = rules.relocates ? game.points().size() - position.occupied().size() + rules.removals : 0;
  const int of_each = 1 + position.tigers.size() * ends;
  int removals_before = skip / of_each;
  PointSet removed;
  visit_removals(PointSet(), position.men, rules.removals, [&](PointSet set) {
    if (removals_before-- == 0) removed = set;
  });
  const int relocation = skip % of_each - 1;
  if (relocation < 0) return Move::opening(removed);
  const PointSet empty = (game.points() - position.occupied()) | removed;
  return Move::opening(removed, position.tigers.nth(relocation / ends), empty.nth(relocation % ends));
}

namespace {

int choose(int n, int k) noexcept {
  int count = 1;
  for (int i = 0; i < k; ++i) count = count * (n - i) / (i + 1);
  return count;
}

int count_opening_turns(const Game& game, const Position& position) noexcept {
  const auto& rules = game.rules();
  const int empty = game.points().size() - position.occupied().size() + rules.removals;
  return choose(position.men.size(), rules.removals) * (1 + (rules.relocates ? position.tigers.size() * empty : 0));
}

}  // namespace
}  // namespace detail

void legal_moves(const Game& game, const Position& position, std::vector<Move>& moves) {
  moves.clear();
  for_each_move(game, position, [&moves](Move move) { moves.push_back(move); });
}

std::vector<Move> legal_moves(const Game& game, const Position& position) {
  std::vector<Move> moves;
  legal_moves(game, position, moves);
  return moves;
}

int count_moves(const Game& game, const Position& position) noexcept {
  if (detail::threshold_reached(game, position)) return 0;
  const int empty = game.points().size() - position.occupied().size();
  if (position.turn == Side::men) {
    if (position.men_in_hand > 0) return empty;
    const int steps = detail::count_men_steps(game, position);
    return steps == 0 && !game.rules().stuck_loses ? 1 : steps;
  }
  if (position.stage == Stage::opening) return detail::count_opening_turns(game, position);
  if (position.tigers_in_hand > 0) return empty;
  return detail::count_tiger_moves(game, position);
}

bool is_legal(const Game& game, const Position& position, Move move) {
  // The opening turns are thousands, and records may hold many: look at the one asked about alone.
  if (position.stage == Stage::opening && position.turn == Side::tigers) {
    const auto& rules = game.rules();
    if (move.kind() != Move::Kind::opening) return false;
    const auto removed = move.removed();
    if (removed.size() != rules.removals || !position.men.contains(removed)) return false;
    if (!move.relocates()) return move == Move::opening(removed);
    const PointSet empty = (game.points() - position.occupied()) | removed;
    return move == Move::opening(removed, move.from(), move.to()) && rules.relocates &&
           position.tigers.contains(move.from()) && empty.contains(move.to());
  }
  if (detail::threshold_reached(game, position)) return false;
  const bool tigers = position.turn == Side::tigers;
  const bool dropping = (tigers ? position.tigers_in_hand : position.men_in_hand) > 0;
  const PointSet own = tigers ? position.tigers : position.men;
  const PointSet empty = game.points() - position.occupied();
  switch (move.kind()) {
    case Move::Kind::drop:
      return dropping && empty.contains(move.to()) && move == Move::drop(move.to());
    case Move::Kind::leap:
      return tigers && !dropping && own.contains(move.from()) && move == Move::leap(move.from(), move.to()) &&
             std::ranges::any_of(game.leaps(move.from()), [&](const Leap& leap) {
               return leap.landing == move.to() && position.men.contains(leap.over) && empty.contains(leap.landing);
             });
    case Move::Kind::step:
      if (move.is_pass())
        return !tigers && !dropping && !game.rules().stuck_loses && detail::count_men_steps(game, position) == 0;
      return !dropping && own.contains(move.from()) && move == Move::step(move.from(), move.to()) &&
             (game.steps(move.from()) & empty).contains(move.to());
    case Move::Kind::opening:
      break;
  }
  return false;
}

PointSet taken_by(const Game& game, Move move) noexcept {
  if (move.kind() != Move::Kind::leap) return {};
  for (const auto& leap : game.leaps(move.from()))
    if (leap.landing == move.to()) return leap.over;
  return {};
}

Result<Position> play(const Game& game, const Position& position, Move move) {
  if (!is_legal(game, position, move)) return fail(ErrorKind::illegal, why_illegal(game, position, move));
  return play_unchecked(game, position, move);
}

Key key_after(const Game& game, const Position& position, Key key, Move move) noexcept {
  const auto man = [](Point point) { return zobrist::men[static_cast<std::size_t>(point.index())]; };
  const auto tiger = [](Point point) { return zobrist::tigers[static_cast<std::size_t>(point.index())]; };
  const bool tigers = position.turn == Side::tigers;
  key ^= zobrist::men_to_move;
  switch (move.kind()) {
    case Move::Kind::drop:
      if (tigers)
        return key ^ tiger(move.to()) ^ zobrist::tigers_in_hand[position.tigers_in_hand] ^
               zobrist::tigers_in_hand[position.tigers_in_hand - 1U];
      return key ^ man(move.to()) ^ zobrist::men_in_hand[position.men_in_hand] ^
             zobrist::men_in_hand[position.men_in_hand - 1U];
    case Move::Kind::leap:
      for (const auto taken : taken_by(game, move)) key ^= man(taken);
      return key ^ tiger(move.from()) ^ tiger(move.to());
    case Move::Kind::step:
      if (move.is_pass()) return key;
      return tigers ? key ^ tiger(move.from()) ^ tiger(move.to()) : key ^ man(move.from()) ^ man(move.to());
    case Move::Kind::opening:
      for (const auto removed : move.removed()) key ^= man(removed);
      if (move.relocates()) key ^= tiger(move.from()) ^ tiger(move.to());
      return key ^ zobrist::opening_stage;
  }
  return key;
}

Outcome outcome(const Game& game, const Position& position) noexcept {
  if (detail::threshold_reached(game, position)) return {Verdict::tigers, Reason::threshold};
  if (position.stage == Stage::opening || count_moves(game, position) > 0) return {};
  if (position.turn == Side::tigers) return {Verdict::men, Reason::immobilised};
  return {Verdict::tigers, Reason::stuck};
}

std::uint64_t perft(const Game& game, const Position& position, int depth) noexcept {
  if (depth == 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_moves(game, position));
  std::uint64_t nodes = 0;
  for_each_move(game, position,
                [&](Move move) { nodes += perft(game, play_unchecked(game, position, move), depth - 1); });
  return nodes;
}

}  // namespace rimau
