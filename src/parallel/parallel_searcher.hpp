// Several threads thinking about one position. Native only; everything below it knows no threads.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "search/search.hpp"

namespace rimau {

// A searcher and its helpers, which search the same position and share what they learn through one transposition
// table (known as lazy SMP). The first searcher alone decides and reports. With one thread it is just that searcher:
// the same calls give the same answers; with more they need not.
//
// All functions are called by one thread.
class ParallelSearcher {
 public:
  static constexpr int max_threads = 256;

  explicit ParallelSearcher(std::size_t hash_mib, int threads = 1);

  // How many threads the next search uses, from 1 to max_threads; others count as the nearest. Costs memory for
  // each helper only when it searches.
  void set_threads(int threads);
  [[nodiscard]] int threads() const noexcept { return static_cast<int>(searchers_.size()); }

  // As Searcher::search. Nodes are those of all threads together. progress is called by the calling thread only.
  // When the system refuses a thread the others go on without it.
  SearchReport search(const Play& play, const SearchLimits& limits, const Searcher::Progress& progress);

  // The searcher that decides, for what needs one thread: levels, what tables know, what became of them.
  [[nodiscard]] Searcher& first() noexcept { return *searchers_.front(); }

  // As Searcher's, for all of them.
  void use(const std::shared_ptr<const tablebase::Tables>& tables);
  void clear() noexcept { table_->clear(); }
  [[nodiscard]] Result<void> resize(std::size_t hash_mib) { return table_->resize(hash_mib); }

 private:
  SearchReport search_together(const Play& play, const SearchLimits& limits, const Searcher::Progress& progress);

  std::shared_ptr<TranspositionTable> table_;
  std::shared_ptr<const tablebase::Tables> tables_;
  std::vector<std::unique_ptr<Searcher>> searchers_;  // the first decides; at least one
};

}  // namespace rimau
