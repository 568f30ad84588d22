// Learns the numbers of src/search/pattern_weights.cpp from positions that tables know, and prints them as that file
// holds them.
//
//   fit_patterns GAME SOURCE COUNT SEED UNITS EPOCHS
//
// Takes COUNT positions and fits the network of src/search/patterns.hpp with UNITS units to the tigers' result (win 1,
// draw 1/2, loss 0). SOURCE is a folder of tables: then positions are drawn as bench/drawn.hpp says, with the values
// that the tables know. Or it is games:NODES, for a game too large for tables: then they come from games that the
// engine plays against itself with NODES positions a move (bench/engine_games.hpp), each with a result half that of the
// game, half what the search expected there; with the new numbers built in, this can be done again. The mean
// logarithmic loss is made small by Adam (Kingma and Ba, Adam: a method for stochastic optimization, 2015) in EPOCHS
// passes over nine tenths of the positions, with a step that falls along a cosine. On the other tenth the loss is
// compared with that of the evaluation now in the program, at its best scale; progress goes to stderr.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "drawn.hpp"
#include "engine_games.hpp"
#include "game/catalogue.hpp"
#include "search/evaluation.hpp"
#include "search/weights.hpp"

namespace rimau::bench {
namespace {

constexpr std::size_t lanes = pattern_lanes;
constexpr float term_unit = 0.1F;  // features are counts: their weights are learnt in smaller steps
using Lanes = std::array<float, lanes>;

struct Sample {
  PointSet tigers;
  PointSet men;
  std::array<std::int8_t, pattern_terms> terms{};
  std::uint8_t hand = 0;
  std::uint8_t turn = 0;
  std::uint8_t head = 0;
  float result = 0.5F;
  float score = 0;  // of the evaluation now in the program, from the tigers' view
};

struct Numbers {
  explicit Numbers(std::size_t size) : value(size), gradient(size), mean(size), square(size) {}
  std::vector<float> value, gradient, mean, square;

  void descend(float rate, float first_left, float second_left) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const float slope = gradient[i];
      gradient[i] = 0;
      mean[i] = 0.9F * mean[i] + 0.1F * slope;
      square[i] = 0.999F * square[i] + 0.001F * slope * slope;
      value[i] -= rate * (mean[i] / first_left) / (std::sqrt(square[i] / second_left) + 1e-8F);
    }
  }
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double loss(double expected, double result) {
  const double p = std::clamp(expected, 1e-6, 1 - 1e-6);
  return -result * std::log(p) - (1 - result) * std::log(1 - p);
}

struct Valued {
  Position position;
  float result = 0.5F;  // the tigers'
};
// Positions one by one; nothing when there are no more.
using Source = std::function<std::optional<Valued>()>;

Source from_tables(const std::shared_ptr<const Game>& game, const std::string& folder, std::uint64_t seed) {
  auto tables = std::make_shared<const tablebase::Tables>(tablebase::Tables::open({folder}));
  return [tables, sampler = std::make_shared<Sampler>(game, *tables, seed)]() -> std::optional<Valued> {
    const auto drawn = sampler->next_valued();
    if (!drawn) return std::nullopt;
    return Valued{drawn->position, static_cast<float>(result_of(drawn->value.verdict))};
  };
}

Source from_games(const std::shared_ptr<const Game>& game, unsigned nodes, std::uint64_t seed) {
  return [engine = std::make_shared<SelfPlay>(game, SelfPlayStyle{.nodes = nodes}, seed),
          kept = std::vector<SelfPlayed>()]() mutable -> std::optional<Valued> {
    while (kept.empty()) kept = engine->next();
    const auto one = kept.back();
    kept.pop_back();
    return Valued{one.position, static_cast<float>((result_of(one.verdict) + one.expected) / 2)};
  };
}

std::vector<Sample> draw(const Game& game, const Source& next, std::size_t count) {
  const Evaluator evaluator(game);
  std::vector<Sample> samples;
  while (samples.size() < count) {
    const auto valued = next();
    if (!valued) break;
    const auto& position = valued->position;
    const int score = evaluator.evaluate(position);
    Sample sample{
        .tigers = position.tigers,
        .men = position.men,
        .hand = position.men_in_hand,
        .turn = static_cast<std::uint8_t>(position.turn),
        .head = static_cast<std::uint8_t>(pattern_head(position.men_in_hand, game.rules().men, position.turn)),
        .result = valued->result,
        .score = static_cast<float>(position.turn == Side::tigers ? score : -score)};
    const auto terms = pattern_terms_of(evaluator.features(position), game.rules().tigers_win_at);
    for (std::size_t i = 0; i < pattern_terms; ++i) sample.terms[i] = static_cast<std::int8_t>(terms[i]);
    samples.push_back(sample);
    if (samples.size() % 20'000 == 0) fmt::print(stderr, "{} of {} positions\n", samples.size(), count);
  }
  return samples;
}

// The network in fractions: the numbers that are learnt, and the same spread over the lanes.
class Network {
 public:
  Network(const Game& game, std::size_t unit_count, Random& random)
      : game_(game),
        units_(unit_count),
        point_count_(static_cast<std::size_t>(game.board().size())),
        hand_count_(static_cast<std::size_t>(game.rules().men) + 1),
        points_(units_ * 2 * point_count_),
        hands_(units_ * hand_count_),
        turns_(units_ * 2),
        heads_(pattern_heads * units_),
        terms_(pattern_heads * pattern_terms),
        wide_points_(2 * max_points),
        wide_hands_(hand_count_) {
    const auto any = [&random](float size) {
      return size * (static_cast<float>(random.below(2001)) - 1000.0F) / 1000.0F;
    };
    for (auto& x : points_.value) x = any(0.25F);
    for (auto& x : hands_.value) x = 0.3F + any(0.05F);
    for (auto& x : heads_.value) x = any(0.5F);
    spread();
  }

  // The tigers' expected result in odds' logarithm. Remembers what learn() needs.
  float forward(const Sample& sample) {
    sums_ = wide_hands_[sample.hand].value;
    add(sums_, wide_turns_[sample.turn].value);
    for (const auto point : sample.tigers) add(sums_, wide_points_[at(0, point)].value);
    for (const auto point : sample.men) add(sums_, wide_points_[at(1, point)].value);
    Lanes worth;
    const auto& counts = wide_heads_[sample.head].value;
    for (std::size_t i = 0; i < lanes; ++i) {
      held_[i] = std::min(std::max(sums_[i], 0.0F), 1.0F);
      worth[i] = held_[i] * counts[i];
    }
    float sum = 0;
    for (const float x : worth) sum += x;
    for (std::size_t i = 0; i < pattern_terms; ++i)
      sum += term_unit * terms_.value[sample.head * pattern_terms + i] * sample.terms[i];
    return sum;
  }

  // After forward(sample): which way to change what was used, for an error of the result.
  void backward(const Sample& sample, float error) {
    Lanes back;
    auto& head = wide_heads_[sample.head];
    for (std::size_t i = 0; i < lanes; ++i) {
      // Held sums still lead back a little, or units would die.
      back[i] = (sums_[i] > 0 && sums_[i] < 1 ? 1.0F : 0.05F) * error * head.value[i];
      head.gradient[i] += error * held_[i];
    }
    add(wide_hands_[sample.hand].gradient, back);
    add(wide_turns_[sample.turn].gradient, back);
    for (const auto point : sample.tigers) add(wide_points_[at(0, point)].gradient, back);
    for (const auto point : sample.men) add(wide_points_[at(1, point)].gradient, back);
    for (std::size_t i = 0; i < pattern_terms; ++i)
      terms_.gradient[sample.head * pattern_terms + i] += term_unit * error * sample.terms[i];
  }

  // A step of Adam, the n-th; all numbers stay where the program can hold them.
  void descend(float rate, int n) {
    gather();
    const float first_left = 1 - std::pow(0.9F, static_cast<float>(n));
    const float second_left = 1 - std::pow(0.999F, static_cast<float>(n));
    for (auto* numbers : {&points_, &hands_, &turns_, &heads_, &terms_})
      numbers->descend(rate, first_left, second_left);
    for (auto* numbers : {&points_, &hands_, &turns_})
      for (auto& x : numbers->value) x = std::clamp(x, -127.0F / pattern_one, 127.0F / pattern_one);
    spread();
  }

  // Gives hands larger than any seen the weights of the largest that was.
  void extend_hands(std::size_t largest) {
    for (std::size_t unit = 0; unit < units_; ++unit)
      for (std::size_t hand = largest + 1; hand < hand_count_; ++hand)
        hands_.value[unit * hand_count_ + hand] = hands_.value[unit * hand_count_ + largest];
  }

  void print(const std::string& name, double scale) const {
    const double one = pattern_one;
    const double score = scale * weight_unit;
    print(name + "_points", "int8_t", points_, one);
    print(name + "_hands", "int8_t", hands_, one);
    print(name + "_turns", "int8_t", turns_, one);
    print(name + "_heads", "int16_t", heads_, score);
    print(name + "_terms", "int16_t", terms_, score * term_unit);
  }

 private:
  struct Wide {
    Lanes value{};
    Lanes gradient{};
  };

  static std::size_t at(std::size_t side, Point point) {
    return side * max_points + static_cast<std::size_t>(point.index());
  }
  static void add(Lanes& to, const Lanes& what) {
    for (std::size_t i = 0; i < lanes; ++i) to[i] += what[i];
  }

  // Calls visit(number's index, its numbers, its place in the lanes, lane) for all that is spread.
  template <class Visit>
  void for_each(Visit&& visit) {
    const auto& symmetries = game_.symmetries();
    for (std::size_t unit = 0; unit < units_; ++unit)
      for (std::size_t symmetry = 0; symmetry < symmetries.size(); ++symmetry) {
        const std::size_t lane = unit * symmetries.size() + symmetry;
        for (std::size_t side = 0; side < 2; ++side) {
          for (std::size_t point = 0; point < point_count_; ++point)
            visit((2 * unit + side) * point_count_ + static_cast<std::size_t>(symmetries[symmetry][point].index()),
                  points_, wide_points_[side * max_points + point], lane);
          visit(2 * unit + side, turns_, wide_turns_[side], lane);
        }
        for (std::size_t hand = 0; hand < hand_count_; ++hand)
          visit(unit * hand_count_ + hand, hands_, wide_hands_[hand], lane);
        for (std::size_t head = 0; head < pattern_heads; ++head)
          visit(head * units_ + unit, heads_, wide_heads_[head], lane);
      }
  }
  void spread() {
    for_each([](std::size_t i, const Numbers& numbers, Wide& wide, std::size_t lane) {
      wide.value[lane] = numbers.value[i];
      wide.gradient[lane] = 0;
    });
  }
  void gather() {
    for_each([](std::size_t i, Numbers& numbers, const Wide& wide, std::size_t lane) {
      numbers.gradient[i] += wide.gradient[lane];
    });
  }

  static void print(const std::string& name, const char* type, const Numbers& numbers, double unit) {
    std::string line = "   ";
    fmt::print("constexpr std::{} {}[] = {{\n", type, name);
    for (const float x : numbers.value) {
      const auto word = fmt::format(" {:.0f},", std::clamp(x * unit, -32767.0, 32767.0));
      if (line.size() + word.size() > 120) {
        fmt::print("{}\n", line);
        line = "   ";
      }
      line += word == " -0," ? " 0," : word;
    }
    fmt::print("{}\n}};\n", line);
  }

  const Game& game_;
  const std::size_t units_;
  const std::size_t point_count_;
  const std::size_t hand_count_;
  Numbers points_, hands_, turns_, heads_, terms_;
  std::vector<Wide> wide_points_, wide_hands_;
  std::array<Wide, 2> wide_turns_{};
  std::array<Wide, pattern_heads> wide_heads_{};
  Lanes sums_{};
  Lanes held_{};
};

// The loss of the scores now in the program where they fit best.
double loss_before(std::span<const Sample> samples) {
  double least = 1e300;
  for (double scale = 20; scale < 3000; scale *= 1.05) {
    double sum = 0;
    for (const auto& sample : samples) sum += loss(logistic(sample.score / scale), sample.result);
    least = std::min(least, sum);
  }
  return least / static_cast<double>(samples.size());
}

void mix(std::span<Sample> samples, Random& random) {
  for (std::size_t i = samples.size(); i > 1; --i)
    std::swap(samples[i - 1], samples[random.below(static_cast<unsigned>(i))]);
}

// The mean loss on what was kept apart.
double learn(Network& network, std::vector<Sample>& samples, std::size_t apart, int epochs, Random& random) {
  constexpr std::size_t batch = 512;
  constexpr double pi = std::numbers::pi;
  double test = 0;
  int steps = 0;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const double rate = 0.005 * (1 + std::cos(pi * epoch / epochs)) + 5e-5;
    mix(std::span(samples).subspan(apart), random);
    for (std::size_t first = apart; first + batch <= samples.size(); first += batch) {
      for (std::size_t i = first; i < first + batch; ++i) {
        const auto expected = static_cast<float>(logistic(network.forward(samples[i])));
        network.backward(samples[i], (expected - samples[i].result) / static_cast<float>(batch));
      }
      network.descend(static_cast<float>(rate), ++steps);
    }
    test = 0;
    for (std::size_t i = 0; i < apart; ++i) test += loss(logistic(network.forward(samples[i])), samples[i].result);
    test /= static_cast<double>(apart);
    fmt::print(stderr, "pass {} of {}: loss {:.4f}\n", epoch + 1, epochs, test);
  }
  return test;
}

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  Catalogue catalogue;
  const auto game = words.size() == 6 ? catalogue.open(words[0]) : fail(ErrorKind::text, "six words are wanted");
  std::array<std::optional<unsigned>, 4> numbers;
  for (std::size_t i = 0; game && i < 4; ++i) numbers[i] = parse_number(words[i + 2], 100'000'000);
  const auto [count, seed, units, epochs] = numbers;
  if (!game || !count || !seed || !units || !epochs || *count < 10'000 ||
      *units * (*game)->symmetries().size() > lanes) {
    fmt::print(
        stderr,
        "usage: fit_patterns GAME TABLES|games:NODES COUNT SEED UNITS EPOCHS, COUNT at least 10000, UNITS times the "
        "board's symmetries at most {}\n",
        lanes);
    return 2;
  }
  const bool games = words[1].starts_with("games:");
  const auto nodes = parse_number(games ? std::string_view(words[1]).substr(6) : "1", 1'000'000'000);
  if (!nodes || *nodes == 0) {
    fmt::print(stderr, "fit_patterns: games: wants a number of positions a move, such as games:1000\n");
    return 2;
  }
  auto samples = draw(**game, games ? from_games(*game, *nodes, *seed) : from_tables(*game, words[1], *seed), *count);
  if (samples.size() < *count) {
    fmt::print(stderr, "fit_patterns: the tables in {} hold too little of {}\n", words[1], words[0]);
    return 2;
  }
  Random random(*seed);
  if (games) mix(samples, random);
  const std::size_t apart = samples.size() / 10;
  const double before = loss_before(std::span(samples).first(apart));
  Network network(**game, *units, random);
  const double after = learn(network, samples, apart, static_cast<int>(*epochs), random);
  network.extend_hands(std::ranges::max_element(samples, {}, &Sample::hand)->hand);
  const auto id = words[0].substr(0, words[0].find(':'));
  auto name = id;
  std::ranges::replace(name, '-', '_');
  fmt::print("// {} positions of {}, seed {}; loss {:.4f}, of the evaluation before {:.4f}.\n", samples.size(),
             words[0], *seed, after, before);
  network.print(name, weights_of(words[0]).scale);
  const auto& rules = (*game)->rules();
  fmt::print("  {{\"{}\", {}, {}, {},\n   {}_points, {}_hands, {}_turns,\n   {}_heads, {}_terms}},\n", id, rules.tigers,
             rules.men, rules.tigers_win_at, name, name, name, name, name);
  return 0;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) { return rimau::bench::main(argc, argv); }
