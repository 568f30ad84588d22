// The contract of the page's solver, built natively. The answers in tests/data/few-men.tsv are asked of the WebAssembly
// file too (web/tests/solver.test.ts), so both give the same ones.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "wasm/solver_module.hpp"

namespace rimau::wasm {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class SolverModuleTest : public ::testing::Test {
 protected:
  std::string ask(const std::vector<std::string>& request) {
    return module_.call(join(request, std::string_view("\0", 1)));
  }
  json call(const std::vector<std::string>& request) { return json::parse(ask(request)); }

  bool go_on_ = true;
  std::vector<double> told_;
  SolverModule module_{[this](std::string_view text) {
    told_.push_back(json::parse(text).at("done"));
    return go_on_;
  }};
  const std::string plenty_ = "1000000000";
  const std::string five_men_ = "rimau-24 tigers=a1 men=a3,a5,b2,c3,d4 hand=0/0 turn=tigers";
};

TEST_F(SolverModuleTest, AnswersAsItEverDid) {
  std::ifstream file(RIMAU_SOURCE_DIR "/tests/data/few-men.tsv");
  int checked = 0;
  for (std::string line; std::getline(file, line); ++checked) {
    const auto tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos);
    EXPECT_EQ(ask({"probe", line.substr(0, tab), plenty_}), line.substr(tab + 1));
  }
  EXPECT_GT(checked, 5);
}

TEST_F(SolverModuleTest, SaysWhatIsNeededAndTellsProgress) {
  const auto before = call({"needs", five_men_});
  EXPECT_EQ(before["possible"], true);
  EXPECT_EQ(before["solved"], false);
  EXPECT_GT(before["bytes"], 5'000'000);
  EXPECT_LT(before["bytes"], 50'000'000);
  EXPECT_EQ(call({"probe", five_men_, plenty_})["winner"], "draw");
  EXPECT_GT(told_.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(told_));
  EXPECT_EQ(call({"needs", five_men_})["solved"], true);
  const auto start = call({"needs", "bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men"});
  EXPECT_EQ(start, (json{{"possible", false}, {"bytes", 0}, {"solved", false}}));
}

TEST_F(SolverModuleTest, StopsWhenItIsToldTo) {
  go_on_ = false;
  EXPECT_EQ(call({"probe", five_men_, plenty_})["error"]["kind"], "cancelled");
  go_on_ = true;
  EXPECT_EQ(call({"probe", five_men_, plenty_})["winner"], "draw");
}

TEST_F(SolverModuleTest, RefusesWhatItCannotDoAndSaysWhy) {
  const auto error = [&](const std::vector<std::string>& request) {
    return call(request).at("error").at("kind").get<std::string>();
  };
  EXPECT_EQ(error({"probe", five_men_, "1000000"}), "limit");
  EXPECT_THAT(ask({"probe", five_men_, "1000000"}), HasSubstr("MiB"));
  EXPECT_EQ(error({"probe", five_men_, "much"}), "text");
  EXPECT_EQ(error({"probe", "rimau-24 tigers=a1", plenty_}), "text");
  EXPECT_EQ(error({"probe", "chess tigers=a1 men=- hand=0/0 turn=men", plenty_}), "unknown");
  EXPECT_EQ(error({"probe", "bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men", plenty_}), "unsupported");
  EXPECT_EQ(error({"probe", five_men_}), "unknown");
  EXPECT_EQ(error({""}), "unknown");
}

}  // namespace
}  // namespace rimau::wasm
