// What the built `rimau serve` keeps of online games whatever happens to it.
#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <thread>

#include "server/online_fixture.hpp"

namespace rimau::testing {
namespace {

using ::testing::HasSubstr;

TEST_F(Online, LosesNothingThatWasAcknowledgedWhenItIsKilled) {
  auto tigers = std::make_unique<Talk>(port()), men = std::make_unique<Talk>(port());
  const auto tigers_token = tigers->token(), men_token = men->token();
  const auto game = begin(*tigers, *men, "meurimueng-rimueng-do");
  std::vector<std::string> made;
  const std::vector<std::string> drops{"@a2", "@a3", "@a4", "@b1", "@b2", "@b3", "@b4", "@c1", "@c2"};
  for (int kills = 0; kills < 3; ++kills) {
    for (int n = 0; n < 3; ++n) {
      const auto ply = static_cast<int>(made.size());
      auto& mover = ply % 2 == 0 ? *tigers : *men;
      ASSERT_EQ(mover.ask(move(game, ply, drops[made.size()]))["type"], "done");
      made.push_back(drops[made.size()]);
    }
    kill_and_start();
    tigers = std::make_unique<Talk>(port());
    men = std::make_unique<Talk>(port());
    const auto state = tigers->ask({{"type", "watch"}, {"game", game}, {"token", tigers_token}});
    EXPECT_EQ(state["you"], "tigers");
    EXPECT_EQ(state["moves"], Json(made));
    EXPECT_EQ(men->ask({{"type", "watch"}, {"game", game}, {"token", men_token}})["you"], "men");
  }
}

TEST_F(Online, TwoServersDoNotShareAFolder) {
  const auto second = run({"serve", "--port", "0", "--data", folder_.path() + "/games"});
  EXPECT_EQ(second.exit, 2);
  EXPECT_THAT(second.err, HasSubstr("another rimau"));
}

// B52
TEST_F(Online, BackupsGoOnWhileItRunsAndComeBack) {
  Talk tigers(port()), men(port());
  const auto token = men.token();
  const auto game = begin(tigers, men);
  ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
  const auto copy = folder_.path() + "/copy.db";
  EXPECT_EQ(run({"backup", "--data", folder_.path() + "/games", copy}).exit, 0);
  EXPECT_EQ(run({"backup", "--data", folder_.path() + "/games", copy}).exit, 2) << "there is one";
  ASSERT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  EXPECT_EQ(run({"restore", "--data", folder_.path() + "/games", copy}).exit, 2) << "the server runs";
  served_->program().signal(SIGKILL);
  served_->program().finish();
  const auto restored = run({"restore", "--data", folder_.path() + "/games", copy});
  EXPECT_EQ(restored.exit, 0) << restored.err;
  start();
  Talk back(port());
  EXPECT_EQ(back.ask({{"type", "watch"}, {"game", game}, {"token", token}})["moves"], Json::array({"@a4"}));
}

// B52: somebody else has the database locked, for less time than the server waits, while 200 games are moving.
TEST_F(Online, WaitsForALockedDatabase) {
  using std::chrono::milliseconds;
  constexpr std::size_t people = 20, games = 200;  // ten games each
  std::vector<std::unique_ptr<Talk>> players;
  std::vector<std::string> ids, sent;
  for (std::size_t n = 0; n < people; ++n) players.push_back(std::make_unique<Talk>(port()));
  const auto player = [&players](std::size_t n) -> Talk& { return *players[n % people]; };
  for (std::size_t n = 0; n < games; ++n)
    ids.push_back(player(n).ask({{"type", "create"},
                                 {"rules", "pulijudam"},
                                 {"side", "men"},
                                 {"clock", no_clock},
                                 {"token", player(n).token()},
                                 {"computer", 1}})["game"]);
  SQLite::Database other(folder_.path() + "/games/games.db", SQLite::OPEN_READWRITE, 1000);
  other.exec("BEGIN IMMEDIATE");
  const auto locked = std::chrono::steady_clock::now();
  for (std::size_t n = 0; n < games; ++n) sent.push_back(player(n).send(move(ids[n], 0, "@a2")));
  for (auto told = player(0).next(300); !told.is_null(); told = player(0).next(300))
    EXPECT_EQ(told.value("ply", 0), 0) << "nothing is told or acknowledged that is not written";
  EXPECT_EQ(player(1).ask({{"type", "ping"}})["type"], "pong") << "the rest goes on";
  std::this_thread::sleep_until(locked + milliseconds(3000));
  other.exec("ROLLBACK");
  const auto held = std::chrono::steady_clock::now() - locked;
  for (std::size_t n = 0; n < games; ++n) {
    auto answer = player(n).answer(sent[n]);
    // Where this machine was so busy that it took longer than the server waits: it says so, and takes the move now.
    if (answer["code"] == "unavailable" || answer["code"] == "busy") {
      EXPECT_GE(held, milliseconds(5000));
      answer = player(n).ask(move(ids[n], 0, "@a2"));
    }
    EXPECT_EQ(answer["type"], "done") << answer;
  }
  for (std::size_t n = 0; n < games; ++n) {
    const auto state = player(n).ask({{"type", "state"}, {"game", ids[n]}});
    ASSERT_FALSE(state["moves"].empty());
    EXPECT_EQ(state["moves"][0], "@a2");
    EXPECT_LE(state["moves"].size(), 2U) << "the move and the computer's, each once";
  }
}

}  // namespace
}  // namespace rimau::testing
