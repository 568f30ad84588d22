// Two servers over one PostgreSQL database, driven from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <thread>

#include "base/text.hpp"
#include "server/postgres.hpp"
#include "server/talk.hpp"
#include "store/postgres_store.hpp"

namespace rimau::testing {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

class Shared : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!database_.runs()) GTEST_SKIP() << "PostgreSQL is not installed, or does not start";
    // For the servers, where they are built with the address sanitizer.
    ::setenv("LSAN_OPTIONS", cat("suppressions=", RIMAU_SOURCE_DIR, "/tests/server/leaks-of-libraries.txt").c_str(), 1);
  }
  [[nodiscard]] std::unique_ptr<Served> serve() const {
    return std::make_unique<Served>(
        std::vector<std::string>{"--store", database_.url(), "--message-rate", "0", "--game-rate", "0"});
  }
  static Json move(const std::string& game, int ply, const std::string& text) {
    return {{"type", "move"}, {"game", game}, {"ply", ply}, {"move", text}};
  }

  const Postgres database_;
};

TEST_F(Shared, GamesGoOnWhicheverServerPlayersAreAt) {
  auto one = serve(), two = serve();
  auto tigers = std::make_unique<Talk>(one->port());
  Talk men(two->port());
  const auto token = tigers->token();
  const std::string game = tigers->ask({{"type", "create"},
                                        {"rules", "pulijudam"},
                                        {"side", "tigers"},
                                        {"clock", {{"kind", "none"}}},
                                        {"token", token}})["game"];
  const auto joined = men.ask({{"type", "join"}, {"game", game}, {"token", men.token()}});
  EXPECT_EQ(joined["you"], "men") << joined;
  const auto here = [](const char* side, bool is) {
    return
        [side, is](const Json& told) { return told.contains("seats") && told["seats"][side].value("here", !is) == is; };
  };
  // Each is told of the other, and of each other's moves.
  EXPECT_FALSE(tigers->until(here("men", true)).is_null());
  EXPECT_FALSE(men.until(here("tigers", true)).is_null());
  ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
  const auto told = tigers->until([](const Json& state) { return state.value("ply", 0) == 1; });
  EXPECT_EQ(told["moves"], Json::array({"@a4"}));
  ASSERT_EQ(tigers->ask(move(game, 1, "t5-b4"))["type"], "done");
  EXPECT_EQ(men.until([](const Json& state) { return state.value("ply", 0) == 2; })["moves"], Json::array({"t5-b4"}));
  // One server dies; its player goes to the other, and nothing is lost.
  one->program().signal(SIGKILL);
  one->program().finish();
  tigers = std::make_unique<Talk>(two->port());
  const auto back = tigers->ask({{"type", "watch"}, {"game", game}, {"token", token}});
  EXPECT_EQ(back["you"], "tigers");
  EXPECT_EQ(back["moves"], Json::array({"@a4", "t5-b4"}));
  ASSERT_EQ(men.ask(move(game, 2, "@f4"))["type"], "done");
  // The database crashes: what was acknowledged is there, and the server finds it again.
  ASSERT_TRUE(database_.restart());
  auto answer = tigers->ask(move(game, 3, "b4-b3"));
  for (int tries = 0; tries < 50 && answer.value("code", "") == "unavailable"; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    answer = tigers->ask(move(game, 3, "b4-b3"));
  }
  EXPECT_EQ(answer["type"], "done") << answer;
  EXPECT_EQ(men.ask({{"type", "state"}, {"game", game}})["moves"], Json::array({"@a4", "t5-b4", "@f4", "b4-b3"}));
  const auto [said, code] = two->stop();
  EXPECT_EQ(code, 0) << said;
}

TEST_F(Shared, OfTwoWhoAddTheSameOneIsRefused) {
  const auto must = [](auto result) {
    EXPECT_TRUE(result) << result.error().text();
    return *std::move(result);
  };
  const auto one = must(store::open_postgres(database_.url())), two = must(store::open_postgres(database_.url()));
  ASSERT_TRUE(one->create({.id = "g", .text = "head", .created = 5}, true));
  EXPECT_EQ(two->create({.id = "g", .text = "other", .created = 5}, true).error().kind, ErrorKind::illegal);
  EXPECT_EQ(must(two->listed(10)), std::vector<std::string>{"g"});
  std::array<int, 2> added{};
  {
    std::vector<std::jthread> programs;
    for (auto* store : {one.get(), two.get()})
      programs.emplace_back([store, &count = added[store == two.get() ? 1 : 0]] {
        for (std::uint32_t number = 1; number <= 100; ++number) {
          const std::array additions{store::Addition{.id = "g", .event = {number, number, "x"}, .listed = {}},
                                     store::Addition{.id = "none", .event = {1, 1, "x"}, .listed = {}}};
          const auto results = store->add(additions);
          if (results[0]) ++count;
          else EXPECT_EQ(results[0].error().kind, ErrorKind::illegal) << results[0].error().text();
          EXPECT_EQ(results[1].error().kind, ErrorKind::unknown);
        }
      });
  }
  EXPECT_EQ(added[0] + added[1], 100) << "each number once";
  const auto kept = must(one->read("g", 0));
  ASSERT_EQ(kept.events.size(), 100U);
  for (std::size_t n = 0; n < kept.events.size(); ++n) EXPECT_EQ(kept.events[n].number, n + 1);
  EXPECT_EQ(must(one->read("g", 97)).events.size(), 3U);
  EXPECT_EQ(one->read("none", 0).error().kind, ErrorKind::unknown);
  EXPECT_FALSE(
      one->add(std::array{store::Addition{.id = "g", .event = {101, 1, std::string("a\0b", 3)}, .listed = {}}})[0]);
  ASSERT_TRUE(one->add(std::array{store::Addition{.id = "g", .event = {101, 1, "x"}, .listed = false}})[0]);
  EXPECT_TRUE(must(two->listed(10)).empty());
  // Nothing is taken for old by a clock that went back.
  ASSERT_TRUE(one->create({.id = "newest", .text = "head", .created = 2000}, false));
  ASSERT_TRUE(one->create({.id = "made", .text = "head", .created = 5}, false));
  EXPECT_EQ(must(two->read("made", 0)).head.created, 5);
  EXPECT_EQ(must(two->remove_unchanged_since(1000)), 1U);
  EXPECT_EQ(must(two->remove_unchanged_since(2001)), 2U);
  EXPECT_EQ(one->read("g", 0).error().kind, ErrorKind::unknown);
}

TEST(SharedOptions, AreChecked) {
  EXPECT_EQ(run({"serve", "--port", "0", "--store", "mysql://x:secret@y"}).exit, 2);
  EXPECT_EQ(run({"serve", "--port", "0", "--store", "postgresql:///x", "--data", "y"}).exit, 2);
  const auto unreachable = run({"serve", "--port", "0", "--store", "postgresql://me:secret@127.0.0.1:1/x"});
  EXPECT_EQ(unreachable.exit, 2);
  EXPECT_THAT(unreachable.err, HasSubstr("--store"));
  EXPECT_THAT(unreachable.err, ::testing::Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace rimau::testing
