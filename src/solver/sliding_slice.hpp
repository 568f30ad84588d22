// Retrograde analysis of one slice of the sliding phase: so many men on the board, none in hand.
//
// Captures lead to slices with fewer men, solved before; steps stay within the slice, so it is a
// fixpoint. Round k finds exactly the positions whose code is of round k: the codes that captures
// promise are entered first, each to be looked at when its round comes.
//
// A slice may be shared out among several processes (partners.hpp), each holding a range of the men sets of every
// representative. What a position implies for another is then told to its holder; all else is the same.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/big_array.hpp"
#include "solver/partners.hpp"
#include "solver/set_moves.hpp"
#include "tablebase/writer.hpp"

namespace rimau::solver {

using tablebase::Code;
using tablebase::SliceCount;

// How distances are best coded: where one tiger is to take every man, it hardly ever wins, and the men may need very
// long.
[[nodiscard]] tablebase::CodeScale usual_scale(const Game& game) noexcept;

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
  // What this process holds of a slice; all of it without partners.
  [[nodiscard]] Share share(int men, const Partners* partners) const {
    const auto men_sets = binomial(slots, men);
    return partners != nullptr ? partners->share(men_sets) : Share{0, men_sets};
  }
  // Whether so many men, hand included, are few enough for the tigers to have won.
  [[nodiscard]] bool decided(int men) const noexcept { return men <= game->rules().men_left_when_tigers_win(); }

  const Game* game;
  tablebase::CodeScale scale;
  TigerSets sets;
  int slots;
  MenRanks ranks;
};

// The men-to-move codes of slices by men on the board, each by representative and rank (place in the share);
// empty arrays for slices that are decided. A code with the men to move is that of a win one ply further away from
// the men's, one ply nearer to the tigers': the men's code of round k is a win in 2k + 1 plies, the tigers' one in 2k.
using MenToMove = std::vector<BigArray<Code>>;

// Told about once a pass: what is being done, how much of it, and the positions treated in the pass.
using SliceProgress = std::function<bool(const std::string& doing, double done, std::uint64_t positions)>;

class SlidingSlice {
 public:
  // `lower` holds the slices of fewer men; it and the space must outlive the slice. The slice must not
  // be decided. With partners there is one thread, all of them make the same slice, and `lower` holds their
  // shares; they must outlive it. Fails as `limit` when the system refuses the memory.
  [[nodiscard]] static Result<SlidingSlice> make(const SliceSpace& space, int men, const MenToMove& lower,
                                                 unsigned threads, Partners* partners = nullptr);

  // The bytes it needs besides its codes and sets of men, without partners.
  [[nodiscard]] static std::uint64_t working_bytes(const SliceSpace& space, int men) noexcept {
    return 2 * Pending::bytes(space.sets.representatives(), binomial(space.slots, men));
  }

  // Fails as `cancelled`, or as `unsupported` when a win takes more rounds than a code can hold; with
  // partners all fail alike, and it is enough that one cancels.
  [[nodiscard]] Result<void> solve(const SliceProgress& progress);

  [[nodiscard]] const BigArray<Code>& tigers_to_move() const noexcept { return tigers_to_move_; }
  // Gives the codes away.
  [[nodiscard]] BigArray<Code> take_tigers_to_move() noexcept { return std::move(tigers_to_move_); }
  [[nodiscard]] BigArray<Code> take_men_to_move() noexcept { return std::move(men_to_move_); }
  [[nodiscard]] int rounds() const noexcept { return rounds_; }

 private:
  SlidingSlice(const SliceSpace& space, int men, const MenToMove& lower, unsigned threads, Partners* partners);

  // Which codes occur in each chunk of each representative's sets, so that a round only looks where there is
  // something to find. May say too much, never too little.
  class Pending {
   public:
    static constexpr std::uint64_t chunk_sets = std::uint64_t{1} << 15;  // a multiple of MenSets' blocks

    Pending(std::size_t representatives, std::uint64_t sets)
        : chunks_((sets + chunk_sets - 1) / chunk_sets),
          anywhere_(representatives * 256),
          in_chunk_(representatives * chunks_ * 256) {}
    [[nodiscard]] static std::uint64_t bytes(std::uint64_t representatives, std::uint64_t sets) noexcept {
      return representatives * 256 * (1 + (sets + chunk_sets - 1) / chunk_sets);
    }
    // From any thread.
    void add(std::uint32_t representative, std::uint64_t place, Code code) noexcept {
      mark(in_chunk_[entry(representative, place / chunk_sets, code)]);
      mark(anywhere_[std::size_t{representative} * 256 + code]);
    }
    void remove(std::uint32_t representative, Code code) noexcept;
    [[nodiscard]] bool has(std::uint32_t representative, Code code) const noexcept {
      return anywhere_[std::size_t{representative} * 256 + code] != 0;
    }
    [[nodiscard]] bool has(std::uint32_t representative, std::uint64_t place, Code code) const noexcept {
      return in_chunk_[entry(representative, place / chunk_sets, code)] != 0;
    }
    // Whether any representative has a code in [first, last].
    [[nodiscard]] bool any(Code first, Code last) const noexcept;

   private:
    [[nodiscard]] std::size_t entry(std::uint32_t representative, std::uint64_t chunk, Code code) const noexcept {
      return (representative * chunks_ + chunk) * 256 + code;
    }
    static void mark(std::uint8_t& seen) noexcept {
      const std::atomic_ref flag(seen);
      if (flag.load(std::memory_order_relaxed) == 0) flag.store(1, std::memory_order_relaxed);
    }

    std::uint64_t chunks_;
    std::vector<std::uint8_t> anywhere_;
    std::vector<std::uint8_t> in_chunk_;
  };

  [[nodiscard]] std::span<Code> tiger_codes(std::uint32_t representative) const noexcept {
    return tigers_to_move_.slice(representative * men_sets_.size(), men_sets_.size());
  }
  [[nodiscard]] std::span<Code> men_codes(std::uint32_t representative) const noexcept {
    return men_to_move_.slice(representative * men_sets_.size(), men_sets_.size());
  }

  // visit(place, set) for the representative's sets that have the code.
  template <class Visit>
  void each_with(const Pending& pending, std::span<const Code> codes, std::uint32_t representative, Code code,
                 Visit&& visit) const {
    men_sets_.each_with(
        codes, code, [&](std::uint64_t place) { return pending.has(representative, place, code); }, visit);
  }

  // What follows for a position, by representative and place.
  using Reached = void (SlidingSlice::*)(std::uint32_t representative, std::uint64_t place, Code code);
  // The same for one that others may hold.
  template <Reached reached>
  void reach(std::uint32_t representative, std::uint64_t rank, Code code) {
    if (share_.holds(rank)) (this->*reached)(representative, rank - share_.begin, code);
    else partners_->tell(representative, rank, code);
  }
  // The same, with this code, for all from which a step of the tigers leads to a turn of the men found with `from`.
  template <Reached reached>
  void reach_before(std::uint32_t representative, Code from, Code code);

  // A pass in which positions are only looked at here, and one from which others are reached, with one code only if
  // it is given.
  template <class Body>
  [[nodiscard]] Result<void> pass(const SliceProgress& progress, const std::string& doing, double done, Body&& body);
  template <class Body>
  [[nodiscard]] Result<void> reaching_pass(const SliceProgress& progress, const std::string& doing, double done,
                                           Reached reached, std::optional<Code> only, Body&& body);
  template <class Body>
  [[nodiscard]] bool over_representatives(const SliceProgress& progress, const std::string& doing, double done,
                                          Body&& body);
  [[nodiscard]] Result<void> stopped_by_any(bool stop) const;
  [[nodiscard]] bool any_pending(const Pending& pending, Code first, Code last) const;

  [[nodiscard]] Result<void> enter_promises(const SliceProgress& progress);
  void enter_captures(std::uint32_t representative);
  [[nodiscard]] Result<void> share_captures(const SliceProgress& progress);
  void enter_decided_captures(std::uint32_t representative);
  void promise(std::uint32_t representative, std::uint64_t place, Code after);
  void note_promises(std::uint32_t representative);
  void count_steps(std::uint32_t representative);
  [[nodiscard]] Result<void> find_tiger_wins(const SliceProgress& progress);
  template <class Act>
  void before_men_turn(std::uint32_t representative, Code code, Act&& act) const;
  void lose_men(std::uint32_t representative, int round);
  void lose_way_out(std::uint32_t representative, std::uint64_t place, Code code);
  void win_tigers(std::uint32_t representative, int round);
  void win_for_tigers(std::uint32_t representative, std::uint64_t place, Code code);
  void clear_counts(std::uint32_t representative);
  [[nodiscard]] Result<void> find_men_wins(const SliceProgress& progress);
  void enter_immobile(std::uint32_t representative);
  void propose_losses(std::uint32_t representative, int round);
  void propose(std::uint32_t representative, std::uint64_t place, Code code);
  [[nodiscard]] Result<void> settle_losses(const SliceProgress& progress, const std::string& doing, int round);
  void settle_losses(std::uint32_t representative, int round);
  void confirm_losses(std::uint32_t representative, int round);
  void win_men(std::uint32_t representative, int round);
  void win_for_men(std::uint32_t representative, std::uint64_t place, Code code);
  void clear_promises(std::uint32_t representative);

  const SliceSpace* space_;
  const MenToMove* lower_;
  unsigned threads_;
  Partners* partners_;  // null: the whole slice is here
  Share share_;
  MenSets men_sets_;  // of the share
  BigArray<Code> tigers_to_move_;
  BigArray<Code> men_to_move_;
  Pending pending_tigers_;  // of tigers_to_move_
  Pending pending_men_;
  int rounds_ = 0;
};

// The order of the men's preference: quick wins, slow wins, draws, slow losses, quick losses.
[[nodiscard]] constexpr int worth_to_men(const tablebase::CodeScale& scale, Code code) noexcept {
  return scale.men_win(code) ? 512 - code : scale.tigers_win(code) ? int{code} : 256;
}

// The codes with the men to move out of those with the tigers to move, both of all representatives.
void derive_men_to_move(const SliceSpace& space, int men, std::span<const Code> tigers_to_move,
                        std::span<Code> men_to_move, unsigned threads);

}  // namespace rimau::solver
