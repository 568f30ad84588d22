#include "match/elo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rimau::match {
namespace {

struct Moments {
  double groups = 0;
  double mean = 0;
  double variance = 0;
};

// Of the counts with `prior` groups added, spread evenly over the five results.
Moments moments(const Groups& groups, double prior) noexcept {
  Moments found;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < groups.counts.size(); ++i) {
    const double share = static_cast<double>(i) / 4;
    const double count = static_cast<double>(groups.counts[i]) + prior / 5;
    found.groups += count;
    sum += count * share;
    squares += count * share * share;
  }
  if (found.groups <= 0) return found;
  found.mean = sum / found.groups;
  found.variance = squares / found.groups - found.mean * found.mean;
  return found;
}

}  // namespace

void Groups::add(double share) noexcept {
  const auto quarters = std::lround(std::clamp(share, 0.0, 1.0) * 4);
  ++counts[static_cast<std::size_t>(quarters)];
}

std::int64_t Groups::size() const noexcept { return std::accumulate(counts.begin(), counts.end(), std::int64_t{0}); }

double expected_share(double elo) noexcept { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of(double share) noexcept {
  if (share <= 0) return -std::numeric_limits<double>::infinity();
  if (share >= 1) return std::numeric_limits<double>::infinity();
  return 400 * std::log10(share / (1 - share));
}

Estimate estimate(const Groups& groups) noexcept {
  if (groups.size() == 0) return {elo_of(0), 0, elo_of(1)};
  const auto plain = moments(groups, 0);
  const auto careful = moments(groups, 1);
  const double error = 1.96 * std::sqrt(careful.variance / careful.groups);
  return {elo_of(std::min(plain.mean, careful.mean - error)), elo_of(plain.mean),
          elo_of(std::max(plain.mean, careful.mean + error))};
}

double log_likelihood_ratio(const Groups& groups, const Sprt& test) noexcept {
  if (groups.size() == 0) return 0;
  const auto found = moments(groups, 0.005);  // keeps the variance of equal results above 0
  const double share0 = expected_share(test.elo0);
  const double share1 = expected_share(test.elo1);
  return found.groups * (share1 - share0) * (2 * found.mean - share0 - share1) / (2 * found.variance);
}

}  // namespace rimau::match
