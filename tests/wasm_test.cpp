// The contract of the web page's module, built natively.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/text.hpp"
#include "search/bench.hpp"
#include "search/levels.hpp"
#include "wasm/module.hpp"

namespace rimau::wasm {
namespace {

using nlohmann::json;

class WasmTest : public ::testing::Test {
 protected:
  json call(const std::vector<std::string>& request) {
    return json::parse(module_.call(join(request, std::string_view("\0", 1))));
  }
  std::string table(const std::vector<std::string>& request) {
    return std::to_string(call(request).at("table").get<unsigned>());
  }
  json look(const std::string& table) { return call({"look", table}); }
  json click(const std::string& table, const std::string& point) { return call({"click", table, point}); }

  std::vector<std::string> reports_;
  Module module_{[this](std::string_view text) {
    reports_.emplace_back(text);
    return true;
  }};
};

std::vector<std::string> texts(const json& array) { return array.get<std::vector<std::string>>(); }

TEST_F(WasmTest, TellsEveryGameInEveryLanguage) {
  Catalogue catalogue;
  for (const auto* language : {"en", "ms", "id", "es"}) {
    const auto games = call({"games", language});
    EXPECT_EQ(games["lastLevel"], last_level);
    ASSERT_EQ(games["games"].size(), catalogue.ids().size());
    for (const auto& game : games["games"]) {
      EXPECT_NE(game["name"], "");
      const auto rules = call({"rules", game["id"], language});
      EXPECT_EQ(rules["name"], game["name"]);
      EXPECT_GE(rules["topics"].size(), 6u) << game["id"];
    }
  }
}

TEST_F(WasmTest, DrawsTheBoardOfTheGameAskedFor) {
  EXPECT_EQ(call({"board", "rimau-24"})["lines"].size(), 20u);
  EXPECT_EQ(call({"board", "rimau-24"})["points"].size(), 37u);
  EXPECT_EQ(call({"board", "rimau-24:flanks=stop"})["lines"].size(), 24u);
}

TEST_F(WasmTest, RefusesWhatItDoesNotKnow) {
  for (const auto& request : std::vector<std::vector<std::string>>{
           {""},
           {"nonsense"},
           {"games"},
           {"games", "xx"},
           {"board", "chess"},
           {"board", "meurimueng-rimueng peuet ploh"},
           {"look", "1"},
           {"look", "x"},
           {"look", "99999999999999999999"},
           {"from", "rimau-24 tigers=c3"},
           {"load", "[Game \"rimau-24\"] 1. @c4"},
           {"load", ""},
           {"choose", "rimau-24 tigers=a1 men=a3,a5,b2,c3 hand=0/0 captured=17 turn=tigers", "", "1", "1"},
           {"search", "bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men", "@a1", "1", "0", "0", "1"}}) {
    const auto answer = call(request);
    ASSERT_TRUE(answer.contains("error")) << request.front();
    EXPECT_NE(answer["error"]["text"], "") << request.front();
  }
}

TEST_F(WasmTest, TextsThatAreNoUtf8StayJson) {
  const auto answer = call({"from", "rimau-24 tigers=\xff\xfe"});
  EXPECT_TRUE(answer.contains("error"));
  const auto at = table({"new", "bagh-chal"});
  EXPECT_EQ(call({"tag", at, "Event", "a\xC3\x28\x01\"\\b"})["done"], true);
  EXPECT_EQ(call({"tree", at})["tags"][0][1], "a\uFFFD(\u0001\"\\b");
}

// Clicks of an opening turn mixed up: never more than three men, none twice, one turn at the end.
TEST_F(WasmTest, MakesAnOpeningTurnOfClicks) {
  const auto at = table({"new", "rimau-24"});
  for (const auto* point : {"d2", "d3", "d2", "e3", "f4", "d4", "c2"}) click(at, point);
  auto seen = look(at);
  EXPECT_EQ(texts(seen["marked"]), (std::vector<std::string>{"d3", "e3", "f4"}));
  EXPECT_EQ(seen["ready"], true);
  EXPECT_EQ(seen["plies"], 0);
  click(at, "c3");
  click(at, "e3");
  EXPECT_EQ(look(at)["relocation"], (json{"c3", "e3"}));
  click(at, "f4");
  EXPECT_EQ(call({"confirm", at})["made"], nullptr);
  click(at, "f2");
  EXPECT_EQ(call({"confirm", at})["made"], "d3,e3,f2/c3-e3");
  seen = look(at);
  EXPECT_EQ(seen["turn"], "men");
  EXPECT_EQ(seen["men"].size(), 6u);
  EXPECT_EQ(seen["captured"], 0);
  EXPECT_EQ(seen["last"]["kind"], "opening");
}

TEST_F(WasmTest, EscapeTakesBackClicksOneByOne) {
  const auto at = table({"new", "rimau-24"});
  click(at, "d2");
  click(at, "d3");
  EXPECT_EQ(call({"cancel", at})["done"], true);
  EXPECT_EQ(texts(look(at)["marked"]), std::vector<std::string>{"d2"});
  EXPECT_EQ(call({"clear", at})["done"], true);
  EXPECT_EQ(call({"clear", at})["done"], false);
  EXPECT_EQ(look(at)["plies"], 0);
}

TEST_F(WasmTest, ShowsWhatALeapWouldTake) {
  const auto at = table({"from", "rimau-24 tigers=a3 men=b3,c3,d3 hand=0/0 captured=18 turn=tigers"});
  const auto seen = look(at);
  EXPECT_EQ(seen["selected"], "a3");
  EXPECT_EQ(texts(seen["leaps"]["e3"]), (std::vector<std::string>{"b3", "c3", "d3"}));
  EXPECT_EQ(seen["threatened"].size(), 3u);
  EXPECT_EQ(click(at, "e3")["made"], "a3xe3");
  EXPECT_EQ(look(at)["outcome"]["verdict"], "tigers");
  EXPECT_TRUE(look(at)["choices"].empty());
  EXPECT_EQ(click(at, "e4")["made"], nullptr);
}

TEST_F(WasmTest, TakesBackPrunesAndGoesElsewhere) {
  const auto at = table({"new", "pulijudam"});
  for (const auto* move : {"@a2", "c4-c3", "@b1"}) ASSERT_EQ(call({"move", at, move})["made"], move);
  call({"comment", at, "2", "first {try}"});
  call({"go", at, "1"});
  EXPECT_EQ(call({"move", at, "d4-d3"})["made"], "d4-d3");
  auto tree = call({"tree", at});
  EXPECT_EQ(tree["nodes"].size(), 5u);
  EXPECT_EQ(tree["nodes"][1][3].size(), 2u);
  EXPECT_EQ(tree["node"], 4);
  const auto before = call({"record", at})["record"].get<std::string>();
  const auto copy = table({"load", before});
  EXPECT_EQ(call({"record", copy})["record"], before);

  EXPECT_EQ(call({"promote", at, "4"})["done"], true);
  EXPECT_EQ(call({"prune", at, "2"})["done"], true);
  tree = call({"tree", at});
  EXPECT_EQ(tree["nodes"].size(), 3u);
  EXPECT_EQ(tree["nodes"][tree["node"].get<std::size_t>()][1], "d4-d3");
  EXPECT_EQ(call({"prune", at, "1"})["done"], true);
  EXPECT_EQ(look(at)["plies"], 0);
  EXPECT_EQ(look(at)["turn"], "men");
  EXPECT_EQ(call({"prune", at, "77"})["done"], false);
}

TEST_F(WasmTest, EndsByWordAndIsTakenBack) {
  const auto at = table({"new", "bagh-chal"});
  call({"move", at, "@c3"});
  EXPECT_EQ(call({"declare", at, "resignation", "men"})["done"], true);
  EXPECT_EQ(look(at)["outcome"]["reason"], "resignation");
  EXPECT_EQ(call({"declare", at, "agreement"})["done"], false);
  EXPECT_TRUE(call({"move", at, "a1-a2"}).contains("error"));
  const auto record = call({"record", at})["record"].get<std::string>();
  EXPECT_EQ(look(table({"load", record}))["outcome"]["verdict"], "tigers");
  EXPECT_EQ(call({"prune", at, "1"})["done"], true);
  EXPECT_EQ(look(at)["outcome"], nullptr);
}

TEST_F(WasmTest, ChoosesLegalMovesAtEveryLevel) {
  for (int level = first_level; level <= std::min(last_level, 3); ++level) {
    const auto start = call({"position", "bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men"})["position"];
    const auto answer = call({"choose", start, "@c3 a1-a2", std::to_string(level), "7"});
    const auto at = table({"from", start});
    for (const auto* move : {"@c3", "a1-a2"}) call({"move", at, move});
    EXPECT_EQ(call({"move", at, answer["move"]})["made"], answer["move"]);
  }
}

TEST_F(WasmTest, SearchTellsEachDepthAndSeesTheEnd) {
  const std::string start = "rimau-24 tigers=a1 men=a3,a5,b2,d4 hand=0/0 captured=17 turn=men";
  const auto found = call({"search", start, "", "3", "0", "0", "2"});
  EXPECT_EQ(reports_.size(), 3u);
  EXPECT_EQ(json::parse(reports_.front())["depth"], 1);
  EXPECT_EQ(found["lines"].size(), 2u);
  EXPECT_EQ(found["lines"][0]["winner"], "men");
  EXPECT_EQ(found["lines"][0]["moves"][0], "d4-c3");
  EXPECT_EQ(found["lines"][0]["plies"], 1);
}

TEST_F(WasmTest, JudgesAMoveThatGivesAWinAway) {
  // The tigers have taken four goats of five, and a1 threatens to take the fifth over b1.
  const std::string start =
      "bagh-chal tigers=a1,a5,e1,e5 men=a2,a3,a4,b1,b2,b4,b5,c3,c5,d1,d2,d4,d5,e2,e3,e4 hand=0/0 turn=men";
  const auto bad = call({"judge", start, "", "c3-c4", "20000"});
  EXPECT_EQ(bad["lost"], true);
  EXPECT_EQ(bad["reply"].get<std::string>().substr(2, 1), "x");
  EXPECT_EQ(bad["score"], 1 - max_score);
  const auto good = call({"judge", start, "", "b1-c1", "20000"});
  EXPECT_EQ(good["lost"], false);
  EXPECT_GT(good["score"], -win_score);
  EXPECT_TRUE(call({"judge", start, "", "a1-b2", "100"}).contains("error"));
}

TEST_F(WasmTest, JudgesByWhatItLearns) {
  const auto* position = "bagh-chal tigers=a1,a5,e1,e5 men=c3 hand=0/19 turn=tigers";
  const auto score = [&] { return call({"search", position, "", "1", "0", "0", "1"})["lines"][0]["score"].get<int>(); };
  const int before = score();
  const auto refused = call({"learn", "network 2"});
  EXPECT_EQ(refused["error"]["line"], 1);
  EXPECT_EQ(score(), before);
  const auto file = *read_file(RIMAU_SOURCE_DIR "/networks/bagh-chal.txt", 1 << 20);
  const auto terms = file.rfind("terms\n");
  std::string generous = "terms\n";
  for (int i = 0; i < 88; ++i) generous += i % 11 == 0 ? " 32767" : " 0";  // in every head, for the tigers
  EXPECT_EQ(call({"learn", file.substr(0, terms) + generous})["done"], true);
  EXPECT_GT(score(), before + 500);
}

TEST_F(WasmTest, BenchSignsAsTheProgramDoes) {
  Catalogue catalogue;
  EXPECT_EQ(call({"bench"})["signature"], std::to_string(run_bench(catalogue, {})->signature));
}

}  // namespace
}  // namespace rimau::wasm
