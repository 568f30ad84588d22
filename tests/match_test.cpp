// The parts of a match: what results mean, how players are written, where games begin.
#include <cmath>

#include "match/match.hpp"
#include "notation/notation.hpp"
#include "support.hpp"

namespace rimau::match {
namespace {

using ::testing::HasSubstr;

Groups groups(std::array<std::int64_t, 5> counts) { return {counts}; }

TEST(Elo, TurnsSharesIntoDifferencesAndBack) {
  EXPECT_NEAR(elo_of(0.75), 190.85, 0.01);  // 400 log10(3)
  EXPECT_NEAR(expected_share(elo_of(0.2)), 0.2, 1e-12);
  EXPECT_EQ(elo_of(1), std::numeric_limits<double>::infinity());
  EXPECT_EQ(elo_of(0), -std::numeric_limits<double>::infinity());
}

TEST(Elo, ErrorBarsAreThoseOfGroupsNotOfGames) {
  // 200 openings that each seat's player wins: no doubt that the players are equal.
  const auto split = estimate(groups({0, 0, 200, 0, 0}));
  EXPECT_EQ(split.elo, 0);
  EXPECT_LT(split.high, 10);
  // As many points, but from openings won or lost twice.
  const auto swings = estimate(groups({100, 0, 0, 0, 100}));
  EXPECT_EQ(swings.elo, 0);
  EXPECT_NEAR(swings.high, 400 * std::log10((0.5 + 0.069) / (0.5 - 0.069)), 2);  // 1.96 · 0.5 / √201
  EXPECT_NEAR(swings.low, -swings.high, 1e-9);
}

TEST(Elo, AFewWinsAreNotCertainty) {
  const auto few = estimate(groups({0, 0, 0, 0, 3}));
  EXPECT_TRUE(std::isinf(few.elo));
  EXPECT_LT(few.low, 100);
  EXPECT_GT(estimate(groups({0, 0, 0, 0, 300})).low, 700);
  const auto none = estimate(Groups{});
  EXPECT_TRUE(std::isinf(none.low) && std::isinf(none.high));
}

TEST(Elo, TheTestDecidesForTheLikelierHypothesisOnly) {
  const Sprt test{0, 50};
  EXPECT_EQ(log_likelihood_ratio(Groups{}, test), 0);
  EXPECT_GT(log_likelihood_ratio(groups({5, 20, 60, 60, 30}), test), sprt_bound);
  EXPECT_LT(log_likelihood_ratio(groups({30, 60, 60, 20, 5}), test), -sprt_bound);
  EXPECT_LT(std::abs(log_likelihood_ratio(groups({1, 1, 2, 2, 1}), test)), sprt_bound);
  // Halfway between the hypotheses nothing speaks for either.
  const double middle = (expected_share(0) + expected_share(50)) / 2;
  const auto quarters = std::lround(middle * 4000);
  EXPECT_NEAR(log_likelihood_ratio(groups({0, 0, 3000 - quarters, quarters - 2000, 0}), test), 0, 0.2);
}

TEST(Players, AreReadFromText) {
  const auto settings = testing::must(parse_player("nodes=500,hash=8,contempt=150,tables=on,name=mine"));
  EXPECT_EQ(settings.kind, Kind::search);
  EXPECT_EQ(settings.budget.nodes, 500);
  EXPECT_EQ(settings.hash_mib, 8);
  EXPECT_EQ(settings.contempt, 150);
  EXPECT_TRUE(settings.tables);
  EXPECT_EQ(settings.name, "mine");
  EXPECT_EQ(testing::must(parse_player("nodes=500,contempt=0")).contempt, 0) << "what is so without saying it";
  const auto clock = testing::must(parse_player("clock=1000+50"));
  EXPECT_EQ(clock.budget.clock_ms, 1000);
  EXPECT_EQ(clock.budget.increment_ms, 50);
  const auto program = testing::must(parse_player("option.Level=2,nodes=9,cmd=./x a,b=c, d"));
  EXPECT_EQ(program.kind, Kind::program);
  EXPECT_EQ(program.command, "./x a,b=c, d");
  EXPECT_THAT(program.options, ::testing::ElementsAre(std::pair<std::string, std::string>("Level", "2")));
  EXPECT_EQ(testing::must(parse_player("cmd=x")).budget.movetime_ms, 100);
}

TEST(Players, WrongTextsAreRefusedNamingThePart) {
  for (const std::string text : {"",
                                 "level=0",
                                 "level=99",
                                 "level=x",
                                 "nodes=0",
                                 "nodes=-1",
                                 "nodes=99999999999",
                                 "depth=101",
                                 "clock=5+",
                                 "clock=+5",
                                 "tables=maybe",
                                 "name=",
                                 "strong",
                                 "random,nodes=5",
                                 "level=2,nodes=5",
                                 "level=2,random",
                                 "random,cmd=x",
                                 "cmd=",
                                 "cmd=  ",
                                 "option.Level=2,nodes=5",
                                 "option.=2,cmd=x",
                                 "hash=0,nodes=1",
                                 "contempt=1001,nodes=1",
                                 "level=2,contempt=50",
                                 "nodes=1,,"})
    EXPECT_EQ(parse_player(text).error().kind, ErrorKind::text) << text;
  EXPECT_THAT(parse_player("nodes=5,depht=3").error().message, HasSubstr("depht=3"));
}

std::vector<std::string> drawn(const std::shared_ptr<const Game>& game, const OpeningOptions& options, int count) {
  Openings openings(game, options);
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) {
    const auto play = testing::must(openings.next([] { return true; }));
    EXPECT_EQ(play.moves().size(), options.plies);
    EXPECT_FALSE(play.outcome().over());
    texts.push_back(format_position(*game, play.position()));
  }
  return texts;
}

TEST(OpeningsOfAMatch, FollowFromTheSeedAndDiffer) {
  const auto game = testing::open("bagh-chal");
  const OpeningOptions options{.plies = 4, .seed = 7};
  const auto first = drawn(game, options, 50);
  EXPECT_EQ(drawn(game, options, 50), first);
  EXPECT_NE(drawn(game, {.plies = 4, .seed = 8}, 50), first);
  EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), 50);
}

TEST(OpeningsOfAMatch, BalancedOnesAreEvener) {
  const auto game = testing::open("bagh-chal");
  constexpr int openings_drawn = 6;
  const auto mean = [&](bool balanced) {
    Openings openings(game, {.plies = 16, .balanced = balanced, .seed = 3});
    Searcher judge(4);
    double sum = 0;
    for (int i = 0; i < openings_drawn; ++i) {
      const auto play = testing::must(openings.next([] { return true; }));
      sum += std::abs(judge.search(play, {.nodes = 5000}, {}).score);
    }
    return sum / openings_drawn;
  };
  EXPECT_LT(mean(true), mean(false));
}

TEST(OpeningsOfAMatch, TakeGivenPositionsInTurn) {
  const auto game = testing::open("rimau-24");
  const auto a = testing::position(*game, "a3", "b3 c3");
  const auto b = testing::position(*game, "e3", "b3 c3 g5");
  Openings openings(game, {.starts = {a, b}, .plies = 0});
  for (const auto& expected : {a, b, a})
    EXPECT_EQ(testing::must(openings.next([] { return true; })).position(), expected);
}

Plan small_plan(std::string_view first, std::string_view second) {
  Plan plan;
  plan.game = testing::open("bagh-chal");
  plan.players = {testing::must(parse_player(first)), testing::must(parse_player(second))};
  plan.games = 6;
  plan.max_plies = 60;
  plan.surroundings.keep_going = [] { return true; };
  return plan;
}

TEST(Match, TheSamePlanGivesTheSameGamesOnAnyNumberOfThreads) {
  const auto games = [](unsigned concurrency) {
    auto plan = small_plan("nodes=300", "level=1");
    plan.concurrency = concurrency;
    std::map<int, std::vector<Move>> moves;
    const auto summary = run(plan, [&](const Finished& game, const Summary&) -> Result<void> {
      moves[game.number] = game.play.moves();
      return {};
    });
    EXPECT_EQ(testing::must(summary).total().games(), 6);
    return moves;
  };
  const auto one = games(1);
  EXPECT_EQ(one.size(), 6);
  EXPECT_EQ(games(3), one);
}

TEST(Match, BothSeatsPlayEachOpening) {
  auto plan = small_plan("random", "random");
  plan.openings.plies = 8;
  std::map<int, Finished> games;
  const auto summary = testing::must(run(plan, [&](const Finished& game, const Summary&) -> Result<void> {
    games.emplace(game.number, game);
    return {};
  }));
  EXPECT_EQ(summary.by_side[0].games(), 3);
  EXPECT_EQ(summary.by_side[1].games(), 3);
  EXPECT_EQ(summary.groups.size(), 3);
  for (int pair = 0; pair < 3; ++pair) {
    const auto& a = games.at(2 * pair + 1);
    const auto& b = games.at(2 * pair + 2);
    EXPECT_EQ(a.first_side, Side::tigers);
    EXPECT_EQ(b.first_side, Side::men);
    EXPECT_EQ(a.play.positions()[8], b.play.positions()[8]);
  }
}

TEST(Match, TheTestEndsItAndCutOffGamesAreDraws) {
  auto plan = small_plan("nodes=300", "random");
  plan.games = 1000;
  plan.max_plies = 200;
  plan.sprt = Sprt{0, 200};
  const auto summary = testing::must(run(plan, [](const Finished&, const Summary&) { return Result<void>{}; }));
  EXPECT_TRUE(summary.decided);
  EXPECT_LT(summary.total().games(), 200);
  EXPECT_GT(summary.share(), 0.7);

  auto cut = small_plan("random", "random");
  cut.max_plies = 10;
  const auto short_games = testing::must(run(cut, [](const Finished&, const Summary&) { return Result<void>{}; }));
  EXPECT_EQ(short_games.total().drawn, 6);
  EXPECT_EQ(short_games.endings[static_cast<std::size_t>(Ending::cut_off)], 6);
}

TEST(Match, AnErrorOfTheListenerAndAStopEndIt) {
  auto plan = small_plan("random", "random");
  int told = 0;
  const auto broken = run(plan, [&](const Finished&, const Summary&) -> Result<void> {
    return ++told == 2 ? fail(ErrorKind::unavailable, "disk full") : Result<void>{};
  });
  EXPECT_EQ(told, 2);
  EXPECT_EQ(broken.error().message, "disk full");
  plan.surroundings.keep_going = [&] { return told < 4; };
  const auto stopped =
      run(plan, [&](const Finished&, const Summary&) -> Result<void> { return ++told, Result<void>{}; });
  EXPECT_EQ(testing::must(stopped).total().games(), 2);
}

}  // namespace
}  // namespace rimau::match
