// Several threads on one table: still right, still in time, still one report at a time.
#include "parallel/parallel_searcher.hpp"

#include <cstdlib>
#include <thread>

#include "base/random.hpp"
#include "support.hpp"

namespace rimau {
namespace {

using testing::catalogue;
using testing::must;
using testing::open;

Play play_from(const std::string& position) {
  const auto read = must(parse_position(catalogue(), position));
  return Play(read.game, read.position);
}

TEST(ParallelSearcher, FindsForcedEndsWithEveryNumberOfThreads) {
  for (const int threads : {1, 2, 5}) {
    ParallelSearcher searcher(1, threads);
    EXPECT_EQ(searcher.threads(), threads);
    const auto trap = play_from("rimau-24 tigers=a1 men=a3,b2,b4,c3 hand=0/0 turn=men");
    const auto report = searcher.search(trap, {.depth = 4}, {});
    EXPECT_EQ(report.score, max_score - 1);
    EXPECT_EQ(format_move(trap.game(), report.best), "b4-a5");
    const auto leap = play_from("bagh-chal tigers=a1,a5,c3,e5 men=b1,b5,c4,d5 hand=0/12 captured=4 turn=tigers");
    EXPECT_EQ(searcher.search(leap, {.depth = 4}, {}).score, max_score - 1);
  }
}

TEST(ParallelSearcher, WithOneThreadIsASearcher) {
  ParallelSearcher together(1, 1);
  Searcher alone(1);
  const Play play(open("pulijudam"));
  const auto one = together.search(play, {.nodes = 20'000}, {});
  const auto other = alone.search(play, {.nodes = 20'000}, {});
  EXPECT_EQ(one.line, other.line);
  EXPECT_EQ(one.score, other.score);
  EXPECT_EQ(one.nodes, other.nodes);
}

TEST(ParallelSearcher, KeepsItsLimitsAndReportsFromTheCallingThreadOnly) {
  ParallelSearcher searcher(1, 3);
  const Play play(open("bagh-chal"));
  const auto caller = std::this_thread::get_id();
  int depth = 0;
  const auto report = searcher.search(play, {.nodes = 60'000}, [&](const SearchReport& found) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_GE(found.depth, depth);
    depth = found.depth;
    return true;
  });
  EXPECT_GE(report.nodes, 60'000U);
  EXPECT_TRUE(is_legal(play.game(), play.position(), report.best));
  EXPECT_EQ(searcher.search(play, {.depth = 3}, {}).depth, 3);
}

TEST(ParallelSearcher, StopsWhenToldAndCanBeUsedAgain) {
  ParallelSearcher searcher(1, 4);
  for (const auto* id : {"rimau-24", "meurimueng-rimueng-do"}) {
    Play play(open(id));
    for (int turn = 0; turn < 6; ++turn) {
      int calls = 0;
      const auto report = searcher.search(play, {}, [&calls](const SearchReport&) { return ++calls < 4; });
      ASSERT_TRUE(play.play(report.best)) << id;
    }
    searcher.set_threads(2);
    ASSERT_TRUE(searcher.resize(2));
    searcher.clear();
  }
}

TEST(TranspositionTable, IsTrueWhenThreadsWriteTheSameBuckets) {
  TranspositionTable table(1);
  // Every memory says which key it was stored for; all keys share a few buckets.
  const auto key_of = [](std::uint64_t i) { return mix(i) << 8 | (i & 3); };
  const auto move_of = [](std::uint64_t i) { return Move::from_bits(static_cast<std::uint32_t>(mix(i)) | 4); };
  constexpr std::uint64_t keys = 64;
  const auto work = [&](std::uint64_t seed) {
    Random random(seed);
    for (int round = 0; round < 20'000; ++round) {
      const auto i = random.below(keys);
      table.store(key_of(i), move_of(i), static_cast<int>(i), 3, Bound::exact);
      const auto j = random.below(keys);
      if (const auto found = table.find(key_of(j))) {
        ASSERT_EQ(found->move, move_of(j));
        ASSERT_EQ(found->score, static_cast<int>(j));
      }
    }
  };
  std::jthread other([&] { work(1); });
  work(2);
}

}  // namespace
}  // namespace rimau
