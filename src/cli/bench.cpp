// rimau bench: fixed work, one signature number.
#include <fmt/core.h>

#include <chrono>

#include "cli/command.hpp"
#include "search/bench.hpp"

namespace rimau::cli {
namespace {

Result<int> bench(Session&) {
  // The work is of the built-in games, whatever games the user has added.
  Catalogue catalogue;
  const auto start = std::chrono::steady_clock::now();
  fmt::print("{:>9} {:>5} {:>6} {:>12} {:<14} position\n", "nodes", "depth", "score", "perft", "best");
  const auto summary = run_bench(catalogue, [&](const BenchEntry& entry) {
    const auto game = parse_position(catalogue, entry.position)->game;
    fmt::print("{:>9} {:>5} {:>6} {:>12} {:<14} {}\n", entry.search.nodes, entry.search.depth, entry.search.score,
               entry.perft, format_move(*game, entry.search.best), entry.position);
  });
  if (!summary) return std::unexpected(summary.error());
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  fmt::print("\nsignature {}\nnodes {}\nsequences {}\nnodes/s {:.0f}\n", summary->signature, summary->nodes,
             summary->sequences, static_cast<double>(summary->nodes + summary->sequences) / spent.count());
  return 0;
}

}  // namespace

void add_bench(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand(
      "bench", "Search and count a fixed list of positions; the signature is equal on every platform");
  command->footer("nodes/s counts the positions searched and the sequences counted.");
  command->callback([&chosen] { chosen = bench; });
}

}  // namespace rimau::cli
