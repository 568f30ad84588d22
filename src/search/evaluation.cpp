#include "search/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "search/scores.hpp"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace rimau {
namespace {

// Most runs that can be leapt in one position: each has an edge from a man to a point without at either end, and these
// edges are no others'; of 64 points no more than 32 times 32 edges join men and others.
constexpr std::size_t max_open_runs = 512;

// Patterns can be very sure, but an estimate is not a win.
constexpr int most_sure = 20'000;
static_assert(most_sure < table_win);

// Runs are looked at by eights: `men` and `whole` are columns of the same length, a multiple of eight. A run is there
// when of its whole points the men occupy just those that are its men's.
//
// Each loop is written twice, for processors that compare eight sets at once and for others; neither has a branch that
// depends on the position, since such branches are guessed wrongly half of the time.
using Column = std::span<const std::uint64_t>;

#ifdef __AVX512F__

// What has been found so far, in parts.
using Sets = __m512i;

__m512i load(const std::uint64_t* eight) noexcept { return _mm512_loadu_si512(eight); }
__m512i spread(PointSet set) noexcept { return _mm512_set1_epi64(static_cast<long long>(set.bits())); }
__mmask8 there(__m512i set, const std::uint64_t* men, __m512i whole) noexcept {
  return _mm512_cmpeq_epi64_mask(_mm512_and_si512(set, whole), load(men));
}

PointSet joined(Sets eight) noexcept {
  const auto four =
      __builtin_shufflevector(eight, eight, 0, 1, 2, 3) | __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
  const auto two = __builtin_shufflevector(four, four, 0, 1) | __builtin_shufflevector(four, four, 2, 3);
  return PointSet(static_cast<std::uint64_t>(two[0] | two[1]));
}

// How many runs are there and free of tigers at their far end; adds their points to `found`.
int runs_out(Column men, Column whole, PointSet all_men, PointSet tigers, Sets& found) noexcept {
  int count = 0;
  for (std::size_t i = 0; i < men.size(); i += 8) {
    const auto points = load(&whole[i]);
    const auto hits = _mm512_mask_testn_epi64_mask(there(spread(all_men), &men[i], points), points, spread(tigers));
    count += std::popcount(static_cast<unsigned>(hits));
    found = _mm512_mask_or_epi64(found, hits, found, points);
  }
  return count;
}

// Writes the whole of each run that is there, and eight empty sets after them. Returns their number.
std::size_t list_runs(Column men, Column whole, PointSet all_men, std::uint64_t* out) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < men.size(); i += 8) {
    const auto points = load(&whole[i]);
    const auto hits = there(spread(all_men), &men[i], points);
    _mm512_storeu_si512(out + count, _mm512_maskz_compress_epi64(hits, points));
    count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(hits)));
  }
  _mm512_storeu_si512(out + count, _mm512_setzero_si512());
  return count;
}

// All points of those sets that meet one; there are empty sets behind them.
PointSet join_meeting(const std::uint64_t* sets, std::size_t count, PointSet one) noexcept {
  auto found = _mm512_setzero_si512();
  for (std::size_t i = 0; i < count; i += 8) {
    const auto points = load(sets + i);
    found = _mm512_mask_or_epi64(found, _mm512_test_epi64_mask(points, spread(one)), found, points);
  }
  return joined(found);
}

#else

using Sets = std::uint64_t;

PointSet joined(Sets found) noexcept { return PointSet(found); }
constexpr std::uint64_t all_if(bool condition) noexcept { return condition ? ~std::uint64_t{0} : 0; }

int runs_out(Column men, Column whole, PointSet all_men, PointSet tigers, Sets& found) noexcept {
  int count = 0;
  for (std::size_t i = 0; i < men.size(); ++i) {
    const bool hit = (all_men.bits() & whole[i]) == men[i] && (tigers.bits() & whole[i]) == 0;
    count += hit ? 1 : 0;
    found |= whole[i] & all_if(hit);
  }
  return count;
}

std::size_t list_runs(Column men, Column whole, PointSet all_men, std::uint64_t* out) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < men.size(); ++i) {
    out[count] = whole[i];
    count += (all_men.bits() & whole[i]) == men[i] ? 1U : 0U;
  }
  return count;
}

PointSet join_meeting(const std::uint64_t* sets, std::size_t count, PointSet one) noexcept {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < count; ++i) found |= sets[i] & all_if((sets[i] & one.bits()) != 0);
  return PointSet(found);
}

#endif

}  // namespace

void Evaluator::Runs::add(PointSet over, PointSet ends) {
  men.push_back(over.bits());
  whole.push_back((over | ends).bits());
}

void Evaluator::Runs::pad() {
  while (men.size() % 8 != 0) {
    men.push_back(~std::uint64_t{0});
    whole.push_back(0);
  }
}

Evaluator::Evaluator(const Game& game, const Networks& networks) : game_(game), patterns_(game, networks.find(game)) {
  find_runs();
  weigh_hands();
  const int eights = (game.board().size() + 7) / 8;
  next_to_eight_.resize(static_cast<std::size_t>(eights));
  for (int eight = 0; eight < eights; ++eight)
    for (unsigned set = 1; set < 256; ++set) {
      const auto lowest = Point::at(8 * eight + std::countr_zero(set));
      auto& table = next_to_eight_[static_cast<std::size_t>(eight)];
      table[set] = table[set & (set - 1)];
      if (game.points().contains(lowest)) table[set] |= game.steps(lowest);
    }
}

void Evaluator::find_runs() {
  outward_.resize(static_cast<std::size_t>(game_.board().size()));
  for (const auto from : game_.points()) {
    auto& out = outward_[static_cast<std::size_t>(from.index())];
    const auto leaps = game_.leaps(from);
    for (const auto& ray : game_.board().rays(from)) {
      PointSet over;
      for (std::size_t length = 1; length < ray.size(); ++length) {
        over |= ray[length - 1];
        const auto end = ray[length];
        const bool leapt =
            std::ranges::any_of(leaps, [&](const Leap& leap) { return leap.over == over && leap.landing == end; });
        (leapt ? out.leapt : out.not_leapt).add(over, end);
        if (leapt && from < end) leapt_.add(over, PointSet(from) | end);
      }
    }
    out.leapt.pad();
    out.not_leapt.pad();
  }
  leapt_.pad();
}

void Evaluator::weigh_hands() {
  const auto& weights = weights_of(game_.id());
  const auto& rules = game_.rules();
  const int men = std::max(rules.men, 1);
  const int goal = std::max(rules.tigers_win_at, 1);
  for (int hand = 0; hand <= rules.men; ++hand) {
    auto& by_term = by_hand_.emplace_back();
    for (std::size_t i = 0; i < terms; ++i) by_term[i] = weights.sliding[i] + weights.dropping[i] * hand / men;
    auto& worth = captured_.emplace_back();
    for (int taken = 0; taken <= rules.men; ++taken)
      worth.push_back(by_term[static_cast<std::size_t>(Term::captured)] * taken / goal +
                      by_term[static_cast<std::size_t>(Term::captured_twice)] * taken * taken / (goal * goal));
  }
}

PointSet Evaluator::next_to(PointSet points) const noexcept {
  PointSet found;
  auto rest = points.bits();
  for (const auto& table : next_to_eight_) {
    found |= table[rest & 255];
    rest >>= 8;
  }
  return found;
}

Features Evaluator::features(const Position& position) const noexcept {
  const PointSet men = position.men;
  const PointSet tigers = position.tigers;
  const PointSet empty = game_.points() - position.occupied();
  Features seen;
  seen.captured = captured(game_, position);
  seen.in_hand = position.men_in_hand;

  // 1. From the tigers' own points.
  Sets threatened{};
  Sets shielded{};
  for (const auto tiger : tigers) {
    const auto& [leapt, not_leapt] = outward_[static_cast<std::size_t>(tiger.index())];
    const int moves = (game_.steps(tiger) & empty).size() + runs_out(leapt.men, leapt.whole, men, tigers, threatened);
    seen.shielded += runs_out(not_leapt.men, not_leapt.whole, men, tigers, shielded);
    seen.moves += moves;
    seen.held += moves == 0 ? 1 : 0;
  }

  // 2. On from every point that is reached, by steps and then by leaps, until nothing new is.
  std::array<std::uint64_t, max_open_runs + 8> runs;  // NOLINT: only what is written is read
  const auto count = list_runs(leapt_.men, leapt_.whole, men, runs.data());
  PointSet reached = tigers;
  PointSet leapt;
  for (PointSet last; reached != last;) {
    for (PointSet before; reached != before;) {
      before = reached;
      reached |= next_to(reached) & empty;
    }
    last = reached;
    leapt = join_meeting(runs.data(), count, reached);
    reached |= leapt - men;
  }
  seen.room = (reached - tigers).size();
  seen.holes = empty.size() - seen.room;
  seen.threatened = (joined(threatened) & men).size();
  seen.exposed = (leapt & men).size();
  return seen;
}

int Evaluator::weigh(const Features& seen, Side turn) const noexcept {
  const auto hand = static_cast<std::size_t>(seen.in_hand);
  const auto& by_term = by_hand_[hand];
  const auto weight = [&by_term](Term term) { return by_term[static_cast<std::size_t>(term)]; };
  const int sum = weight(Term::always) + (turn == Side::tigers ? weight(Term::to_move) : -weight(Term::to_move)) +
                  captured_[hand][static_cast<std::size_t>(seen.captured)] + weight(Term::room) * seen.room +
                  weight(Term::holes) * seen.holes + weight(Term::moves) * seen.moves + weight(Term::held) * seen.held +
                  weight(Term::threatened) * seen.threatened + weight(Term::exposed) * seen.exposed +
                  weight(Term::shielded) * seen.shielded + weight(Term::in_hand) * seen.in_hand;
  return sum / weight_unit;
}

int Evaluator::evaluate(const Position& position) const noexcept {
  const auto seen = features(position);
  const int tigers = patterns_.fit(position)
                         ? std::clamp(patterns_.weigh(position, seen) / weight_unit, -most_sure, most_sure)
                         : weigh(seen, position.turn);
  return position.turn == Side::tigers ? tigers : -tigers;
}

double expected_result(const Game& game, int score) noexcept {
  if (score >= table_win) return 1;
  if (score <= -table_win) return 0;
  return 1 / (1 + std::exp(-static_cast<double>(score) / weights_of(game.id()).scale));
}

}  // namespace rimau
