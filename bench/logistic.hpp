// Expected results and how far off they are.
#pragma once

#include <algorithm>
#include <cmath>

namespace rimau::bench {

[[nodiscard]] inline double logistic(double x) noexcept { return 1 / (1 + std::exp(-x)); }

// The logarithmic loss of an expected result, in nats.
[[nodiscard]] inline double loss(double expected, double result) noexcept {
  const double p = std::clamp(expected, 1e-6, 1 - 1e-6);
  return -result * std::log(p) - (1 - result) * std::log(1 - p);
}

}  // namespace rimau::bench
