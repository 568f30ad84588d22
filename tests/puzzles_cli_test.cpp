// `rimau puzzles`, run as a user runs it.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "new_folder.hpp"
#include "program.hpp"
#include "puzzle_checks.hpp"

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

TEST(PuzzlesProgram, FindsPuzzlesAndAddsThemToAFile) {
  const auto path = testing::new_folder() + "/puzzles.json";
  // A fifth of the men are enough to take: games, and so this test, are short.
  const std::vector<std::string> arguments{"pulijudam:win=1", "--count", "2", "--max-depth", "3", "--out", path};
  for (const std::size_t expected : {2U, 4U}) {
    const auto ran = puzzles(arguments);
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    const auto file = json::parse(contents(path));
    ASSERT_EQ(file["puzzles"].size(), expected);
    for (const auto& puzzle : file["puzzles"]) {
      SCOPED_TRACE(puzzle.dump());
      testing::check_by_search(testing::read(puzzle));
    }
  }
}

TEST(PuzzlesProgram, RatesAnewWhatAFileHolds) {
  const auto path = testing::new_folder() + "/puzzles.json";
  ASSERT_EQ(puzzles({"pulijudam:win=1", "--count", "2", "--max-depth", "3", "--out", path}).exit, 0);
  const auto found = contents(path);
  auto file = nlohmann::ordered_json::parse(found);  // keys stay where they are
  const int right = file["puzzles"][0]["difficulty"];
  file["puzzles"][0]["difficulty"] = right % 10 + 1;
  std::ofstream(path) << file.dump();
  const auto ran = puzzles({"pulijudam:win=1", "--rate", "--out", path});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out, "2 puzzles of pulijudam:win=1, 1 rated otherwise than before\n");
  EXPECT_EQ(contents(path), found);

  EXPECT_EQ(puzzles({"pulijudam", "--rate"}).exit, 2) << "no file";
  file["puzzles"][0]["solution"] = {"a9"};
  std::ofstream(path) << file.dump();
  const auto refused = puzzles({"pulijudam:win=1", "--rate", "--out", path});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("puzzles.json"));
  EXPECT_EQ(contents(path), file.dump());
}

TEST(PuzzlesProgram, LeavesOtherFilesAlone) {
  const auto folder = testing::new_folder();
  const auto path = folder + "/other";
  for (const std::string text : {"Dear reader\n", "[]\n", R"({"version": 2, "puzzles": []})", R"({"version": 1})",
                                 R"({"version": 1, "puzzles": [{"id": 3}]})",
                                 R"({"version": 1, "puzzles": [{"id": "a", "position": "b", "game": 3}]})",
                                 R"({"version": 1, "puzzles": [{"id": "a", "position": "b", "depth": "c"}]})"}) {
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
