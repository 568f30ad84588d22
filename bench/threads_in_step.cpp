// What several threads would gain on as many idle cores, measured on any machine.
//
//   threads_in_step [THREADS [ROUNDS]]
//
// Searches each of search_positions.hpp to its depth with one thread and, ROUNDS times (3), with THREADS (2) over one
// table that go in step: none looks at more than some 64 positions more than another. So they search at the same time
// whatever else runs, where free threads on a busy machine run one after the other, find what the others have just left
// and seem to help each other better than they would. Prints how many times fewer positions the first of the threads
// looks at than one thread alone, and the geometric mean: the gain in time, as far as threads do not slow each other
// down.
#include <fmt/core.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "search/search.hpp"
#include "search_positions.hpp"

namespace rimau::bench {
namespace {

constexpr std::size_t hash_mib = 64;
constexpr std::uint64_t stride = 64;

// How far each of the threads has come.
class Steps {
 public:
  explicit Steps(std::size_t threads) : nodes_(threads) {}

  // Says how far a thread is, and waits until all others are as far.
  void reach(std::size_t thread, std::uint64_t nodes) {
    nodes_[thread].store(nodes);
    nodes_[thread].notify_all();
    for (const auto& other : nodes_)
      for (auto seen = other.load(); seen < nodes; seen = other.load()) other.wait(seen);
  }
  void leave(std::size_t thread) {
    nodes_[thread].store(std::numeric_limits<std::uint64_t>::max());
    nodes_[thread].notify_all();
  }

 private:
  std::vector<std::atomic<std::uint64_t>> nodes_;
};

// Positions that the first of the threads looks at.
std::uint64_t nodes_to_depth(const Play& play, int depth, std::size_t threads) {
  const auto table = std::make_shared<TranspositionTable>(hash_mib);
  Steps steps(threads);
  std::atomic<bool> done = false;
  std::vector<std::jthread> helpers;
  for (std::size_t number = 1; number < threads; ++number)
    helpers.emplace_back([&, number] {
      const SearchLimits limits{.helper = static_cast<int>(number), .nodes_between_progress = stride};
      Searcher(table).search(play, limits, [&](const SearchReport& report) {
        steps.reach(number, report.nodes);
        return !done.load();
      });
      steps.leave(number);
    });
  const auto found =
      Searcher(table).search(play, {.depth = depth, .nodes_between_progress = stride}, [&](const SearchReport& report) {
        steps.reach(0, report.nodes);
        return true;
      });
  done = true;
  steps.leave(0);
  return found.nodes;
}

int run(std::size_t threads, unsigned rounds) {
  Catalogue catalogue;
  double logarithms = 0;
  for (const auto& [text, depth] : search_positions) {
    const auto read = parse_position(catalogue, text);
    if (!read) return fmt::print(stderr, "{}\n", read.error().message), 2;
    const Play play(read->game, read->position);
    const auto alone = static_cast<double>(nodes_to_depth(play, depth, 1));
    double together = 0;
    for (unsigned round = 0; round < rounds; ++round)
      together += static_cast<double>(nodes_to_depth(play, depth, threads)) / static_cast<double>(rounds);
    logarithms += std::log(alone / together);
    fmt::print("{:.2f} depth {} {}\n", alone / together, depth, text);
    std::fflush(stdout);
  }
  fmt::print("{:.2f} geometric mean\n", std::exp(logarithms / static_cast<double>(search_positions.size())));
  return 0;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) {
  const auto number = [&](int at, unsigned usual) {
    return argc > at ? rimau::parse_number(argv[at], 64).value_or(0) : usual;
  };
  const auto threads = number(1, 2);
  const auto rounds = number(2, 3);
  if (argc > 3 || threads == 0 || rounds == 0) return fmt::print(stderr, "threads_in_step [THREADS [ROUNDS]]\n"), 2;
  return rimau::bench::run(threads, rounds);
}
