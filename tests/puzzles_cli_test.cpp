// `rimau puzzles`, and the set of puzzles that ships.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "new_folder.hpp"
#include "program.hpp"
#include "puzzles/judge.hpp"
#include "support.hpp"

namespace rimau {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::Ran;

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Ran puzzles(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "puzzles");
  return testing::run(std::move(arguments));
}

// A puzzle of a file, read as docs/puzzles.md describes it.
struct Read {
  std::shared_ptr<const Game> game;
  Position position;
  std::string goal;
  int depth = 0;
  std::vector<Move> solution;
};

// Checks what the text alone must hold.
Read read(const json& puzzle) {
  Read found;
  found.game = testing::open(puzzle["game"].get<std::string>());
  const auto text = puzzle["position"].get<std::string>();
  found.position = testing::must(parse_position(testing::catalogue(), *found.game, text));
  EXPECT_EQ(format_position(*found.game, found.position), text);
  EXPECT_TRUE(puzzle["id"].get<std::string>().starts_with(found.game->id() + "-"));
  EXPECT_EQ(puzzle["side"].get<std::string>(), name(found.position.turn));
  found.goal = puzzle["goal"].get<std::string>();
  EXPECT_TRUE(found.goal == "win" || found.goal == "draw" || found.goal == "hold");
  found.depth = puzzle["depth"].get<int>();
  EXPECT_GE(found.depth, 3);
  const int difficulty = puzzle["difficulty"].get<int>();
  EXPECT_TRUE(difficulty >= 1 && difficulty <= 10);
  const auto proof = puzzle["proof"].get<std::string>();
  EXPECT_TRUE(proof == (found.goal == "draw" ? "tables" : "search") || (proof == "tables" && found.goal == "win"));
  auto at = found.position;
  for (const auto& move : puzzle["solution"]) {
    found.solution.push_back(testing::must(parse_legal_move(*found.game, at, move.get<std::string>())));
    at = play_unchecked(*found.game, at, found.solution.back());
  }
  EXPECT_EQ(found.solution.size() % 2, 1);
  EXPECT_LE(static_cast<int>(found.solution.size()), found.goal == "win" ? found.depth : 15);
  return found;
}

// That the first move is the only one, as far as a short exhaustive search can tell.
void check_by_search(const Read& puzzle) {
  const auto& game = *puzzle.game;
  const auto side = puzzle.position.turn;
  puzzles::Prover prover(game, 60'000);
  for (const auto move : legal_moves(game, puzzle.position)) {
    const auto next = play_unchecked(game, puzzle.position, move);
    const bool right = move == puzzle.solution.front();
    const auto won = prover.win(next, side, puzzle.depth - 1);
    const auto lost = prover.win(next, opponent(side), puzzle.depth - 1);
    if (won) {
      EXPECT_EQ(won->has_value(), right && puzzle.goal == "win") << format_move(game, move);
    }
    if (!lost) continue;
    EXPECT_FALSE(right && lost->has_value()) << format_move(game, move);
    if (puzzle.goal != "win" && !right) {
      EXPECT_TRUE(lost->has_value()) << format_move(game, move);
    }
  }
}

TEST(ShippedPuzzles, EachHasOneMoveThatKeepsTheResult) {
  const auto file = json::parse(contents(RIMAU_SOURCE_DIR "/web/public/puzzles.json"));
  EXPECT_EQ(file["version"], 1);
  std::set<std::string> ids;
  std::set<std::pair<std::string, Key>> positions;
  std::size_t rimau = 0;
  for (const auto& puzzle : file["puzzles"]) {
    SCOPED_TRACE(puzzle.dump());
    ids.insert(puzzle["id"].get<std::string>());
    const auto found = read(puzzle);
    positions.emplace(found.game->id(), key(canonical(*found.game, found.position)));
    rimau += found.game->id().starts_with("rimau") ? 1U : 0U;
    check_by_search(found);
  }
  EXPECT_GE(ids.size(), 200);
  EXPECT_EQ(ids.size(), file["puzzles"].size());
  EXPECT_EQ(positions.size(), file["puzzles"].size());
  EXPECT_GE(rimau * 4, ids.size());
}

TEST(PuzzlesProgram, FindsPuzzlesAndAddsThemToAFile) {
  const auto path = testing::new_folder() + "/puzzles.json";
  // A fifth of the men are enough to take: games, and so this test, are short.
  const std::vector<std::string> arguments{"pulijudam:win=1", "--count", "2", "--max-depth", "3", "--out", path};
  for (std::size_t expected : {2, 4}) {
    const auto ran = puzzles(arguments);
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    const auto file = json::parse(contents(path));
    ASSERT_EQ(file["puzzles"].size(), expected);
    for (const auto& puzzle : file["puzzles"]) {
      SCOPED_TRACE(puzzle.dump());
      check_by_search(read(puzzle));
    }
  }
}

TEST(PuzzlesProgram, LeavesOtherFilesAlone) {
  const auto folder = testing::new_folder();
  const auto path = folder + "/other";
  for (const std::string text : {"Dear reader\n", "[]\n", R"({"version": 2, "puzzles": []})", R"({"version": 1})",
                                 R"({"version": 1, "puzzles": [{"id": 3}]})"}) {
    std::ofstream(path) << text;
    const auto ran = puzzles({"bagh-chal", "--count", "1", "--out", path});
    EXPECT_EQ(ran.exit, 2) << text;
    EXPECT_THAT(ran.err, HasSubstr("other: "));
    EXPECT_EQ(contents(path), text);
  }
  EXPECT_EQ(puzzles({"bagh-chal", "--tables", folder}).exit, 2);
  EXPECT_EQ(puzzles({"bagh-chal", "--count", "0"}).exit, 2);
  EXPECT_EQ(puzzles({"chess"}).exit, 2);
}

}  // namespace
}  // namespace rimau
