#include "server/rate_limiter.hpp"

#include "server/addresses.hpp"

namespace rimau::server {

RateLimiter::RateLimiter(double per_second, double burst, std::size_t max_addresses)
    : per_second_(per_second), burst_(burst), max_addresses_(max_addresses) {}

std::optional<int> RateLimiter::refusal(std::string_view address, Clock::time_point now) {
  auto network = network_of(address);
  const std::scoped_lock lock(mutex_);
  auto found = by_network_.find(network);
  if (found == by_network_.end()) {
    if (buckets_.size() >= max_addresses_) {
      by_network_.erase(buckets_.back().network);
      buckets_.pop_back();
    }
    buckets_.push_front({network, TokenBucket(burst_, now)});
    found = by_network_.emplace(std::move(network), buckets_.begin()).first;
  } else {
    buckets_.splice(buckets_.begin(), buckets_, found->second);
  }
  return found->second->bucket.take(per_second_, burst_, now);
}

}  // namespace rimau::server
