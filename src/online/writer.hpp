// The one thread that uses a store, so that nobody else ever waits for a disk. What has gathered while it wrote is
// written together: the more there is to write, the less each costs.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>

#include "base/errors.hpp"
#include "store/store.hpp"

namespace rimau::online {

// Thread-safe. Jobs are done in the order they come in; what they call is called from the writer's thread, in the
// same order, and must not throw.
class Writer {
 public:
  using Done = std::function<void(const Result<void>&)>;
  using Job = std::function<void(store::Store&)>;

  explicit Writer(std::unique_ptr<store::Store> store);
  ~Writer() { finish(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Does what is still to be done, and what that leads to; then nothing more. Blocks.
  void finish();

  // `generation` grows each time that a game is read anew. When an addition fails, those of its game and generation
  // that wait behind it fail too, as `illegal`: they rest on what did not happen.
  void add(store::Addition addition, std::uint64_t generation, Done done);
  void run(Job job);
  // For what may wait: done, in the order of these, after what has been added or run before and perhaps after what
  // comes later, so that it does not keep additions from being written together.
  void run_later(Job job);

  // Jobs waiting.
  [[nodiscard]] std::size_t waiting() const;
  // Whether the last addition could be written.
  [[nodiscard]] bool works() const noexcept { return works_; }
  [[nodiscard]] std::uint64_t batches() const noexcept { return batches_; }
  [[nodiscard]] std::uint64_t written() const noexcept { return written_; }

 private:
  struct Add {
    store::Addition addition;
    std::uint64_t generation;
    Done done;
  };
  using Any = std::variant<Add, Job>;

  void push(Any job);
  void work();
  // Writes the additions at the front of the jobs, up to the first other job, and one of each game.
  void write_some(std::deque<Any>& jobs);
  [[nodiscard]] bool is_barred(const Add& add);

  const std::unique_ptr<store::Store> store_;
  std::unordered_map<std::string, std::uint64_t> barred_;  // generations of games; of the writer's thread alone
  std::atomic<bool> works_ = true;
  std::atomic<std::uint64_t> batches_ = 0;
  std::atomic<std::uint64_t> written_ = 0;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Any> jobs_;
  std::deque<Job> later_;
  std::size_t under_way_ = 0;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace rimau::online
