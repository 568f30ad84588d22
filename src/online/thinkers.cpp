#include "online/thinkers.hpp"

#include <chrono>

#include "search/levels.hpp"

namespace rimau::online {
namespace {
constexpr std::size_t hash_mib = 32;
}

Thinkers::Thinkers(unsigned threads, std::shared_ptr<const tablebase::Tables> tables) : tables_(std::move(tables)) {
  const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  for (unsigned n = 0; n < threads; ++n) threads_.emplace_back([this, seed = now + n] { work(seed); });
}

void Thinkers::stop() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
}

void Thinkers::think(Play play, int level, Answer answer) {
  {
    const std::scoped_lock lock(mutex_);
    thoughts_.push_back({std::move(play), level, std::move(answer)});
  }
  changed_.notify_one();
}

std::size_t Thinkers::waiting() const {
  const std::scoped_lock lock(mutex_);
  return thoughts_.size();
}

void Thinkers::work(std::uint64_t seed) {
  // The memory is taken when there is something to think about.
  std::unique_ptr<Searcher> searcher;
  Random random(seed);
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ending_ || !thoughts_.empty(); });
    if (ending_) return;
    const auto thought = std::move(thoughts_.front());
    thoughts_.pop_front();
    lock.unlock();
    if (!searcher) {
      searcher = std::make_unique<Searcher>(hash_mib);
      if (tables_) searcher->use(tables_);
    }
    const auto move = choose_move(*searcher, thought.play, thought.level, random, [this] { return !ending_; });
    if (ending_) return;
    thought.answer(move);
  }
}

}  // namespace rimau::online
