#include "online/writer.hpp"

#include <algorithm>
#include <vector>

namespace rimau::online {
namespace {
constexpr std::size_t max_batch = 1000;
}

Writer::Writer(std::unique_ptr<store::Store> store) : store_(std::move(store)), thread_([this] { work(); }) {}

void Writer::finish() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Writer::add(store::Addition addition, Done done) { push(Add{std::move(addition), std::move(done)}); }
void Writer::run(Job job) { push(std::move(job)); }

void Writer::push(Any job) {
  {
    const std::scoped_lock lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
}

std::size_t Writer::waiting() const {
  const std::scoped_lock lock(mutex_);
  return jobs_.size() + under_way_;
}

void Writer::work() {
  for (;;) {
    std::deque<Any> jobs;
    {
      std::unique_lock lock(mutex_);
      under_way_ = 0;
      changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      jobs.swap(jobs_);
      under_way_ = jobs.size();
    }
    while (!jobs.empty()) {
      if (auto* job = std::get_if<Job>(&jobs.front())) {
        (*job)(*store_);
        jobs.pop_front();
      } else {
        write_some(jobs);
      }
    }
  }
}

void Writer::write_some(std::deque<Any>& jobs) {
  std::vector<store::Addition> additions;
  std::vector<Done> told;
  while (!jobs.empty() && additions.size() < max_batch) {
    auto* add = std::get_if<Add>(&jobs.front());
    if (add == nullptr) break;
    additions.push_back(std::move(add->addition));
    told.push_back(std::move(add->done));
    jobs.pop_front();
  }
  const auto results = store_->add(additions);
  ++batches_;
  // Known before anybody is told, so that who is told and then asks is answered truly.
  works_ = std::ranges::all_of(results, [](const auto& result) {
    return result || result.error().kind == ErrorKind::illegal || result.error().kind == ErrorKind::unknown;
  });
  for (std::size_t n = 0; n < told.size(); ++n) {
    if (results[n]) ++written_;
    told[n](results[n]);
  }
}

}  // namespace rimau::online
