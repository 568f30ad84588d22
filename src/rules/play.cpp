#include "rules/play.hpp"

#include <utility>

namespace rimau {

Play::Play(std::shared_ptr<const Game> game, const Position& start)
    : game_(std::move(game)), positions_{start}, quiet_{0}, outcome_(rimau::outcome(*game_, start)) {}

int Play::occurrences() const noexcept {
  // A position with another hand or other men cannot recur, so only the quiet plies need a look.
  const auto& now = positions_.back();
  int count = 1;
  for (int back = 2; back <= quiet_.back(); back += 2)
    count += same_position(positions_[positions_.size() - 1 - static_cast<std::size_t>(back)], now) ? 1 : 0;
  return count;
}

Result<void> Play::play(Move move) {
  if (outcome_.over() && !rimau::outcome(*game_, position()).over())
    return fail(ErrorKind::illegal, "the game is over: " + std::string(name(outcome_.reason)));
  auto next = rimau::play(*game_, position(), move);
  if (!next) return std::unexpected(std::move(next).error());
  const bool quiet = move.kind() == Move::Kind::step;
  positions_.push_back(*next);
  quiet_.push_back(quiet ? quiet_.back() + 1 : 0);
  moves_.push_back(move);
  outcome_ = judge();
  return {};
}

bool Play::undo() {
  if (declared_) {
    declared_ = false;
  } else {
    if (moves_.empty()) return false;
    positions_.pop_back();
    quiet_.pop_back();
    moves_.pop_back();
  }
  outcome_ = judge();
  return true;
}

bool Play::declare(Outcome outcome) {
  if (outcome_.over()) return false;
  outcome_ = outcome;
  declared_ = true;
  return true;
}

Outcome Play::judge() const noexcept {
  const auto by_rule = rimau::outcome(*game_, position());
  if (by_rule.over()) return by_rule;
  const auto& rules = game_->rules();
  if (rules.repetition > 0 && occurrences() >= rules.repetition) return {Verdict::draw, Reason::repetition};
  if (rules.quiet > 0 && quiet_.back() >= rules.quiet) return {Verdict::draw, Reason::quiet};
  return {};
}

}  // namespace rimau
