#include "solver/sliding_slice.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "base/threads.hpp"

namespace rimau::solver {
namespace {

using tablebase::CodeScale;
using tablebase::draw_code;

// While a slice is being solved, a code with the tigers to move can also be one of these, of rounds
// that are never reached: the last round is refused.
constexpr Code held = 255;  // a capture saves the tigers: no win of the men, yet perhaps one of theirs
constexpr Code proposed = tablebase::last_code;  // perhaps a win of the men: a step leads to one
// And one of a win in captures stands there before it is certain: a promise.
//
// With the men to move a code below the tigers' counts, at first, the steps that are not known to lose.

constexpr std::uint64_t bit_of(int slot) noexcept { return std::uint64_t{1} << slot; }

// The code that a capture into a position with the men to move promises.
constexpr Code promise(const CodeScale& scale, Code men_to_move) noexcept {
  if (scale.tigers_win(men_to_move)) return men_to_move;
  return scale.men_win(men_to_move) ? static_cast<Code>(men_to_move + 1) : held;
}

// The better promise for the tigers; draw_code stands for none.
constexpr Code better_promise(const CodeScale& scale, Code a, Code b) noexcept {
  if (a == draw_code || b == draw_code) return a == draw_code ? b : a;
  if (scale.men_win(a) && scale.men_win(b)) return std::max(a, b);
  if (scale.men_win(a) || scale.men_win(b)) return scale.men_win(a) ? b : a;
  return std::min(a, b);
}

// Whether a win of the tigers with this code is news to a position.
constexpr bool betters(const CodeScale& scale, Code code, Code known) noexcept {
  return !scale.tigers_win(known) || known > code;
}

std::unexpected<Error> too_long(int rounds) {
  return fail(ErrorKind::unsupported,
              cat("a win takes more than ", 2 * (rounds - 1), " plies; distances that long cannot be kept"));
}

// The share of a fixpoint done after so many rounds, as far as one can tell.
double estimate(double round) { return 1 - std::exp(-round / 30); }

}  // namespace

void SlidingSlice::Pending::remove(std::uint32_t representative, Code code) noexcept {
  anywhere_[std::size_t{representative} * 256 + code] = 0;
  for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) in_chunk_[place(representative, chunk, code)] = 0;
}

bool SlidingSlice::Pending::any(Code first, Code last) const noexcept {
  for (std::size_t begin = 0; begin < anywhere_.size(); begin += 256)
    for (std::size_t code = first; code <= last; ++code)
      if (anywhere_[begin + code] != 0) return true;
  return false;
}

SlidingSlice::SlidingSlice(const SliceSpace& space, int men, const MenToMove& lower, unsigned threads)
    : space_(&space),
      lower_(&lower),
      threads_(threads),
      men_sets_(space.slots, men),
      pending_tigers_(space.sets.representatives(), men_sets_.size()),
      pending_men_(space.sets.representatives(), men_sets_.size()) {}

Result<SlidingSlice> SlidingSlice::make(const SliceSpace& space, int men, const MenToMove& lower, unsigned threads) {
  int degree = 0;
  for (const auto point : space.game->points()) degree = std::max(degree, space.game->steps(point).size());
  if (degree * men > space.scale.men_codes && space.game->board().edges() > space.scale.men_codes)
    return fail(ErrorKind::unsupported, "the board has too many edges for so many men");
  SlidingSlice slice(space, men, lower, threads);
  for (auto* codes : {&slice.tigers_to_move_, &slice.men_to_move_}) {
    auto made = BigArray<Code>::make(space.entries(men));
    if (!made) return std::unexpected(std::move(made).error());
    *codes = *std::move(made);
  }
  return slice;
}

// Runs body(representative), which tells whether there was anything to do, for all of them on all
// threads; between two of them nothing is shared but what body says.
template <class Body>
Result<void> SlidingSlice::pass(const SliceProgress& progress, const std::string& doing, double done, Body&& body) {
  std::atomic<std::uint64_t> treated{0};
  std::atomic<bool> stop{false};
  parallel_for(space_->sets.representatives(), threads_, [&](std::size_t number, unsigned worker) {
    if (stop.load(std::memory_order_relaxed)) return;
    const auto representative = static_cast<std::uint32_t>(number);
    if (body(representative))
      treated += men_sets_.size() * static_cast<std::uint64_t>(space_->sets.orbit(representative));
    if (worker == 0 && progress && !progress(doing, done, treated.exchange(0))) stop = true;
  });
  if (progress && !stop && !progress(doing, done, treated)) stop = true;
  if (stop) return fail(ErrorKind::cancelled, "stopped");
  return {};
}

Result<void> SlidingSlice::solve(const SliceProgress& progress) {
  const auto always = [](auto&& work) {
    return [work](std::uint32_t representative) {
      work(representative);
      return true;
    };
  };
  // 1. What is known without a step: the promises of captures, and how many steps the men have.
  auto done = pass(progress, "captures", 0, always([this](std::uint32_t r) { enter_captures(r); }));
  if (done) done = pass(progress, "men's steps", 0.1, always([this](std::uint32_t r) { count_steps(r); }));
  // 2. The two fixpoints. The tigers' comes first: what it leaves open, the men may win.
  if (done) done = find_tiger_wins(progress);
  if (done) done = pass(progress, "the tigers' wins found", 0.7, always([this](std::uint32_t r) { clear_counts(r); }));
  if (done) done = find_men_wins(progress);
  if (done) done = pass(progress, "the men's wins found", 1, always([this](std::uint32_t r) { clear_promises(r); }));
  return done;
}

void SlidingSlice::enter_captures(std::uint32_t representative) {
  const auto& scale = space_->scale;
  const auto codes = tiger_codes(representative);
  const auto all = PointSet::first_points(space_->slots);
  for (const auto& leap : tiger_leaps(*space_->game, space_->sets, representative)) {
    const int taken = std::popcount(leap.over);
    if (taken > men_sets_.men()) continue;
    const int left = men_sets_.men() - taken;
    const auto left_sets = binomial(space_->slots, left);
    const auto& below = (*lower_)[static_cast<std::size_t>(left)];
    // Every set of men with which the leap is possible: the men leapt over and some of the others.
    const auto others = all - PointSet(leap.over | leap.landing);
    const auto count = binomial(others.size(), left);
    auto places = PointSet::first_points(left);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto men = expand(places.bits(), others).bits();
      auto& code = codes[space_->ranks(men | leap.over)];
      const auto after = space_->decided(left) ? scale.tigers_win_code(0)
                                               : below.data()[leap.to * left_sets + space_->ranks(leap.map(men))];
      code = better_promise(scale, code, promise(scale, after));
      if (left > 0) places = next_of_same_size(places);
    }
  }
  for (std::uint64_t rank = 0; rank < codes.size(); ++rank)
    if (codes[rank] != draw_code) pending_tigers_.add(representative, rank, codes[rank]);
}

void SlidingSlice::count_steps(std::uint32_t representative) {
  const auto& scale = space_->scale;
  const auto codes = men_codes(representative);
  const auto steps = men_steps(*space_->game, space_->sets.representative(representative));
  men_sets_.each([&](std::uint64_t rank, std::uint64_t set) {
    int count = 0;
    each_bit(set, [&](int man) { count += std::popcount(steps[static_cast<std::size_t>(man)] & ~set); });
    // Men who cannot step pass: one way, to the same position with the tigers to move.
    codes[rank] = count > 0                           ? static_cast<Code>(count)
                  : space_->game->rules().stuck_loses ? scale.tigers_win_code(0)
                                                      : Code{1};
    if (count == 0 && space_->game->rules().stuck_loses)
      pending_men_.add(representative, rank, scale.tigers_win_code(0));
  });
}

Result<void> SlidingSlice::find_tiger_wins(const SliceProgress& progress) {
  const auto& scale = space_->scale;
  for (int round = 0;; ++round) {
    const auto doing = cat("tigers' wins, round ", round);
    // 1. The tigers' turn: a step into a win with the men to move, of this round.
    auto done = pass(progress, doing, 0.2 + 0.5 * estimate(round), [&](std::uint32_t representative) {
      if (!pending_men_.has(representative, scale.tigers_win_code(round))) return false;
      win_tigers(representative, round);
      return true;
    });
    if (!done) return done;
    ++rounds_;
    if (pending_tigers_.any(proposed, proposed)) return too_long(scale.tigers_rounds());
    if (!pending_tigers_.any(scale.tigers_win_code(round), proposed - 1)) return {};
    // 2. The men's turn: their last way out is closed.
    done = pass(progress, doing, 0.2 + 0.5 * estimate(round + 0.5), [&](std::uint32_t representative) {
      if (!pending_tigers_.has(representative, scale.tigers_win_code(round))) return false;
      lose_men(representative, round);
      return true;
    });
    if (!done) return done;
  }
}

// From the men's losses of a round to the tigers' wins of that round.
void SlidingSlice::win_tigers(std::uint32_t representative, int round) {
  const auto& scale = space_->scale;
  const auto code = scale.tigers_win_code(round);
  const auto back = tiger_steps_back(*space_->game, space_->sets, representative);
  each_with(pending_men_, men_codes(representative), representative, code, [&](std::uint64_t, std::uint64_t set) {
    for (const auto& step : back) {
      if (!step.possible(set)) continue;
      const auto rank = space_->ranks(step.map(set));
      // Other threads may write here at once: the same code.
      const std::atomic_ref known(tiger_codes(step.to)[rank]);
      if (!betters(scale, code, known.load(std::memory_order_relaxed))) continue;
      known.store(code, std::memory_order_relaxed);
      pending_tigers_.add(step.to, rank, code);
    }
  });
}

// Calls act(rank) for every turn of the men into a position that has the code with the tigers to move: the rank of
// the position it is made in.
template <class Act>
void SlidingSlice::before_men_turn(std::uint32_t representative, Code code, Act&& act) const {
  const auto steps = men_steps(*space_->game, space_->sets.representative(representative));
  const bool passes = !space_->game->rules().stuck_loses;
  each_with(pending_tigers_, tiger_codes(representative), representative, code,
            [&](std::uint64_t rank, std::uint64_t set) {
              bool stuck = true;
              each_bit(set, [&](int man) {
                const auto from = steps[static_cast<std::size_t>(man)] & ~set;
                stuck &= from == 0;
                each_bit(from, [&](int slot) { act(space_->ranks(set ^ bit_of(man) ^ bit_of(slot))); });
              });
              if (stuck && passes) act(rank);
            });
}

// From the tigers' wins of a round to the men's losses of the next.
void SlidingSlice::lose_men(std::uint32_t representative, int round) {
  const auto& scale = space_->scale;
  const auto next = scale.tigers_win_code(round + 1);
  const auto codes = men_codes(representative);
  before_men_turn(representative, scale.tigers_win_code(round), [&](std::uint64_t rank) {
    if (--codes[rank] != 0) return;
    codes[rank] = next;
    pending_men_.add(representative, rank, next);
  });
}

void SlidingSlice::clear_counts(std::uint32_t representative) {
  const auto& scale = space_->scale;
  for (auto& code : men_codes(representative)) code = scale.tigers_win(code) ? code : draw_code;
}

Result<void> SlidingSlice::find_men_wins(const SliceProgress& progress) {
  const auto& scale = space_->scale;
  for (int round = 0;; ++round) {
    const auto doing = cat("men's wins, round ", round);
    const auto code = scale.men_win_code(round);
    const auto share = [&](double part) { return 0.7 + 0.3 * estimate(round + part); };
    // 1. The tigers' turn: first the positions that might be lost, then whether every move loses.
    auto done = pass(progress, doing, share(0), [&](std::uint32_t representative) {
      if (round == 0) return enter_immobile(representative), true;
      if (!pending_men_.has(representative, scale.men_win_code(round - 1))) return false;
      propose_losses(representative, round);
      return true;
    });
    if (!done) return done;
    if (round > 0)
      done = pass(progress, doing, share(0.3), [&](std::uint32_t representative) {
        if (!pending_tigers_.has(representative, proposed) && !pending_tigers_.has(representative, code)) return false;
        settle_losses(representative, round);
        return true;
      });
    if (!done) return done;
    ++rounds_;
    if (!pending_tigers_.any(code, scale.tigers_win_code(0) - 1)) return {};
    if (round + 1 == scale.men_rounds()) return too_long(scale.men_rounds());
    // 2. The men's turn: a step into such a position.
    done = pass(progress, doing, share(0.6), [&](std::uint32_t representative) {
      if (!pending_tigers_.has(representative, code)) return false;
      win_men(representative, round);
      return true;
    });
    if (!done) return done;
  }
}

// The tigers who have no move at all.
void SlidingSlice::enter_immobile(std::uint32_t representative) {
  const auto& scale = space_->scale;
  const auto codes = tiger_codes(representative);
  const auto exits = tiger_exits(*space_->game, space_->sets.representative(representative));
  const int others = men_sets_.men() - std::popcount(exits);
  if (others < 0) return;
  const auto rest = PointSet::first_points(space_->slots) - PointSet(exits);
  const auto count = binomial(rest.size(), others);
  auto places = PointSet::first_points(others);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto rank = space_->ranks(exits | expand(places.bits(), rest).bits());
    if (codes[rank] == draw_code) {  // no capture either
      codes[rank] = scale.men_win_code(0);
      pending_tigers_.add(representative, rank, codes[rank]);
    }
    if (others > 0) places = next_of_same_size(places);
  }
}

// From the men's wins of the round before to the positions from which the tigers might be forced there.
void SlidingSlice::propose_losses(std::uint32_t representative, int round) {
  const auto& scale = space_->scale;
  const auto back = tiger_steps_back(*space_->game, space_->sets, representative);
  const auto code = scale.men_win_code(round - 1);
  each_with(pending_men_, men_codes(representative), representative, code, [&](std::uint64_t, std::uint64_t set) {
    for (const auto& step : back) {
      if (!step.possible(set)) continue;
      const auto rank = space_->ranks(step.map(set));
      const std::atomic_ref known(tiger_codes(step.to)[rank]);
      if (known.load(std::memory_order_relaxed) != draw_code) continue;
      known.store(proposed, std::memory_order_relaxed);
      pending_tigers_.add(step.to, rank, proposed);
    }
  });
}

// Decides on what was proposed, and on the captures whose promise is due. A promise that does not come
// true binds no more: later rounds are long enough for it.
void SlidingSlice::settle_losses(std::uint32_t representative, int round) {
  const auto& scale = space_->scale;
  const auto codes = tiger_codes(representative);
  const auto steps = tiger_steps(*space_->game, space_->sets, representative);
  const auto code = scale.men_win_code(round);
  const auto settle = [&](std::uint64_t rank, std::uint64_t set) {
    const bool lost = std::ranges::all_of(steps, [&](const SetMove& step) {
      return !step.possible(set) || scale.men_win(men_codes(step.to)[space_->ranks(step.map(set))]);
    });
    codes[rank] = lost ? code : draw_code;
    if (lost) pending_tigers_.add(representative, rank, code);
  };
  if (pending_tigers_.has(representative, code)) each_with(pending_tigers_, codes, representative, code, settle);
  if (pending_tigers_.has(representative, proposed))
    each_with(pending_tigers_, codes, representative, proposed, settle);
  pending_tigers_.remove(representative, proposed);
}

// From the tigers' losses of a round to the men's wins of that round.
void SlidingSlice::win_men(std::uint32_t representative, int round) {
  const auto code = space_->scale.men_win_code(round);
  const auto codes = men_codes(representative);
  before_men_turn(representative, code, [&](std::uint64_t rank) {
    if (codes[rank] != draw_code) return;
    codes[rank] = code;
    pending_men_.add(representative, rank, code);
  });
}

void SlidingSlice::clear_promises(std::uint32_t representative) {
  for (auto& code : tiger_codes(representative)) code = code == held ? draw_code : code;
}

void derive_men_to_move(const SliceSpace& space, int men, std::span<const Code> tigers_to_move,
                        std::span<Code> men_to_move, unsigned threads) {
  const auto& scale = space.scale;
  const MenSets men_sets(space.slots, men);
  // The order of the men's preference: quick wins, slow wins, draws, slow losses, quick losses.
  const auto worth = [&scale](Code code) {
    return scale.men_win(code) ? 512 - code : scale.tigers_win(code) ? int{code} : 256;
  };
  parallel_for(space.sets.representatives(), threads, [&](std::size_t representative, unsigned) {
    const auto from = tigers_to_move.subspan(representative * men_sets.size(), men_sets.size());
    const auto to = men_to_move.subspan(representative * men_sets.size(), men_sets.size());
    const auto steps = men_steps(*space.game, space.sets.representative(static_cast<std::uint32_t>(representative)));
    men_sets.each([&](std::uint64_t rank, std::uint64_t set) {
      std::optional<Code> best;
      each_bit(set, [&](int man) {
        each_bit(steps[static_cast<std::size_t>(man)] & ~set, [&](int slot) {
          const auto code = from[space.ranks(set ^ bit_of(man) ^ bit_of(slot))];
          if (!best || worth(code) > worth(*best)) best = code;
        });
      });
      if (!best && space.game->rules().stuck_loses) {
        to[rank] = scale.tigers_win_code(0);
        return;
      }
      if (!best) best = from[rank];
      to[rank] = scale.tigers_win(*best) ? static_cast<Code>(*best + 1) : *best;
    });
  });
}

}  // namespace rimau::solver
