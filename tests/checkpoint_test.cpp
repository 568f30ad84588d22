// A sliding phase that is stopped and taken up again comes to the same end.
#include "solver/checkpoint.hpp"

#include <gmock/gmock.h>

#include "solver/small_tables.hpp"

namespace rimau::solver {
namespace {

using testing::Folder;
using testing::must;
using testing::open_small;

using AllCodes = std::vector<std::vector<Code>>;

AllCodes codes_of(const DenseSolver& solver) {
  AllCodes all;
  for (std::uint32_t representative = 0; representative < solver.sets().representatives(); ++representative) {
    const auto codes = solver.codes(representative);
    all.emplace_back(codes.begin(), codes.end());
  }
  return all;
}

bool same_counts(const DenseSolver& a, const DenseSolver& b) {
  const auto left = a.counts();
  const auto right = b.counts();
  return std::ranges::equal(left, right, [](const SliceCount& x, const SliceCount& y) {
    return x.positions == y.positions && x.men_win == y.men_win && x.tigers_win == y.tigers_win;
  });
}

class Checkpoint : public ::testing::TestWithParam<const char*> {};

TEST_P(Checkpoint, AfterAnyRoundLeadsToTheSameTables) {
  const auto game = open_small(GetParam());
  auto whole = must(DenseSolver::make(*game, 1, {}));
  std::vector<DenseSolver::Mark> marks;
  ASSERT_TRUE(whole.solve_sliding([&](DenseSolver::Mark mark) -> Result<void> {
    marks.push_back(mark);
    return {};
  }));
  ASSERT_GE(marks.size(), 2U);
  const auto expected = codes_of(whole);

  const Folder folder;
  const auto path = checkpoint_path(folder.path());
  for (std::size_t stop = 0; stop < marks.size(); ++stop) {
    auto stopped = must(DenseSolver::make(*game, 1, {}));
    std::size_t round = 0;
    const auto ended = stopped.solve_sliding([&](DenseSolver::Mark mark) -> Result<void> {
      if (round++ < stop) return {};
      if (auto saved = save_checkpoint(stopped, *game, mark, path, 1); !saved) return saved;
      return fail(ErrorKind::cancelled, "stopped");
    });
    ASSERT_FALSE(ended);
    ASSERT_EQ(ended.error().kind, ErrorKind::cancelled) << ended.error().text();

    auto resumed = must(DenseSolver::make(*game, 1, {}));
    ASSERT_TRUE(load_checkpoint(resumed, *game, path));
    ASSERT_TRUE(resumed.solve_sliding({}));
    EXPECT_EQ(codes_of(resumed), expected) << "stopped after round " << stop;
    EXPECT_TRUE(same_counts(resumed, whole)) << "stopped after round " << stop;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Checkpoint,
                         ::testing::Values("small-nine", "small-comb:stuck=lose", "small-nine:tigers=2",
                                           "small-crooked"));

// The men have taken nearly all codes, as after a very long win of theirs: the tigers' first round takes back what the
// men did not use.
TEST(CodeScales, MakeRoomForTheOtherSide) {
  const auto game = open_small("small-comb:stuck=lose");
  auto usual = must(DenseSolver::make(*game, 1, {}));
  std::optional<DenseSolver::Mark> before_tigers;
  auto other = must(DenseSolver::make(*game, 1, {}));
  ASSERT_TRUE(usual.solve_sliding([&](DenseSolver::Mark mark) -> Result<void> {
    if (mark.winner == Side::tigers) return {};
    before_tigers = mark;
    for (std::uint32_t representative = 0; representative < usual.sets().representatives(); ++representative)
      std::ranges::copy(usual.codes(representative), other.codes(representative).begin());
    return {};
  }));
  ASSERT_TRUE(before_tigers);
  before_tigers->scale = {250};
  ASSERT_TRUE(other.restore(*before_tigers));
  ASSERT_TRUE(other.solve_sliding({}));
  EXPECT_NE(other.scale(), usual.scale());
  EXPECT_TRUE(same_counts(other, usual));
  const auto expected = codes_of(usual);
  const auto found = codes_of(other);
  for (std::size_t representative = 0; representative < expected.size(); ++representative)
    for (std::size_t i = 0; i < expected[representative].size(); ++i) {
      const auto a = expected[representative][i];
      const auto b = found[representative][i];
      ASSERT_EQ(usual.scale().men_win(a), other.scale().men_win(b));
      ASSERT_EQ(usual.scale().tigers_win(a), other.scale().tigers_win(b));
      if (a != tablebase::draw_code && a != tablebase::as_leap_code) {
        ASSERT_EQ(usual.scale().round(a), other.scale().round(b));
      }
    }
}

TEST(CheckpointFile, DamagedOrForeignIsRefusedByName) {
  const auto game = open_small("small-nine");
  auto solver = must(DenseSolver::make(*game, 1, {}));
  const Folder folder;
  const auto path = checkpoint_path(folder.path());
  ASSERT_TRUE(save_checkpoint(solver, *game, {Side::tigers, 2}, path, 1));
  const auto bytes = testing::bytes_of(path);
  for (const auto size : {std::size_t{0}, std::size_t{1}, bytes.size() / 2, bytes.size() - 1}) {
    testing::put_bytes(path, bytes.substr(0, size));
    const auto loaded = load_checkpoint(solver, *game, path);
    ASSERT_FALSE(loaded) << size << " bytes";
    EXPECT_EQ(loaded.error().place.file, path);
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto flipped = bytes;
    flipped[at] ^= 1;
    testing::put_bytes(path, flipped);
    EXPECT_FALSE(load_checkpoint(solver, *game, path)) << "byte " << at;
  }
  testing::put_bytes(path, bytes);
  const auto other = open_small("small-crooked");
  auto foreign = must(DenseSolver::make(*other, 1, {}));
  const auto refused = load_checkpoint(foreign, *other, path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
}

}  // namespace
}  // namespace rimau::solver
