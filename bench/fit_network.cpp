// Learns a network (src/search/patterns.hpp) and prints it as a file of networks/.
//
//   fit_network GAME SOURCE COUNT SEED UNITS MIXERS EPOCHS > networks/GAME.txt
//
// Takes COUNT positions and fits a network with UNITS units and MIXERS mixers to the tigers' result. SOURCE is a folder
// of tables: then positions are drawn and played on from as bench/walked.hpp says, with the evaluation now in the
// program, and have the values that the tables know. Or it is games:NODES, for a game too large for tables: then they
// come from games that the engine plays against itself with NODES positions a move (bench/engine_games.hpp), each with
// a result half that of the game, half what the search expected there. With the new numbers built in, either can be
// done again. The mean logarithmic loss is made small in EPOCHS passes over all but a tenth (at most 100,000) of the
// positions, with a step that falls along a cosine. On what was kept apart the loss is compared with that of the
// evaluation now in the program, at its best scale; progress goes to stderr.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "engine_games.hpp"
#include "game/catalogue.hpp"
#include "learner.hpp"
#include "logistic.hpp"
#include "search/weights.hpp"
#include "walked.hpp"

namespace rimau::bench {
namespace {

struct Valued {
  Position position;
  float result = 0.5F;  // the tigers'
};

void tell(std::size_t done, std::size_t count) { fmt::print(stderr, "{} of {} positions\n", done, count); }

std::vector<Valued> from_tables(const std::shared_ptr<const Game>& game, const std::string& folder, std::size_t count,
                                unsigned seed) {
  const auto tables = tablebase::Tables::open({folder});
  const auto found =
      walked(game, tables, Evaluator(*game), {}, count, seed, [&](std::size_t done) { tell(done, count); });
  std::vector<Valued> all;
  for (const auto& [position, value] : found) all.push_back({position, static_cast<float>(result_of(value.verdict))});
  return all;
}

std::vector<Valued> from_games(const std::shared_ptr<const Game>& game, unsigned nodes, std::size_t count,
                               unsigned seed) {
  SelfPlay engine(game, {.nodes = nodes}, seed);
  std::vector<Valued> all;
  for (std::size_t told = 0; all.size() < count;) {
    for (const auto& one : engine.next())
      all.push_back({one.position, static_cast<float>((result_of(one.verdict) + one.expected) / 2)});
    if (all.size() / 10'000 > told) tell(all.size(), count), told = all.size() / 10'000;
  }
  all.resize(count);
  return all;
}

// With the score of the evaluation now in the program, from the tigers' view.
struct Judged {
  Sample sample;
  float score = 0;
};

Judged judge(const Game& game, const Evaluator& evaluator, const Valued& valued) {
  const auto& position = valued.position;
  Judged judged{
      .sample = {.tigers = position.tigers,
                 .men = position.men,
                 .hand = position.men_in_hand,
                 .turn = static_cast<std::uint8_t>(position.turn),
                 .head = static_cast<std::uint8_t>(network_head(position.men_in_hand, game.rules().men, position.turn)),
                 .result = valued.result}};
  const auto terms = network_terms_of(evaluator.features(position), game.rules().tigers_win_at);
  std::ranges::transform(terms, judged.sample.terms.begin(), [](int term) { return static_cast<std::int8_t>(term); });
  const int score = evaluator.evaluate(position);
  judged.score = static_cast<float>(position.turn == Side::tigers ? score : -score);
  return judged;
}

// The loss of the scores now in the program where they fit best.
double loss_before(std::span<const Judged> judged) {
  double least = 1e300;
  for (double scale = 20; scale < 3000; scale *= 1.05) {
    double sum = 0;
    for (const auto& [sample, score] : judged) sum += loss(logistic(score / scale), sample.result);
    least = std::min(least, sum);
  }
  return least / static_cast<double>(judged.size());
}

template <class Item>
void shuffle(std::span<Item> items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(static_cast<unsigned>(i))]);
}

// The mean loss on what was kept apart.
double learn(Learner& learner, std::vector<Judged>& all, std::size_t apart, unsigned epochs, Random& random) {
  constexpr std::size_t batch = 512;
  double kept = 0;
  for (unsigned epoch = 0; epoch < epochs; ++epoch) {
    const double rate = 0.004 * (1 + std::cos(std::numbers::pi * epoch / epochs)) + 2e-5;
    shuffle(std::span(all).subspan(apart), random);
    for (std::size_t first = apart; first + batch <= all.size(); first += batch) {
      for (std::size_t i = first; i < first + batch; ++i) {
        const auto& sample = all[i].sample;
        const auto expected = static_cast<float>(logistic(learner.expect(sample)));
        learner.learn(sample, (expected - sample.result) / static_cast<float>(batch));
      }
      learner.descend(static_cast<float>(rate));
    }
    kept = 0;
    for (std::size_t i = 0; i < apart; ++i) kept += loss(logistic(learner.expect(all[i].sample)), all[i].sample.result);
    kept /= static_cast<double>(apart);
    fmt::print(stderr, "pass {} of {}: loss {:.4f}\n", epoch + 1, epochs, kept);
  }
  return kept;
}

int usage() {
  fmt::print(stderr,
             "usage: fit_network GAME TABLES|games:NODES COUNT SEED UNITS MIXERS EPOCHS, COUNT at least 10000, UNITS a "
             "multiple of 4, MIXERS at most {}, and each times the board's symmetries at most {}\n",
             network_most_mixers, network_most_lanes);
  return 2;
}

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  Catalogue catalogue;
  const auto game = words.size() == 7 ? catalogue.open(words[0]) : fail(ErrorKind::text, "seven words are wanted");
  if (!game) return usage();
  std::array<std::optional<unsigned>, 5> numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = parse_number(words[i + 2], 100'000'000);
  const auto [count, seed, units, mixers, epochs] = numbers;
  const bool games = words[1].starts_with("games:");
  const auto nodes = parse_number(games ? std::string_view(words[1]).substr(6) : "1", 1'000'000'000);
  if (!count || !seed || !units || !mixers || !epochs || *count < 10'000 || *units == 0 || *units % 4 != 0 ||
      std::max(*units, *mixers) * (*game)->symmetries().size() > network_most_lanes ||
      *mixers > static_cast<unsigned>(network_most_mixers) || !nodes || *nodes == 0)
    return usage();
  const auto valued = games ? from_games(*game, *nodes, *count, *seed) : from_tables(*game, words[1], *count, *seed);
  if (valued.size() < *count) {
    fmt::print(stderr, "fit_network: the tables in {} hold too little of {}\n", words[1], words[0]);
    return 2;
  }
  const Evaluator evaluator(**game);
  std::vector<Judged> all;
  for (const auto& one : valued) all.push_back(judge(**game, evaluator, one));
  Random random(*seed);
  shuffle(std::span(all), random);
  const std::size_t apart = std::min<std::size_t>(all.size() / 10, 100'000);
  const double before = loss_before(std::span(all).first(apart));
  Learner learner(**game, *units, *mixers, random);
  const double after = learn(learner, all, apart, *epochs, random);
  learner.extend_hands(std::ranges::max(all, {}, [](const Judged& one) { return one.sample.hand; }).sample.hand);
  fmt::print("# fit_network {}: loss {:.4f}, of the evaluation before {:.4f}\n{}", fmt::join(words, " "), after, before,
             learner.text(weights_of(words[0]).scale));
  return 0;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) { return rimau::bench::main(argc, argv); }
