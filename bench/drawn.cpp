#include "drawn.hpp"

#include <algorithm>

namespace rimau::bench {

bool Drawn::keeps(Move move) const {
  const auto found = std::ranges::find(moves, move, &tablebase::Probe::MoveValue::move);
  return found != moves.end() && found->value.verdict == value().verdict;
}

PointSet Sampler::any_of(PointSet from, int count) {
  PointSet chosen;
  for (; count > 0; --count) {
    const auto point = from.nth(static_cast<int>(random_.below(static_cast<unsigned>(from.size()))));
    chosen |= point;
    from -= point;
  }
  return chosen;
}

std::optional<Position> Sampler::place() {
  const auto& rules = game_->rules();
  const int most = rules.men_in_play();
  Setup setup;
  setup.stage = Stage::play;
  setup.turn = random_.below(2) == 0 ? Side::tigers : Side::men;
  if (random_.below(2) == 0) setup.men_in_hand = 1 + random_.below(static_cast<unsigned>(most));
  const int hand = static_cast<int>(setup.men_in_hand);
  const int on_board = static_cast<int>(random_.below(static_cast<unsigned>(most - hand + 1)));
  if (on_board + rules.tigers > game_->points().size()) return std::nullopt;
  setup.tigers = any_of(game_->points(), rules.tigers);
  setup.men = any_of(game_->points() - setup.tigers, on_board);
  const auto position = validate(*game_, setup);
  if (!position || outcome(*game_, *position).over()) return std::nullopt;
  return *position;
}

std::optional<Drawn> Sampler::next() {
  for (int tries = 0; tries < 1'000'000; ++tries) {
    const auto position = next_placed();
    if (!position) break;
    auto moves = probe_.moves(*position);
    if (moves && !moves->empty()) return Drawn{*position, *std::move(moves)};
  }
  return std::nullopt;
}

std::optional<Position> Sampler::next_placed() {
  for (int tries = 0; tries < 1'000'000; ++tries)
    if (const auto position = place(); position && probe_.covers(*position)) return position;
  return std::nullopt;
}

std::optional<Sampler::Valued> Sampler::next_valued() {
  for (int tries = 0; tries < 1'000'000; ++tries) {
    const auto position = next_placed();
    if (!position) break;
    if (const auto value = probe_.value(*position)) return Valued{*position, *value};
  }
  return std::nullopt;
}

}  // namespace rimau::bench
