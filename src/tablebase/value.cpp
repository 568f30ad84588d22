// How values compare; needs no table.
#include "tablebase/tables.hpp"

namespace rimau::tablebase {
namespace {

// Preference of a verdict for a side: 2 win, 1 draw, 0 loss.
int rank_of_verdict(Side side, Verdict verdict) {
  if (verdict == Verdict::draw) return 1;
  return verdict == win_of(side) ? 2 : 0;
}

}  // namespace

bool better(Side side, const Value& a, const Value& b) noexcept {
  const int rank_a = rank_of_verdict(side, a.verdict);
  const int rank_b = rank_of_verdict(side, b.verdict);
  if (rank_a != rank_b) return rank_a > rank_b;
  if (rank_a == 1) return false;
  // Without a distance a loss may be the slowest and a win the slowest too.
  if (!a.distance || !b.distance) return rank_a == 2 ? a.distance && !b.distance : !a.distance && b.distance;
  return rank_a == 2 ? *a.distance < *b.distance : *a.distance > *b.distance;
}

Value one_ply_back(Value best) noexcept {
  if (best.distance) ++*best.distance;
  return best;
}

Value value_of(Code code, CodeScale scale, bool with_distance) noexcept {
  if (code == draw_code) return {Verdict::draw, {}};
  const bool men = scale.men_win(code);
  const int plies = 2 * scale.round(code) + (men ? 0 : 1);
  return {men ? Verdict::men : Verdict::tigers, with_distance ? std::optional(plies) : std::nullopt};
}

}  // namespace rimau::tablebase
