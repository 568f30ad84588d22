// One turn made point by point, as a person points at a board. Every view makes its turns here, so
// that none needs to know the rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/moves.hpp"

namespace rimau {

// A drop is one click; a step or leap is a click on the piece and one on its target; an opening turn is
// made of clicks on men (each marks or unmarks one) and, if the game lets a tiger move, on a tiger and on
// the point it goes to, in any order and changed as often as wanted, and then confirmed.
//
// Whatever is clicked, the turn under way is a part of some legal turn: never more men marked than the
// rules remove, none twice, one tiger relocated at most, and a move that comes out is legal. The game must
// outlive the builder. One thread at a time.
class TurnBuilder {
 public:
  TurnBuilder(const Game& game, const Position& position);

  // Chooses a point. Answers the move when that completes the turn; the builder is then as at its start.
  // Otherwise the choice is kept; a point outside choices() changes nothing (see why_not).
  std::optional<Move> click(Point point);
  // Takes back the last click that changed something; false if there is none.
  bool cancel();
  // Takes back all of them.
  void clear();

  // The turn needs only confirm(): an opening turn with all its removals, or a pass, which is the only
  // move there is.
  [[nodiscard]] bool ready() const noexcept;
  // The turn, if it is ready; the builder is then as at its start.
  std::optional<Move> confirm();

  // The points a click may choose now; none when the game is over or the side must pass.
  [[nodiscard]] PointSet choices() const;
  // Why a click on the point would do nothing, as a sentence for people; empty when it would do something.
  [[nodiscard]] std::string why_not(Point point) const;

  // The piece chosen to move. When just one piece of the side can move, it is chosen from the start
  // (but not in an opening turn, which may leave the tiger).
  [[nodiscard]] std::optional<Point> selected() const noexcept { return now_.selected; }
  // Where it may go.
  [[nodiscard]] PointSet targets() const;
  // The men marked for removal in an opening turn, and how many are still to be marked.
  [[nodiscard]] PointSet marked() const noexcept { return now_.marked; }
  [[nodiscard]] int left_to_mark() const noexcept;
  // The tiger relocated in an opening turn: where it came from and where it is to stand.
  struct Relocation {
    Point from;
    Point to;
    bool operator==(const Relocation&) const = default;
  };
  [[nodiscard]] const std::optional<Relocation>& relocation() const noexcept { return now_.relocation; }
  // The tigers as the turn under way has put them.
  [[nodiscard]] PointSet tigers() const noexcept;

  // Whether anything has been clicked that cancel() would take back.
  [[nodiscard]] bool begun() const noexcept { return !before_.empty(); }
  [[nodiscard]] const Position& position() const noexcept { return position_; }

 private:
  struct State {
    std::optional<Point> selected;
    PointSet marked;
    std::optional<Relocation> relocation;
  };

  [[nodiscard]] bool opening() const noexcept { return position_.stage == Stage::opening; }
  [[nodiscard]] PointSet own() const noexcept;
  [[nodiscard]] PointSet movers() const;
  [[nodiscard]] PointSet targets_of(Point piece) const;
  [[nodiscard]] std::optional<Move> move_to(Point point) const;
  void click_in_opening(Point point);
  [[nodiscard]] std::string why_not_in_opening(Point point) const;
  [[nodiscard]] std::string why_no_target(Point point) const;

  const Game* game_;
  Position position_;
  std::vector<Move> moves_;  // the legal ones; left empty in an opening turn, which has thousands
  State first_;
  State now_;
  std::vector<State> before_;
};

}  // namespace rimau
