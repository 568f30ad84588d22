// Online play through the built `rimau serve`, as two people and those who watch see it.
#include "server/online_fixture.hpp"

namespace rimau::testing {
namespace {

using ::testing::HasSubstr;

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

// B45: the server keeps no move for later, whoever has sent it early.
TEST_F(Online, AMoveIsForItsPositionOrForNone) {
  Talk tigers(port()), men(port());
  const auto game = begin(tigers, men);
  const auto moves = [&] { return men.ask({{"type", "state"}, {"game", game}})["moves"]; };
  const auto offer = [&](Talk& by, const char* type, int ply) {
    EXPECT_EQ(by.ask({{"type", type}, {"game", game}, {"what", "takeback"}, {"ply", ply}})["type"], "done");
  };
  // Sent ahead of its turn: refused, and not made when the turn comes.
  EXPECT_EQ(men.ask(move(game, 2, "@f4"))["code"], "stale");
  EXPECT_EQ(tigers.ask(move(game, 0, "@a4"))["code"], "turn");
  ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
  ASSERT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  EXPECT_EQ(moves(), Json::array({"@a4", "t5-b4"}));
  // On a point that is taken by now: refused, and not made when the point is free again.
  EXPECT_EQ(men.ask(move(game, 2, "@b4"))["code"], "illegal");
  ASSERT_EQ(men.ask(move(game, 2, "@f4"))["type"], "done");
  ASSERT_EQ(tigers.ask(move(game, 3, "b4-b3"))["type"], "done");
  EXPECT_EQ(moves(), Json::array({"@a4", "t5-b4", "@f4", "b4-b3"}));
  // On its way while a takeback is accepted: the ply that it was for is there again, but with another position before
  // it, and what was sent for the old one does nothing there, in its own words or again with a new id.
  offer(tigers, "offer", 4);
  auto late = move(game, 4, "@e4");
  late["id"] = "late";
  offer(men, "accept", 4);
  const auto taken_back = moves();
  EXPECT_EQ(taken_back, Json::array({"@a4", "t5-b4", "@f4"}));
  EXPECT_EQ(men.ask(late)["code"], "stale");
  ASSERT_EQ(tigers.ask(move(game, 3, "b4-a4"))["code"], "illegal") << "a man stands there";
  ASSERT_EQ(tigers.ask(move(game, 3, "b4-c4"))["code"], "illegal") << "a tiger stands there";
  ASSERT_EQ(tigers.ask(move(game, 3, "b4-b3"))["type"], "done");
  EXPECT_EQ(moves(), Json::array({"@a4", "t5-b4", "@f4", "b4-b3"})) << "nothing was kept for it";
  // A move that was made, taken back and comes once more from a queue is not made again.
  auto made = move(game, 4, "@e4");
  made["id"] = "made";
  ASSERT_EQ(men.ask(made)["type"], "done");
  offer(men, "offer", 5);
  offer(tigers, "accept", 5);
  EXPECT_EQ(men.ask(made)["code"], "stale");
  EXPECT_EQ(moves(), Json::array({"@a4", "t5-b4", "@f4", "b4-b3"}));
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

// B47
TEST_F(Online, OfAMoveAndAResignationThatCrossTheFirstCounts) {
  for (const bool move_first : {true, false}) {
    Talk tigers(port()), men(port());
    const auto game = begin(tigers, men);
    const Json resign = {{"type", "resign"}, {"game", game}};
    std::string moved = move_first ? men.send(move(game, 0, "@a4")) : "";
    const auto resigned = tigers.send(resign);
    if (!move_first) moved = men.send(move(game, 0, "@a4"));
    EXPECT_EQ(tigers.answer(resigned)["type"], "done") << "it is final at either side's turn";
    const auto answer = men.answer(moved);
    const bool made = answer["type"] == "done";
    if (!made) {
      EXPECT_EQ(answer["code"], "over");
    }
    for (auto* player : {&tigers, &men}) {
      const auto state = player->ask({{"type", "state"}, {"game", game}});
      EXPECT_EQ(state["outcome"], Json({{"winner", "men"}, {"reason", "resignation"}}));
      EXPECT_EQ(state["moves"], made ? Json::array({"@a4"}) : Json::array());
    }
  }
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

}  // namespace
}  // namespace rimau::testing
