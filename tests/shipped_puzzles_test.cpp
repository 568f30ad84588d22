// The set of puzzles that ships.
#include <fstream>
#include <set>

#include "puzzle_checks.hpp"

namespace rimau {
namespace {

TEST(ShippedPuzzles, EachHasOneMoveThatKeepsTheResult) {
  const auto file = nlohmann::json::parse(std::ifstream(RIMAU_SOURCE_DIR "/web/public/puzzles.json"));
  EXPECT_EQ(file["version"], 1);
  std::set<std::string> ids;
  std::set<std::pair<std::string, Key>> positions;
  std::size_t rimau = 0;
  for (const auto& puzzle : file["puzzles"]) {
    SCOPED_TRACE(puzzle.dump());
    ids.insert(puzzle["id"].get<std::string>());
    const auto found = testing::read(puzzle);
    positions.emplace(found.game->id(), key(canonical(*found.game, found.position)));
    rimau += found.game->id().starts_with("rimau") ? 1U : 0U;
    testing::check_by_search(found);
  }
  EXPECT_GE(ids.size(), 200);
  EXPECT_EQ(ids.size(), file["puzzles"].size());
  EXPECT_EQ(positions.size(), file["puzzles"].size());
  EXPECT_GE(rimau * 4, ids.size());
}

}  // namespace
}  // namespace rimau
