#include "online/writer.hpp"

#include <algorithm>
#include <unordered_set>
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

void Writer::add(store::Addition addition, std::uint64_t generation, Done done) {
  push(Add{std::move(addition), generation, std::move(done)});
}
void Writer::run(Job job) { push(std::move(job)); }

void Writer::push(Any job) {
  {
    const std::scoped_lock lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
}

void Writer::run_later(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    later_.push_back(std::move(job));
  }
  changed_.notify_one();
}

std::size_t Writer::waiting() const {
  const std::scoped_lock lock(mutex_);
  return jobs_.size() + later_.size() + under_way_;
}

void Writer::work() {
  for (;;) {
    std::deque<Any> jobs;
    std::deque<Job> later;
    {
      std::unique_lock lock(mutex_);
      under_way_ = 0;
      changed_.wait(lock, [this] { return ending_ || !jobs_.empty() || !later_.empty(); });
      if (jobs_.empty() && later_.empty()) return;
      jobs.swap(jobs_);
      later.swap(later_);
      under_way_ = jobs.size() + later.size();
    }
    while (!jobs.empty()) {
      if (auto* job = std::get_if<Job>(&jobs.front())) {
        (*job)(*store_);
        jobs.pop_front();
      } else {
        write_some(jobs);
      }
    }
    for (const auto& job : later) job(*store_);
  }
}

bool Writer::is_barred(const Add& add) {
  const auto barred = barred_.find(add.addition.id);
  if (barred == barred_.end()) return false;
  if (add.generation <= barred->second) return true;
  barred_.erase(barred);
  return false;
}

void Writer::write_some(std::deque<Any>& jobs) {
  std::vector<store::Addition> additions;
  std::vector<Add> told;
  std::unordered_set<std::string> games;
  while (!jobs.empty() && additions.size() < max_batch) {
    auto* add = std::get_if<Add>(&jobs.front());
    if (add == nullptr || games.contains(add->addition.id)) break;
    if (is_barred(*add)) {
      if (!additions.empty()) break;
      add->done(fail(ErrorKind::illegal, "what it rests on was not written"));
      jobs.pop_front();
      continue;
    }
    games.insert(add->addition.id);
    additions.push_back(add->addition);
    told.push_back(std::move(*add));
    jobs.pop_front();
  }
  if (additions.empty()) return;
  const auto results = store_->add(additions);
  ++batches_;
  // Told last, so that whoever is told finds all of this true.
  works_ = std::ranges::all_of(results, [](const auto& result) {
    return result || result.error().kind == ErrorKind::illegal || result.error().kind == ErrorKind::unknown;
  });
  for (std::size_t n = 0; n < told.size(); ++n) {
    if (results[n]) ++written_;
    else barred_[additions[n].id] = told[n].generation;
    told[n].done(results[n]);
  }
}

}  // namespace rimau::online
