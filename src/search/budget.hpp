// When a search has to end.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace rimau {

// Counts the nodes of one search and asks now and then for the time and for the caller's patience.
class Budget {
 public:
  // keep_going(nodes) is asked once in so many `nodes_between`, at least 1. Of nodes and movetime_ms 0 means no limit.
  Budget(std::uint64_t nodes, int movetime_ms, std::uint64_t nodes_between,
         std::function<bool(std::uint64_t)> keep_going)
      : limit_(nodes > 0 ? nodes : ~std::uint64_t{0}),
        movetime_(movetime_ms),
        nodes_between_(nodes_between),
        keep_going_(std::move(keep_going)),
        start_(std::chrono::steady_clock::now()),
        next_check_(std::min(limit_, nodes_between_)) {}

  // Counts a node; false when the search is to end.
  bool enter_node() {
    if (++nodes_ < next_check_) return !stopped_;
    next_check_ = std::min(limit_, nodes_ + nodes_between_);
    if (nodes_ >= limit_) stopped_ = true;
    return check();
  }
  // The limits that are not worth checking at every node; false when the search is to end.
  bool check() {
    const auto spent = std::chrono::steady_clock::now() - start_;
    if (movetime_.count() > 0 && spent >= movetime_) stopped_ = true;
    if (!keep_going_(nodes_)) stopped_ = true;
    return !stopped_;
  }
  void stop() noexcept { stopped_ = true; }

  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  const std::uint64_t limit_;
  const std::chrono::milliseconds movetime_;
  const std::uint64_t nodes_between_;
  const std::function<bool(std::uint64_t)> keep_going_;
  const std::chrono::steady_clock::time_point start_;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_check_;
  bool stopped_ = false;
};

}  // namespace rimau
