// Fixed work for the searcher, told as one number: it changes when the search, the evaluation or the
// rules change what they find, and is the same on every platform.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "game/catalogue.hpp"
#include "search/search.hpp"

namespace rimau {

// One position's part of the work.
struct BenchEntry {
  std::string_view position;  // as text
  SearchReport search;
  std::uint64_t perft = 0;  // of bench_perft_depth plies
};

inline constexpr int bench_perft_depth = 3;

struct BenchSummary {
  std::uint64_t signature = 0;
  std::uint64_t nodes = 0;      // searched
  std::uint64_t sequences = 0;  // counted by perft
};

// Searches and counts a fixed list of positions of seven games, with a fresh table of fixed size
// for each. each (which may be empty) is called after every position. Fails only if the catalogue's
// own games are not what they should be.
[[nodiscard]] Result<BenchSummary> run_bench(Catalogue& catalogue, const std::function<void(const BenchEntry&)>& each,
                                             const Networks& networks = Networks::built_in());

}  // namespace rimau
