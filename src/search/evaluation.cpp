#include "search/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

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

// Of eight masks, those under which the set is just what is expected there; bit i stands for the i-th.
unsigned which_of_eight(std::uint64_t set, const std::uint64_t* masks, const std::uint64_t* expected) noexcept {
#ifdef __AVX512F__
  const auto seen = _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(set)), _mm512_loadu_si512(masks));
  return _mm512_cmpeq_epi64_mask(seen, _mm512_loadu_si512(expected));
#else
  unsigned found = 0;
  for (unsigned i = 0; i < 8; ++i) found |= ((set & masks[i]) == expected[i] ? 1U : 0U) << i;
  return found;
#endif
}

// Calls visit(index) for each run whose points the men occupy while its ends are free of them.
template <class Visit>
void visit_runs(PointSet men, const std::vector<std::uint64_t>& over, const std::vector<std::uint64_t>& over_and_ends,
                Visit&& visit) {
  for (std::size_t first = 0; first < over.size(); first += 8)
    for (unsigned hits = which_of_eight(men.bits(), &over_and_ends[first], &over[first]); hits != 0; hits &= hits - 1)
      visit(first + static_cast<std::size_t>(std::countr_zero(hits)));
}

}  // namespace

void Evaluator::Runs::add(PointSet men, PointSet ends) {
  over.push_back(men.bits());
  over_and_ends.push_back((men | ends).bits());
}

void Evaluator::Runs::pad() {
  while (over.size() % 8 != 0) {  // no set of men is this one
    over.push_back(~std::uint64_t{0});
    over_and_ends.push_back(0);
  }
}

Evaluator::Evaluator(const Game& game) : game_(game), patterns_(game) {
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
  for (const auto from : game_.points()) {
    const auto leaps = game_.leaps(from);
    for (const auto& ray : game_.board().rays(from)) {
      PointSet over;
      for (std::size_t length = 1; length < ray.size(); ++length) {
        over |= ray[length - 1];
        const auto end = ray[length];
        if (end < from) continue;  // found from the other end
        const bool leapt =
            std::ranges::any_of(leaps, [&](const Leap& leap) { return leap.over == over && leap.landing == end; });
        (leapt ? leapt_ : not_leapt_).add(over, PointSet(from) | end);
      }
    }
  }
  leapt_.pad();
  not_leapt_.pad();
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

int Evaluator::count_shielded(const Position& position) const noexcept {
  int count = 0;
  visit_runs(position.men, not_leapt_.over, not_leapt_.over_and_ends, [&](std::size_t i) {
    const PointSet ends(not_leapt_.over_and_ends[i] & ~not_leapt_.over[i]);
    count += (ends & position.tigers).size() == 1 ? 1 : 0;
  });
  return count;
}

Features Evaluator::features(const Position& position) const noexcept {
  const PointSet empty = game_.points() - position.occupied();
  Features seen;
  seen.captured = captured(game_, position);
  seen.in_hand = position.men_in_hand;
  seen.shielded = count_shielded(position);

  // 1. The runs of men that a tiger on one end could leap.
  std::array<std::uint16_t, max_open_runs> open;  // NOLINT: only what is written is read
  std::size_t count = 0;
  visit_runs(position.men, leapt_.over, leapt_.over_and_ends,
             [&](std::size_t i) { open[count++] = static_cast<std::uint16_t>(i); });
  const auto over = [&](std::size_t i) { return PointSet(leapt_.over[open[i]]); };
  const auto ends = [&](std::size_t i) { return PointSet(leapt_.over_and_ends[open[i]] & ~leapt_.over[open[i]]); };

  // 2. From the tigers' own points.
  PointSet threatened;
  PointSet able;
  for (std::size_t i = 0; i < count; ++i) {
    const PointSet at = ends(i) & position.tigers;
    if (at.size() != 1) continue;
    ++seen.moves;
    threatened |= over(i);
    able |= at;
  }
  for (const auto tiger : position.tigers) {
    const int steps = (game_.steps(tiger) & empty).size();
    seen.moves += steps;
    seen.held += steps == 0 && !able.contains(tiger) ? 1 : 0;
  }

  // 3. On from every point that is reached, by steps and then by leaps, until nothing new is.
  PointSet reached = position.tigers;
  PointSet exposed = threatened;
  for (PointSet last; reached != last;) {
    for (PointSet before; reached != before;) {
      before = reached;
      reached |= next_to(reached) & empty;
    }
    last = reached;
    std::size_t left = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (ends(i).meets(reached)) {
        reached |= ends(i);
        exposed |= over(i);
      } else {
        open[left++] = open[i];
      }
    }
    count = left;
  }
  seen.room = (reached - position.tigers).size();
  seen.holes = empty.size() - seen.room;
  seen.threatened = threatened.size();
  seen.exposed = exposed.size();
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
