// `rimau analyze` and `rimau play --tables`, from outside.
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "solver/small_tables.hpp"

namespace rimau::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

constexpr const char* two_moves = "rimau-24 tigers=a3 men=b3,c3 hand=0/0 turn=tigers";

TEST(Analyze, TellsAsManyLinesAsAskedForOrAllMoves) {
  const auto few = run({"analyze", "rimau-24", "--position", two_moves, "--multipv", "10", "--depth", "9", "--json"});
  ASSERT_EQ(few.exit, 0) << few.err;
  const auto answer = Json::parse(few.out);
  EXPECT_EQ(answer["depth"], 9);
  ASSERT_EQ(answer["lines"].size(), 2);
  const std::vector<std::string> moves{answer["lines"][0]["moves"][0], answer["lines"][1]["moves"][0]};
  EXPECT_THAT(moves, ::testing::UnorderedElementsAre("a3-a1", "a3-a5"));
  EXPECT_EQ(answer["lines"][0]["certainty"], "estimate");
  EXPECT_TRUE(answer["lines"][0]["winner"].is_null());

  const auto many = run({"analyze", "rimau-24", "--multipv", "10", "--depth", "2", "--json"});
  ASSERT_EQ(many.exit, 0) << many.err;
  EXPECT_EQ(Json::parse(many.out)["lines"].size(), 10);
  const auto all = run({"analyze", "rimau-24", "--multipv", "2604", "--depth", "1", "--json"});
  ASSERT_EQ(all.exit, 0) << all.err;
  EXPECT_EQ(Json::parse(all.out)["lines"].size(), 2604);
}

TEST(Analyze, MarksAForcedEnd) {
  const auto ran =
      run({"analyze", "rimau-24", "--position", "rimau-24 tigers=a1 men=a3,a5,b2,c2 hand=0/0 turn=men", "--json"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const auto line = Json::parse(ran.out)["lines"][0];
  EXPECT_EQ(line["certainty"], "forced");
  EXPECT_EQ(line["winner"], "men");
  EXPECT_EQ(line["plies"], 1);
  EXPECT_EQ(line["moves"], Json::array({"c2-c3"}));
}

TEST(Analyze, OfAGameThatIsOverSaysHowItEnded) {
  const std::string over = "rimau-24 tigers=a1 men=a3,a5,b2,c3 hand=0/0 turn=tigers";
  const auto ran = run({"analyze", "rimau-24", "--position", over, "--json"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const auto answer = Json::parse(ran.out);
  EXPECT_EQ(answer["outcome"]["verdict"], "men");
  EXPECT_EQ(answer["outcome"]["reason"], "immobilised");
  EXPECT_TRUE(answer["lines"].empty());
  EXPECT_THAT(run({"analyze", "rimau-24", "--position", over}).out, HasSubstr("the men have won"));
}

TEST(Analyze, RefusesWhatItCannotDo) {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--depth", "0"},
                                                {"--depth", "x"},
                                                {"--multipv", "0"},
                                                {"--nodes", "-1"},
                                                {"--movetime", "1.5"},
                                                {"--tables", ""},
                                                {"--after", "c3-c9"}}) {
    std::vector<std::string> arguments{"analyze", "rimau-24"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const auto ran = run(arguments);
    EXPECT_EQ(ran.exit, 2) << wrong.front();
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("rimau: "));
  }
}

class WithTables : public ::testing::Test {
 protected:
  WithTables() : game_(open_small("small-comb")) {
    if (const auto solved = solve_into(folder_.path(), *game_); !solved) give_up(solved.error().text());
    const auto tables = tablebase::Tables::open({folder_.path()});
    tablebase::Probe probe(tables, *game_);
    value_ = must(probe.value(start_position(*game_)));
  }
  [[nodiscard]] Ran analyze(std::vector<std::string> more) const {
    std::vector<std::string> all{"analyze", "small-comb", "--game-file", small_game_file("comb"), "--depth", "4"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }

  Folder folder_;
  std::shared_ptr<const Game> game_;
  tablebase::Value value_;
};

TEST_F(WithTables, AnalysisIsExact) {
  const auto ran = analyze({"--tables", folder_.path(), "--json"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto answer = Json::parse(ran.out);
  EXPECT_EQ(answer["value"]["winner"], std::string(name(value_.verdict)));
  EXPECT_EQ(answer["history_ignored"], true);
  EXPECT_TRUE(answer["tables_fault"].is_null());
  EXPECT_EQ(answer["lines"][0]["certainty"], "exact");
  EXPECT_THAT(analyze({"--tables", folder_.path()}).out, HasSubstr("draws by repetition or quiet plies left out"));
}

TEST_F(WithTables, OneFolderOfSeveralIsEnoughAndTheOthersAreNamed) {
  const auto ran = analyze({"--tables", "/no such földer", "--tables", folder_.path(), "--json"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("/no such földer"));
  EXPECT_EQ(Json::parse(ran.out)["lines"][0]["certainty"], "exact");
}

TEST_F(WithTables, DamagedOnesAreLeftOutSayingSo) {
  for (const auto& file : table_files(folder_.path())) put_bytes(file, bytes_of(file).substr(0, 50));
  const auto ran = analyze({"--tables", folder_.path(), "--json"});
  ASSERT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.err, HasSubstr("t0-m00.rtb"));
  EXPECT_THAT(ran.err, HasSubstr("going on without"));
  EXPECT_TRUE(Json::parse(ran.out)["value"].is_null());
}

TEST_F(WithTables, OfAnotherGameAreNotUsed) {
  const auto ran = run({"analyze", "bagh-chal", "--tables", folder_.path(), "--depth", "2", "--json"});
  ASSERT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.err, HasSubstr("no tables of bagh-chal"));
  EXPECT_TRUE(Json::parse(ran.out)["value"].is_null());
}

TEST_F(WithTables, AHintTellsTheTruth) {
  std::vector<std::string> arguments{"play", "small-comb", "--game-file", small_game_file("comb"), "--plain", "--new",
                                     "--as", "both",       "--tables",    folder_.path()};
  const auto with = run({arguments, "hint\nquit\n", {"XDG_STATE_HOME=" + folder_.path()}});
  EXPECT_THAT(with.out, HasSubstr("With best play"));
  arguments.resize(arguments.size() - 2);
  const auto without = run({arguments, "hint\nquit\n", {"XDG_STATE_HOME=" + folder_.path()}});
  EXPECT_THAT(without.out, HasSubstr("Hint: "));
  EXPECT_THAT(without.out, Not(HasSubstr("With best play")));
}

}  // namespace
}  // namespace rimau::testing
