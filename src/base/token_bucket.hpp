// How often something may happen: so many times at once, and so often in the long run (RFC 2697 has the idea).
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace rimau {

class TokenBucket {
 public:
  using Clock = std::chrono::steady_clock;

  // Full, with room for `burst` tokens (at least 1).
  TokenBucket(double burst, Clock::time_point now) : tokens_(burst), filled_(now) {}

  // Takes a token and answers nothing; or, when there is none, answers in how many seconds (at least 1) there will be
  // one, at `per_second` (above 0).
  [[nodiscard]] std::optional<int> take(double per_second, double burst, Clock::time_point now) {
    const std::chrono::duration<double> passed = now - filled_;
    tokens_ = std::min(burst, tokens_ + std::max(0.0, passed.count()) * per_second);
    filled_ = now;
    if (tokens_ < 1) return std::max(1, static_cast<int>(std::ceil((1 - tokens_) / per_second)));
    tokens_ -= 1;
    return std::nullopt;
  }

 private:
  double tokens_;
  Clock::time_point filled_;
};

}  // namespace rimau
