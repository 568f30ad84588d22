// The search below the root: the value of one move, to a depth, within a window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/budget.hpp"
#include "search/evaluation.hpp"
#include "search/guide.hpp"
#include "search/handicap.hpp"
#include "search/ordering.hpp"
#include "search/path.hpp"
#include "search/scores.hpp"
#include "search/transposition.hpp"

namespace rimau {

// Which positions below the root are worth asking the tables about.
enum class Asks : std::uint8_t { nothing, without_hands, all };

// Principal-variation alpha-beta for one search and one thread. What the searcher learns (killers,
// history) stays for all iterations; the transposition table may be shared.
class Tree {
 public:
  // Keeps the references. `guide` may be null: no tables.
  Tree(const Play& play, int contempt, const Handicap& handicap, Budget& budget, TranspositionTable& table,
       Guide* guide, const Networks& networks);

  // Before the first search: what to ask the tables.
  void ask(Asks asks) noexcept;
  // A new iteration of so many plies.
  void begin(int iteration) noexcept { iteration_ = iteration; }

  // The value, for the side to move at `ply` in `position` (the end of the path), of one of its moves, with
  // `depth` plies left after it. The first move (index 0) is searched with the full window, the others are
  // only shown to be no better, late quiet ones at less depth, and again when that fails. Means nothing once
  // the budget is used up.
  int child_value(const Position& position, Move move, int depth, int ply, int alpha, int beta, std::size_t index);

  // The moves expected from `ply` on, after a call that raised alpha there.
  [[nodiscard]] const std::vector<Move>& line(int ply) const noexcept { return lines_[static_cast<std::size_t>(ply)]; }
  void forget_line(int ply) noexcept { lines_[static_cast<std::size_t>(ply)].clear(); }
  // Says that `move` and what is expected after it is the line from `ply` on.
  void keep_line(Move move, int ply);

  [[nodiscard]] Path& path() noexcept { return path_; }
  // What an open position seems worth to the side to move.
  [[nodiscard]] int estimate(const Position& position) const noexcept {
    return evaluator_.evaluate(position) + handicap_.misjudgement(position);
  }

 private:
  int value(const Position& position, int depth, int ply, int alpha, int beta);
  int search_moves(const Position& position, Key key, Move remembered, int depth, int ply, int alpha, int beta);
  void list(const Position& position, Move remembered, int ply);
  int quiesce(const Position& position, Key key, int ply, int alpha, int beta);
  int quiesce_leaps(const Position& position, Key key, int ply, int alpha, int beta);
  [[nodiscard]] int estimate(const Position& position, Key key) noexcept;
  [[nodiscard]] bool traps_at_once(const Position& position) const;
  [[nodiscard]] PointSet open_steps(const Position& position) const noexcept;
  void expect(const Position& position, Move move, int depth) const noexcept;
  [[nodiscard]] int best_hope(const Position& position, int depth, int alpha) noexcept;
  [[nodiscard]] std::optional<int> table_score(const Position& position, Key key, int ply);

  [[nodiscard]] int drawn(Side turn) const noexcept { return turn == mover_ ? -contempt_ : contempt_; }
  [[nodiscard]] bool usable(const Memory& memory, int depth, int score, int alpha, int beta) const noexcept;
  int settled(int score) noexcept { return rests_on_ = rests_on_nothing, score; }
  [[nodiscard]] Key salt() const noexcept;

  const Game& game_;
  const Side mover_;  // at the root
  const int contempt_;
  const Handicap handicap_;
  Budget& budget_;
  TranspositionTable& table_;
  Guide* const guide_;
  const Evaluator evaluator_;
  Asks asks_ = Asks::nothing;
  Key salt_ = 0;
  int iteration_ = 0;
  int rests_on_ = rests_on_nothing;  // what the value returned last rests on, see path.hpp
  Path path_;
  Ordering ordering_;
  std::vector<std::vector<Candidate>> candidates_;  // by ply
  std::vector<std::uint64_t> estimates_;            // by the key's high bits: the key, its last 16 bits an estimate
  std::vector<std::vector<Move>> lines_;            // by ply
};

}  // namespace rimau
