// The computer player thinking in the background, so that keys stay alive.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
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

  // From now on thinks with these tables, or with none; gives up what it was thinking about.
  void use(std::shared_ptr<const tablebase::Tables> tables);
  // What the tables know of the position thought about last, and why they were given up, if they were; not
  // while it is busy.
  [[nodiscard]] const std::optional<tablebase::Value>& known() const noexcept { return known_; }
  [[nodiscard]] const std::optional<Error>& fault() const noexcept { return searcher_.fault(); }

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
  Move answer_;                            // written by the worker before done_ is set
  std::optional<tablebase::Value> known_;  // likewise
  std::atomic<bool> done_ = false;
  std::jthread worker_;
};

}  // namespace rimau::terminal
