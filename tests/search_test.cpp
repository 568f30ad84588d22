// What the computer player must find, avoid and survive.
#include "search/search.hpp"

#include <algorithm>
#include <string>

#include "search/bench.hpp"
#include "search/evaluation.hpp"
#include "search/levels.hpp"
#include "search/network.hpp"
#include "search/path.hpp"
#include "search/patterns.hpp"
#include "support.hpp"

namespace rimau {
namespace {

using testing::catalogue;
using testing::must;
using testing::open;

// The number that `rimau bench` prints; it changes with what the search finds, and only then.
constexpr std::uint64_t bench_signature = 17862052850663568499U;

Play play_from(const std::string& position, const std::vector<std::string>& moves = {}) {
  const auto read = must(parse_position(catalogue(), position));
  Play play(read.game, read.position);
  for (const auto& move : moves) {
    const auto made = play.play(must(parse_move(*read.game, move)));
    if (!made) testing::give_up(made.error().text());
  }
  return play;
}

SearchReport search(const Play& play, const SearchLimits& limits) {
  Searcher searcher(1);
  return searcher.search(play, limits, {});
}

std::string best(const Play& play, const SearchLimits& limits) {
  return format_move(play.game(), search(play, limits).best);
}

unsigned draw(Random& random, unsigned bound) { return random.below(bound); }

// A position of a random game, at most `plies` after the start and not over.
Play random_play(const std::shared_ptr<const Game>& game, int plies, Random& random) {
  Play play(game);
  for (int ply = 0; ply < plies; ++ply) {
    auto next = play;
    const auto move = random_move(*game, play.position(), count_moves(*game, play.position()),
                                  [&random](unsigned bound) { return draw(random, bound); });
    if (!next.play(move) || next.outcome().over()) break;
    play = std::move(next);
  }
  return play;
}

TEST(Search, TigersLeapWhenThatReachesTheThreshold) {
  const auto play = play_from("bagh-chal tigers=a1,a5,c3,e5 men=b1,b5,c4,d5 hand=0/12 captured=4 turn=tigers");
  const auto report = search(play, {.depth = 3});
  EXPECT_EQ(report.best.kind(), Move::Kind::leap);
  EXPECT_EQ(report.score, max_score - 1);
  EXPECT_EQ(report.depth, 1) << "nothing shorter is left to look for";
}

TEST(Search, MenShutTheLastWayOut) {
  const auto play = play_from("rimau-24 tigers=a1 men=a3,b2,b4,c3 hand=0/0 turn=men");
  const auto report = search(play, {.depth = 3});
  EXPECT_EQ(format_move(play.game(), report.best), "b4-a5");
  EXPECT_EQ(report.score, max_score - 1);
}

TEST(Search, MenBlockTheLeapThatWouldTakeTheLastManNeeded) {
  const auto play = play_from("bagh-chal tigers=a1,a5,c3,e5 men=d3 hand=0/15 turn=men");
  EXPECT_EQ(best(play, {.depth = 1}), "@e3");
  EXPECT_EQ(best(play, {.depth = 4}), "@e3");
}

// Whether the side to move can force its win within so many plies; by trying everything.
bool wins_within(const Game& game, const Position& position, int plies) {
  if (const auto end = outcome(game, position); end.over()) return end.verdict == win_of(position.turn);
  const auto moves = legal_moves(game, position);
  return plies > 0 && std::ranges::any_of(moves, [&](Move move) {
           const auto reply = play_unchecked(game, position, move);
           if (const auto end = outcome(game, reply); end.over()) return end.verdict == win_of(position.turn);
           const auto replies = legal_moves(game, reply);
           return plies >= 3 && std::ranges::all_of(replies, [&](Move answer) {
                    return wins_within(game, play_unchecked(game, reply, answer), plies - 2);
                  });
         });
}

TEST(Search, FindsEveryWinInThreePliesNearTheEndOfRandomGames) {
  Random random(11);
  int wins = 0;
  for (const auto* id : {"rimau-24", "rimau-rimau", "meurimueng-rimueng-do", "pulijudam", "bagh-chal"}) {
    const auto game = open(id);
    Searcher searcher(1);
    for (int count = 0; count < 4; ++count) {
      auto play = random_play(game, 600, random);
      for (int back = 0; back < 4 && play.position().stage == Stage::play; ++back) {
        if (wins_within(*game, play.position(), 3)) {
          ++wins;
          EXPECT_GT(searcher.search(play, {.depth = 5}, {}).score, win_score)
              << format_position(*game, play.position());
        }
        if (!play.undo()) break;
      }
    }
  }
  EXPECT_GT(wins, 10) << "or the test has tested nothing";
}

// One man is left, the tiger walks to and fro; the man's next step makes a position occur again.
const char* const hunted = " tigers=a1 men=g1 hand=0/0 turn=tigers";
const std::vector<std::string> to_and_fro{"a1-a3", "g1-g2", "a3-a1", "g2-g1", "a1-a3", "g1-g2", "a3-a1"};

TEST(Search, ALosingSideTakesTheDrawByRepetition) {
  const auto play = play_from(cat("rimau-24", hunted), to_and_fro);
  const auto report = search(play, {.depth = 1});
  EXPECT_EQ(format_move(play.game(), report.best), "g2-g1");
  EXPECT_EQ(report.score, 0);
}

TEST(Search, RepetitionInTheGameIsNoDrawWhenTheRulesSayNothingOfIt) {
  EXPECT_LT(search(play_from(cat("rimau-24:repetition=off", hunted), to_and_fro), {.depth = 1}).score, 0);
}

TEST(Search, AWinningSideAvoidsTheDraw) {
  const auto play = play_from(cat("rimau-24", " tigers=a3 men=g2 hand=0/0 turn=tigers"),
                              {"a3-a1", "g2-g1", "a1-a3", "g1-g2", "a3-a1", "g2-g1", "a1-a3", "g1-g2"});
  ASSERT_TRUE(play.outcome().over()) << "the third occurrence";
  auto before = play;
  before.undo();
  before.undo();  // the tiger may go back to a3, and then the man to g2
  EXPECT_GT(search(before, {.depth = 4}).score, 0);
  EXPECT_NE(best(before, {.depth = 4}), "a1-a3");
}

TEST(Search, ADrawByQuietPliesIsSeenComing) {
  auto play = play_from("rimau-24:quiet=4 tigers=a1 men=g1 hand=0/0 turn=tigers", {"a1-a3", "g1-g2", "a3-a5"});
  const auto report = search(play, {.depth = 5});
  EXPECT_EQ(report.score, 0) << "every step of the man draws";
}

TEST(Path, SaysWhatADrawRestsOn) {
  const auto play = play_from(cat("rimau-24", hunted), {"a1-a3", "g1-g2"});
  const auto& game = play.game();
  Path path(play);
  Position position = play.position();
  const auto go = [&](std::string_view text) {
    const auto move = must(parse_move(game, text));
    path.push(key_after(game, position, path.key(), move), move);
    position = play_unchecked(game, position, move);
    EXPECT_EQ(path.key(), key(position));
  };
  EXPECT_EQ(path.draw(), rests_on_nothing);
  go("a3-a1");
  go("g2-g1");
  EXPECT_EQ(path.draw(), rests_on_nothing) << "occurred in the game, but only once";
  go("a1-a3");
  EXPECT_EQ(path.draw(), rests_on_nothing);
  go("g1-g2");
  EXPECT_EQ(path.draw(), 0) << "the root again";
  go("a3-a1");
  EXPECT_EQ(path.draw(), 1);
  path.pop();
  EXPECT_EQ(path.draw(), 0);
  EXPECT_EQ(path.quiet(), 6);
}

TEST(Search, AGameThatIsOverHasNoMove) {
  auto play = play_from("rimau-24 tigers=a1 men=a3,a5,b2,c3 hand=0/0 turn=tigers");
  const auto report = search(play, {});
  EXPECT_TRUE(report.line.empty());
  EXPECT_EQ(report.depth, 0);
  Play resigned(open("bagh-chal"));
  resigned.resign(Side::men);
  EXPECT_TRUE(search(resigned, {}).line.empty());
}

TEST(Search, MenWhoCannotStepPass) {
  const auto play = play_from("bagh-chal:win=all tigers=a2,b1,b2,e5 men=a1 hand=0/0 turn=men");
  EXPECT_EQ(best(play, {.depth = 3}), "pass");
}

TEST(Search, StopsWhenTold) {
  const Play play(open("bagh-chal"));
  Searcher searcher(1);
  int calls = 0;
  const auto report = searcher.search(play, {}, [&calls](const SearchReport&) { return ++calls < 3; });
  EXPECT_EQ(calls, 3);
  EXPECT_TRUE(is_legal(play.game(), play.position(), report.best));
  const auto at_once = searcher.search(play, {.nodes = 1}, {});
  EXPECT_TRUE(is_legal(play.game(), play.position(), at_once.best));
  EXPECT_EQ(at_once.nodes, 1U);
}

TEST(Search, KeepsItsLimits) {
  const Play play(open("pulijudam"));
  EXPECT_EQ(search(play, {.depth = 3}).depth, 3);
  EXPECT_EQ(search(play, {.nodes = 5000}).nodes, 5000U);
  EXPECT_GT(search(play, {.movetime_ms = 20}).depth, 0);
}

TEST(Search, TheSameWorkGivesTheSameAnswer) {
  Random random(5);
  for (const auto* id : {"rimau-24", "meurimueng-rimueng-do"}) {
    const auto play = random_play(open(id), 20, random);
    const auto one = search(play, {.nodes = 5000});
    const auto two = search(play, {.nodes = 5000});
    EXPECT_EQ(one.best, two.best);
    EXPECT_EQ(one.score, two.score);
    EXPECT_EQ(one.depth, two.depth);
    EXPECT_EQ(one.line, two.line);
  }
}

TEST(Search, OneTableServesAllGamesOneAfterAnother) {
  // Positions of Rimau with 22 and 24 men may be the same, but their scores are not.
  const auto few = play_from("rimau-22 tigers=c3 men=d3,d4,g1,g2 hand=0/0 turn=tigers");
  const auto many = play_from("rimau-24 tigers=c3 men=d3,d4,g1,g2 hand=0/0 turn=tigers");
  Searcher shared(1);
  EXPECT_EQ(shared.search(few, {.depth = 4}, {}).score, search(few, {.depth = 4}).score);
  EXPECT_EQ(shared.search(many, {.depth = 4}, {}).score, search(many, {.depth = 4}).score);
}

TEST(Search, EveryLineIsLegalInEveryGame) {
  Random random(2);
  Searcher searcher(1);
  for (const auto& id : testing::games_with_options()) {
    const auto game = open(id);
    for (int plies : {0, 4, 12, 40}) {
      auto play = random_play(game, plies, random);
      const auto report = searcher.search(play, {.nodes = 600}, {});
      ASSERT_FALSE(report.line.empty()) << id;
      EXPECT_EQ(report.line.front(), report.best);
      for (const auto move : report.line) ASSERT_TRUE(play.play(move)) << id << ' ' << format_move(*game, move);
    }
  }
}

TEST(Search, LooksAtEveryOpeningTurnButOnlyOneOfEachKind) {
  for (const auto& [id, turns] : {std::pair{"rimau-24", 2604}, std::pair{"rimau-rimau", 4956}}) {
    const Play play(open(id));
    ASSERT_EQ(count_moves(play.game(), play.position()), turns);
    const auto first = search(play, {.depth = 1});
    EXPECT_LT(first.nodes, static_cast<std::uint64_t>(turns) * 2 / 3);
    EXPECT_GT(first.nodes, static_cast<std::uint64_t>(turns) / 5);
    const auto report = search(play, {.nodes = 30'000});
    EXPECT_GE(report.depth, 2);
    EXPECT_EQ(report.best.kind(), Move::Kind::opening);
    EXPECT_GE(report.line.size(), 2U);
  }
}

// A three by three board, as a user might write it.
constexpr std::string_view little_game = R"(
[board]
id = "nine"
name = { en = "nine" }
lines = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3"]
[game]
id = "little-hunt"
board = "nine"
name = { en = "Little hunt" }
tiger = { en = "tiger" }
tigers = { en = "tigers" }
man = { en = "man" }
men = { en = "men" }
[game.rules]
tigers = 1
men = 5
tigers-at = ["b2"]
capture = "single"
win = 3
first = "men"
)";

TEST(Levels, PlayWholeGamesOfAUsersOwn) {
  Catalogue games;
  const auto added = games.add(little_game, "little.toml");
  ASSERT_TRUE(added) << added.error().text();
  Play play(must(games.open("little-hunt:quiet=100")));
  Searcher searcher(1);
  Random random(1);
  while (!play.outcome().over())
    ASSERT_TRUE(play.play(choose_move(searcher, play, play.position().turn == Side::men ? 2 : 1, random, {})));
  EXPECT_LE(play.moves().size(), 2000U);
}

TEST(Levels, AnswerEveryStartWithALegalMove) {
  Searcher searcher(1);
  Random random(1);
  for (const auto& id : catalogue().ids()) {
    const Play play(open(id));
    for (int level : {-1, 1, 2, 9})
      EXPECT_TRUE(is_legal(play.game(), play.position(),
                           choose_move(searcher, play, level, random,
                                       [] {
                                         static int calls = 0;
                                         return ++calls % 8 != 0;  // the highest level is told to stop soon
                                       })))
          << id;
  }
}

TEST(Levels, WeakOnesOverlookALeapThatWinsAndStrongOnesDoNot) {
  const auto play = play_from("bagh-chal tigers=a1,a5,c3,e5 men=b1 hand=0/15 captured=4 turn=tigers");
  Searcher searcher(1);
  Random random(6);
  const auto leaps = [&](int level) {
    int count = 0;
    for (int turn = 0; turn < 40; ++turn)
      count += choose_move(searcher, play, level, random, {}).kind() == Move::Kind::leap ? 1 : 0;
    return count;
  };
  const int of_the_first = leaps(first_level);
  EXPECT_GT(of_the_first, 10) << "a mistake, not a habit";
  EXPECT_LT(of_the_first, 40);
  EXPECT_EQ(leaps(last_level), 40);
}

TEST(Levels, AreLimitsThatGoWithOthers) {
  Random random(1);
  auto limits = limits_of_level(usual_level, random);
  EXPECT_GT(limits.nodes, 100U);
  EXPECT_EQ(within(limits, {.nodes = 100}).nodes, 100U);
  EXPECT_EQ(within(limits, {.nodes = 1'000'000'000}).nodes, limits.nodes);
  EXPECT_EQ(within(limits, {.depth = 1, .lines = 3}).depth, 1);
  EXPECT_EQ(within(limits, {.lines = 3}).lines, 3);
  limits.depth = 0;
  EXPECT_EQ(within(limits, {.depth = 7}).depth, 7);
  EXPECT_EQ(within(limits, {}).movetime_ms, limits.movetime_ms);
  EXPECT_FALSE(limits.tables);
  EXPECT_TRUE(limits_of_level(99, random).tables) << "out of range counts as the nearest";
}

TEST(Levels, OverlookTheSameThingsWithTheSameSeed) {
  const Play play(open("pulijudam"));
  const SearchLimits weak{.nodes = 2'000, .handicap = {.overlooked_percent = 30, .noise = 80, .seed = 7}};
  const auto one = search(play, weak);
  EXPECT_EQ(one.line, search(play, weak).line);
  auto blind = weak;
  blind.handicap.overlooked_percent = 100;
  EXPECT_TRUE(is_legal(play.game(), play.position(), search(play, blind).best)) << "one move always comes to mind";
}

TEST(Levels, WinAgainstRandomMovesFromBothSeats) {
  Random random(4);
  for (const auto* id : {"pulijudam", "rimau-24"}) {
    for (const auto side : {Side::tigers, Side::men}) {
      Searcher searcher(1);
      Play play(open(id));
      while (!play.outcome().over() && play.moves().size() < 400) {
        const auto move = play.position().turn == side
                              ? choose_move(searcher, play, 6, random, {})
                              : random_move(play.game(), play.position(), count_moves(play.game(), play.position()),
                                            [&random](unsigned bound) { return draw(random, bound); });
        ASSERT_TRUE(play.play(move));
      }
      EXPECT_EQ(play.outcome().verdict, win_of(side)) << id;
    }
  }
}

TEST(Evaluation, SeesWhatIsThere) {
  const auto game = open("rimau-24");
  const auto seen = Evaluator(*game).features(testing::position(*game, "b2", "a1 b3 c3 d4"));
  EXPECT_EQ(seen.captured, 17);
  EXPECT_EQ(seen.moves, 1);  // b2xb4 is the only move
  EXPECT_EQ(seen.held, 0);
  EXPECT_EQ(seen.threatened, 1);
  EXPECT_EQ(seen.in_hand, 0);
  const auto trapped = Evaluator(*game).features(testing::position(*game, "a1", "a3 a5 b2 c3"));
  EXPECT_EQ(trapped.moves, 0);
  EXPECT_EQ(trapped.held, 1);
  EXPECT_EQ(trapped.room, 0);
}

// Runs of two men or more beside a tiger, with an empty point beyond, that it may not leap.
int plain_shielded(const Game& game, const Position& position) {
  int count = 0;
  for (const auto tiger : position.tigers)
    for (const auto& ray : game.board().rays(tiger)) {
      const auto end = std::ranges::find_if(ray, [&](Point point) { return !position.men.contains(point); });
      const auto length = end - ray.begin();
      const bool leapt = game.rules().capture == Capture::odd_run ? length % 2 == 1 : length == 1;
      count += end != ray.end() && !position.tigers.contains(*end) && length >= 2 && !leapt ? 1 : 0;
    }
  return count;
}

// The same features, point by point as the words say.
Features plain_features(const Game& game, const Position& position) {
  Features seen{.captured = captured(game, position), .in_hand = position.men_in_hand};
  const PointSet empty = game.points() - position.occupied();
  PointSet threatened;
  PointSet exposed;
  std::vector<Point> reached(position.tigers.begin(), position.tigers.end());
  PointSet known = position.tigers;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const bool tiger = position.tigers.contains(reached[i]);
    int moves = (game.steps(reached[i]) & empty).size();
    PointSet next = game.steps(reached[i]) & empty;
    for (const auto& leap : game.leaps(reached[i])) {
      if (!position.men.contains(leap.over) || position.men.contains(leap.landing)) continue;
      exposed |= leap.over;
      next |= leap.landing;
      if (!tiger || !empty.contains(leap.landing)) continue;
      threatened |= leap.over;
      ++moves;
    }
    for (const auto point : next - known) reached.push_back(point);
    known |= next;
    seen.moves += tiger ? moves : 0;
    seen.held += tiger && moves == 0 ? 1 : 0;
  }
  seen.room = (known - position.tigers).size();
  seen.holes = (empty - known).size();
  seen.shielded = plain_shielded(game, position);
  seen.threatened = threatened.size();
  seen.exposed = exposed.size();
  return seen;
}

TEST(Evaluation, SeesTheSameAsOneWhoLooksPointByPoint) {
  Random random(3);
  for (const auto& id : testing::games_with_options()) {
    const auto game = open(id);
    const Evaluator evaluator(*game);
    for (int plies = 0; plies < 80; ++plies) {
      const auto position = random_play(game, plies, random).position();
      ASSERT_EQ(evaluator.features(position), plain_features(*game, position)) << format_position(*game, position);
    }
  }
}

TEST(Evaluation, IsTheSameForImagesAndFarFromAWin) {
  Random random(8);
  for (const auto& id : testing::games_with_options()) {
    const auto game = open(id);
    const auto play = random_play(game, 60, random);
    const Evaluator evaluator(*game);
    const auto seen = evaluator.features(play.position());
    for (const auto& permutation : game->symmetries())
      EXPECT_EQ(evaluator.features(image(play.position(), permutation)), seen) << id;
    for (const auto& permutation : game->symmetries())
      EXPECT_EQ(evaluator.evaluate(image(play.position(), permutation)), evaluator.evaluate(play.position())) << id;
    EXPECT_LT(std::abs(evaluator.evaluate(play.position())), win_score);
  }
}

// The worth by patterns.hpp's description: one symmetry, unit and piece after the other.
class PlainNetwork {
 public:
  PlainNetwork(const Game& game, const Network& network) : game_(game), net_(network) {}

  int worth(const Position& position, const Features& seen) const {
    const auto head = network_head(position.men_in_hand, game_.rules().men, position.turn);
    const auto terms = network_terms_of(seen, game_.rules().tigers_win_at);
    int worth = 0;
    for (std::size_t symmetry = 0; symmetry < net_.symmetries; ++symmetry) {
      std::vector<int> says;
      for (std::size_t unit = 0; unit < net_.units; ++unit) {
        says.push_back(std::clamp(unit_sum(position, symmetry, unit), 0, network_one));
        worth += says.back() * net_.heads[head * net_.units + unit];
      }
      for (std::size_t mixer = 0; mixer < net_.mixers; ++mixer) {
        int sum = net_.biases[head * net_.mixers + mixer];
        for (std::size_t i = 0; i < network_terms; ++i) sum += terms[i] * net_.leans[mixer * network_terms + i];
        for (std::size_t i = 0; i < net_.units; ++i) sum += says[i] * net_.mixes[mixer * net_.units + i];
        worth += std::clamp(sum, 0, network_one * network_one) / network_one * net_.counts[head * net_.mixers + mixer];
      }
    }
    worth /= network_one;
    for (std::size_t i = 0; i < network_terms; ++i) worth += terms[i] * net_.terms[head * network_terms + i];
    return worth;
  }

 private:
  int unit_sum(const Position& position, std::size_t symmetry, std::size_t unit) const {
    int sum = net_.hands[position.men_in_hand * net_.units + unit] +
              net_.turns[static_cast<std::size_t>(position.turn) * net_.units + unit];
    for (const auto point : game_.points()) {
      const auto image =
          static_cast<std::size_t>(game_.symmetries()[symmetry][static_cast<std::size_t>(point.index())].index());
      if (position.tigers.contains(point)) sum += net_.points[image * net_.units + unit];
      if (position.men.contains(point)) sum += net_.points[(net_.board_points + image) * net_.units + unit];
    }
    return sum;
  }

  const Game& game_;
  const Network& net_;
};

TEST(Patterns, AreWorthWhatTheirDescriptionSays) {
  Random random(5);
  int fitted = 0;
  for (const auto& id : testing::games_with_options()) {
    const auto game = open(id);
    const Evaluator evaluator(*game);
    const auto network = Networks::built_in().find(*game);
    const Patterns patterns(*game, network);
    for (int plies = 0; plies < 80; ++plies) {
      const auto position = random_play(game, plies, random).position();
      if (!patterns.fit(position)) continue;
      ASSERT_NE(network, nullptr);
      ++fitted;
      const auto seen = evaluator.features(position);
      ASSERT_EQ(patterns.weigh(position, seen), PlainNetwork(*game, *network).worth(position, seen))
          << format_position(*game, position);
    }
  }
  EXPECT_GT(fitted, 100);
}

TEST(Patterns, AreOnlyForTheRulesTheyWereLearntWith) {
  const auto found = [](const char* id) { return Networks::built_in().find(*open(id)) != nullptr; };
  EXPECT_TRUE(found("pulijudam"));
  EXPECT_TRUE(found("pulijudam:quiet=50"));
  EXPECT_FALSE(found("pulijudam:tigers=2"));
  EXPECT_FALSE(found("pulijudam:win=all"));
  EXPECT_TRUE(found("rimau-22:repetition=off"));
  EXPECT_FALSE(found("rimau-24:flanks=stop")) << "the board has more symmetries";
  EXPECT_FALSE(found("rimau-rimau"));
  const auto game = open("meurimueng-rimueng-do");
  EXPECT_FALSE(Patterns(*game, Networks::built_in().find(*game)).fit(start_position(*game)));
  EXPECT_FALSE(Patterns(*game, nullptr).fit(testing::position(*game, "a2 b2 b4 e3 f2", "a4 b1")));
}

TEST(Evaluation, TurnsScoresIntoExpectedResults) {
  for (const auto* id : {"rimau-24", "pulijudam:tigers=2"}) {
    const auto game = open(id);
    EXPECT_EQ(expected_result(*game, 0), 0.5);
    EXPECT_EQ(expected_result(*game, wins_in(9)), 1);
    EXPECT_EQ(expected_result(*game, -table_win), 0);
    for (int score = -2000; score < 2000; score += 50) {
      EXPECT_LT(expected_result(*game, score), expected_result(*game, score + 50));
      EXPECT_NEAR(expected_result(*game, score) + expected_result(*game, -score), 1, 1e-9);
    }
  }
}

TEST(TranspositionTable, FindsWhatWasStored) {
  TranspositionTable table(1);
  EXPECT_EQ(table.mib(), 1U);
  const auto move = Move::drop(Point::at(3));
  table.store(42, move, -31'990, 7, Bound::lower);
  ASSERT_TRUE(table.find(42));
  EXPECT_EQ(table.find(42)->move, move);
  EXPECT_EQ(table.find(42)->score, -31'990);
  EXPECT_EQ(table.find(42)->depth, 7);
  EXPECT_EQ(table.find(42)->bound(), Bound::lower);
  EXPECT_FALSE(table.find(43));

  table.store(42, Move::pass(), 0, 9, Bound::none);
  EXPECT_EQ(table.find(42)->bound(), Bound::lower) << "a mere move takes nothing away";
  EXPECT_EQ(table.find(42)->move, move);
  table.store(42, Move::pass(), 5, 1, Bound::upper);
  EXPECT_EQ(table.find(42)->move, move) << "a bound without a move keeps the one known";
  EXPECT_EQ(table.find(42)->score, 5);
  table.clear();
  EXPECT_FALSE(table.find(42));
}

TEST(TranspositionTable, ReplacesTheOldAndTheShallow) {
  TranspositionTable table(1);
  const auto in_one_bucket = [](Key i) { return i << 40 | 5; };
  for (Key i = 1; i <= 4; ++i) table.store(in_one_bucket(i), {}, 0, static_cast<int>(10 * i), Bound::exact);
  table.store(in_one_bucket(5), {}, 0, 1, Bound::exact);
  EXPECT_FALSE(table.find(in_one_bucket(1)));
  for (Key i = 2; i <= 5; ++i) EXPECT_TRUE(table.find(in_one_bucket(i))) << i;
  for (int searches = 0; searches < 8; ++searches) table.grow_older();
  table.store(in_one_bucket(6), {}, 0, 1, Bound::exact);
  table.store(in_one_bucket(7), {}, 0, 1, Bound::exact);
  EXPECT_TRUE(table.find(in_one_bucket(6)));
  EXPECT_FALSE(table.find(in_one_bucket(2))) << "deeper, but of a search long past";
}

TEST(TranspositionTable, KeepsTheOldWhenASizeIsRefused) {
  TranspositionTable table(2);
  table.store(42, {}, 1, 1, Bound::exact);
  for (const std::size_t size : {std::size_t{0}, TranspositionTable::max_mib + 1}) {
    const auto resized = table.resize(size);
    ASSERT_FALSE(resized);
    EXPECT_EQ(resized.error().kind, ErrorKind::limit);
    EXPECT_EQ(table.mib(), 2U);
    EXPECT_TRUE(table.find(42));
  }
  EXPECT_TRUE(table.resize(5));
  EXPECT_EQ(table.mib(), 4U) << "the largest power of two that fits";
  EXPECT_FALSE(table.find(42));
}

TEST(Bench, HasOneSignature) {
  Catalogue games;
  const auto one = must(run_bench(games, {}));
  const auto two = must(run_bench(games, {}));
  EXPECT_EQ(one.signature, two.signature);
  EXPECT_EQ(one.signature, bench_signature);
}

}  // namespace
}  // namespace rimau
