// Solving slice by slice: every value and distance is that of the dense solver, brute force agrees on the
// mountain board, and runs can be stopped, resumed and extended.
#include <gmock/gmock.h>

#include "solver/dense.hpp"
#include "solver/few_men_brute_force.hpp"
#include "solver/sparse_tables.hpp"

namespace rimau::testing {
namespace {

using tablebase::Tables;
using ::testing::HasSubstr;

void expect_same_files(const std::string& folder, const std::string& other) {
  const auto files = table_files(folder);
  const auto others = table_files(other);
  ASSERT_EQ(files.size(), others.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(files[i].filename(), others[i].filename());
    EXPECT_TRUE(bytes_of(files[i]) == bytes_of(others[i])) << files[i].filename();
  }
}

// The same codes in all slices that both files have; where those of `other` leave something out, the value
// is asked of its probe.
void expect_same_codes(const Game& game, const tablebase::LevelFile& file, const tablebase::LevelFile& other,
                       tablebase::Probe& probe) {
  SCOPED_TRACE(other.path());
  const TigerSets sets(game, file.header().tigers);
  const int slots = game.board().size() - sets.tigers();
  for (int men = 0; men < std::min(file.slices(), other.slices()); ++men) {
    SCOPED_TRACE(men);
    EXPECT_EQ(file.slice(men).men_win, other.slice(men).men_win);
    EXPECT_EQ(file.slice(men).tigers_win, other.slice(men).tigers_win);
    EXPECT_FALSE(file.leaves_out_leaps(men));
    ASSERT_EQ(file.blocks(men), other.blocks(men));
    std::uint64_t entry = 0;
    for (std::uint32_t block = 0; block < file.blocks(men); ++block) {
      const auto codes = must(file.block(men, block));
      const auto others = must(other.block(men, block));
      for (std::size_t i = 0; i < codes.size(); ++i, ++entry) {
        const auto meaning = [](tablebase::Code code, const tablebase::LevelFile& in) {
          return tablebase::value_of(code, in.scale(), in.has_distances());
        };
        if (others[i] != tablebase::as_leap_code && meaning(codes[i], file) == meaning(others[i], other)) continue;
        ASSERT_TRUE(other.leaves_out_leaps(men)) << "entry " << entry;
        const auto per_set = binomial(slots, men);
        Position position;
        position.tigers = sets.representative(static_cast<std::uint32_t>(entry / per_set));
        position.men = expand(unrank(entry % per_set, men).bits(), game.points() - position.tigers);
        position.men_in_hand = static_cast<std::uint8_t>(file.level().men_in_hand);
        ASSERT_EQ(must(probe.value(position)), tablebase::value_of(codes[i], file.scale(), file.has_distances()))
            << "entry " << entry;
      }
    }
  }
}

// Every file of `folder` against the one of the same level in `other`.
void expect_same_tables(const Game& game, const std::string& folder, const std::string& other, std::size_t files) {
  const auto tables = Tables::open({folder});
  const auto others = Tables::open({other});
  EXPECT_EQ(tables.files().size(), files);
  tablebase::Probe probe(others, game);
  for (const auto& file : tables.files()) {
    const auto* same = others.find(game, file.level());
    ASSERT_NE(same, nullptr);
    expect_same_codes(game, file, *same, probe);
  }
}

void check_against_dense(const std::string& id) {
  SCOPED_TRACE(id);
  const auto game = open_small(id);
  ASSERT_LT(solver::sparse_memory_needed(*game, game->rules().men_in_play(), 2),
            solver::DenseSolver::memory_needed(*game));
  const Folder dense;
  const Folder sparse;
  must(solve_into(dense.path(), *game));
  must(solve_sparsely(sparse.path(), *game));
  expect_same_tables(*game, sparse.path(), dense.path(), table_files(dense.path()).size());
}

TEST(Sparse, FindsWhatTheDenseSolverFinds) {
  for (const auto* stuck : {"stuck=pass", "stuck=lose"}) {
    for (const auto* id :
         {"small-nine:win=1", "small-nine:win=all", "small-nine:tigers=2,win=2", "small-nine:tigers=4,win=2",
          "small-nine:tigers=hand,win=all", "small-nine:tigers=split", "small-comb:win=2", "small-comb:win=all",
          "small-comb:capture=single,win=trap", "small-comb:tigers=2,win=3", "small-row:tigers=1", "small-row:tigers=2",
          "small-crooked:tigers=2,win=3", "small-crooked:capture=odd,win=all,first=men", "small-crooked:win=trap",
          "small-crooked:tigers=board,win=1"})
      check_against_dense(cat(id, ",", stuck));
  }
}

TEST(Sparse, FewMenHaveTheValuesTheyHaveAmongAll) {
  for (const auto* id : {"small-comb:win=all,stuck=lose", "small-crooked:tigers=board,win=all"}) {
    SCOPED_TRACE(id);
    const auto game = open_small(id);
    const Folder all;
    must(solve_into(all.path(), *game));
    for (const int men : {1, 4}) {
      const Folder few;
      must(solve_sparsely(few.path(), *game, men));
      expect_same_tables(*game, few.path(), all.path(), static_cast<std::size_t>(men) + 1);
    }
  }
}

TEST(Sparse, AgreesWithBruteForceOnTheMountainBoard) {
  for (const auto* id : {"small-few:men=3,capture=single", "small-few:men=3,stuck=lose,flanks=stop",
                         "small-few:tigers=2,capture=single"})
    check_against_brute_force(id);
}

TEST(Sparse, BothBruteForcesAgree) {
  for (const auto* id : {"small-few:men=3,stuck=lose,flanks=stop", "small-few:tigers=2,capture=single",
                         "small-nine:tigers=2,win=2", "small-crooked:tigers=board,win=all"}) {
    SCOPED_TRACE(id);
    const auto game = open_small(id);
    const BruteForce whole(*game);
    const FewMenBruteForce few(*game, game->rules().men_in_play());
    std::size_t compared = 0;
    for (std::size_t number = 0; number < whole.positions().size(); ++number) {
      const auto& position = whole.positions()[number];
      if (position.stage == Stage::opening) continue;
      ASSERT_EQ(few.worth_of(position), whole.worth_of(number)) << ::testing::PrintToString(position);
      ++compared;
    }
    EXPECT_GT(compared, 10'000U);
  }
}

TEST(Sparse, DoesNotGoOnWithTablesThatLeaveOutLeaps) {
  const auto game = open_small("small-crooked:win=trap");
  const Folder folder;
  must(solve_into(folder.path(), *game));
  std::filesystem::remove(table_files(folder.path()).back());
  const auto refused = solve_sparsely(folder.path(), *game, 0, true);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(refused.error().text(), HasSubstr("with more memory"));
}

TEST(Sparse, AFewMenOfOneGameServeAnother) {
  const auto made = open_small("rimau-24");
  const Folder folder;
  must(solve_sparsely(folder.path(), *made, 3));
  const auto tables = Tables::open({folder.path()});
  const auto other = open_small("rimau-22");
  tablebase::Probe probe(tables, *other);
  Position position;
  position.tigers = PointSet(*other->board().find("a1"));
  for (const auto* point : {"a3", "b2"}) position.men |= PointSet(*other->board().find(point));
  EXPECT_TRUE(probe.value(position));
  position.men |= PointSet(*other->board().find("g1")) | *other->board().find("g2");
  const auto beyond = probe.value(position);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().kind, ErrorKind::unknown);
}

TEST(Sparse, CanBeStoppedResumedAndExtended) {
  const auto game = open_small("rimau-24");
  const Folder whole;
  must(solve_sparsely(whole.path(), *game, 4));
  // Stopped in each slice and level in turn, as far as the progress is told.
  const Folder stopped;
  int begun = 0;
  for (const auto* phase : {"2 men on the board", "4 men on the board", "men in hand: 2"}) {
    const auto done = solve_sparsely(stopped.path(), *game, 4, begun++ > 0,
                                     [&](const solver::Status& status) { return !status.phase.starts_with(phase); });
    if (!done) {
      EXPECT_EQ(done.error().kind, ErrorKind::cancelled);
    }
  }
  must(solve_sparsely(stopped.path(), *game, 4, true));
  expect_same_files(whole.path(), stopped.path());
  // From fewer men to more.
  const Folder extended;
  must(solve_sparsely(extended.path(), *game, 2));
  EXPECT_EQ(solve_sparsely(extended.path(), *game, 4).error().kind, ErrorKind::illegal);
  must(solve_sparsely(extended.path(), *game, 4, true));
  expect_same_files(whole.path(), extended.path());
}

TEST(Sparse, SaysWhatFits) {
  const auto game = open_small("rimau-24");
  const Folder folder;
  const auto refused = [&](int men, std::uint64_t memory) {
    return solver::solve(*game, {.folder = folder.path(), .memory_bytes = memory, .max_men = men}, {}).error();
  };
  const auto all = refused(0, std::uint64_t{1} << 30);
  EXPECT_EQ(all.kind, ErrorKind::limit);
  EXPECT_THAT(all.message, HasSubstr("21 men need"));
  EXPECT_THAT(all.message, HasSubstr("--max-men 8"));
  EXPECT_EQ(refused(6, 1 << 20).kind, ErrorKind::limit);
  const auto more = refused(22, plenty_of_memory);
  EXPECT_EQ(more.kind, ErrorKind::illegal);
  EXPECT_THAT(more.message, HasSubstr("21 men in play"));
  EXPECT_TRUE(table_files(folder.path()).empty());
}

}  // namespace
}  // namespace rimau::testing
