// The sentences that tell a person why a move cannot be made.
#include <algorithm>

#include "base/text.hpp"
#include "rules/moves.hpp"

namespace rimau {
namespace {

// Explains one illegal move; each member returns the sentence, or nothing if it finds no fault.
class Explanation {
 public:
  Explanation(const Game& game, const Position& position, Move move)
      : game_(game), position_(position), move_(move), tigers_to_move_(position.turn == Side::tigers) {}

  [[nodiscard]] std::string text() const {
    if (const auto outcome = rimau::outcome(game_, position_); outcome.over())
      return cat("the game is over: ", outcome.verdict == Verdict::men   ? "the tigers are immobilised"
                                       : outcome.reason == Reason::stuck ? "the men cannot step"
                                                                         : "the tigers have captured enough men");
    if (position_.stage == Stage::opening) return opening();
    if (move_.kind() == Move::Kind::opening) return "the opening turn has been made already";
    if (move_.is_pass()) return "a side may pass only when it has men but no step with them";
    const int hand = tigers_to_move_ ? position_.tigers_in_hand : position_.men_in_hand;
    if (move_.kind() == Move::Kind::drop) return drop(hand);
    if (hand > 0) return cat("the ", side(), " have ", hand, " in hand and must drop one");
    return move_.kind() == Move::Kind::leap ? leap() : step();
  }

 private:
  [[nodiscard]] std::string_view side() const { return name(position_.turn); }
  [[nodiscard]] std::string_view name_of(Point point) const { return game_.board().name(point); }
  [[nodiscard]] std::string_view at(Point point) const {
    return position_.tigers.contains(point) ? "a tiger" : position_.men.contains(point) ? "a man" : "nothing";
  }

  [[nodiscard]] std::string opening() const {
    const auto& rules = game_.rules();
    if (move_.kind() != Move::Kind::opening)
      return cat("the tigers' opening turn comes first: it removes ", rules.removals, " men");
    const auto removed = move_.removed();
    if (removed.size() != rules.removals)
      return cat("the opening turn removes ", rules.removals, " men, not ", removed.size());
    for (const auto point : removed)
      if (!position_.men.contains(point)) return cat("there is no man on ", name_of(point), " to remove");
    if (!rules.relocates) return "this game's opening turn does not move a tiger";
    if (!position_.tigers.contains(move_.from())) return cat("there is no tiger on ", name_of(move_.from()));
    return cat(name_of(move_.to()), " holds ", at(move_.to()), "; a tiger moves to an empty point");
  }

  [[nodiscard]] std::string drop(int hand) const {
    if (hand == 0) return cat("no ", side(), " in hand");
    return cat(name_of(move_.to()), " holds ", at(move_.to()), "; a drop needs an empty point");
  }

  // What is wrong with the moving piece or the point it goes to, the same for steps and leaps.
  [[nodiscard]] std::string ends() const {
    const auto own = tigers_to_move_ ? position_.tigers : position_.men;
    if (!own.contains(move_.from()))
      return cat("it is the ", side(), "' turn and ", name_of(move_.from()), " holds ", at(move_.from()));
    if (position_.occupied().contains(move_.to())) return cat(name_of(move_.to()), " holds ", at(move_.to()));
    return {};
  }

  [[nodiscard]] std::string step() const {
    if (auto fault = ends(); !fault.empty()) return fault;
    return cat("no edge joins ", name_of(move_.from()), " and ", name_of(move_.to()));
  }

  [[nodiscard]] std::string leap() const {
    if (!tigers_to_move_) return "men never leap";
    if (auto fault = ends(); !fault.empty()) return fault;
    for (const auto& ray : game_.board().rays(move_.from())) {
      const auto landing = std::ranges::find(ray, move_.to());
      if (landing != ray.end()) return run({ray.begin(), landing});
    }
    return cat("no line runs from ", name_of(move_.from()), " to ", name_of(move_.to()));
  }

  [[nodiscard]] std::string run(const Board::Line& over) const {
    if (over.empty()) return cat(name_of(move_.to()), " is one step away; there is nothing to leap over");
    for (const auto point : over)
      if (!position_.men.contains(point))
        return cat("a leap is over men only, and ", name_of(point), " holds ", at(point));
    if (game_.rules().capture == Capture::single) return cat("a leap takes one man here, not ", over.size());
    return cat("a run of ", over.size(), " men is even; only odd runs can be leapt");
  }

  const Game& game_;
  const Position& position_;
  Move move_;
  bool tigers_to_move_;
};

}  // namespace

std::string why_illegal(const Game& game, const Position& position, Move move) {
  if (is_legal(game, position, move)) return {};
  return Explanation(game, position, move).text();
}

}  // namespace rimau
