// Retrograde analysis of one slice of the sliding phase: so many men on the board, none in hand.
//
// Captures lead to slices with fewer men, solved before; steps stay within the slice, so it is a
// fixpoint. Round k finds exactly the positions whose code is of round k: the codes that captures
// promise are entered first, each to be looked at when its round comes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solver/memory.hpp"
#include "solver/set_moves.hpp"
#include "tablebase/writer.hpp"

namespace rimau::solver {

using tablebase::Code;
using tablebase::SliceCount;

// What the slices of one game and number of tigers share. Immutable; may be shared by threads.
struct SliceSpace {
  SliceSpace(const Game& played, int most_men, tablebase::CodeScale code_scale)
      : game(&played),
        scale(code_scale),
        sets(played, played.rules().tigers),
        slots(played.board().size() - played.rules().tigers),
        ranks(most_men) {}

  // Entries of a slice with one side to move: positions after symmetry of the tigers' sets.
  [[nodiscard]] std::uint64_t entries(int men) const noexcept { return binomial(slots, men) * sets.representatives(); }
  // Whether so many men, hand included, are few enough for the tigers to have won.
  [[nodiscard]] bool decided(int men) const noexcept { return men <= game->rules().men_left_when_tigers_win(); }

  const Game* game;
  tablebase::CodeScale scale;
  TigerSets sets;
  int slots;
  MenRanks ranks;
};

// The men-to-move codes of slices by men on the board, each by representative and rank; empty arrays
// for slices that are decided. A code with the men to move is that of a win one ply further away from
// the men's, one ply nearer to the tigers': the men's code of round k is a win in 2k + 1 plies, the tigers' one in 2k.
using MenToMove = std::vector<BigArray<Code>>;

// Told about once a pass: what is being done, how much of it, and the positions treated in the pass.
using SliceProgress = std::function<bool(const std::string& doing, double done, std::uint64_t positions)>;

class SlidingSlice {
 public:
  // `lower` holds the slices of fewer men; it and the space must outlive the slice. The slice must not
  // be decided. Fails as `limit` when the system refuses the memory.
  [[nodiscard]] static Result<SlidingSlice> make(const SliceSpace& space, int men, const MenToMove& lower,
                                                 unsigned threads);

  // Fails as `cancelled`, or as `unsupported` when a win takes more rounds than a code can hold.
  [[nodiscard]] Result<void> solve(const SliceProgress& progress);

  [[nodiscard]] const BigArray<Code>& tigers_to_move() const noexcept { return tigers_to_move_; }
  // Gives the codes with the men to move away.
  [[nodiscard]] BigArray<Code> take_men_to_move() noexcept { return std::move(men_to_move_); }
  [[nodiscard]] int rounds() const noexcept { return rounds_; }

 private:
  SlidingSlice(const SliceSpace& space, int men, const MenToMove& lower, unsigned threads);

  // The codes that each representative has, so that it is only searched for those.
  class Pending {
   public:
    explicit Pending(std::size_t representatives) : seen_(representatives * 256) {}
    void add(std::uint32_t representative, Code code) noexcept;  // from any thread
    void remove(std::uint32_t representative, Code code) noexcept;
    [[nodiscard]] bool has(std::uint32_t representative, Code code) const noexcept;
    // Whether any representative has a code in [first, last].
    [[nodiscard]] bool any(Code first, Code last) const noexcept;

   private:
    std::vector<std::uint8_t> seen_;
  };

  [[nodiscard]] std::span<Code> tiger_codes(std::uint32_t representative) const noexcept {
    return tigers_to_move_.slice(representative * men_sets_.size(), men_sets_.size());
  }
  [[nodiscard]] std::span<Code> men_codes(std::uint32_t representative) const noexcept {
    return men_to_move_.slice(representative * men_sets_.size(), men_sets_.size());
  }

  template <class Body>
  [[nodiscard]] Result<void> pass(const SliceProgress& progress, const std::string& doing, double done, Body&& body);

  void enter_captures(std::uint32_t representative);
  void count_steps(std::uint32_t representative);
  [[nodiscard]] Result<void> find_tiger_wins(const SliceProgress& progress);
  void lose_men(std::uint32_t representative, int round);
  void win_tigers(std::uint32_t representative, int round);
  void clear_counts(std::uint32_t representative);
  [[nodiscard]] Result<void> find_men_wins(const SliceProgress& progress);
  void enter_immobile(std::uint32_t representative);
  void propose_losses(std::uint32_t representative, int round);
  void settle_losses(std::uint32_t representative, int round);
  void win_men(std::uint32_t representative, int round);
  void clear_promises(std::uint32_t representative);

  const SliceSpace* space_;
  const MenToMove* lower_;
  unsigned threads_;
  MenSets men_sets_;
  BigArray<Code> tigers_to_move_;
  BigArray<Code> men_to_move_;
  Pending pending_tigers_;  // of tigers_to_move_
  Pending pending_men_;
  int rounds_ = 0;
};

// The codes with the men to move out of those with the tigers to move, both of all representatives.
void derive_men_to_move(const SliceSpace& space, int men, std::span<const Code> tigers_to_move,
                        std::span<Code> men_to_move, unsigned threads);

}  // namespace rimau::solver
