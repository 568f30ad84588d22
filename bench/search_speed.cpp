// How many positions a second of the processor's time one thread looks at.
//
//   search_speed [NODES [ROUNDS]]
//
// Searches NODES positions (3,000,000) from each of search_positions.hpp, ROUNDS times (5) over the whole list, and
// prints for each the fastest in millions a second: what else runs on the machine only slows down.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "search/search.hpp"
#include "search_positions.hpp"

namespace rimau::bench {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int run(unsigned nodes, unsigned rounds) {
  constexpr std::size_t hash_mib = 64;
  Catalogue catalogue;
  Searcher searcher(hash_mib);
  std::array<double, search_positions.size()> fastest{};
  for (unsigned round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < search_positions.size(); ++i) {
      const auto read = parse_position(catalogue, search_positions[i].text);
      if (!read) return fmt::print(stderr, "{}\n", read.error().message), 2;
      searcher.clear();
      const double start = processor_seconds();
      const auto found = searcher.search(Play(read->game, read->position), {.nodes = nodes}, {});
      fastest[i] = std::max(fastest[i], static_cast<double>(found.nodes) / (processor_seconds() - start));
    }
  for (std::size_t i = 0; i < search_positions.size(); ++i)
    fmt::print("{:.2f} {}\n", fastest[i] / 1e6, search_positions[i].text);
  return 0;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) {
  const auto number = [&](int at, unsigned usual) {
    return argc > at ? rimau::parse_number(argv[at], 1'000'000'000).value_or(0) : usual;
  };
  const auto nodes = number(1, 3'000'000);
  const auto rounds = number(2, 5);
  if (argc > 3 || nodes == 0 || rounds == 0) return fmt::print(stderr, "search_speed [NODES [ROUNDS]]\n"), 2;
  return rimau::bench::run(nodes, rounds);
}
