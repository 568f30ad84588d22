#include "parallel/parallel_searcher.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <system_error>
#include <thread>

namespace rimau {

ParallelSearcher::ParallelSearcher(std::size_t hash_mib, int threads)
    : table_(std::make_shared<TranspositionTable>(hash_mib)) {
  searchers_.push_back(std::make_unique<Searcher>(table_));
  set_threads(threads);
}

void ParallelSearcher::set_threads(int threads) {
  const auto wanted = static_cast<std::size_t>(std::clamp(threads, 1, max_threads));
  searchers_.resize(std::min(searchers_.size(), wanted));
  while (searchers_.size() < wanted) {
    searchers_.push_back(std::make_unique<Searcher>(table_));
    searchers_.back()->use(tables_);
  }
}

void ParallelSearcher::use(const std::shared_ptr<const tablebase::Tables>& tables) {
  tables_ = tables;
  for (const auto& searcher : searchers_) searcher->use(tables);
}

SearchReport ParallelSearcher::search(const Play& play, const SearchLimits& limits,
                                      const Searcher::Progress& progress) {
  return searchers_.size() == 1 ? first().search(play, limits, progress) : search_together(play, limits, progress);
}

SearchReport ParallelSearcher::search_together(const Play& play, const SearchLimits& limits,
                                               const Searcher::Progress& progress) {
  // 1. What the threads tell each other.
  std::atomic<bool> ending = false;
  std::vector<std::atomic<std::uint64_t>> nodes(searchers_.size());
  const auto helpers_nodes = [&nodes] {
    return std::accumulate(nodes.begin() + 1, nodes.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& count) { return sum + count.load(); });
  };

  // 2. The helpers search until the first one has done.
  std::vector<std::jthread> helpers;
  for (std::size_t number = 1; number < searchers_.size(); ++number) {
    const auto help = [&, number] {
      const SearchLimits own{.contempt = limits.contempt, .tables = limits.tables, .helper = static_cast<int>(number)};
      searchers_[number]->search(play, own, [&](const SearchReport& report) {
        nodes[number].store(report.nodes, std::memory_order_relaxed);
        return !ending.load(std::memory_order_relaxed);
      });
    };
    try {
      helpers.emplace_back(help);
    } catch (const std::system_error&) {
      break;  // those that started are enough
    }
  }

  // 3. The first one.
  auto own = limits;
  own.nodes = 0;  // counted here, for all
  auto report = first().search(play, own, [&](SearchReport found) {
    found.nodes += helpers_nodes();
    const bool enough = limits.nodes > 0 && found.nodes >= limits.nodes;
    return (!progress || progress(found)) && !enough;
  });
  ending = true;
  helpers.clear();  // waits for them
  report.nodes += helpers_nodes();
  return report;
}

}  // namespace rimau
