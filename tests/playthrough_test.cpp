// Every game of the catalogue has a recorded game in tests/playthroughs, and plays it as recorded:
// each move, the number of legal moves before each, the end and its reason, the last position. A game
// without a record fails, as does a record without a game.
#include <filesystem>

#include "base/files.hpp"
#include "notation/record.hpp"
#include "plain/plain.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

const std::filesystem::path folder = std::filesystem::path(RIMAU_SOURCE_DIR) / "tests" / "playthroughs";

class Playthrough : public ::testing::TestWithParam<std::string> {};

TEST_P(Playthrough, IsPlayedAsRecorded) {
  const auto path = folder / (GetParam() + ".rec");
  const auto text = read_file(path.string(), 1 << 20);
  ASSERT_TRUE(text) << "every game needs a recorded playthrough: " << text.error().text();
  const auto records = parse_records(catalogue(), *text);
  ASSERT_TRUE(records) << path << ": " << records.error().text();
  ASSERT_EQ(records->size(), 1U);
  const auto& record = records->front();
  EXPECT_EQ(record.game().id(), GetParam());
  EXPECT_EQ(format_record(record), *text);

  const auto play = replay(record);
  const auto& game = record.game();
  const plain::Game plain(game);
  auto other = plain.start();
  std::string counts;
  for (std::size_t i = 0; i < play.moves().size(); ++i) {
    const auto spelled = format_move(game, play.moves()[i]);
    const auto legal = plain.moves(other);
    ASSERT_TRUE(std::ranges::binary_search(legal, spelled)) << "ply " << i + 1 << ": " << spelled;
    ASSERT_EQ(count_moves(game, play.positions()[i]), static_cast<int>(legal.size())) << "ply " << i + 1;
    counts += cat(i == 0 ? "" : " ", legal.size());
    other = plain.after(other, spelled);
  }
  EXPECT_EQ(record.tag("LegalMoves"), counts);
  EXPECT_EQ(record.tag("LastPosition"), format_position(game, play.position()));
  EXPECT_EQ(record.tag("LastPosition"), plain.write(other));
  ASSERT_TRUE(play.outcome().over()) << "a playthrough goes to the end of the game";
  EXPECT_EQ(cat(name(play.outcome().verdict), ' ', name(play.outcome().reason)), plain.outcome(other));
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Games, Playthrough, ::testing::ValuesIn(catalogue().ids()), test_name);

TEST(Playthroughs, AreOfGamesThatExist) {
  for (const auto& file : std::filesystem::directory_iterator(folder))
    EXPECT_TRUE(file.path().extension() == ".rec" && catalogue().spec(file.path().stem().string()) != nullptr) << file;
}

TEST(Playthroughs, OfAGameThatIsNotRecordedAreMissed) {
  Catalogue grown;
  ASSERT_TRUE(
      grown.add("[game]\nid = \"another\"\nextends = \"bagh-chal\"\nname = { en = \"Another\" }\n", "another.toml"));
  std::vector<std::string> missed;
  for (const auto& id : grown.ids())
    if (!std::filesystem::exists(folder / (id + ".rec"))) missed.push_back(id);
  EXPECT_THAT(missed, ::testing::ElementsAre("another"));
}

}  // namespace
}  // namespace rimau::testing
