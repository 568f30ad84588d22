// Exact values of positions with few men, solved in memory when they are asked for: no files, one thread. What the web
// page knows without a server's tables.
#pragma once

#include "solver/progress.hpp"
#include "solver/sliding_slice.hpp"
#include "tablebase/tables.hpp"

namespace rimau::solver {

// Holds what it has solved of one game, and solves more when more is asked for. Values and distances are those of the
// tables that solve() makes. One thread at a time.
class FewMen {
 public:
  // The game must outlive it.
  explicit FewMen(const Game& game);

  // Whether values of the position can be had here, memory and time allowing: the opening is over, all tigers are on
  // the board, and there are at most most_men men on board and in hand.
  static constexpr int most_men = 12;
  [[nodiscard]] bool possible(const Position& position) const noexcept;

  // The bytes held at the peak of solving what the position's value rests on, what is solved already included. The
  // position must be a possible one, here and below.
  [[nodiscard]] std::uint64_t memory_needed(const Position& position) const;
  // Whether nothing is missing.
  [[nodiscard]] bool solved(const Position& position) const noexcept;

  // Solves what is missing. Fails as `cancelled` when progress says so, as `limit` when memory is refused, or as
  // `unsupported` when a win takes longer than a code can say; slices that are finished stay.
  [[nodiscard]] Result<void> solve(const Position& position, const Progress& progress);

  // The value without regard to history (repetition and quiet plies); as of a table there is no distance where men are
  // in hand. Fails as `unknown` when it is not solved.
  [[nodiscard]] Result<tablebase::Value> value(const Position& position) const;
  // Every legal move with the value of the position it leads to, the mover's best first. Fails as value() does.
  [[nodiscard]] Result<std::vector<tablebase::Probe::MoveValue>> moves(const Position& position) const;

 private:
  // The slices with so many men in hand, by men on the board; arrays are empty for what is decided.
  struct LevelCodes {
    std::vector<BigArray<Code>> tigers_to_move;
    MenToMove men_to_move;
    [[nodiscard]] int slices() const noexcept { return static_cast<int>(tigers_to_move.size()); }
  };
  class Run;

  [[nodiscard]] int slices_solved(int men_in_hand) const noexcept;
  // Calls visit(men in hand, men on the board) for each slice that is missing, in the order of solving.
  template <class Visit>
  void each_missing(const Position& position, Visit&& visit) const;
  [[nodiscard]] Result<tablebase::Value> looked_up(const Position& position) const;

  const Game* game_;
  SliceSpace space_;
  std::vector<LevelCodes> levels_;  // by men in hand
};

}  // namespace rimau::solver
