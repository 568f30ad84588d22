// Fits the evaluation's weights (src/search/weights.cpp) to games the engine plays against itself and to what tables
// know, and prints them as rows of that file.
//
//   fit_weights GAMES NODES SEED TABLES GAME…
//
// For each GAME, plays GAMES games with NODES positions a move as bench/engine_games.hpp says, after up to twelve
// random moves. Of the positions where no leap waits for the tigers, who are to move, one in three is kept with the
// game's result (a draw counting less), or with the value that the tables in the folder TABLES ("-" for none) know;
// from the tables half as many random placements are added. A logistic regression (Newton's method, weights drawn
// towards zero a little, what depends on the hand a little more) makes the tigers' expected result of the terms, with
// weights that depend on the share of the men in hand. A fifth of the games is kept apart; on it the logarithmic loss
// of the weights now in the program, at their best scale, is compared with that of the new ones. With several games a
// last row, for all others, is fitted to all of them.
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "drawn.hpp"
#include "engine_games.hpp"
#include "game/catalogue.hpp"
#include "logistic.hpp"
#include "search/evaluation.hpp"

namespace rimau::bench {
namespace {

constexpr std::size_t columns = 2 * terms;
using Row = std::array<double, columns>;

struct Sample {
  Row row{};
  double result = 0.5;  // the tigers'
  int score = 0;        // of the weights now in the program, from the tigers' view
  double weight = 1;
  bool apart = false;
};

// Of a drawn game: more often nobody knew how to win than that nobody could.
constexpr double weight_of_draw = 0.3;

// The terms, then the same by the share of the men in hand.
Row row_of(const Game& game, const Features& seen, Side turn) {
  const double share = static_cast<double>(seen.captured) / std::max(game.rules().tigers_win_at, 1);
  const std::array<double, terms> values{1.0,
                                         turn == Side::tigers ? 1.0 : -1.0,
                                         share,
                                         share * share,
                                         static_cast<double>(seen.room),
                                         static_cast<double>(seen.holes),
                                         static_cast<double>(seen.moves),
                                         static_cast<double>(seen.held),
                                         static_cast<double>(seen.threatened),
                                         static_cast<double>(seen.exposed),
                                         static_cast<double>(seen.shielded),
                                         static_cast<double>(seen.in_hand)};
  Row row{};
  for (std::size_t i = 0; i < terms; ++i) {
    row[i] = values[i];
    row[terms + i] = values[i] * seen.in_hand / game.rules().men;
  }
  return row;
}

class Collector {
 public:
  Collector(std::shared_ptr<const Game> game, const tablebase::Tables* tables, std::uint64_t seed)
      : game_(std::move(game)), evaluator_(*game_), seed_(seed) {
    if (tables == nullptr) return;
    probe_.emplace(*tables, *game_);
    sampler_.emplace(game_, *tables, seed + 1);
  }

  std::vector<Sample> collect(int games, unsigned nodes) {
    SelfPlay engine(game_, {.nodes = nodes, .random_start = 12}, seed_);
    for (int number = 0; number < games; ++number)
      for (const auto& [position, expected, verdict] : engine.next())
        add(position, result_of(verdict), number % 5 == 0);
    if (!sampler_) return std::move(samples_);
    for (std::size_t left = samples_.size() / 2; left > 0; --left) {
      const auto drawn = sampler_->next();
      if (!drawn) break;
      if (!leap_waits(*game_, drawn->position)) add(drawn->position, result_of(drawn->value().verdict), left % 5 == 0);
    }
    return std::move(samples_);
  }

 private:
  void add(const Position& position, double result, bool apart) {
    double weight = result == 0.5 ? weight_of_draw : 1;
    if (probe_)
      if (const auto value = probe_->value(position)) result = result_of(value->verdict), weight = 1;
    const auto seen = evaluator_.features(position);
    samples_.push_back({.row = row_of(*game_, seen, position.turn),
                        .result = result,
                        .score = evaluator_.weigh(seen, position.turn),
                        .weight = weight,
                        .apart = apart});
  }

  std::shared_ptr<const Game> game_;
  Evaluator evaluator_;
  std::uint64_t seed_;
  std::optional<tablebase::Probe> probe_;
  std::optional<Sampler> sampler_;
  std::vector<Sample> samples_;
};

double dot(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < columns; ++i) sum += a[i] * b[i];
  return sum;
}

// Solves matrix · x = right; the matrix is symmetric and positive definite.
Row solve(std::array<Row, columns> matrix, Row right) {
  for (std::size_t k = 0; k < columns; ++k)
    for (std::size_t i = k + 1; i < columns; ++i) {
      const double factor = matrix[i][k] / matrix[k][k];
      for (std::size_t j = k; j < columns; ++j) matrix[i][j] -= factor * matrix[k][j];
      right[i] -= factor * right[k];
    }
  for (std::size_t k = columns; k-- > 0;) {
    for (std::size_t j = k + 1; j < columns; ++j) right[k] -= matrix[k][j] * right[j];
    right[k] /= matrix[k][k];
  }
  return right;
}

Row fit(const std::vector<Sample>& samples) {
  // 1. How much each column varies: the pull towards zero is the same for all in that measure.
  Row squares{};
  double count = 0;
  for (const auto& sample : samples) {
    if (sample.apart) continue;
    count += sample.weight;
    for (std::size_t i = 0; i < columns; ++i) squares[i] += sample.weight * sample.row[i] * sample.row[i];
  }
  const auto pull = [](std::size_t i) { return i < terms ? 5e-3 : 2e-2; };

  // 2. Newton's steps on the mean loss.
  Row weights{};
  for (int step = 0; step < 25; ++step) {
    Row gradient{};
    std::array<Row, columns> curvature{};
    for (const auto& sample : samples) {
      if (sample.apart) continue;
      const double expected = logistic(dot(weights, sample.row));
      const double bend = sample.weight * std::max(expected * (1 - expected), 1e-3);
      for (std::size_t i = 0; i < columns; ++i) {
        gradient[i] += sample.weight * (expected - sample.result) * sample.row[i];
        for (std::size_t j = 0; j < columns; ++j) curvature[i][j] += bend * sample.row[i] * sample.row[j];
      }
    }
    for (std::size_t i = 0; i < columns; ++i) {
      gradient[i] += pull(i) * squares[i] * weights[i];
      curvature[i][i] += pull(i) * squares[i] + 1e-9 * count;
    }
    const auto change = solve(curvature, gradient);
    for (std::size_t i = 0; i < columns; ++i) weights[i] -= change[i];
  }
  return weights;
}

// The scale at which the scores now in the program fit best.
double best_scale(const std::vector<Sample>& samples) {
  double best = 100;
  double least = 1e300;
  for (double scale = 20; scale < 3000; scale *= 1.05) {
    double sum = 0;
    for (const auto& sample : samples)
      if (!sample.apart) sum += sample.weight * loss(logistic(sample.score / scale), sample.result);
    if (sum < least) least = sum, best = scale;
  }
  return best;
}

// What one more captured man is worth on average, in the regression's measure.
double worth_of_a_man(const std::vector<Sample>& samples, const Row& weights, int goal) {
  constexpr auto linear = static_cast<std::size_t>(Term::captured);
  constexpr auto square = static_cast<std::size_t>(Term::captured_twice);
  double sum = 0;
  for (const auto& sample : samples) {
    const double hand = sample.row[terms];
    const double share = sample.row[linear];
    sum += (weights[linear] + hand * weights[terms + linear] +
            2 * share * (weights[square] + hand * weights[terms + square])) /
           goal;
  }
  return sum / static_cast<double>(samples.size());
}

void print_row(const std::string& name, const std::vector<Sample>& samples, int goal) {
  const auto weights = fit(samples);
  const double scale = std::min(std::max(100 / worth_of_a_man(samples, weights, goal), 60.0), 400.0);
  double before = 0;
  double after = 0;
  double apart = 0;
  const double old_scale = best_scale(samples);
  for (const auto& sample : samples) {
    if (!sample.apart) continue;
    apart += sample.weight;
    before += sample.weight * loss(logistic(sample.score / old_scale), sample.result);
    after += sample.weight * loss(logistic(dot(weights, sample.row)), sample.result);
  }
  fmt::print("  // {} positions; loss {:.4f}, of the weights before {:.4f}\n  {{\"{}\", {:.0f},\n", samples.size(),
             after / apart, before / apart, name, scale);
  for (std::size_t half = 0; half < 2; ++half) {
    fmt::print("   {{");
    for (std::size_t i = 0; i < terms; ++i)
      fmt::print("{}{:.0f}", i == 0 ? "" : ", ", weights[half * terms + i] * scale * weight_unit);
    fmt::print("}}{}\n", half == 0 ? "," : "},");
  }
  std::fflush(stdout);
}

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto number = [&](std::size_t i) {
    return words.size() < 5 ? std::nullopt : parse_number(words[i], 10'000'000);
  };
  const auto games = number(0);
  const auto nodes = number(1);
  const auto seed = number(2);
  if (!games || !nodes || !seed || *nodes == 0) {
    fmt::print(stderr, "usage: fit_weights GAMES NODES SEED TABLES GAME…\n");
    return 2;
  }
  Catalogue catalogue;
  std::optional<tablebase::Tables> tables;
  if (words[3] != "-") tables = tablebase::Tables::open({words[3]});
  std::vector<Sample> all;
  double goals = 0;
  for (std::size_t i = 4; i < words.size(); ++i) {
    const auto game = catalogue.open(words[i]);
    if (!game) {
      fmt::print(stderr, "fit_weights: {}\n", game.error().text());
      return 2;
    }
    const auto samples = Collector(*game, tables ? &*tables : nullptr, *seed).collect(static_cast<int>(*games), *nodes);
    print_row(words[i].substr(0, words[i].find(':')), samples, (*game)->rules().tigers_win_at);
    goals += (*game)->rules().tigers_win_at;
    all.insert(all.end(), samples.begin(), samples.end());
  }
  if (words.size() > 5) print_row("", all, static_cast<int>(goals / static_cast<double>(words.size() - 4)));
  return 0;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) { return rimau::bench::main(argc, argv); }
