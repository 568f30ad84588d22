#include "rules/play.hpp"

#include <utility>

namespace rimau {

Play::Play(std::shared_ptr<const Game> game, const Position& start) : game_(std::move(game)) {
  push(start, 0);
  outcome_ = rimau::outcome(*game_, start);
}

void Play::push(const Position& position, int quiet) {
  Entry entry{.key = key(position), .quiet = quiet};
  const auto index = static_cast<std::int32_t>(positions_.size());
  const auto [newest, is_new] = newest_.try_emplace(entry.key, index);
  if (!is_new) entry.before = std::exchange(newest->second, index);
  // Two positions may share a key by chance; the chain is followed to the last one that is the same.
  for (auto at = entry.before; at != none; at = history_[static_cast<std::size_t>(at)].before) {
    if (!same_position(positions_[static_cast<std::size_t>(at)], position)) continue;
    entry.occurrences = history_[static_cast<std::size_t>(at)].occurrences + 1;
    break;
  }
  positions_.push_back(position);
  history_.push_back(entry);
}

void Play::pop() {
  const auto& entry = history_.back();
  if (entry.before == none) newest_.erase(entry.key);
  else newest_[entry.key] = entry.before;
  history_.pop_back();
  positions_.pop_back();
}

Result<void> Play::play(Move move) {
  if (outcome_.over() && !rimau::outcome(*game_, position()).over())
    return fail(ErrorKind::illegal, "the game is over: " + std::string(name(outcome_.reason)));
  auto next = rimau::play(*game_, position(), move);
  if (!next) return std::unexpected(std::move(next).error());
  const bool quiet = move.kind() == Move::Kind::step;
  push(*next, quiet ? quiet_plies() + 1 : 0);
  moves_.push_back(move);
  outcome_ = judge();
  return {};
}

bool Play::undo() {
  if (declared_) {
    declared_ = false;
  } else {
    if (moves_.empty()) return false;
    pop();
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
  if (rules.quiet > 0 && quiet_plies() >= rules.quiet) return {Verdict::draw, Reason::quiet};
  return {};
}

}  // namespace rimau
