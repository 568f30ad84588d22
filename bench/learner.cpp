#include "learner.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "search/weights.hpp"

namespace rimau::bench {
namespace {

constexpr float term_unit = 0.1F;    // features are counts: their weights are learnt in smaller steps
constexpr float held_slope = 0.03F;  // sums outside 0 to 1 still lead back a little, or units would die

float hold(float sum) { return std::min(std::max(sum, 0.0F), 1.0F); }
float slope(float sum) { return sum > 0 && sum < 1 ? 1.0F : held_slope; }

void add(float* to, const float* what, std::size_t count, float times = 1) {
  for (std::size_t i = 0; i < count; ++i) to[i] += times * what[i];
}
float product(const float* a, const float* b, std::size_t count) {
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// A line with the name and lines of whole numbers.
void append(std::string& out, std::string_view name, std::span<const float> numbers, double unit, int most) {
  constexpr std::size_t width = 120;
  out += name;
  std::size_t column = width;
  for (const float x : numbers) {
    const auto word = std::to_string(std::clamp(static_cast<int>(std::lround(x * unit)), -most, most));
    const bool fits = column + 1 + word.size() <= width;
    column = (fits ? column : 0) + 1 + word.size();
    out += fits ? " " : "\n ";
    out += word;
  }
  out += '\n';
}

}  // namespace

void Learner::Numbers::descend(float rate, float first_left, float second_left, float most) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const float steep = gradient[i];
    gradient[i] = 0;
    mean[i] = 0.9F * mean[i] + 0.1F * steep;
    square[i] = 0.999F * square[i] + 0.001F * steep * steep;
    value[i] -= rate * (mean[i] / first_left) / (std::sqrt(square[i] / second_left) + 1e-8F);
    value[i] = std::min(std::max(value[i], -most), most);
  }
}

Learner::Learner(const Game& game, std::size_t units, std::size_t mixers, Random& random)
    : game_(game),
      units_(units),
      mixers_(mixers),
      board_(static_cast<std::size_t>(game.board().size())),
      hand_sizes_(static_cast<std::size_t>(game.rules().men) + 1),
      points_(2 * board_ * units),
      hands_(hand_sizes_ * units),
      turns_(2 * units),
      heads_(network_heads * units),
      mixes_(mixers * units),
      biases_(network_heads * mixers),
      leans_(mixers * network_terms),
      counts_(network_heads * mixers),
      terms_(network_heads * network_terms),
      seen_(game.symmetries().size(), {std::vector<float>(units), std::vector<float>(units), std::vector<float>(mixers),
                                       std::vector<float>(mixers)}),
      blame_(units) {
  const auto fill = [&random](Numbers& numbers, float size, float middle = 0) {
    for (auto& x : numbers.value) x = middle + size * (static_cast<float>(random.below(2001)) - 1000.0F) / 1000.0F;
  };
  fill(points_, 0.25F);
  fill(hands_, 0.05F, 0.3F);
  fill(heads_, 0.3F);
  fill(mixes_, 1 / std::sqrt(static_cast<float>(units)));
  fill(biases_, 0.3F, 0.3F);
  fill(leans_, 0.1F);
  fill(counts_, 0.5F);
}

std::size_t Learner::row(std::size_t side, std::size_t symmetry, Point point) const {
  const auto image = game_.symmetries()[symmetry][static_cast<std::size_t>(point.index())];
  return (side * board_ + static_cast<std::size_t>(image.index())) * units_;
}

// Calls act(index of the piece's numbers in points_).
template <class Act>
void Learner::for_each_piece(const Sample& sample, std::size_t symmetry, Act&& act) const {
  for (const auto point : sample.tigers) act(row(0, symmetry, point));
  for (const auto point : sample.men) act(row(1, symmetry, point));
}

// What both layers say in one symmetry.
void Learner::see(const Sample& sample, std::size_t symmetry) {
  auto& [sums, says, mixer_sums, mixer_says] = seen_[symmetry];
  std::copy_n(&hands_.value[sample.hand * units_], units_, sums.begin());
  add(sums.data(), &turns_.value[sample.turn * units_], units_);
  for_each_piece(sample, symmetry, [&](std::size_t at) { add(sums.data(), &points_.value[at], units_); });
  std::ranges::transform(sums, says.begin(), hold);
  for (std::size_t i = 0; i < mixers_; ++i)
    mixer_sums[i] = biases_.value[sample.head * mixers_ + i] + product(says.data(), &mixes_.value[i * units_], units_) +
                    product(seen_terms_.data(), &leans_.value[i * network_terms], network_terms);
  std::ranges::transform(mixer_sums, mixer_says.begin(), hold);
}

float Learner::expect(const Sample& sample) {
  std::ranges::transform(sample.terms, seen_terms_.begin(),
                         [](int term) { return term_unit * static_cast<float>(term); });
  float sum = product(seen_terms_.data(), &terms_.value[sample.head * network_terms], network_terms);
  for (std::size_t symmetry = 0; symmetry < seen_.size(); ++symmetry) {
    see(sample, symmetry);
    const auto& seen = seen_[symmetry];
    sum += product(seen.says.data(), &heads_.value[sample.head * units_], units_) +
           product(seen.mixer_says.data(), counts_.value.data() + sample.head * mixers_, mixers_);
  }
  return sum;
}

// Back through see().
void Learner::blame(const Sample& sample, std::size_t symmetry, float error) {
  const auto& [sums, says, mixer_sums, mixer_says] = seen_[symmetry];
  for (std::size_t i = 0; i < units_; ++i) blame_[i] = error * heads_.value[sample.head * units_ + i];
  add(&heads_.gradient[sample.head * units_], says.data(), units_, error);
  for (std::size_t i = 0; i < mixers_; ++i) {
    const auto at = sample.head * mixers_ + i;
    const float back = error * counts_.value[at] * slope(mixer_sums[i]);
    counts_.gradient[at] += error * mixer_says[i];
    biases_.gradient[at] += back;
    add(&mixes_.gradient[i * units_], says.data(), units_, back);
    add(&leans_.gradient[i * network_terms], seen_terms_.data(), network_terms, back);
    add(blame_.data(), &mixes_.value[i * units_], units_, back);
  }
  for (std::size_t i = 0; i < units_; ++i) blame_[i] *= slope(sums[i]);
  add(&hands_.gradient[sample.hand * units_], blame_.data(), units_);
  add(&turns_.gradient[sample.turn * units_], blame_.data(), units_);
  for_each_piece(sample, symmetry, [&](std::size_t at) { add(&points_.gradient[at], blame_.data(), units_); });
}

void Learner::learn(const Sample& sample, float error) {
  add(&terms_.gradient[sample.head * network_terms], seen_terms_.data(), network_terms, error);
  for (std::size_t symmetry = 0; symmetry < seen_.size(); ++symmetry) blame(sample, symmetry, error);
}

void Learner::descend(float rate) {
  ++steps_;
  const float first_left = 1 - std::pow(0.9F, static_cast<float>(steps_));
  const float second_left = 1 - std::pow(0.999F, static_cast<float>(steps_));
  const float small = network_small / static_cast<float>(network_one);
  for (auto* numbers : {&points_, &hands_, &turns_, &mixes_}) numbers->descend(rate, first_left, second_left, small);
  for (auto* numbers : {&heads_, &biases_, &leans_, &counts_, &terms_})
    numbers->descend(rate, first_left, second_left, 1e9F);
}

void Learner::extend_hands(std::size_t largest) {
  for (std::size_t hand = largest + 1; hand < hand_sizes_; ++hand)
    std::copy_n(&hands_.value[largest * units_], units_, &hands_.value[hand * units_]);
}

std::string Learner::text(double scale) const {
  const auto& rules = game_.rules();
  auto out =
      fmt::format("network 1\nfor {} tigers {} men {} win {}\nboard {}\nsymmetries {}\nhand {}\nunits {}\nmixers {}\n",
                  game_.spec().id, rules.tigers, rules.men, rules.tigers_win_at, board_, seen_.size(), hand_sizes_ - 1,
                  units_, mixers_);
  constexpr double one = network_one;
  const double score = scale * weight_unit;
  append(out, "points", points_.value, one, network_small);
  append(out, "hands", hands_.value, one, network_small);
  append(out, "turns", turns_.value, one, network_small);
  append(out, "heads", heads_.value, score, network_large);
  append(out, "mixes", mixes_.value, one, network_small);
  append(out, "biases", biases_.value, one * one, network_large);
  append(out, "leans", leans_.value, term_unit * one * one, network_medium);
  append(out, "counts", counts_.value, score, network_large);
  append(out, "terms", terms_.value, term_unit * score, network_large);
  return out;
}

}  // namespace rimau::bench
