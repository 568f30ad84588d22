#include "search/patterns.hpp"

#include <algorithm>

namespace rimau {

std::array<int, pattern_terms> pattern_terms_of(const Features& seen, int tigers_win_at) noexcept {
  const int left = tigers_win_at - seen.captured;
  const int nearly_won = left <= 1 ? 4 : left == 2 ? 2 : left == 3 ? 1 : 0;
  return {1,         seen.captured,   nearly_won,   seen.room,     seen.holes,  seen.moves,
          seen.held, seen.threatened, seen.exposed, seen.shielded, seen.in_hand};
}

Patterns::Patterns(const Game& game) : game_(game), weights_(pattern_weights_of(game)) {
  if (weights_ != nullptr) spread();
}

// From weights by unit to weights by lane: a lane is one unit in one symmetry.
void Patterns::spread() {
  const auto& symmetries = game_.symmetries();
  const auto points = static_cast<std::size_t>(game_.board().size());
  const auto hands = weights_->hand_sizes();
  const std::size_t units = weights_->units();
  for (std::size_t side = 0; side < 2; ++side) {
    points_[side].resize(points);
    starts_[side].resize(hands);
  }
  for (std::size_t unit = 0; unit < units; ++unit)
    for (std::size_t symmetry = 0; symmetry < symmetries.size(); ++symmetry) {
      const std::size_t lane = unit * symmetries.size() + symmetry;
      for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t point = 0; point < points; ++point) {
          const auto image = static_cast<std::size_t>(symmetries[symmetry][point].index());
          points_[side][point].of[lane] = weights_->points[(2 * unit + side) * points + image];
        }
        for (std::size_t hand = 0; hand < hands; ++hand)
          starts_[side][hand].of[lane] =
              static_cast<std::int16_t>(weights_->hands[unit * hands + hand] + weights_->turns[2 * unit + side]);
      }
      for (std::size_t head = 0; head < pattern_heads; ++head)
        heads_[head].of[lane] = weights_->heads[head * units + unit];
    }
}

int Patterns::weigh(const Position& position, const Features& seen) const noexcept {
  // 1. The units' sums.
  Lanes sums = starts_[static_cast<std::size_t>(position.turn)][position.men_in_hand];
  for (const auto tiger : position.tigers) sums += points_[0][static_cast<std::size_t>(tiger.index())];
  for (const auto man : position.men) sums += points_[1][static_cast<std::size_t>(man.index())];

  // 2. What they count.
  const auto head = pattern_head(position.men_in_hand, weights_->men, position.turn);
  const auto& counts = heads_[head].of;
  int worth = 0;
  for (std::size_t i = 0; i < pattern_lanes; ++i)
    worth += std::clamp<std::int16_t>(sums.of[i], 0, pattern_one) * counts[i];
  worth /= pattern_one;

  // 3. The terms.
  const auto terms = pattern_terms_of(seen, weights_->tigers_win_at);
  const auto weights = weights_->terms.subspan(head * pattern_terms, pattern_terms);
  for (std::size_t i = 0; i < pattern_terms; ++i) worth += terms[i] * weights[i];
  return worth;
}

}  // namespace rimau
