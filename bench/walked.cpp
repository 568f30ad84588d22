#include "walked.hpp"

#include <algorithm>
#include <tuple>

#include "rules/moves.hpp"
#include "rules/outcome.hpp"
#include "rules/play.hpp"
#include "search/scores.hpp"

namespace rimau::bench {
namespace {

class Walker {
 public:
  Walker(const Game& game, const Evaluator& evaluator, const Walk& walk, std::uint64_t seed)
      : game_(game), evaluator_(evaluator), walk_(walk), random_(seed) {}

  // Nothing when the game ended on the way.
  std::optional<Position> walk(Position position) {
    for (auto left = random_.below(walk_.longest + 1); left > 0; --left) {
      moves_.clear();
      for_each_move(game_, position, [&](Move move) { moves_.push_back(move); });
      if (moves_.empty()) return std::nullopt;
      position = play_unchecked(game_, position, choose(position));
      if (outcome(game_, position).over()) return std::nullopt;
    }
    return position;
  }

 private:
  Move choose(const Position& position) {
    if (random_.below(100) >= walk_.best_percent) return moves_[random_.below(static_cast<unsigned>(moves_.size()))];
    return *std::ranges::max_element(moves_, {},
                                     [&](Move move) { return worth(play_unchecked(game_, position, move)); });
  }
  // To the side that moved there.
  int worth(const Position& position) const {
    return outcome(game_, position).over() ? win_score : -evaluator_.evaluate(position);
  }

  const Game& game_;
  const Evaluator& evaluator_;
  const Walk walk_;
  Random random_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Sampler::Valued> walked(const std::shared_ptr<const Game>& game, const tablebase::Tables& tables,
                                    const Evaluator& evaluator, const Walk& walk, std::size_t count, std::uint64_t seed,
                                    const std::function<void(std::size_t)>& progress) {
  constexpr std::size_t between = 100'000;
  Sampler sampler(game, tables, seed);
  Walker walker(*game, evaluator, walk, seed + 1);
  tablebase::Probe probe(tables, *game);
  std::vector<Position> positions;
  while (positions.size() < count) {
    const auto start = sampler.next_placed();
    if (!start) break;
    const auto end = walker.walk(*start);
    if (!end || !probe.covers(*end)) continue;
    positions.push_back(*end);
    if (positions.size() % between == 0) progress(positions.size() / 2);
  }
  // Neighbours in this order are close to each other in the tables' files, which are read in blocks.
  std::ranges::sort(positions, {}, [](const Position& position) {
    return std::tuple(position.men_in_hand, position.men.size(), position.turn, position.tigers.bits(),
                      position.men.bits());
  });
  std::vector<Sampler::Valued> found;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (const auto value = probe.value(positions[i])) found.push_back({positions[i], *value});
    if (i % between == 0) progress((positions.size() + i) / 2);
  }
  return found;
}

}  // namespace rimau::bench
