#include "terminal/thinker.hpp"

namespace rimau::terminal {
namespace {
constexpr std::size_t hash_mib = 32;
}

Thinker::Thinker(std::uint64_t seed) : searcher_(hash_mib), random_(seed) {}

void Thinker::use(std::shared_ptr<const tablebase::Tables> tables) {
  stop();
  searcher_.use(std::move(tables));
}

void Thinker::start(const Play& play, int level) {
  stop();
  done_ = false;
  worker_ = std::jthread([this, play, level](const std::stop_token& stop) {
    answer_ = choose_move(searcher_, play, level, random_, [&stop] { return !stop.stop_requested(); });
    known_ = searcher_.known(play.shared_game(), play.position());
    done_.store(true, std::memory_order_release);
  });
}

void Thinker::stop() {
  if (!worker_.joinable()) return;
  worker_.request_stop();
  worker_.join();
}

std::optional<Move> Thinker::take() {
  if (!busy() || !done_.load(std::memory_order_acquire)) return std::nullopt;
  return wait();
}

Move Thinker::wait() {
  worker_.join();
  return answer_;
}

}  // namespace rimau::terminal
