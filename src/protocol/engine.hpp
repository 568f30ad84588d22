// The engine as other programs drive it: lines in, lines out, as docs/protocol.md describes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "game/catalogue.hpp"
#include "parallel/parallel_searcher.hpp"
#include "protocol/go.hpp"

namespace rimau::protocol {

// All functions are called by one thread; the search goes on in another one, which this owns. Prints
// nothing and never ends the process.
class Engine {
 public:
  // A whole line, without its end. Called by both threads, never by both at once.
  using Say = std::function<void(std::string_view)>;

  // The catalogue must outlive the engine, and be used by nobody else meanwhile.
  Engine(Catalogue& catalogue, Say say);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Does what a line says, whatever bytes it holds. Does not wait for a search, except to stop it.
  // False when the line was "quit".
  bool obey(std::string_view line);
  // At the end of input: a search with a limit is finished, one without is stopped.
  void finish();

 private:
  using Words = std::vector<std::string_view>;

  void say(std::string_view line);
  void complain(std::string_view message);
  void introduce();
  void set_option(const Words& words);
  Result<void> set(const std::string& name, const std::string& value);
  Result<void> set_game(const std::string& text);
  Result<void> set_rule(const std::string& key, const std::string& value);
  void set_position(std::string_view text);
  void go(const Words& words);
  void think(Play play, Go go);
  void report(const Play& play, const SearchReport& report, long milliseconds);
  void answer_query(std::string_view what);
  void stop();
  [[nodiscard]] bool thinking() const noexcept { return thinking_.load(std::memory_order_acquire); }

  Catalogue& catalogue_;
  Say say_;
  std::mutex writing_;  // guards say_
  std::shared_ptr<const Game> game_;
  std::optional<Play> play_;  // absent after a position that was refused
  ParallelSearcher searcher_;
  Random random_{1};
  int lines_ = 1;
  int level_;
  int contempt_ = 0;
  bool infinite_ = false;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> thinking_ = false;
  std::mutex waiting_;  // with stopped_: an infinite search waits here for stop
  std::condition_variable stopped_;
  std::thread worker_;
};

}  // namespace rimau::protocol
