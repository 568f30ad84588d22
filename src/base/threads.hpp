// Plain parallelism for native programs. Not part of the WebAssembly core.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace rimau {

// How many workers to use when the user names none: the cores this process may run on, at least 1.
[[nodiscard]] inline unsigned default_threads() {
  const unsigned cores = std::thread::hardware_concurrency();
  return cores == 0 ? 1 : cores;
}

// Calls work(index, worker) once for every index in [0, count), in increasing order of starting,
// on `threads` workers numbered from 0; blocks until all are done. work must not throw.
template <class Work>
void parallel_for(std::size_t count, unsigned threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&](unsigned worker) {
    for (;;) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) return;
      work(index, worker);
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned worker = 1; worker < threads; ++worker) workers.emplace_back(run, worker);
  run(0);
}

}  // namespace rimau
