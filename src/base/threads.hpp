// Plain parallelism for native programs. In WebAssembly, which has no threads here, one worker does it all.
#pragma once

#include <cstddef>
#if !defined(__wasm__)
#include <atomic>
#include <exception>
#include <functional>
#include <thread>
#include <vector>
#endif

namespace rimau {

#if defined(__wasm__)

template <class Work>
void parallel_for(std::size_t count, unsigned, Work&& work) {
  for (std::size_t index = 0; index < count; ++index) work(index, 0U);
}

#else

// How many workers to use when the user names none: the cores this process may run on, at least 1.
[[nodiscard]] inline unsigned default_threads() {
  const unsigned cores = std::thread::hardware_concurrency();
  return cores == 0 ? 1 : cores;
}

// Calls work(index, worker) once for every index in [0, count), in increasing order of starting,
// on up to `threads` workers numbered from 0 (fewer when the system refuses threads); blocks until all
// are done. When work throws, no further index is begun and the first exception is thrown on here.
template <class Work>
void parallel_for(std::size_t count, unsigned threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  std::atomic_flag failed;
  std::exception_ptr failure;  // written by the one that sets `failed`, read when all have ended
  const auto run = [&](unsigned worker) noexcept {
    try {
      for (;;) {
        const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
        if (index >= count) return;
        work(index, worker);
      }
    } catch (...) {
      next.store(count, std::memory_order_relaxed);
      if (!failed.test_and_set()) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> workers;
    try {
      for (unsigned worker = 1; worker < threads; ++worker) workers.emplace_back(run, worker);
    } catch (const std::exception&) {
      // Those that started are enough.
    }
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

#endif

}  // namespace rimau
