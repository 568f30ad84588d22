// How often one address may ask: a token bucket each.
#pragma once

#include <chrono>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/token_bucket.hpp"

namespace rimau::server {

// Thread-safe. Remembers a bounded number of addresses, forgetting those first that asked longest ago.
class RateLimiter {
 public:
  using Clock = TokenBucket::Clock;

  // An address may ask `burst` times at once and `per_second` times a second in the long run (both above 0).
  RateLimiter(double per_second, double burst, std::size_t max_addresses = 10'000);

  // Nothing when the address may ask now (which is counted); else how many seconds to wait, at least 1.
  // Addresses of one IPv6 network of 64 bits count as one.
  [[nodiscard]] std::optional<int> refusal(std::string_view address, Clock::time_point now);

 private:
  struct Bucket {
    std::string network;
    TokenBucket bucket;
  };

  const double per_second_;
  const double burst_;
  const std::size_t max_addresses_;
  std::mutex mutex_;           // guards what follows
  std::list<Bucket> buckets_;  // the one that asked last comes first
  std::unordered_map<std::string, std::list<Bucket>::iterator> by_network_;
};

}  // namespace rimau::server
