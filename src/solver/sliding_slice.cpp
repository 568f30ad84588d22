#include "solver/sliding_slice.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/text.hpp"
#include "solver/slice_passes.hpp"

namespace rimau::solver {
namespace {

constexpr std::uint64_t bit_of(int slot) noexcept { return std::uint64_t{1} << slot; }

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

CodeScale usual_scale(const Game& game) noexcept {
  constexpr CodeScale for_long_wins_of_men{230};
  return game.rules().tigers == 1 && game.rules().men_left_when_tigers_win() == 0 ? for_long_wins_of_men : CodeScale{};
}

void SlidingSlice::Pending::remove(std::uint32_t representative, Code code) noexcept {
  anywhere_[std::size_t{representative} * 256 + code] = 0;
  for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) in_chunk_[entry(representative, chunk, code)] = 0;
}

bool SlidingSlice::Pending::any(Code first, Code last) const noexcept {
  for (std::size_t begin = 0; begin < anywhere_.size(); begin += 256)
    for (std::size_t code = first; code <= last; ++code)
      if (anywhere_[begin + code] != 0) return true;
  return false;
}

SlidingSlice::SlidingSlice(const SliceSpace& space, int men, const MenToMove& lower, unsigned threads,
                           Partners* partners)
    : space_(&space),
      lower_(&lower),
      threads_(threads),
      partners_(partners),
      share_(space.share(men, partners)),
      men_sets_(men, share_.begin, share_.end),
      pending_tigers_(space.sets.representatives(), men_sets_.size()),
      pending_men_(space.sets.representatives(), men_sets_.size()) {}

Result<SlidingSlice> SlidingSlice::make(const SliceSpace& space, int men, const MenToMove& lower, unsigned threads,
                                        Partners* partners) {
  int degree = 0;
  for (const auto point : space.game->points()) degree = std::max(degree, space.game->steps(point).size());
  if (degree * men > space.scale.men_codes && space.game->board().edges() > space.scale.men_codes)
    return fail(ErrorKind::unsupported, "the board has too many edges for so many men");
  SlidingSlice slice(space, men, lower, threads, partners);
  for (auto* codes : {&slice.tigers_to_move_, &slice.men_to_move_}) {
    auto made = BigArray<Code>::make(slice.share_.size() * space.sets.representatives());
    if (!made) return std::unexpected(std::move(made).error());
    *codes = *std::move(made);
  }
  return slice;
}

Result<void> SlidingSlice::stopped_by_any(bool stop) const {
  if (partners_ != nullptr ? partners_->any(stop) : stop) return fail(ErrorKind::cancelled, "stopped");
  return {};
}

bool SlidingSlice::any_pending(const Pending& pending, Code first, Code last) const {
  const bool here = pending.any(first, last);
  return partners_ != nullptr ? partners_->any(here) : here;
}

Result<void> SlidingSlice::solve(const SliceProgress& progress) {
  const auto always = [](auto&& work) {
    return [work](std::uint32_t representative) {
      work(representative);
      return true;
    };
  };
  // 1. What is known without a step: the promises of captures, and how many steps the men have.
  auto done = enter_promises(progress);
  if (done) done = pass(progress, "men's steps", 0.1, always([this](std::uint32_t r) { count_steps(r); }));
  // 2. The two fixpoints. The tigers' comes first: what it leaves open, the men may win.
  if (done) done = find_tiger_wins(progress);
  if (done) done = pass(progress, "the tigers' wins found", 0.7, always([this](std::uint32_t r) { clear_counts(r); }));
  if (done) done = find_men_wins(progress);
  if (done) done = pass(progress, "the men's wins found", 1, always([this](std::uint32_t r) { clear_promises(r); }));
  return done;
}

void SlidingSlice::count_steps(std::uint32_t representative) {
  const auto& scale = space_->scale;
  const auto codes = men_codes(representative);
  const auto steps = men_steps(*space_->game, space_->sets.representative(representative));
  men_sets_.each([&](std::uint64_t place, std::uint64_t set) {
    int count = 0;
    each_bit(set, [&](int man) { count += std::popcount(steps[static_cast<std::size_t>(man)] & ~set); });
    // Men who cannot step pass: one way, to the same position with the tigers to move.
    codes[place] = count > 0                           ? static_cast<Code>(count)
                   : space_->game->rules().stuck_loses ? scale.tigers_win_code(0)
                                                       : Code{1};
    if (count == 0 && space_->game->rules().stuck_loses)
      pending_men_.add(representative, place, scale.tigers_win_code(0));
  });
}

Result<void> SlidingSlice::find_tiger_wins(const SliceProgress& progress) {
  const auto& scale = space_->scale;
  for (int round = 0;; ++round) {
    const auto doing = cat("tigers' wins, round ", round);
    const auto code = scale.tigers_win_code(round);
    const auto share = [&](double part) { return 0.2 + 0.5 * estimate(round + part); };
    // 1. The tigers' turn: a step into a win with the men to move, of this round.
    auto done =
        reaching_pass(progress, doing, share(0), &SlidingSlice::win_for_tigers, code, [&](std::uint32_t number) {
          if (!pending_men_.has(number, code)) return false;
          win_tigers(number, round);
          return true;
        });
    if (!done) return done;
    ++rounds_;
    if (any_pending(pending_tigers_, proposed, proposed)) return too_long(scale.tigers_rounds());
    if (!any_pending(pending_tigers_, code, proposed - 1)) return {};
    // 2. The men's turn: their last way out is closed.
    done = reaching_pass(progress, doing, share(0.5), &SlidingSlice::lose_way_out, scale.tigers_win_code(round + 1),
                         [&](std::uint32_t number) {
                           if (!pending_tigers_.has(number, code)) return false;
                           lose_men(number, round);
                           return true;
                         });
    if (!done) return done;
  }
}

template <SlidingSlice::Reached reached>
void SlidingSlice::reach_before(std::uint32_t representative, Code from, Code code) {
  const auto back = tiger_steps_back(*space_->game, space_->sets, representative);
  each_with(pending_men_, men_codes(representative), representative, from, [&](std::uint64_t, std::uint64_t set) {
    for (const auto& step : back)
      if (step.possible(set)) reach<reached>(step.to, space_->ranks(step.map(set)), code);
  });
}

// From the men's losses of a round to the tigers' wins of that round.
void SlidingSlice::win_tigers(std::uint32_t representative, int round) {
  const auto code = space_->scale.tigers_win_code(round);
  reach_before<&SlidingSlice::win_for_tigers>(representative, code, code);
}

void SlidingSlice::win_for_tigers(std::uint32_t representative, std::uint64_t place, Code code) {
  // Other threads may write here at once: the same code.
  const std::atomic_ref known(tiger_codes(representative)[place]);
  if (!betters(space_->scale, code, known.load(std::memory_order_relaxed))) return;
  known.store(code, std::memory_order_relaxed);
  pending_tigers_.add(representative, place, code);
}

// Calls act(rank) for every turn of the men into a position that has the code with the tigers to move: the rank of
// the position it is made in.
template <class Act>
void SlidingSlice::before_men_turn(std::uint32_t representative, Code code, Act&& act) const {
  const auto steps = men_steps(*space_->game, space_->sets.representative(representative));
  const bool passes = !space_->game->rules().stuck_loses;
  each_with(pending_tigers_, tiger_codes(representative), representative, code,
            [&](std::uint64_t place, std::uint64_t set) {
              bool stuck = true;
              each_bit(set, [&](int man) {
                const auto from = steps[static_cast<std::size_t>(man)] & ~set;
                stuck &= from == 0;
                each_bit(from, [&](int slot) { act(space_->ranks(set ^ bit_of(man) ^ bit_of(slot))); });
              });
              if (stuck && passes) act(share_.begin + place);
            });
}

// From the tigers' wins of a round to the men's losses of the next.
void SlidingSlice::lose_men(std::uint32_t representative, int round) {
  const auto next = space_->scale.tigers_win_code(round + 1);
  before_men_turn(representative, space_->scale.tigers_win_code(round),
                  [&](std::uint64_t rank) { reach<&SlidingSlice::lose_way_out>(representative, rank, next); });
}

void SlidingSlice::lose_way_out(std::uint32_t representative, std::uint64_t place, Code code) {
  auto& count = men_codes(representative)[place];
  if (--count != 0) return;
  count = code;
  pending_men_.add(representative, place, code);
}

void SlidingSlice::clear_counts(std::uint32_t representative) {
  const auto& scale = space_->scale;
  for (auto& code : men_codes(representative)) code = scale.tigers_win(code) ? code : draw_code;
}

Result<void> SlidingSlice::find_men_wins(const SliceProgress& progress) {
  const auto& scale = space_->scale;
  auto done = pass(progress, "immobile tigers", 0.7, [this](std::uint32_t representative) {
    enter_immobile(representative);
    return true;
  });
  for (int round = 0; done; ++round) {
    const auto doing = cat("men's wins, round ", round);
    const auto code = scale.men_win_code(round);
    const auto share = [&](double part) { return 0.7 + 0.3 * estimate(round + part); };
    // 1. The tigers' turn: first the positions that might be lost, then whether every move loses.
    if (round > 0) {
      done =
          reaching_pass(progress, doing, share(0), &SlidingSlice::propose, proposed, [&](std::uint32_t representative) {
            if (!pending_men_.has(representative, scale.men_win_code(round - 1))) return false;
            propose_losses(representative, round);
            return true;
          });
      if (done) done = settle_losses(progress, doing, round);
      if (!done) return done;
    }
    ++rounds_;
    if (!any_pending(pending_tigers_, code, scale.tigers_win_code(0) - 1)) return {};
    if (round + 1 == scale.men_rounds()) return too_long(scale.men_rounds());
    // 2. The men's turn: a step into such a position.
    done =
        reaching_pass(progress, doing, share(0.6), &SlidingSlice::win_for_men, code, [&](std::uint32_t representative) {
          if (!pending_tigers_.has(representative, code)) return false;
          win_men(representative, round);
          return true;
        });
  }
  return done;
}

// The tigers who have no move at all.
void SlidingSlice::enter_immobile(std::uint32_t representative) {
  const auto& scale = space_->scale;
  const auto codes = tiger_codes(representative);
  const auto exits = tiger_exits(*space_->game, space_->sets.representative(representative));
  const int others = men_sets_.men() - std::popcount(exits);
  if (others < 0) return;
  const auto rest = PointSet::first_points(space_->slots) - PointSet(exits);
  const auto among_rest = SlotsMap::onto(rest);
  const auto rank = [&](PointSet places) { return space_->ranks(exits | among_rest(places.bits())); };
  // The ranks grow with those of the others' places: the first that is held here is found by bisection.
  std::uint64_t first = 0;
  const auto count = binomial(rest.size(), others);
  for (auto end = count; first < end;) {
    const auto middle = std::midpoint(first, end);
    if (rank(unrank(middle, others)) < share_.begin) first = middle + 1;
    else end = middle;
  }
  if (first == count) return;
  auto places = unrank(first, others);
  for (auto i = first; i < count; ++i) {
    const auto at = rank(places);
    if (at >= share_.end) return;
    auto& code = codes[at - share_.begin];
    if (code == draw_code) {  // no capture either
      code = scale.men_win_code(0);
      pending_tigers_.add(representative, at - share_.begin, code);
    }
    if (others > 0) places = next_of_same_size(places);
  }
}

// From the men's wins of the round before to the positions from which the tigers might be forced there.
void SlidingSlice::propose_losses(std::uint32_t representative, int round) {
  reach_before<&SlidingSlice::propose>(representative, space_->scale.men_win_code(round - 1), proposed);
}

void SlidingSlice::propose(std::uint32_t representative, std::uint64_t place, Code code) {
  const std::atomic_ref known(tiger_codes(representative)[place]);
  if (known.load(std::memory_order_relaxed) != draw_code) return;
  known.store(code, std::memory_order_relaxed);
  pending_tigers_.add(representative, place, code);
}

Result<void> SlidingSlice::settle_losses(const SliceProgress& progress, const std::string& doing, int round) {
  const auto& scale = space_->scale;
  const auto done = 0.7 + 0.3 * estimate(round + 0.3);
  const auto settle = [&](std::uint32_t representative) {
    if (partners_ != nullptr) partners_->listen();
    if (!pending_tigers_.has(representative, proposed) &&
        !pending_tigers_.has(representative, scale.men_win_code(round)))
      return false;
    settle_losses(representative, round);
    return true;
  };
  if (partners_ == nullptr) return pass(progress, doing, done, settle);
  partners_->begin(binomial(space_->slots, men_sets_.men()), space_->sets.representatives(),
                   {.asked = [&](std::uint32_t representative,
                                 std::uint64_t place) { return !scale.men_win(men_codes(representative)[place]); },
                    .refuted = [&](std::uint32_t representative,
                                   std::uint64_t place) { tiger_codes(representative)[place] = draw_code; }});
  const bool stop = !over_representatives(progress, doing, done, settle);
  partners_->end();
  if (auto going_on = stopped_by_any(stop); !going_on) return going_on;
  return pass(progress, doing, done, [&](std::uint32_t representative) {
    if (!pending_tigers_.has(representative, proposed)) return false;
    confirm_losses(representative, round);
    return true;
  });
}

// Decides on what was proposed, and on the captures whose promise is due. A promise that does not come
// true binds no more: later rounds are long enough for it. What others have to be asked about stays as it is unless
// they refute it.
void SlidingSlice::settle_losses(std::uint32_t representative, int round) {
  const auto& scale = space_->scale;
  const auto codes = tiger_codes(representative);
  const auto steps = tiger_steps(*space_->game, space_->sets, representative);
  const auto code = scale.men_win_code(round);
  std::vector<std::pair<std::uint32_t, std::uint64_t>> elsewhere;  // representative and rank
  const auto lost_here = [&](std::uint64_t set) {
    elsewhere.clear();
    return std::ranges::all_of(steps, [&](const SetMove& step) {
      if (!step.possible(set)) return true;
      const auto rank = space_->ranks(step.map(set));
      if (share_.holds(rank)) return scale.men_win(men_codes(step.to)[rank - share_.begin]);
      elsewhere.emplace_back(step.to, rank);
      return true;
    });
  };
  const auto settle = [&](std::uint64_t place, std::uint64_t set) {
    if (!lost_here(set)) {
      codes[place] = draw_code;
    } else if (elsewhere.empty()) {
      codes[place] = code;
      pending_tigers_.add(representative, place, code);
    } else {
      for (const auto& [to, rank] : elsewhere) partners_->ask(to, rank, representative, place);
    }
  };
  if (pending_tigers_.has(representative, code)) each_with(pending_tigers_, codes, representative, code, settle);
  if (pending_tigers_.has(representative, proposed))
    each_with(pending_tigers_, codes, representative, proposed, settle);
  if (partners_ == nullptr) pending_tigers_.remove(representative, proposed);
}

// What was proposed and nobody has refuted.
void SlidingSlice::confirm_losses(std::uint32_t representative, int round) {
  const auto codes = tiger_codes(representative);
  const auto code = space_->scale.men_win_code(round);
  each_with(pending_tigers_, codes, representative, proposed, [&](std::uint64_t place, std::uint64_t) {
    codes[place] = code;
    pending_tigers_.add(representative, place, code);
  });
  pending_tigers_.remove(representative, proposed);
}

// From the tigers' losses of a round to the men's wins of that round.
void SlidingSlice::win_men(std::uint32_t representative, int round) {
  const auto code = space_->scale.men_win_code(round);
  before_men_turn(representative, code,
                  [&](std::uint64_t rank) { reach<&SlidingSlice::win_for_men>(representative, rank, code); });
}

void SlidingSlice::win_for_men(std::uint32_t representative, std::uint64_t place, Code code) {
  auto& known = men_codes(representative)[place];
  if (known != draw_code) return;
  known = code;
  pending_men_.add(representative, place, code);
}

void SlidingSlice::clear_promises(std::uint32_t representative) {
  for (auto& code : tiger_codes(representative)) code = code == held ? draw_code : code;
}

void derive_men_to_move(const SliceSpace& space, int men, std::span<const Code> tigers_to_move,
                        std::span<Code> men_to_move, unsigned threads) {
  const auto& scale = space.scale;
  const MenSets men_sets(space.slots, men);
  parallel_for(space.sets.representatives(), threads, [&](std::size_t representative, unsigned) {
    const auto from = tigers_to_move.subspan(representative * men_sets.size(), men_sets.size());
    const auto to = men_to_move.subspan(representative * men_sets.size(), men_sets.size());
    const auto steps = men_steps(*space.game, space.sets.representative(static_cast<std::uint32_t>(representative)));
    men_sets.each([&](std::uint64_t rank, std::uint64_t set) {
      std::optional<Code> best;
      each_bit(set, [&](int man) {
        each_bit(steps[static_cast<std::size_t>(man)] & ~set, [&](int slot) {
          const auto code = from[space.ranks(set ^ bit_of(man) ^ bit_of(slot))];
          if (!best || worth_to_men(scale, code) > worth_to_men(scale, *best)) best = code;
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
