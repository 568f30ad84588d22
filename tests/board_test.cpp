// The three boards: what is derived from their lines, and what a bad description is told.
#include "board/board.hpp"

#include <map>
#include <set>

#include "board/symmetry.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Board& gunung() {
  static const auto game = open("rimau-24");
  return game->board();
}
const Board& triangle() {
  static const auto game = open("pulijudam");
  return game->board();
}
const Board& alquerque() {
  static const auto game = open("bagh-chal");
  return game->board();
}

TEST(Boards, HaveTheirPointsEdgesAndLines) {
  EXPECT_EQ(gunung().size(), 37);
  EXPECT_EQ(gunung().edges(), 76);
  EXPECT_EQ(gunung().lines().size(), 20U);
  EXPECT_EQ(triangle().size(), 23);
  EXPECT_EQ(triangle().edges(), 38);
  EXPECT_EQ(triangle().lines().size(), 10U);
  EXPECT_EQ(alquerque().size(), 25);
  EXPECT_EQ(alquerque().edges(), 56);
  EXPECT_EQ(alquerque().lines().size(), 16U);
}

TEST(Boards, LackThePointsThatDoNotExist) {
  for (const auto* name : {"a2", "a4", "b1", "b5", "h1", "h5", "i2", "i4", "c0", "c6", "j3", "", "c", "c33", "C3"})
    EXPECT_FALSE(gunung().find(name)) << name;
  for (const auto* name : {"a1", "f1", "a5", "b5", "f5", "t4"}) EXPECT_FALSE(triangle().find(name)) << name;
}

TEST(Boards, JoinNeighboursAndNothingElse) {
  const auto neighbours = [](const Board& board, std::string_view name) {
    return join(names(board, board.neighbours(at(board, name))), " ");
  };
  EXPECT_EQ(neighbours(gunung(), "c3"), "b2 b3 b4 c2 c4 d2 d3 d4");
  EXPECT_EQ(neighbours(gunung(), "d3"), "c3 d2 d4 e3");  // no diagonal passes here
  EXPECT_EQ(neighbours(gunung(), "a1"), "a3 b2");
  EXPECT_EQ(neighbours(gunung(), "a3"), "a1 a5 b3");
  EXPECT_EQ(neighbours(gunung(), "e3"), "d2 d3 d4 e2 e4 f2 f3 f4");
  EXPECT_EQ(neighbours(gunung(), "c1"), "c2 d1 d2");
  EXPECT_EQ(neighbours(triangle(), "t5"), "b4 c4 d4 e4");
  EXPECT_EQ(neighbours(triangle(), "a4"), "a3 b4");
  EXPECT_EQ(neighbours(triangle(), "b1"), "b2 c1");
  EXPECT_EQ(neighbours(alquerque(), "b3"), "a3 b2 b4 c3");
  EXPECT_EQ(neighbours(alquerque(), "b2"), "a1 a2 a3 b1 b3 c1 c2 c3");
}

TEST(Boards, AreSymmetricGraphsWithoutLoops) {
  for (const auto* board : {&gunung(), &triangle(), &alquerque()})
    for (const auto point : board->points()) {
      EXPECT_FALSE(board->neighbours(point).contains(point));
      for (const auto other : board->neighbours(point)) EXPECT_TRUE(board->neighbours(other).contains(point));
    }
}

TEST(Boards, NumberPointsInByteOrderOfTheirNames) {
  for (const auto* board : {&gunung(), &triangle(), &alquerque()}) {
    const auto all = names(*board, board->points());
    EXPECT_TRUE(std::ranges::is_sorted(all));
    for (const auto& name : all) EXPECT_EQ(board->name(at(*board, name)), name);
  }
}

TEST(Boards, GiveRaysNearestFirst) {
  std::set<std::string> rays;
  for (const auto& ray : gunung().rays(at(gunung(), "b2"))) {
    std::string text;
    for (const auto point : ray) text += cat(text.empty() ? "" : " ", gunung().name(point));
    rays.insert(text);
  }
  EXPECT_THAT(rays, ElementsAre("a1", "b3 b4", "c3 d4 e5"));
}

// How many leaps there are over so many men, and from where.
std::map<int, std::set<std::string>> long_leaps(const Game& game) {
  std::map<int, std::set<std::string>> found;
  for (const auto from : game.points())
    for (const auto& leap : game.leaps(from))
      found[leap.over.size()].insert(cat(game.board().name(from), "x", game.board().name(leap.landing)));
  return found;
}

TEST(Leaps, OfFiveAndSevenMenAreOnTheAxisOnly) {
  for (const auto* id : {"rimau-24", "rimau-22", "rimau-rimau:capture=odd", "rimau-24:flanks=stop"}) {
    const auto found = long_leaps(*open(id));
    EXPECT_THAT(found.at(5), ElementsAre("a3xg3", "b3xh3", "c3xi3", "g3xa3", "h3xb3", "i3xc3")) << id;
    EXPECT_THAT(found.at(7), ElementsAre("a3xi3", "i3xa3")) << id;
    for (const auto& [men, leaps] : found) EXPECT_TRUE(men % 2 == 1 && men <= 7) << id << ' ' << men;
  }
}

TEST(Leaps, TakeOneManWhereTheRuleIsSingle) {
  for (const auto* id : {"rimau-rimau", "meurimueng-rimueng-do", "pulijudam", "demala-diviyan-keliya",
                         "hat-diviyan-keliya", "bagh-chal"}) {
    const auto found = long_leaps(*open(id));
    EXPECT_EQ(found.size(), 1U) << id;
    EXPECT_TRUE(found.contains(1)) << id;
  }
}

TEST(Leaps, FollowTheFlanksThroughTheFootUnlessTheyStopThere) {
  const auto through = open("rimau-24");
  const auto stop = open("rimau-24:flanks=stop");
  EXPECT_TRUE(long_leaps(*through).at(3).contains("a1xe5"));
  EXPECT_TRUE(long_leaps(*through).at(1).contains("b2xd4"));
  EXPECT_FALSE(long_leaps(*stop).at(3).contains("a1xe5"));
  EXPECT_FALSE(long_leaps(*stop).at(1).contains("b2xd4"));
  EXPECT_TRUE(long_leaps(*stop).at(1).contains("a1xc3"));
  EXPECT_TRUE(long_leaps(*stop).at(1).contains("c3xe5"));
  EXPECT_EQ(stop->board().edges(), 76);
  EXPECT_EQ(stop->board().lines().size(), 24U);
}

TEST(Symmetries, AreTheGroupsOfTheBoards) {
  EXPECT_EQ(open("rimau-24")->symmetries().size(), 4U);
  // With flanks that stop, each mountain and the square may be turned over by itself.
  EXPECT_EQ(open("rimau-24:flanks=stop")->symmetries().size(), 16U);
  EXPECT_EQ(open("rimau-rimau")->symmetries().size(), 4U);
  EXPECT_EQ(open("pulijudam")->symmetries().size(), 2U);
  EXPECT_EQ(open("meurimueng-rimueng-do")->symmetries().size(), 2U);
  EXPECT_EQ(open("hat-diviyan-keliya")->symmetries().size(), 2U);
  EXPECT_EQ(open("bagh-chal")->symmetries().size(), 8U);
}

TEST(Symmetries, AreAGroupThatKeepsStepsAndLeaps) {
  for (const auto& id : games_with_options()) {
    const auto game = open(id);
    const std::set<Board::Permutation> group(game->symmetries().begin(), game->symmetries().end());
    EXPECT_EQ(group.size(), game->symmetries().size()) << id;
    for (std::size_t i = 0; i < game->symmetries().front().size(); ++i)
      EXPECT_EQ(game->symmetries().front()[i], Point::at(static_cast<int>(i))) << id;
    for (const auto& first : group) {
      for (const auto& second : group) {
        Board::Permutation both;
        for (const auto point : first) both.push_back(second[static_cast<std::size_t>(point.index())]);
        EXPECT_TRUE(group.contains(both)) << id;
      }
      for (const auto point : game->points())
        EXPECT_EQ(image(game->steps(point), first), game->steps(first[static_cast<std::size_t>(point.index())])) << id;
    }
  }
}

TEST(SmallestTrap, IsDerivedFromTheBoard) {
  const auto trap = [](const Board& board, Capture capture, int tigers) {
    return must(smallest_trap(board, capture, tigers));
  };
  EXPECT_EQ(trap(triangle(), Capture::single, 1), 4);
  EXPECT_EQ(trap(triangle(), Capture::single, 2), 5);
  EXPECT_EQ(trap(triangle(), Capture::single, 3), 6);
  EXPECT_EQ(trap(triangle(), Capture::single, 4), 7);
  EXPECT_EQ(trap(triangle(), Capture::single, 5), 7);
  EXPECT_EQ(trap(gunung(), Capture::odd_run, 1), 4);
}

TEST(SmallestTrap, RefusesASearchThatIsTooLong) {
  const auto refused = smallest_trap(gunung(), Capture::single, 12);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::limit);
}

// A board of these lines, each from the source line of its index plus one.
Result<Board> board_of(const std::vector<std::string>& lines, std::vector<BoardSpec::Place> places = {}) {
  BoardSpec spec;
  spec.id = "test";
  for (std::size_t i = 0; i < lines.size(); ++i) spec.lines.push_back({lines[i], static_cast<int>(i) + 1});
  spec.places = std::move(places);
  return Board::make(spec);
}

TEST(BadBoards, AreRefusedWithTheLine) {
  struct Case {
    std::vector<std::string> lines;
    int source_line;
    std::string says;
  };
  const std::vector<Case> cases{
      {{}, 0, "no line"},
      {{"a1 b1", "a1"}, 2, "a line of one point"},
      {{"a1 b1", "A1 b2"}, 2, "\"A1\" is no point name"},
      {{"a1  b1"}, 1, "is no point name"},
      {{"a1 b1 "}, 1, "is no point name"},
      {{"a1 a10"}, 1, "\"a10\" is no point name"},
      {{""}, 1, "is no point name"},
      {{"a1 b1 a1"}, 1, "a1 is twice on one line"},
      {{"a1 b1", "c1 b1 a1"}, 2, "are already on one line"},
      {{"a1 b1 c1", "a1 c1"}, 2, "are already on one line"},
      {{"a1 b1 c2"}, 1, "the line bends at b1"},
      {{"a1 c1 b1"}, 1, "the line bends at c1"},
  };
  for (const auto& [lines, source_line, says] : cases) {
    const auto board = board_of(lines);
    ASSERT_FALSE(board) << says;
    EXPECT_EQ(board.error().place.line, source_line) << says;
    EXPECT_THAT(board.error().message, HasSubstr(says));
  }
}

TEST(BadBoards, MisplacedPointsAreRefusedWithTheLine) {
  const std::vector<std::string> lines{"a1 b1"};
  const auto refusal = [&](std::vector<BoardSpec::Place> places) { return board_of(lines, std::move(places)).error(); };
  EXPECT_EQ(refusal({{"c1", {0, 0}, 7}}).place.line, 7);
  EXPECT_EQ(refusal({{"a1", {0, 0}, 7}, {"a1", {0, 2}, 8}}).place.line, 8);
  EXPECT_EQ(refusal({{"a1", {0, 1e9}, 7}}).place.line, 7);
  EXPECT_THAT(refusal({{"a1", {1, 1}, 7}}).message, HasSubstr("drawn at the same place"));
}

TEST(BadBoards, HaveAtMostSixtyFourPoints) {
  std::vector<std::string> lines;
  for (char letter = 'a'; letter <= 'g'; ++letter) {
    std::string line;
    for (char digit = '0'; digit <= '9'; ++digit) line += cat(line.empty() ? "" : " ", letter, digit);
    lines.push_back(line);
  }
  EXPECT_THAT(board_of(lines).error().message, HasSubstr("at most 64"));
  lines.pop_back();
  EXPECT_EQ(must(board_of(lines)).size(), 60);
}

}  // namespace
}  // namespace rimau::testing
