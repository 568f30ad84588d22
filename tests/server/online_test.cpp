// Online play through the built `rimau serve`, as two people, those who watch, and those who mean ill see it.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "new_folder.hpp"
#include "server/talk.hpp"

namespace rimau::testing {
namespace {

using Json = nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;

const Json no_clock = {{"kind", "none"}};

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

TEST_F(Online, TwoPlayAndOthersWatch) {
  Talk tigers(port()), men(port()), watcher(port());
  const auto game = begin(tigers, men);
  const auto watched = watcher.ask({{"type", "watch"}, {"game", game}});
  EXPECT_TRUE(watched["you"].is_null());
  EXPECT_EQ(watched["seats"]["tigers"]["name"], "Siti");
  EXPECT_EQ(watched["status"], "playing");
  EXPECT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
  EXPECT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  EXPECT_EQ(tigers.ask(move(game, 2, "b4-b3"))["code"], "turn");
  EXPECT_EQ(men.ask(move(game, 2, "a4-a3"))["code"], "illegal");
  EXPECT_EQ(men.ask(move(game, 2, "@@"))["code"], "text");
  EXPECT_EQ(watcher.ask(move(game, 2, "@f4"))["code"], "illegal");
  const auto second = watcher.until([](const Json& told) { return told.value("ply", 0) == 2; });
  EXPECT_EQ(second["from"], 1);
  EXPECT_EQ(second["moves"], Json::array({"t5-b4"}));
  const auto state = watcher.ask({{"type", "state"}, {"game", game}});
  EXPECT_EQ(state["moves"], Json::array({"@a4", "t5-b4"}));
  const auto record = watcher.ask({{"type", "record"}, {"game", game}});
  EXPECT_THAT(record["text"].get<std::string>(), HasSubstr("1. @a4 2. t5-b4"));
  EXPECT_THAT(record["text"].get<std::string>(), HasSubstr("[Tigers \"Siti\"]"));
}

// B42
TEST_F(Online, AppliesAMoveOnceHoweverOftenItIsSent) {
  Talk tigers(port());
  auto men = std::make_unique<Talk>(port());
  const auto token = men->token();
  const auto game = begin(tigers, *men);
  Talk watcher(port());
  ASSERT_EQ(watcher.ask({{"type", "watch"}, {"game", game}})["type"], "state");
  auto first = move(game, 0, "@a4");
  first["id"] = "once";
  men->send(first);
  men->cut();
  men = std::make_unique<Talk>(port());
  EXPECT_EQ(men->ask({{"type", "watch"}, {"game", game}, {"token", token}})["you"], "men");
  const auto again = men->ask(first);
  EXPECT_EQ(again["type"], "done") << again;
  EXPECT_EQ(again["ply"], 1);
  EXPECT_EQ(men->ask(first)["number"], again["number"]);
  auto other = move(game, 0, "@f4");
  EXPECT_EQ(men->ask(other)["code"], "stale");
  EXPECT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  EXPECT_EQ(men->ask(first)["type"], "done") << "also later";
  // The watcher has seen each ply once.
  std::vector<int> seen;
  while (seen.size() < 2) {
    const auto told = watcher.next();
    ASSERT_FALSE(told.is_null());
    if (!told["moves"].empty()) seen.push_back(told["from"].get<int>());
  }
  EXPECT_EQ(seen, (std::vector<int>{0, 1}));
}

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

// B44
TEST_F(Online, TakesBackOnceWhateverCrosses) {
  Talk tigers(port()), men(port());
  const auto game = begin(tigers, men);
  ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
  const Json offer = {{"type", "offer"}, {"game", game}, {"what", "takeback"}, {"ply", 1}};
  for (const bool accept_first : {true, false}) {
    ASSERT_EQ(men.ask(offer)["type"], "done");
    const Json accept = {{"type", "accept"}, {"game", game}, {"what", "takeback"}, {"ply", 1}};
    const Json withdraw = {{"type", "decline"}, {"game", game}, {"what", "takeback"}, {"ply", 1}};
    std::string id = accept_first ? tigers.send(accept) : "";
    const auto other = men.send(withdraw);
    if (!accept_first) id = tigers.send(accept);
    const auto accepted = tigers.answer(id)["type"] == "done";
    (void)men.answer(other);
    const auto seen = tigers.ask({{"type", "state"}, {"game", game}});
    const auto seen_too = men.ask({{"type", "state"}, {"game", game}});
    EXPECT_EQ(seen["moves"], seen_too["moves"]);
    EXPECT_EQ(seen["ply"], accepted ? 0 : 1);
    EXPECT_TRUE(seen["offers"].empty());
    if (accepted) {
      ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
    }
  }
  // An offer lapses when a move is made.
  ASSERT_EQ(men.ask(offer)["type"], "done");
  ASSERT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  EXPECT_TRUE(men.ask({{"type", "state"}, {"game", game}})["offers"].empty());
  EXPECT_EQ(tigers.ask({{"type", "accept"}, {"game", game}, {"what", "takeback"}, {"ply", 2}})["code"], "illegal");
}

// B47
TEST_F(Online, ResigningIsFinalAndARematchIsOneGame) {
  Talk tigers(port()), men(port());
  const auto tigers_token = tigers.token();
  const auto game = begin(tigers, men);
  EXPECT_EQ(tigers.ask({{"type", "resign"}, {"game", game}})["type"], "done") << "it is the men's turn";
  const auto over = men.ask({{"type", "state"}, {"game", game}});
  EXPECT_EQ(over["outcome"], Json({{"winner", "men"}, {"reason", "resignation"}}));
  for (auto message :
       {move(game, 0, "@a4"), Json({{"type", "offer"}, {"game", game}, {"what", "draw"}, {"ply", 0}}),
        Json({{"type", "offer"}, {"game", game}, {"what", "takeback"}, {"ply", 0}}),
        Json({{"type", "resign"}, {"game", game}}), Json({{"type", "claim"}, {"game", game}, {"why", "time"}})})
    EXPECT_EQ(men.ask(message)["code"], "over") << message;
  EXPECT_EQ(men.ask({{"type", "state"}, {"game", game}})["number"], over["number"]);
  const Json rematch = {{"type", "offer"}, {"game", game}, {"what", "rematch"}, {"ply", 0}};
  const auto one = tigers.send(rematch), two = men.send(rematch);
  EXPECT_EQ(tigers.answer(one)["type"], "done");
  EXPECT_EQ(men.answer(two)["type"], "done");
  const auto next = men.ask({{"type", "state"}, {"game", game}})["rematch"].get<std::string>();
  EXPECT_EQ(tigers.ask({{"type", "state"}, {"game", game}})["rematch"], next);
  const auto seat = tigers.ask({{"type", "watch"}, {"game", next}, {"token", tigers_token}});
  EXPECT_EQ(seat["you"], "men") << "the sides are changed";
  EXPECT_EQ(seat["status"], "playing");
}

TEST_F(Online, TheComputerPlays) {
  Talk person(port());
  const auto made = person.ask({{"type", "create"},
                                {"rules", "pulijudam"},
                                {"side", "men"},
                                {"clock", no_clock},
                                {"token", person.token()},
                                {"computer", 1}});
  const auto game = made.value("game", "");
  EXPECT_EQ(made["seats"]["tigers"]["level"], 1);
  for (int ply = 0; ply < 6; ply += 2) {
    const auto position = person.ask({{"type", "state"}, {"game", game}});
    for (const auto* point : {"@a2", "@a3", "@a4", "@b1", "@f2", "@f3", "@f4"})
      if (person.ask(move(game, ply, point))["type"] == "done") break;
    const auto answered = person.until([ply](const Json& told) { return told.value("ply", 0) == ply + 2; });
    ASSERT_FALSE(answered.is_null());
  }
  EXPECT_EQ(person.ask({{"type", "offer"}, {"game", game}, {"what", "takeback"}, {"ply", 6}})["ply"], 4);
}

TEST_F(Online, SeatsAndPrivateGamesAreNobodyElses) {
  Talk tigers(port()), men(port()), stranger(port());
  const auto made = tigers.ask({{"type", "create"},
                                {"rules", "bagh-chal"},
                                {"side", "chance"},
                                {"clock", no_clock},
                                {"token", tigers.token()},
                                {"private", true}});
  const auto game = made.value("game", "");
  EXPECT_EQ(stranger.ask({{"type", "watch"}, {"game", game}})["type"], "state") << "who has the link may join";
  ASSERT_EQ(men.ask({{"type", "join"}, {"game", game}, {"token", men.token()}})["type"], "state");
  Talk later(port());
  for (Json message :
       {Json({{"type", "watch"}, {"game", game}}), Json({{"type", "watch"}, {"game", game}, {"token", later.token()}}),
        Json({{"type", "join"}, {"game", game}, {"token", later.token()}}), Json({{"type", "state"}, {"game", game}}),
        Json({{"type", "record"}, {"game", game}}), move(game, 0, "@a2"), Json({{"type", "resign"}, {"game", game}}),
        Json({{"type", "delete"}, {"game", game}})}) {
    const auto refused = later.ask(message);
    message["game"] = later.token();
    auto absent = later.ask(message);
    EXPECT_EQ(refused["code"], "unknown") << message;
    EXPECT_EQ(refused["message"], absent["message"]);
    EXPECT_EQ(refused["code"], absent["code"]);
  }
}

TEST_F(Online, ChallengesAreListedUntilSomebodyJoins) {
  Talk tigers(port()), men(port());
  const auto made = tigers.ask({{"type", "create"},
                                {"rules", "rimau-24:flanks=stop"},
                                {"side", "tigers"},
                                {"clock", {{"kind", "days"}, {"days", 3}}},
                                {"token", tigers.token()},
                                {"name", "  Siti   Aminah "},
                                {"listed", true}});
  const auto list = men.ask({{"type", "list"}});
  ASSERT_EQ(list["games"].size(), 1U) << list;
  EXPECT_EQ(list["games"][0]["game"], made["game"]);
  EXPECT_EQ(list["games"][0]["name"], "Siti Aminah");
  EXPECT_EQ(list["games"][0]["side"], "men");
  EXPECT_EQ(list["games"][0]["here"], true);
  const Json join = {{"type", "join"}, {"game", made["game"]}, {"token", men.token()}, {"name", "s\xC3\xADti aminah"}};
  EXPECT_EQ(men.ask(join)["code"], "name") << "it looks the same";
  auto other = join;
  other["name"] = "Ali";
  EXPECT_EQ(men.ask(other)["type"], "state");
  EXPECT_EQ(Talk(port()).ask(other)["you"], "men") << "the token opens the seat";
  EXPECT_EQ(Talk(port()).ask({{"type", "join"}, {"game", made["game"]}, {"token", tigers.token()}})["you"], "tigers");
  Talk third(port());
  EXPECT_EQ(third.ask({{"type", "join"}, {"game", made["game"]}, {"token", third.token()}})["code"], "taken");
  EXPECT_TRUE(third.ask({{"type", "list"}})["games"].empty());
}

TEST_F(Online, MakingAGameAgainIsTheSameGame) {
  Talk one(port());
  const Json create = {{"type", "create"}, {"id", "same"},         {"rules", "rimau-22"},
                       {"side", "chance"}, {"token", one.token()}, {"clock", no_clock}};
  const auto first = one.ask(create);
  Talk two(port());
  const auto second = two.ask(create);
  EXPECT_EQ(first["game"], second["game"]);
  EXPECT_EQ(first["you"], second["you"]);
}

TEST_F(Online, PlayersRemoveTheirGames) {
  Talk tigers(port()), men(port());
  const auto game = begin(tigers, men);
  ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
  ASSERT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  EXPECT_EQ(men.ask({{"type", "delete"}, {"game", game}})["code"], "illegal") << "it goes on";
  ASSERT_EQ(men.ask({{"type", "resign"}, {"game", game}})["type"], "done");
  EXPECT_EQ(men.ask({{"type", "delete"}, {"game", game}})["type"], "done");
  EXPECT_FALSE(tigers.until([](const Json& told) { return told.value("type", "") == "gone"; }).is_null());
  EXPECT_EQ(tigers.ask({{"type", "watch"}, {"game", game}, {"token", tigers.token()}})["code"], "unknown");
}

// S07, as far as a server sees it: a connection that is gone is somebody who is away.
TEST_F(Online, WhoIsGoneIsAway) {
  Talk tigers(port());
  auto men = std::make_unique<Talk>(port());
  const auto game = begin(tigers, *men);
  const auto here = [](bool is) {
    return [is](const Json& state) { return state["seats"]["men"].value("here", !is) == is; };
  };
  ASSERT_FALSE(tigers.until(here(true)).is_null());
  men->cut();
  const auto told = tigers.until(here(false));
  EXPECT_FALSE(told.is_null());
  const auto claimed = tigers.ask({{"type", "claim"}, {"game", game}, {"why", "absence"}});
  EXPECT_EQ(claimed["code"], "illegal");
  EXPECT_GT(claimed.value("retry", 0), 0);
}

// B49
TEST_F(Online, EndsConnectionsThatAreNone) {
  Talk bystander(port());
  const std::string deep(100'000, '[');
  const std::vector<std::pair<std::string, int>> texts{
      {"null", 1007},
      {"1", 1007},
      {"\"x\"", 1007},
      {"[]", 1007},
      {"{}", 1008},
      {R"({"type":null})", 1008},
      {"", 1007},
      {"{", 1007},
      {R"({"v":1,"v":1,"type":"ping","id":"a"})", 1007},
      {R"({"v":1,"type":"ping","id":"a"} {})", 1007},
      {R"({"v":2,"type":"ping","id":"a"})", 1008},
      {R"({"v":1,"type":"ping","id":"<b>"})", 1008},
      {deep.substr(0, 8000), 1007},
      {deep, 1009},
      {std::string(64 * 1024, 'x'), 1009},
      {"\xff\xfe", 1007},
      {"{\"v\":1,\"type\":\"ping\",\"id\":\"\xc0\xaf\"}", 1007},
  };
  for (const auto& [text, code] : texts) {
    Talk talk(port());
    talk.send_text(text);
    EXPECT_EQ(talk.close_code(), code) << text.substr(0, 60);
  }
  const std::vector<std::pair<std::string, int>> frames{
      {client_frame("{}", 0x82), 1003},                                     // binary
      {client_frame("{}", 0xC1), 1002},                                     // compressed
      {client_frame("{}", 0x81, false), 1002},                              // not masked
      {client_frame("{}", 0x80), 1002},                                     // a piece of nothing
      {client_frame("{", 0x01) + client_frame("{", 0x01), 1002},            // a message in another
      {client_frame("{}", 0x83), 1002},                                     // an unknown kind
      {client_frame("", 0x09), 1002},                                       // a ping in pieces
      {client_frame(std::string(126, 'x'), 0x89), 1002},                    // a long ping
      {std::string("\x81\xff\x00\x00\x00\x00\x40\x00\x00\x00", 10), 1009},  // 1 GiB announced
      {std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10), 1002},  // 16 EiB
      {std::string("\x81\xfe\x00\x05", 4), 1002},                           // a short length written long
      {client_frame(std::string("\x03", 1), 0x88), 1002},                   // half a close code
      {client_frame(std::string("\x03\xe8\xff", 3), 0x88), 1007},           // a reason that is no text
      {client_frame(std::string("\x03\xe9", 2), 0x88), 1001},
      {client_frame("", 0x88), 1000},
  };
  for (const auto& [bytes, code] : frames) {
    Talk talk(port());
    talk.send_bytes(bytes);
    EXPECT_EQ(talk.close_code(), code) << Json(std::vector<unsigned char>(bytes.begin(), bytes.begin() + 2));
  }
  Talk endless(port());
  ASSERT_TRUE(endless.send_bytes(client_frame("", 0x01)));
  for (int n = 0; n < 100; ++n) endless.send_bytes(client_frame("", 0x00));
  EXPECT_EQ(endless.close_code(), 1008);
  EXPECT_EQ(bystander.ask({{"type", "ping"}})["type"], "pong");
}

TEST_F(Online, AnswersWhatItDoesNotUnderstand) {
  Talk talk(port());
  const auto game = talk.token();
  const std::vector<std::pair<Json, std::string>> wrong{
      {{{"type", "dance"}}, "type"},
      {{{"type", "ping"}, {"more", 1}}, "more"},
      {{{"type", "watch"}}, "game"},
      {{{"type", "watch"}, {"game", "short"}}, "game"},
      {{{"type", "watch"}, {"game", 5}}, "game"},
      {{{"type", "move"}, {"game", game}, {"ply", -1}, {"move", "@a4"}}, "ply"},
      {{{"type", "move"}, {"game", game}, {"ply", 1.5}, {"move", "@a4"}}, "ply"},
      {{{"type", "move"}, {"game", game}, {"ply", 0}, {"move", nullptr}}, "move"},
      {{{"type", "offer"}, {"game", game}, {"ply", 0}, {"what", "peace"}}, "what"},
      {{{"type", "create"}, {"rules", "chess"}, {"side", "men"}, {"clock", no_clock}, {"token", game}}, "rules"},
      {{{"type", "create"},
        {"rules", "rimau-24"},
        {"side", "men"},
        {"clock", {{"kind", "days"}, {"days", 31}}},
        {"token", game}},
       "clock"},
      {{{"type", "create"}, {"rules", "rimau-24"}, {"side", "both"}, {"clock", no_clock}, {"token", game}}, "side"},
  };
  for (const auto& [message, field] : wrong) {
    const auto answer = talk.ask(message);
    EXPECT_EQ(answer.value("code", ""), "text") << message << answer;
    EXPECT_EQ(answer.value("field", ""), field) << message << answer;
  }
}

TEST_F(Online, LetsOnlyItsOwnPagesIn) {
  const auto own = "localhost:" + std::to_string(port());
  EXPECT_EQ(Talk(port(), "Origin: http://" + own + "\r\n").status(), 101);
  EXPECT_EQ(Talk(port(), "Origin: https://" + own + "\r\n").status(), 101);
  for (const std::string origin :
       {"http://evil.example", "null", "http://localhost", "http://localhost:1", "http://localhost.evil.example", "x"})
    EXPECT_EQ(Talk(port(), "Origin: " + origin + "\r\n").status(), 403) << origin;
  EXPECT_EQ(Talk(port(), "Origin: http://" + own + ".evil.example\r\n").status(), 403);
  EXPECT_EQ(Talk(port(), "Origin: http://" + own + "\r\nOrigin: http://" + own + "\r\n").status(), 403);
  Client rebound(port());
  rebound.send(
      "GET /api/online HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\n"
      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  EXPECT_EQ(rebound.reply()->status, 403);
  EXPECT_EQ(get(port(), "/api/online")->status, 426);
  EXPECT_EQ(get(port(), "/readyz")->status, 200);
  EXPECT_THAT(get(port(), "/metrics")->body, HasSubstr("rimau_online_connections"));
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

// B52: somebody else has the database locked, for less time than the server waits.
TEST_F(Online, WaitsForALockedDatabase) {
  constexpr std::size_t games = 20;
  std::vector<std::unique_ptr<Talk>> players;
  std::vector<std::string> ids, sent;
  for (std::size_t n = 0; n < games; ++n) {
    players.push_back(std::make_unique<Talk>(port()));
    ids.push_back(players.back()->ask({{"type", "create"},
                                       {"rules", "pulijudam"},
                                       {"side", "men"},
                                       {"clock", no_clock},
                                       {"token", players.back()->token()},
                                       {"computer", 1}})["game"]);
  }
  SQLite::Database other(folder_.path() + "/games/games.db", SQLite::OPEN_READWRITE, 1000);
  other.exec("BEGIN IMMEDIATE");
  const auto locked = std::chrono::steady_clock::now();
  for (std::size_t n = 0; n < games; ++n) sent.push_back(players[n]->send(move(ids[n], 0, "@a2")));
  for (auto told = players[0]->next(300); !told.is_null(); told = players[0]->next(300))
    EXPECT_EQ(told.value("ply", 0), 0) << "nothing is told or acknowledged that is not written";
  EXPECT_EQ(players[1]->ask({{"type", "ping"}})["type"], "pong") << "the rest goes on";
  std::this_thread::sleep_until(locked + std::chrono::milliseconds(1500));
  other.exec("ROLLBACK");
  for (std::size_t n = 0; n < games; ++n) EXPECT_EQ(players[n]->answer(sent[n])["type"], "done");
  for (std::size_t n = 0; n < games; ++n) {
    const auto state = players[n]->ask({{"type", "state"}, {"game", ids[n]}});
    EXPECT_EQ(state["moves"][0], "@a2");
  }
}

class LimitedOnline : public Online {
 protected:
  LimitedOnline() : Online({"--message-rate", "2", "--game-rate", "4", "--sockets-per-address", "3"}) {}
};

TEST_F(LimitedOnline, SaysWhenItIsTooMuch) {
  {
    Talk one(port()), two(port()), three(port());
    EXPECT_EQ(Talk(port()).status(), 429);
    int busy = 0;
    for (int n = 0; n < 10; ++n) busy += one.ask({{"type", "ping"}}).value("code", "") == "busy" ? 1 : 0;
    EXPECT_GE(busy, 3);
    EXPECT_EQ(two.ask({{"type", "ping"}})["type"], "pong");
    Json create = {
        {"type", "create"}, {"rules", "rimau-22"}, {"side", "men"}, {"token", three.token()}, {"clock", no_clock}};
    EXPECT_EQ(three.ask(create)["type"], "state");
    EXPECT_EQ(three.ask(create)["type"], "state");
    const auto refused = three.ask(create);
    EXPECT_EQ(refused["code"], "busy");
    EXPECT_GT(refused.value("retry", 0), 0);
  }
  for (int tries = 0; tries < 500 && Talk(port()).status() != 101; ++tries) ::usleep(10'000);
}

}  // namespace
}  // namespace rimau::testing
