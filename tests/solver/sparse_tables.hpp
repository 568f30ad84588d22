// Tables made slice by slice, and their check against brute force.
#pragma once

#include <gtest/gtest.h>

#include "solver/brute_force.hpp"
#include "solver/small_tables.hpp"
#include "solver/sparse.hpp"
#include "solver/verify.hpp"

namespace rimau::testing {

// Solves in the least memory there is a way for; for small games that is slice by slice.
inline Result<solver::SolveReport> solve_sparsely(const std::string& folder, const Game& game, int max_men = 0,
                                                  bool resume = false, const solver::Progress& progress = {}) {
  const int men = max_men > 0 ? max_men : game.rules().men_in_play();
  return solver::solve(game,
                       {.folder = folder,
                        .threads = 2,
                        .memory_bytes = solver::sparse_memory_needed(game, men, 2),
                        .max_men = max_men,
                        .resume = resume},
                       progress);
}

// The value of a position is that of brute force, in its distance too where all men are on the board.
inline void expect_worth(const tablebase::Value& value, const Worth& worth, const Position& position) {
  ASSERT_EQ(value.verdict, worth.verdict) << ::testing::PrintToString(position);
  if (position.men_in_hand == 0 && worth.verdict != Verdict::draw) {
    ASSERT_EQ(value.distance, worth.plies) << ::testing::PrintToString(position);
  }
}

// Every position of the game, and what verify says.
inline void check_against_brute_force(const std::string& id) {
  SCOPED_TRACE(id);
  const auto game = open_small(id);
  const Folder folder;
  must(solve_sparsely(folder.path(), *game));
  const auto tables = tablebase::Tables::open({folder.path()});
  tablebase::Probe probe(tables, *game);
  const BruteForce truth(*game);
  for (std::size_t number = 0; number < truth.positions().size(); ++number) {
    const auto& position = truth.positions()[number];
    const auto value = must(probe.value(position));
    ASSERT_NO_FATAL_FAILURE(expect_worth(value, truth.worth_of(number), position));
  }
  const auto report = must(solver::verify(tables, *game, {.all = true, .threads = 2}, {}));
  EXPECT_EQ(report.fault_count, 0U) << (report.faults.empty() ? "" : report.faults.front());
}

}  // namespace rimau::testing
