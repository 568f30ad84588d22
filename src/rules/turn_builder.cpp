#include "rules/turn_builder.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace rimau {

TurnBuilder::TurnBuilder(const Game& game, const Position& position) : game_(&game), position_(position) {
  if (opening()) return;
  legal_moves(game, position, moves_);
  if (const auto pieces = movers(); pieces.size() == 1) first_.selected = pieces.first();
  now_ = first_;
}

PointSet TurnBuilder::own() const noexcept { return position_.turn == Side::tigers ? position_.tigers : position_.men; }

// The pieces that have a step or a leap.
PointSet TurnBuilder::movers() const {
  PointSet pieces;
  for (const auto move : moves_)
    if (move.kind() != Move::Kind::drop && !move.is_pass()) pieces |= move.from();
  return pieces;
}

PointSet TurnBuilder::targets_of(Point piece) const {
  PointSet targets;
  for (const auto move : moves_)
    if (move.kind() != Move::Kind::drop && !move.is_pass() && move.from() == piece) targets |= move.to();
  return targets;
}

PointSet TurnBuilder::targets() const {
  if (!now_.selected) return {};
  if (!opening()) return targets_of(*now_.selected);
  // Any point that is empty once the marked men are gone and the tiger is lifted from where it stood;
  // putting it back there means not to relocate it.
  const auto others = tigers() - PointSet(*now_.selected);
  PointSet empty = game_->points() - (position_.men - now_.marked) - others - PointSet(*now_.selected);
  if (now_.relocation && now_.relocation->to != *now_.selected) empty -= now_.relocation->from;
  return empty;
}

int TurnBuilder::left_to_mark() const noexcept { return opening() ? game_->rules().removals - now_.marked.size() : 0; }

PointSet TurnBuilder::tigers() const noexcept {
  auto tigers = position_.tigers;
  if (now_.relocation) {
    tigers -= now_.relocation->from;
    tigers |= now_.relocation->to;
  }
  return tigers;
}

PointSet TurnBuilder::choices() const {
  if (!opening()) {
    PointSet points = movers() | targets();
    for (const auto move : moves_)
      if (move.kind() == Move::Kind::drop) points |= move.to();
    if (now_.selected && now_.selected == first_.selected) points -= *now_.selected;
    return points;
  }
  PointSet points = left_to_mark() > 0 ? position_.men : now_.marked;
  if (game_->rules().relocates) points |= tigers();
  return points | targets();
}

bool TurnBuilder::ready() const noexcept {
  if (opening()) return left_to_mark() == 0;
  return moves_.size() == 1 && moves_.front().is_pass();
}

std::optional<Move> TurnBuilder::confirm() {
  if (!ready()) return std::nullopt;
  if (!opening()) return Move::pass();
  const auto move = now_.relocation ? Move::opening(now_.marked, now_.relocation->from, now_.relocation->to)
                                    : Move::opening(now_.marked);
  clear();
  return move;
}

// The legal move that a click on the point completes.
std::optional<Move> TurnBuilder::move_to(Point point) const {
  for (const auto move : moves_) {
    if (move.is_pass() || move.to() != point) continue;
    if (move.kind() == Move::Kind::drop || (now_.selected && move.from() == *now_.selected)) return move;
  }
  return std::nullopt;
}

std::optional<Move> TurnBuilder::click(Point point) {
  if (!choices().contains(point)) return std::nullopt;
  if (const auto move = move_to(point)) {
    clear();
    return move;
  }
  before_.push_back(now_);
  if (opening()) {
    click_in_opening(point);
  } else if (now_.selected == point) {
    now_.selected = first_.selected;
  } else {
    now_.selected = point;
  }
  return std::nullopt;
}

void TurnBuilder::click_in_opening(Point point) {
  if (now_.selected == point) {
    now_.selected.reset();
  } else if (tigers().contains(point)) {
    now_.selected = point;
  } else if (targets().contains(point)) {
    // Where the tiger stood before the turn began: only one tiger may be relocated, so moving another
    // one puts the first back.
    const bool moved = now_.relocation && now_.relocation->to == *now_.selected;
    const Point from = moved ? now_.relocation->from : *now_.selected;
    now_.relocation.reset();
    if (from != point) now_.relocation = Relocation{from, point};
    now_.selected.reset();
  } else if (now_.marked.contains(point)) {
    now_.marked -= point;
  } else {
    now_.marked |= point;
  }
}

bool TurnBuilder::cancel() {
  if (before_.empty()) return false;
  now_ = before_.back();
  before_.pop_back();
  return true;
}

void TurnBuilder::clear() {
  now_ = first_;
  before_.clear();
}

std::string TurnBuilder::why_not(Point point) const {
  if (choices().contains(point)) return {};
  if (opening()) return why_not_in_opening(point);
  if (now_.selected == point) return cat(game_->board().name(point), " is the only piece that can move");
  if (ready()) return "no man can step: the men must pass";
  if (moves_.empty() || moves_.front().kind() == Move::Kind::drop)
    return why_illegal(*game_, position_, Move::drop(point));
  if (own().contains(point)) return cat("the piece on ", game_->board().name(point), " cannot move");
  if (!now_.selected)
    return cat("choose one of the ", name(position_.turn), " first; ", game_->board().name(point), " holds ",
               position_.occupied().contains(point) ? cat("one of the ", name(opponent(position_.turn))) : "nothing");
  return why_no_target(point);
}

// Of all that is wrong with going there, the nearest fault: as a leap when a line with something between
// leads there, else as a step.
std::string TurnBuilder::why_no_target(Point point) const {
  for (const auto& ray : game_->board().rays(*now_.selected)) {
    const auto at = std::ranges::find(ray, point);
    if (at != ray.end() && at != ray.begin() && position_.turn == Side::tigers)
      return why_illegal(*game_, position_, Move::leap(*now_.selected, point));
  }
  return why_illegal(*game_, position_, Move::step(*now_.selected, point));
}

std::string TurnBuilder::why_not_in_opening(Point point) const {
  const auto name = game_->board().name(point);
  if (position_.men.contains(point) && !now_.marked.contains(point))
    return cat("all ", game_->rules().removals, " men are chosen already; take one back first");
  if (!game_->rules().relocates) return cat("there is no man on ", name, " to remove");
  if (now_.selected) return cat("only one tiger may be moved: if this one is, the other goes back to ", name);
  return cat("there is no man on ", name, " to remove; to move a tiger there, choose the tiger first");
}

}  // namespace rimau
