// Proofs behind a wall, on a board small enough to know every value.
#include <gmock/gmock.h>

#include "base/files.hpp"
#include "proof/check.hpp"
#include "proof/opening_list.hpp"
#include "proof/prove.hpp"
#include "proof/strategy.hpp"
#include "solver/sparse_tables.hpp"

namespace rimau::proof {
namespace {

using testing::Folder;
using testing::must;
using testing::open_small;

// The games, the smaller one's tables, and what a run over all openings found.
struct Proven {
  explicit Proven(const std::string& id) : game(open_small(id)) {
    must(testing::solve_sparsely(folder.path(), *rest));
    tables = tablebase::Tables::open({folder.path()});
    report = must(prove(*game, walled, tables, {.folder = out(), .threads = 2, .memory_mib = 1}, {}));
  }
  [[nodiscard]] std::string out() const { return folder.path() + "/proof"; }
  [[nodiscard]] Certificate certificate(std::size_t opening) const {
    return must(read_certificate(testing::bytes_of(certificate_path(out(), opening))));
  }

  std::shared_ptr<const Game> game;
  std::shared_ptr<const Game> rest = open_small("tail-full");
  Walled walled = must(Walled::make(*game, *rest));
  Folder folder;
  tablebase::Tables tables;
  ProveReport report;
};

TEST(Walls, AreFoundAndTheirPositionsTranslated) {
  const auto whole = open_small("tail");
  const auto rest = open_small("tail-full");
  const auto walled = must(Walled::make(*whole, *rest));
  ASSERT_EQ(walled.walls().size(), 1U);
  const auto full = testing::position(*whole, "a1", "b2 d2 e2", Side::tigers, 3);
  const auto inner = walled.inside(full);
  ASSERT_TRUE(inner);
  EXPECT_EQ(*inner, testing::position(*rest, "a1", "b2", Side::tigers, 3));
  EXPECT_FALSE(walled.inside(testing::position(*whole, "a1", "b2 e2", Side::tigers, 3)));
}

TEST(Walls, AreRefusedWhereTheSmallerGameSaysTooMuch) {
  const auto whole = open_small("tail");
  EXPECT_TRUE(Walled::make(*whole, *open_small("small-nine:stuck=lose")));
  for (const auto* id : {"small-nine", "small-nine:stuck=lose,tigers=2", "tail", "tail:stuck=lose", "few-square"})
    EXPECT_FALSE(Walled::make(*whole, *open_small(id))) << id;
}

TEST(Walls, OfRimauAreItsMountains) {
  Catalogue games;
  must(games.add(testing::bytes_of(cat(RIMAU_SOURCE_DIR, "/games/walled/rimau-walled.toml")), "rimau-walled"));
  const auto rest = must(games.open("rimau-walled"));
  for (const auto* id : {"rimau-24", "rimau-22"}) {
    const auto game = open_small(id);
    const auto walled = must(Walled::make(*game, *rest));
    ASSERT_EQ(walled.walls().size(), 2U);
    EXPECT_THAT(walled.walls(), ::testing::UnorderedElementsAre(testing::points(*game, "a1 a3 a5 b2 b3 b4"),
                                                                testing::points(*game, "h2 h3 h4 i1 i3 i5")));
  }
  // Where the flanks stop at the feet, the other mountain's leaps are others.
  EXPECT_FALSE(Walled::make(*open_small("rimau-24:flanks=stop"), *rest));
  EXPECT_FALSE(Walled::make(*open_small("rimau-rimau"), *rest));
}

TEST(CanonicalNodes, AreTheLeastImages) {
  const auto game = open_small("rimau-24");
  const Canonical least(*game);
  auto position = start_position(*game);
  for (const auto move : legal_moves(*game, position)) {
    const auto next = play_unchecked(*game, position, move);
    EXPECT_EQ(least(Node::of(next)).key(), Node::of(canonical(*game, next)).key());
    EXPECT_EQ(Node::of(Node::of(next).key()).key(), Node::of(next).key());
  }
  EXPECT_EQ(openings(*game).size(), 678U);
}

TEST(Proofs, ClaimNoMoreThanBruteForce) {
  for (const auto* id : {"tail", "tail:men=7"}) {
    SCOPED_TRACE(id);
    const Proven proven(id);
    const testing::BruteForce truth(*proven.game);
    for (const auto& opening : proven.report.openings) {
      EXPECT_NE(opening.standing, Standing::open);
      if (opening.standing == Standing::proven) {
        EXPECT_EQ(truth.worth_of(opening.node.position()).verdict, Verdict::men);
      }
    }
    EXPECT_GT(proven.report.count(Standing::proven), 0U);
  }
}

TEST(Certificates, HoldAndEveryFaultInThemIsFound) {
  const Proven proven("tail");
  for (std::size_t i = 0; i < proven.report.openings.size(); ++i) {
    if (proven.report.openings[i].standing != Standing::proven) continue;
    const auto whole = proven.certificate(i);
    const auto report = must(check(whole, *proven.game, proven.walled, &proven.tables, {}));
    EXPECT_EQ(report.fault_count, 0U) << (report.faults.empty() ? "" : report.faults.front());
    EXPECT_EQ(report.positions, whole.replies.size());
    EXPECT_EQ(report.unused, 0U);
    for (std::size_t at = 0; at < whole.replies.size(); ++at) {
      // A reply left out; an illegal one: onto the tiger.
      auto broken = whole;
      broken.replies.erase(broken.replies.begin() + static_cast<std::ptrdiff_t>(at));
      EXPECT_GT(must(check(broken, *proven.game, proven.walled, &proven.tables, {})).fault_count, 0U);
      broken = whole;
      broken.replies[at].drop = Node::of(whole.replies[at].position).tiger;
      EXPECT_GT(must(check(broken, *proven.game, proven.walled, &proven.tables, {})).fault_count, 0U);
    }
  }
}

TEST(Certificates, DamagedOnesAreRefused) {
  const Proven proven("tail");
  const auto first = std::ranges::find(proven.report.openings, Standing::proven, &Opening::standing);
  ASSERT_NE(first, proven.report.openings.end());
  const auto bytes = written(proven.certificate(static_cast<std::size_t>(first - proven.report.openings.begin())));
  ASSERT_TRUE(read_certificate(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(read_certificate(bytes.substr(0, size)));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    EXPECT_FALSE(read_certificate(flipped)) << "byte " << at;
  }
}

// Every game that the tiger can choose from an opening on, the men playing by the strategy.
void expect_wins(const Game& game, Strategy& men, const Position& position, std::optional<int> distance) {
  const auto turn = must(men.turn(position));
  ASSERT_TRUE(!distance || (turn.distance && *turn.distance < *distance));
  const auto next = must(play(game, position, turn.move));
  if (outcome(game, next).over()) {
    EXPECT_EQ(outcome(game, next).verdict, Verdict::men);
    return;
  }
  for (const auto move : legal_moves(game, next)) {
    const auto after = play_unchecked(game, next, move);
    ASSERT_FALSE(outcome(game, after).over());
    expect_wins(game, men, after, turn.distance);
  }
}

TEST(Strategies, WinEveryGameFromProvenOpenings) {
  const Proven proven("tail");
  for (std::size_t i = 0; i < proven.report.openings.size(); ++i) {
    if (proven.report.openings[i].standing != Standing::proven) continue;
    const auto certificate = proven.certificate(i);
    Strategy men(certificate, *proven.game, proven.walled, proven.tables);
    const auto start = proven.report.openings[i].node.position();
    for (const auto& symmetry : proven.game->symmetries())
      expect_wins(*proven.game, men, image(start, symmetry), std::nullopt);
    EXPECT_FALSE(men.turn(testing::position(*proven.game, "a1", "", Side::men, 1)));
  }
}

// The proofs in proofs/ are whole; one in a dozen is gone through, all but the tables' word for what is behind the wall
// (`rimau verify` does it all, with the tables, which take an hour to make).
TEST(ShippedProofs, AnswerEveryTurnOfTheTiger) {
  Catalogue games;
  must(games.add(testing::bytes_of(cat(RIMAU_SOURCE_DIR, "/games/walled/rimau-walled.toml")), "rimau-walled"));
  const auto rest = must(games.open("rimau-walled"));
  for (const auto* id : {"rimau-24"}) {
    SCOPED_TRACE(id);
    const auto game = must(games.open(id));
    const auto walled = must(Walled::make(*game, *rest));
    const auto all = openings(*game);
    for (std::size_t number = 0; number < all.size(); ++number) {
      const auto path = certificate_path(cat(RIMAU_SOURCE_DIR, "/proofs/", id), number);
      const auto certificate = must(read_certificate_file(path));
      ASSERT_EQ(certificate.start, all[number].key()) << path;
      if (number % 12 != 0) continue;
      const auto report = must(check(certificate, *game, walled, nullptr, {}));
      ASSERT_EQ(report.fault_count, 0U) << path << ": " << report.faults.front();
      ASSERT_EQ(report.unused, 0U) << path;
    }
  }
}

TEST(Runs, SayHowFarTheyAre) {
  const Proven proven("tail");
  const auto count = proven.report.count(Standing::proven);
  ASSERT_GT(count, 1U);
  EXPECT_EQ(proven.report.found_proven, 0U);
  for (std::size_t number = 0; number < proven.report.openings.size(); ++number)
    if (proven.report.openings[number].standing == Standing::proven) {
      std::filesystem::remove(certificate_path(proven.out(), number));
      break;
    }
  std::vector<ProveStatus> told;
  const auto again =
      must(prove(*proven.game, proven.walled, proven.tables, {.folder = proven.out(), .threads = 1, .memory_mib = 1},
                 [&](const ProveStatus& status) {
                   told.push_back(status);
                   return true;
                 }));
  EXPECT_EQ(again.count(Standing::proven), count);
  EXPECT_EQ(again.found_proven, count - 1);
  // What was there is no work of this run's.
  ASSERT_GE(told.size(), 2U);
  EXPECT_EQ(told.front().done, 0U);
  for (const auto& status : told) {
    EXPECT_EQ(status.wanted, again.openings.size());
    EXPECT_EQ(status.found_proven, count - 1);
    EXPECT_LE(status.found_proven + status.done, status.wanted);
    EXPECT_LT(status.opening, status.wanted);
    EXPECT_LE(status.opening_nodes, status.nodes);
  }
  // It can be stopped before it has begun.
  const auto stopped = prove(*proven.game, proven.walled, proven.tables, {.folder = proven.out(), .memory_mib = 1},
                             [](const ProveStatus&) { return false; });
  EXPECT_TRUE(must(stopped).stopped);
  EXPECT_FALSE(again.stopped);
}

TEST(Runs, KeepTheBoundsOfTheRunThatSpentMost) {
  const auto game = open_small("tail");
  const auto all = openings(*game);
  std::vector<Opening> list;
  for (const auto& node : all) list.push_back({node, Standing::open, {.proof = 7, .disproof = 9}, 1000, 0});
  list.front().standing = Standing::disproven;
  const auto text = written(*game, list);
  // 1. A list is read back: what it says of open openings.
  std::vector<Opening> read;
  for (const auto& node : all) read.push_back({node, Standing::open, {}, 0, 0});
  must(take_up_open(text, *game, read));
  EXPECT_EQ(read.front().work, 0U);
  EXPECT_EQ(read.back().work, 1000U);
  EXPECT_EQ(read.back().numbers.disproof, 9U);
  // 2. Not that of another game, nor one that is damaged; then nothing is lost.
  EXPECT_FALSE(take_up_open(text, *open_small("tail:men=7"), read));
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(take_up_open(text.substr(0, size), *game, read));
  // 3. A run takes them up, and writes them again when it is stopped before it knows more.
  const Proven proven("tail");
  const Folder folder;
  must(write_file(list_path(folder.path()), text));
  const auto report = must(prove(*game, proven.walled, proven.tables, {.folder = folder.path(), .memory_mib = 1},
                                 [](const ProveStatus&) { return false; }));
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.openings.back().work, 1000U);
  EXPECT_EQ(testing::bytes_of(list_path(folder.path())), written(*game, report.openings));
}

TEST(Runs, GoOnFromWhatIsProven) {
  const Proven proven("tail");
  const auto again = must(prove(*proven.game, proven.walled, proven.tables,
                                {.folder = proven.out(), .threads = 1, .memory_mib = 1, .max_nodes = 1}, {}));
  EXPECT_EQ(again.count(Standing::proven), proven.report.count(Standing::proven));
}

}  // namespace
}  // namespace rimau::proof
