// Positions with few men solved in memory: every value and distance is that of brute force and of the tables that
// solve() makes, more can be solved later, and runs can be stopped.
#include "solver/few_men.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "solver/sparse_tables.hpp"

namespace rimau::testing {
namespace {

using solver::FewMen;

void check_against_plain_search(const std::string& id) {
  SCOPED_TRACE(id);
  const auto game = open_small(id);
  const BruteForce truth(*game);
  FewMen few(*game);
  std::size_t checked = 0;
  for (std::size_t number = 0; number < truth.positions().size(); ++number) {
    const auto& position = truth.positions()[number];
    if (!few.possible(position)) continue;
    if (!few.solved(position)) must(few.solve(position, {}));
    const auto value = must(few.value(position));
    ASSERT_NO_FATAL_FAILURE(expect_worth(value, truth.worth_of(number), position));
    ++checked;
  }
  EXPECT_GT(checked, 100U);
}

TEST(FewMen, HaveTheValuesOfBruteForce) {
  for (const auto* id : {"small-nine:win=all", "small-nine:tigers=2,win=2,stuck=lose", "small-nine:tigers=hand,win=all",
                         "small-comb:win=all,stuck=lose", "small-few:men=3,stuck=lose,flanks=stop",
                         "small-few:tigers=2,men=3,capture=single"})
    check_against_plain_search(id);
}

// A position with these numbers of men, its tigers and men anywhere.
Position random_position(const Game& game, int men, int in_hand, Random& random) {
  Position position;
  const auto put = [&](PointSet& pieces) {
    for (;;) {
      const auto point = Point::at(static_cast<int>(random.below(static_cast<unsigned>(game.board().size()))));
      if (position.occupied().contains(point)) continue;
      pieces |= point;
      return;
    }
  };
  while (position.tigers.size() < game.rules().tigers) put(position.tigers);
  while (position.men.size() < men) put(position.men);
  position.men_in_hand = static_cast<std::uint8_t>(in_hand);
  position.turn = random.below(2) == 0 ? Side::tigers : Side::men;
  return position;
}

TEST(FewMen, HaveTheValuesOfTables) {
  for (const auto* id : {"rimau-24", "pulijudam:tigers=2,win=all", "rimau-rimau"}) {
    SCOPED_TRACE(id);
    const auto game = open_small(id);
    const int most = game->rules().tigers == 1 ? 4 : 2;
    const Folder folder;
    must(solve_sparsely(folder.path(), *game, most));
    const auto tables = tablebase::Tables::open({folder.path()});
    tablebase::Probe probe(tables, *game);
    FewMen few(*game);
    Random random(5);
    for (int i = 0; i < 3000; ++i) {
      const int in_hand = static_cast<int>(random.below(static_cast<unsigned>(most)));
      const auto position = random_position(*game, most - in_hand, in_hand, random);
      must(few.solve(position, {}));
      ASSERT_EQ(must(few.value(position)), must(probe.value(position))) << ::testing::PrintToString(position);
      if (outcome(*game, position).over()) continue;
      const auto moves = must(few.moves(position));
      const auto expected = must(probe.moves(position));
      ASSERT_EQ(moves.size(), expected.size());
      for (std::size_t j = 0; j < moves.size(); ++j) {
        ASSERT_EQ(moves[j].move, expected[j].move);
        ASSERT_EQ(moves[j].value, expected[j].value);
      }
    }
  }
}

TEST(FewMen, SayWhatTheyNeedAndWhatIsMissing) {
  const auto game = open_small("rimau-24");
  FewMen few(*game);
  Random random(7);
  const auto fewer = random_position(*game, 2, 0, random);
  const auto more = random_position(*game, 3, 1, random);
  EXPECT_LT(few.memory_needed(fewer), few.memory_needed(more));
  EXPECT_EQ(few.value(more).error().kind, ErrorKind::unknown);
  must(few.solve(fewer, {}));
  EXPECT_TRUE(few.solved(fewer));
  EXPECT_FALSE(few.solved(more));
  const auto needed = few.memory_needed(more);
  must(few.solve(more, {}));
  EXPECT_TRUE(few.solved(more));
  EXPECT_LE(few.memory_needed(more), needed);
  EXPECT_TRUE(few.value(more));

  auto too_many = random_position(*game, FewMen::most_men + 1, 0, random);
  EXPECT_FALSE(few.possible(too_many));
  EXPECT_FALSE(few.possible(start_position(*game)));
  auto tigers_in_hand = fewer;
  tigers_in_hand.tigers_in_hand = 1;
  EXPECT_FALSE(few.possible(tigers_in_hand));
}

TEST(FewMen, CanBeStoppedAtAnyPointAndGoOn) {
  const auto game = open_small("small-comb:win=all");
  Random random(3);
  const auto position = random_position(*game, 2, 1, random);
  FewMen whole(*game);
  int told = 0;
  double last = 0;
  must(whole.solve(position, [&](const solver::Status& status) {
    EXPECT_GE(status.done, last);
    EXPECT_LE(status.done, 1);
    last = status.done;
    ++told;
    return true;
  }));
  ASSERT_GT(told, 10);
  FewMen stopped(*game);
  for (int stop_at = 1; stop_at <= told; ++stop_at) {
    int left = stop_at;
    const auto done = stopped.solve(position, [&](const solver::Status&) { return --left > 0; });
    if (!done) {
      ASSERT_EQ(done.error().kind, ErrorKind::cancelled);
    }
  }
  must(stopped.solve(position, {}));
  for (int i = 0; i < 200; ++i) {
    const int in_hand = static_cast<int>(random.below(2));
    const auto any = random_position(*game, static_cast<int>(random.below(3)), in_hand, random);
    EXPECT_EQ(must(stopped.value(any)), must(whole.value(any)));
  }
}

}  // namespace
}  // namespace rimau::testing
