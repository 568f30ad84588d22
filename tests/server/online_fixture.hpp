// Online play through the built `rimau serve`, in a folder of the test's own.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "new_folder.hpp"
#include "server/talk.hpp"

namespace rimau::testing {

using Json = nlohmann::json;

inline const Json no_clock = {{"kind", "none"}};

class Online : public ::testing::Test {
 protected:
  explicit Online(std::vector<std::string> more = {"--message-rate", "0", "--game-rate", "0"})
      : more_(std::move(more)) {
    start();
  }
  void TearDown() override {
    // Whatever a test has done to it, it still answers, and ends as it should.
    EXPECT_EQ(Talk(port()).status(), 101);
    const auto [said, code] = served_->stop();
    EXPECT_EQ(code, 0) << said;
  }

  void start() {
    std::vector<std::string> options{"--data", folder_.path() + "/games"};
    options.insert(options.end(), more_.begin(), more_.end());
    served_ = std::make_unique<Served>(options);
  }
  void kill_and_start() {
    served_->program().signal(SIGKILL);
    served_->program().finish();
    start();
  }
  [[nodiscard]] int port() const { return served_->port(); }

  // A game of which `tigers` has made and `men` joined.
  std::string begin(Talk& tigers, Talk& men, const std::string& rules = "pulijudam", Json clock = no_clock) {
    const auto made = tigers.ask({{"type", "create"},
                                  {"rules", rules},
                                  {"side", "tigers"},
                                  {"clock", clock},
                                  {"token", tigers.token()},
                                  {"name", "Siti"}});
    EXPECT_EQ(made.value("type", ""), "state") << made;
    const auto game = made.value("game", "");
    const auto joined = men.ask({{"type", "join"}, {"game", game}, {"token", men.token()}});
    EXPECT_EQ(joined.value("you", ""), "men") << joined;
    return game;
  }
  static Json move(const std::string& game, int ply, const std::string& text) {
    return {{"type", "move"}, {"game", game}, {"ply", ply}, {"move", text}};
  }

  Folder folder_;
  std::vector<std::string> more_;
  std::unique_ptr<Served> served_;
};

}  // namespace rimau::testing
