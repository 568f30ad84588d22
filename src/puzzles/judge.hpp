// Whether a position is a puzzle: one move keeps its value, all others throw it away.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "puzzles/prover.hpp"
#include "tablebase/tables.hpp"

namespace rimau::puzzles {

enum class Goal : std::uint8_t {
  win,
  draw,  // all other moves lose
  hold,  // all other moves lose, and this one at least not soon; whether it draws is not known
};
[[nodiscard]] constexpr std::string_view name(Goal goal) noexcept {
  return goal == Goal::win ? "win" : goal == Goal::draw ? "draw" : "hold";
}

struct Task {
  Goal goal = Goal::win;  // of the side to move
  // Of a win: plies to the end when both sides do their best. Else: plies in which the other side wins
  // against the wrong move that holds out longest.
  int depth = 0;
  // The solver's only move, the reply that holds out longest, the solver's only move, and so on as long as
  // the solver has only one and no position comes back; ends with a move of the solver.
  std::vector<Move> solution;
};

// Bounds on the puzzles that are looked for.
struct Taste {
  int min_depth = 3;      // plies; shorter ones are seen at a glance
  int max_depth = 15;     // plies
  int min_choices = 3;    // legal moves
  int longest_line = 15;  // plies of a solution
};

// One thread at a time.
class Judge {
 public:
  virtual ~Judge() = default;
  // Nothing for a position that is no puzzle, or of which that is not known.
  [[nodiscard]] virtual std::optional<Task> task(const Position& position) = 0;
};

// By tables, which must outlive the judge.
[[nodiscard]] std::unique_ptr<Judge> table_judge(std::shared_ptr<const Game> game, const tablebase::Tables& tables,
                                                 Taste taste);

// By exhaustive search. A move counts as losing the win when it does not win within search_margin plies more
// than the best, and as holding when the other side does not win within taste.max_depth + search_margin.
inline constexpr int search_margin = 2;
[[nodiscard]] std::unique_ptr<Judge> search_judge(std::shared_ptr<const Game> game, Taste taste,
                                                  std::uint64_t most_nodes);

}  // namespace rimau::puzzles
