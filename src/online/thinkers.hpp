// Computer players thinking in threads of their own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "rules/play.hpp"
#include "tablebase/tables.hpp"

namespace rimau::online {

// Thread-safe. Thoughts are begun in the order they are asked for.
class Thinkers {
 public:
  // Called from a thinker's thread with the move found; must not throw.
  using Answer = std::function<void(Move)>;

  // `tables` may be null. At least one thread.
  Thinkers(unsigned threads, std::shared_ptr<const tablebase::Tables> tables);
  ~Thinkers() { stop(); }
  Thinkers(const Thinkers&) = delete;
  Thinkers& operator=(const Thinkers&) = delete;

  // Gives up what is being thought about; what has not been answered never is. Blocks for a moment.
  void stop();

  // Of a game that is not over.
  void think(Play play, int level, Answer answer);
  [[nodiscard]] std::size_t waiting() const;

 private:
  struct Thought {
    Play play;
    int level;
    Answer answer;
  };
  void work(std::uint64_t seed);

  const std::shared_ptr<const tablebase::Tables> tables_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Thought> thoughts_;
  std::atomic<bool> ending_ = false;  // set under the mutex, read without it while thinking
  std::vector<std::thread> threads_;
};

}  // namespace rimau::online
