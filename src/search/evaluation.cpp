#include "search/evaluation.hpp"

#include <bit>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace rimau {
namespace {

// In hundredths of a man, from the tigers' view.
constexpr int man = 100;
constexpr int hunt = 400;  // for having captured all that wins, growing with the square of the share
constexpr int room = 5;
constexpr int move = 6;
constexpr int held_tiger = -90;
constexpr int threatened_man = 12;
constexpr int exposed_man = 6;
constexpr int man_in_hand = -4;

// Most runs that can be leapt in one position: each has an edge from a man to a point without at either end, and these
// edges are no others'; of 64 points no more than 32 times 32 edges join men and others.
constexpr std::size_t max_open_runs = 512;

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

}  // namespace

Evaluator::Evaluator(const Game& game) : game_(game) {
  for (const auto from : game.points())
    for (const auto& leap : game.leaps(from))
      if (from < leap.landing) {  // the way back is the same run
        over_.push_back(leap.over.bits());
        over_and_ends_.push_back((leap.over | from | leap.landing).bits());
      }
  while (over_.size() % 8 != 0) {  // no set of men is this one
    over_.push_back(~std::uint64_t{0});
    over_and_ends_.push_back(0);
  }
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
  const PointSet empty = game_.points() - position.occupied();
  Features seen;
  seen.captured = captured(game_, position);
  seen.in_hand = position.men_in_hand;

  // 1. The runs of men that a tiger on one end could leap: the men stand on exactly these points of theirs.
  std::array<std::uint16_t, max_open_runs> open;  // NOLINT: only what is written is read
  std::size_t count = 0;
  const auto men = position.men.bits();
  for (std::size_t first = 0; first < over_.size(); first += 8)
    for (unsigned hits = which_of_eight(men, &over_and_ends_[first], &over_[first]); hits != 0; hits &= hits - 1)
      open[count++] = static_cast<std::uint16_t>(first + static_cast<std::size_t>(std::countr_zero(hits)));
  const auto over = [&](std::size_t i) { return PointSet(over_[open[i]]); };
  const auto ends = [&](std::size_t i) { return PointSet(over_and_ends_[open[i]] & ~over_[open[i]]); };

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
  seen.threatened = threatened.size();
  seen.exposed = exposed.size();
  return seen;
}

int Evaluator::weigh(const Features& seen) const noexcept {
  const int goal = game_.rules().tigers_win_at;
  return man * seen.captured + hunt * seen.captured * seen.captured / (goal * goal) + room * seen.room +
         move * seen.moves + held_tiger * seen.held + threatened_man * seen.threatened + exposed_man * seen.exposed +
         man_in_hand * seen.in_hand;
}

int Evaluator::evaluate(const Position& position) const noexcept {
  const int tigers = weigh(features(position));
  return position.turn == Side::tigers ? tigers : -tigers;
}

}  // namespace rimau
