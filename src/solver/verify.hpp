// Checks finished tables from their files alone.
//
// Nothing here knows how tables are made: every position's value and distance must follow from those
// of its successors as the rules give them, every count must be the sum of what it counts, and every
// checksum must match.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tablebase/tables.hpp"

namespace rimau::solver {

struct VerifyOptions {
  bool all = false;                   // every position; otherwise a sample
  std::uint64_t sample = 10'000'000;  // positions to draw
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

struct VerifyReport {
  std::uint64_t files = 0;
  std::uint64_t positions = 0;      // checked, with the tigers to move
  std::vector<std::string> faults;  // the first few, one line each; empty when all is well
  std::uint64_t fault_count = 0;
};

// Called from one thread at a time with the share done; false stops with an error of kind cancelled.
using VerifyProgress = std::function<bool(std::string_view phase, double done)>;

// Checks the game's levels among the tables. Faults in the data are told in the report; an error is
// only what keeps the check from being made. Blocks.
[[nodiscard]] Result<VerifyReport> verify(const tablebase::Tables& tables, const Game& game,
                                          const VerifyOptions& options, const VerifyProgress& progress);

}  // namespace rimau::solver
