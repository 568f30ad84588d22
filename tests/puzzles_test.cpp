// Puzzles: the proof by search, both judges and the finder against plain retrograde analysis.
#include "puzzles/finder.hpp"

#include "solver/brute_force.hpp"
#include "solver/small_tables.hpp"
#include "support.hpp"

namespace rimau::puzzles {
namespace {

using testing::BruteForce;
using testing::Worth;

class Puzzles : public ::testing::Test {
 protected:
  // Calls check(position) for every so many-th position that is not over.
  template <class Check>
  void sampled(std::size_t step, Check&& check) {
    for (std::size_t i = 0; i < brute_.positions().size(); i += step) {
      const auto& position = brute_.positions()[i];
      if (position.stage == Stage::play && position.tigers_in_hand == 0 && !outcome(*game_, position).over())
        check(position);
    }
  }
  [[nodiscard]] Worth after(const Position& position, Move move) const {
    return brute_.worth_of(play_unchecked(*game_, position, move));
  }
  // The moves that keep the worth of the position.
  [[nodiscard]] std::vector<Move> keeping(const Position& position) const {
    auto moves = legal_moves(*game_, position);
    std::erase_if(moves, [&](Move move) { return after(position, move).verdict != brute_.worth_of(position).verdict; });
    return moves;
  }

  std::shared_ptr<const Game> game_ = testing::open_small("small-nine");
  BruteForce brute_{*game_};
};

TEST_F(Puzzles, TheProverFindsTheLengthOfEveryShortWin) {
  Prover prover(*game_, 1'000'000);
  int wins = 0;
  sampled(7, [&](const Position& position) {
    const auto worth = brute_.worth_of(position);
    for (const auto side : {Side::tigers, Side::men}) {
      const auto found = testing::must(prover.win(position, side, 6));
      const bool wins_soon = worth.verdict == win_of(side) && worth.plies <= 6;
      EXPECT_EQ(found, wins_soon ? std::optional(worth.plies) : std::nullopt) << format_position(*game_, position);
      wins += wins_soon ? 1 : 0;
    }
  });
  EXPECT_GT(wins, 100);
}

TEST_F(Puzzles, TheProverSaysWhenItIsTooMuch) {
  const auto game = testing::open("rimau-24");
  Prover prover(*game, 1000);
  const auto answer =
      prover.win(testing::position(*game, "e3", "c1 c2 c3 c4 c5 d1 d5 e1 e5 f1 f5", Side::men), Side::men, 9);
  EXPECT_EQ(answer.error().kind, ErrorKind::limit);
}

TEST_F(Puzzles, TablesGiveATaskExactlyWhereOneMoveKeepsTheResult) {
  const testing::Folder folder;
  testing::must(testing::solve_into(folder.path(), *game_));
  const auto tables = tablebase::Tables::open({folder.path()});
  const auto judge = table_judge(game_, tables, {.min_depth = 0, .max_depth = 1000, .min_choices = 2});
  std::array<int, 2> goals{};
  int undecided = 0;
  sampled(5, [&](const Position& position) {
    const auto worth = brute_.worth_of(position);
    const auto good = keeping(position);
    const bool one =
        good.size() == 1 && count_moves(*game_, position) >= 2 && worth.verdict != win_of(opponent(position.turn));
    const auto task = judge->task(position);
    if (!task) return void(undecided += one ? 1 : 0);  // tables without the length of a win
    EXPECT_TRUE(one) << format_position(*game_, position);
    EXPECT_EQ(task->solution.front(), good.front());
    ++goals[static_cast<std::size_t>(task->goal)];
    if (task->goal == Goal::win) {
      EXPECT_EQ(task->depth, worth.plies);
    }
    ASSERT_EQ(task->solution.size() % 2, 1);
    auto at = position;
    for (std::size_t i = 0; i < task->solution.size(); ++i) {
      ASSERT_TRUE(is_legal(*game_, at, task->solution[i]));
      if (i % 2 == 0) {
        EXPECT_EQ(keeping(at).size(), 1);
      }
      at = play_unchecked(*game_, at, task->solution[i]);
    }
  });
  EXPECT_GT(goals[0], 20);
  EXPECT_GT(goals[1], 20);
  EXPECT_LT(undecided, (goals[0] + goals[1]) * 4);
}

TEST_F(Puzzles, SearchFindsMovesThatAloneHold) {
  constexpr int most = 7;
  const auto judge = search_judge(game_, {.min_depth = 1, .max_depth = most, .min_choices = 2}, 1'000'000);
  int tasks = 0;
  sampled(11, [&](const Position& position) {
    const auto task = judge->task(position);
    int held = 0;
    int depth = 0;
    bool later = false;
    for (const auto move : legal_moves(*game_, position)) {
      const auto next = after(position, move);
      const bool lost = next.verdict == win_of(opponent(position.turn));
      if (lost && next.plies < most) depth = std::max(depth, next.plies + 1);
      else ++held, later = lost && next.plies < most + search_margin;
    }
    const bool holds = held == 1 && depth > 0 && !later && count_moves(*game_, position) >= 2 &&
                       brute_.worth_of(position).verdict != win_of(position.turn);
    if (!holds) {
      EXPECT_FALSE(task && task->goal == Goal::hold) << format_position(*game_, position);
      return;
    }
    ++tasks;
    ASSERT_TRUE(task) << format_position(*game_, position);
    EXPECT_EQ(task->goal, Goal::hold);
    EXPECT_EQ(task->depth, depth);
  });
  EXPECT_GT(tasks, 20);
}

TEST_F(Puzzles, SearchFindsWinsThatNoOtherMoveComesNear) {
  const auto judge = search_judge(game_, {.min_depth = 1, .max_depth = 7, .min_choices = 2}, 1'000'000);
  int tasks = 0;
  sampled(23, [&](const Position& position) {
    const auto worth = brute_.worth_of(position);
    const bool short_win = worth.verdict == win_of(position.turn) && worth.plies <= 7;
    int near = 0;
    for (const auto move : legal_moves(*game_, position)) {
      const auto next = after(position, move);
      near += next.verdict == worth.verdict && next.plies <= worth.plies - 1 + search_margin ? 1 : 0;
    }
    auto task = judge->task(position);
    if (task && task->goal == Goal::hold) task.reset();
    EXPECT_EQ(task.has_value(), short_win && near == 1 && count_moves(*game_, position) >= 2)
        << format_position(*game_, position);
    if (!task) return;
    ++tasks;
    EXPECT_EQ(task->depth, worth.plies);
    EXPECT_EQ(after(position, task->solution.front()), (Worth{worth.verdict, worth.plies - 1}));
  });
  EXPECT_GT(tasks, 20);
}

TEST(PuzzleFinder, FindsDifferentPositionsAndTheSameOnesAgain) {
  const auto game = testing::open_small("small-comb");
  Search search{.game = game, .taste = {.max_depth = 3}, .count = 2, .seed = 5};
  const auto first = find(search, [](const Progress&) { return true; });
  ASSERT_EQ(first.size(), 2);
  const auto again = find(search, [](const Progress&) { return true; });
  std::set<Key> keys;
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(again[i].position, first[i].position);
    EXPECT_LE(first[i].task.depth, 3);
    EXPECT_GT(first[i].position.ply, 0);
    EXPECT_TRUE(first[i].difficulty >= 1 && first[i].difficulty <= hardest);
    keys.insert(key(canonical(*game, first[i].position)));
  }
  EXPECT_EQ(keys.size(), 2);
  // What is known already is not found again.
  search.known = keys;
  search.count = 1;
  const auto other = find(search, [](const Progress&) { return true; });
  ASSERT_EQ(other.size(), 1);
  EXPECT_FALSE(keys.contains(key(canonical(*game, other.front().position))));
  EXPECT_TRUE(find(search, [](const Progress&) { return false; }).empty());
}

}  // namespace
}  // namespace rimau::puzzles
