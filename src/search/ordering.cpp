#include "search/ordering.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace rimau {
namespace {

// What the men have to meet: the men that could be leapt now and where those leaps would land.
struct Threats {
  PointSet men;
  PointSet landings;
};

Threats threats(const Game& game, const Position& position) noexcept {
  Threats found;
  if (position.turn == Side::tigers || position.tigers_in_hand > 0) return found;
  const PointSet empty = game.points() - position.occupied();
  for (const auto tiger : position.tigers)
    for (const auto& leap : game.leaps(tiger))
      if (position.men.contains(leap.over) && empty.contains(leap.landing)) {
        found.men |= leap.over;
        found.landings |= leap.landing;
      }
  return found;
}

#ifdef __AVX512F__

// Which of the candidates has the highest rank; of equals the first. Looks at eight together, as numbers in which the
// rank comes first.
std::size_t first_best(std::span<const Candidate> candidates) noexcept {
  static_assert(sizeof(Candidate) == 8 && offsetof(Candidate, rank) == 4 && std::endian::native == std::endian::little);
  const auto load = [&](std::size_t first) {
    const auto left = candidates.size() - first;
    const auto present = static_cast<__mmask8>(left < 8 ? (1U << left) - 1 : 0xFF);
    return _mm512_mask_loadu_epi64(_mm512_set1_epi64(std::numeric_limits<std::int64_t>::min()), present,
                                   &candidates[first]);
  };
  const auto higher = [](__m512i a, __m512i b) { return a > b ? a : b; };
  auto best = load(0);
  for (std::size_t i = 8; i < candidates.size(); i += 8) best = higher(best, load(i));
  best = higher(best, __builtin_shufflevector(best, best, 4, 5, 6, 7, 0, 1, 2, 3));
  best = higher(best, __builtin_shufflevector(best, best, 2, 3, 0, 1, 6, 7, 4, 5));
  best = higher(best, __builtin_shufflevector(best, best, 1, 0, 3, 2, 5, 4, 7, 6));
  const auto rank_alone = _mm512_and_si512(best, _mm512_set1_epi64(~std::int64_t{0xFFFFFFFF}));
  for (std::size_t i = 0;; i += 8)
    if (const unsigned hits = _mm512_cmpge_epi64_mask(load(i), rank_alone); hits != 0)
      return i + static_cast<std::size_t>(std::countr_zero(hits));
}

#else

std::size_t first_best(std::span<const Candidate> candidates) noexcept {
  // Two plain loops: the first has no branch to guess wrongly.
  std::int32_t highest = candidates[0].rank;
  for (const auto& candidate : candidates) highest = std::max(highest, candidate.rank);
  std::size_t best = 0;
  while (candidates[best].rank != highest) ++best;
  return best;
}

#endif

}  // namespace

void Ordering::list(const Game& game, const Position& position, Move remembered, int ply,
                    std::vector<Candidate>& out) const {
  const Threats danger = threats(game, position);
  for_each_move(game, position, [&](Move move) {
    auto of_move = rank(game, position.turn, move, ply);
    const bool drop = move.kind() == Move::Kind::drop;
    if (danger.landings.contains(move.to()) || (!drop && danger.men.contains(move.from()))) of_move += defence_rank;
    if (move == remembered) of_move = first_rank;
    out.push_back({move, of_move});
  });
}

std::int32_t Ordering::rank(const Game& game, Side side, Move move, int ply) const noexcept {
  if (move.kind() == Move::Kind::leap) return leap_rank + taken_by(game, move).size();
  const auto& killers = killers_[static_cast<std::size_t>(ply)];
  if (move == killers[0]) return killer_rank + 1;
  if (move == killers[1]) return killer_rank;
  return history_[static_cast<std::size_t>(side)][from(move)][static_cast<std::size_t>(move.to().index())];
}

void Ordering::reward(Side side, Move move, int ply, int depth) noexcept {
  if (move.kind() == Move::Kind::leap || move.kind() == Move::Kind::opening) return;
  auto& killers = killers_[static_cast<std::size_t>(ply)];
  if (move != killers[0]) killers = {move, killers[0]};
  auto& history = history_[static_cast<std::size_t>(side)];
  auto& score = history[from(move)][static_cast<std::size_t>(move.to().index())];
  score += depth * depth;
  if (score < history_limit) return;
  for (auto& row : history)
    for (auto& value : row) value /= 2;
}

void bring_best_forward(std::vector<Candidate>& candidates, std::size_t next) noexcept {
  std::swap(candidates[next], candidates[next + first_best(std::span(candidates).subspan(next))]);
}

}  // namespace rimau
