// The computer player thinking in the background, so that keys stay alive.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>

#include "base/random.hpp"
#include "rules/play.hpp"
#include "search/levels.hpp"

namespace rimau::terminal {

// All functions are called by one thread; the thinking goes on in another one, which this owns.
class Thinker {
 public:
  explicit Thinker(std::uint64_t seed);
  ~Thinker() { stop(); }
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  // Begins to think about a game that is not over, giving up what it was thinking about before.
  void start(const Play& play, int level);
  // Gives up; blocks for the few milliseconds in which the search notices.
  void stop();
  // Whether a thought is under way or its answer waits to be taken.
  [[nodiscard]] bool busy() const noexcept { return worker_.joinable(); }
  // The answer, once, when it is there; nothing before and after. Does not block.
  [[nodiscard]] std::optional<Move> take();
  // Blocks until the answer is there. busy() must hold.
  [[nodiscard]] Move wait();

 private:
  Searcher searcher_;
  Random random_;
  Move answer_;  // written by the worker before done_ is set
  std::atomic<bool> done_ = false;
  std::jthread worker_;
};

}  // namespace rimau::terminal
