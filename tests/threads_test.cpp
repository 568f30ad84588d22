// Plain parallelism: every index once, whatever the number of workers.
#include "base/threads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <numeric>

namespace rimau {
namespace {

TEST(ParallelFor, DoesEveryIndexOnceAndThenReturns) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t count : {0U, 1U, 3U, 1000U}) {
      std::vector<int> done(count);  // neighbours written by different workers: a race would be seen
      std::vector<std::size_t> by_worker(threads);
      parallel_for(count, threads, [&](std::size_t index, unsigned worker) {
        ++done[index];
        ++by_worker[worker];
      });
      EXPECT_EQ(std::accumulate(done.begin(), done.end(), std::size_t{0}), count);
      EXPECT_TRUE(std::ranges::all_of(done, [](int times) { return times == 1; }));
      EXPECT_EQ(std::accumulate(by_worker.begin(), by_worker.end(), std::size_t{0}), count);
    }
  }
}

TEST(DefaultThreads, AreAtLeastOne) { EXPECT_GE(default_threads(), 1U); }

TEST(ParallelFor, PassesOnWhatWorkThrows) {
  for (const unsigned threads : {1U, 4U}) {
    std::atomic<int> begun{0};
    EXPECT_THROW(parallel_for(1'000'000, threads,
                              [&](std::size_t index, unsigned) {
                                ++begun;
                                if (index == 100) throw std::bad_alloc();
                              }),
                 std::bad_alloc);
    if (threads == 1) {
      EXPECT_EQ(begun, 101);
    }
  }
}

}  // namespace
}  // namespace rimau
