// Retrograde analysis over whole occupancy tables: every number of men on the board at once.
//
// The idea. For one set of tigers "the men win here" is a Boolean function of the men's occupancy
// (occupancy.hpp). The men's turn is an OR over their steps, the tigers' turn an AND over theirs, and
// the round of the fixpoint in which a position is first found is its distance. By De Morgan one pair
// of operators, "some move leads into X", serves both sides and both kinds of win.
//
// The sliding phase is one fixpoint for the men's wins and one for the tigers'. A level with h men in
// hand then takes one pass from the level with h - 1: the men drop, so play never returns to it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/big_array.hpp"
#include "solver/progress.hpp"
#include "solver/tiger_moves.hpp"
#include "tablebase/writer.hpp"

namespace rimau::solver {

using tablebase::Code;
using tablebase::SliceCount;

class DenseSolver {
 public:
  // Whether the occupancies of the game's men can be numbered by whole tables at all: at most 24 points
  // are left to the men.
  [[nodiscard]] static bool possible(const Game& game);
  // The bytes that solving takes at its peak, of a game for which it is possible.
  [[nodiscard]] static std::uint64_t memory_needed(const Game& game);

  // Fails as `limit` when the memory is refused.
  [[nodiscard]] static Result<DenseSolver> make(const Game& game, unsigned threads, Progress progress);

  [[nodiscard]] const TigerSets& sets() const noexcept { return sets_; }
  [[nodiscard]] const Numbering& numbering() const noexcept { return numbering_; }
  [[nodiscard]] int slots() const noexcept { return slots_; }

  // Where the sliding phase stands between two rounds of its fixpoints.
  struct Mark {
    Side winner = Side::men;  // whose wins are being found: the men's first
    int round = 0;            // the next one
    tablebase::CodeScale scale = {};
  };
  // Called after each round; the state is then all in codes().
  using Save = std::function<Result<void>(Mark)>;

  // Solves the sliding phase, from the start or from where restore() left it. Fails as `cancelled`, or as `unsupported`
  // when a win takes more rounds than a code can hold. After it, codes() answers for the sliding phase and level() is
  // 0.
  [[nodiscard]] Result<void> solve_sliding(const Save& save);
  // Takes up the state that codes() were filled with when `mark` was saved.
  [[nodiscard]] Result<void> restore(Mark mark);
  // How codes() are to be read.
  [[nodiscard]] tablebase::CodeScale scale() const noexcept { return scale_; }
  // The codes of a representative's positions with the tigers to move, by occupancy; only until the
  // first call of next_level(), which frees them. Tigers' wins in slices that leave out leaps are
  // as_leap_code where a leap wins as soon as any move.
  [[nodiscard]] std::span<Code> codes(std::uint32_t representative) const noexcept;

  // Goes to the level with one more man in hand.
  [[nodiscard]] Result<void> next_level();
  // Sets the level's values from elsewhere (a finished file) instead of computing them: between the two
  // calls wins() with the tigers to move are filled in. Positions worth what their best leap is are marked
  // in left_out(); finish_loading() finds what they are worth.
  [[nodiscard]] Result<void> begin_loading(int level);
  [[nodiscard]] Table left_out(std::uint32_t representative) const noexcept {
    return wins(Side::men, Side::men, representative);  // not in use until the next level
  }
  [[nodiscard]] Result<void> finish_loading();
  [[nodiscard]] int level() const noexcept { return level_; }

  // The bits of a representative's positions at this level that each side wins, by occupancy and side
  // to move. With the men to move only after next_level().
  [[nodiscard]] Table wins(Side winner, Side to_move, std::uint32_t representative) const noexcept;

  // Sets in `marks` the representative's positions that a slice may leave out, and that are worth what
  // their best leap is: the draws, and, if asked for, the tigers' wins. For values: of distances,
  // codes() tells more. scratch is as long as a table.
  enum class Values : std::uint8_t { draws, draws_and_wins };
  void mark_as_leaps(std::uint32_t representative, Values values, Table marks, Table scratch) const;

  // Counts of this level's slices, by men on the board.
  [[nodiscard]] std::vector<SliceCount> counts() const;

  // Rounds of the two fixpoints together.
  [[nodiscard]] int rounds() const noexcept { return rounds_; }
  // Positions treated so far, each once a pass, before symmetry.
  [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }

 private:
  DenseSolver(const Game& game, unsigned threads, Progress progress);

  using Bits = BigArray<Word>;
  [[nodiscard]] Table table(const Bits& bits, std::uint32_t representative) const noexcept {
    return bits.slice(std::size_t{representative} * words_, words_);
  }

  [[nodiscard]] Result<void> find_stuck();
  [[nodiscard]] Result<void> fixpoint(Side winner, int first_round, const Save& save);
  void begin_fixpoint(Side winner);
  [[nodiscard]] Result<void> make_room(Side winner, int round);
  struct Scratch;
  [[nodiscard]] bool grow_tigers_to_move(Side winner, std::uint32_t representative, const std::vector<bool>* changed,
                                         Scratch& scratch);
  [[nodiscard]] bool grow_men_to_move(Side winner, std::uint32_t representative, Scratch& scratch);
  void drop_men(std::uint32_t representative, Scratch& scratch);
  void record(std::uint32_t representative, ConstTable found, Code code);
  void set_masks();
  enum class Kind : std::uint8_t { leap, step };
  void add_tigers_turn(Kind kind, Table out, const Bits& to, bool complement, std::uint32_t representative,
                       const std::vector<bool>* changed, Table scratch) const;
  template <class Body>
  [[nodiscard]] Result<void> over_representatives(std::string_view phase, double begin, double end, Body&& work);

  const Game* game_;
  unsigned threads_;
  Progress progress_;
  TigerSets sets_;
  Numbering numbering_;
  int slots_;
  std::size_t words_;
  int level_ = 0;

  // By representative. [0] of a pair: the men's wins, [1]: the tigers'.
  std::array<Bits, 2> tigers_to_move_;
  std::array<Bits, 2> men_to_move_;
  BigArray<Code> codes_;
  std::vector<std::vector<MoveTo>> moves_;         // of the tigers, by representative
  std::vector<std::vector<std::uint32_t>> stuck_;  // occupancies in which the men cannot step

  // Shared by all representatives, of this level.
  std::vector<Word> open_;      // undecided by the threshold and possible in the game
  std::vector<Word> decided_;   // won by the tigers' threshold
  std::vector<Word> left_out_;  // of the open ones, those in slices that may leave out leaps
  bool leaves_out_ = false;     // whether there are any
  Mark mark_;
  tablebase::CodeScale scale_;
  int rounds_ = 0;
  std::uint64_t positions_ = 0;
};

}  // namespace rimau::solver
