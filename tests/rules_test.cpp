// Worked positions of the rules, and the faults that other programs of this kind had.
#include "rules/moves.hpp"

#include <set>

#include "support.hpp"

namespace rimau::testing {
namespace {

using ::testing::HasSubstr;

Outcome men_win() { return {Verdict::men, Reason::immobilised}; }
Outcome tigers_win() { return {Verdict::tigers, Reason::threshold}; }

// Why a move written as text is refused.
std::string refusal(const Game& game, const Position& position, std::string_view text) {
  const auto result = play(game, position, move(game, text));
  return result ? "legal" : result.error().message;
}

TEST(WorkedPositions, OfRimau) {
  const auto game = open("rimau-24");
  EXPECT_EQ(moves(*game, position(*game, "b2", "a1 b3 c3 d4")), "b2xb4");
  EXPECT_EQ(moves(*game, position(*game, "a3", "a1 b3 c3 d3")), "a3-a5 a3xe3");
  EXPECT_EQ(moves(*game, position(*game, "a3", "b3 c3")), "a3-a1 a3-a5");
  EXPECT_EQ(moves(*game, position(*game, "a1", "a3 a5 b2 c3")), "");
  EXPECT_EQ(outcome(*game, position(*game, "a1", "a3 a5 b2 c3")), men_win());
  EXPECT_EQ(moves(*game, position(*game, "a1", "a3 a5 b2 c3 d4")), "a1xe5");
}

TEST(WorkedPositions, FlanksThatStopEndAtTheFoot) {
  const auto game = open("rimau-24:flanks=stop");
  EXPECT_EQ(outcome(*game, position(*game, "a1", "a3 a5 b2 c3 d4")), men_win());
  EXPECT_EQ(moves(*game, position(*game, "b2", "a1 b3 b4 c3")), "");
  EXPECT_EQ(moves(*game, position(*game, "a1", "a3 a5 b2")), "a1xc3");
}

TEST(Steps, GoAlongEdgesInEveryDirectionAndNoOther) {
  const auto game = open("rimau-24");
  const auto lone = position(*game, "d3", "i1");
  EXPECT_EQ(moves(*game, lone), "d3-c3 d3-d2 d3-d4 d3-e3");
  EXPECT_THAT(refusal(*game, lone, "d3-e4"), HasSubstr("no edge joins d3 and e4"));
  EXPECT_THAT(refusal(*game, lone, "d3-c2"), HasSubstr("no edge joins d3 and c2"));
}

TEST(Steps, OfALoneManGoToEveryEmptyNeighbour) {
  const auto game = open("rimau-24");
  for (const auto point : game->points()) {
    Position lone;
    lone.tigers = (game->points() - point).first();
    lone.men = point;
    lone.turn = Side::men;
    std::vector<std::string> expected;
    for (const auto to : game->board().neighbours(point) - lone.tigers)
      expected.push_back(cat(game->board().name(point), "-", game->board().name(to)));
    EXPECT_EQ(move_list(*game, lone), expected);
  }
}

TEST(Leaps, LandWithinTheLine) {
  const auto game = open("rimau-24");
  EXPECT_EQ(moves(*game, position(*game, "b3", "a3")), "b3-b2 b3-b4 b3-c3");
  EXPECT_EQ(moves(*game, position(*game, "h4", "i5")), "h4-g3 h4-h3");
  EXPECT_EQ(moves(*game, position(*game, "d1", "c1")), "d1-d2 d1-e1");
  EXPECT_THAT(refusal(*game, position(*game, "d1", "c1"), "d1xa1"), HasSubstr("no line runs from d1 to a1"));
}

struct RunOfMen {
  std::string men;
  std::string leap;  // empty: none
  int taken;
};

TEST(Leaps, TakeOddRunsWhole) {
  const auto game = open("rimau-24");
  const std::vector<RunOfMen> runs{
      {"b3", "a3xc3", 1},
      {"b3 c3", "", 0},
      {"b3 c3 d3", "a3xe3", 3},
      {"b3 c3 d3 e3", "", 0},
      {"b3 c3 d3 e3 f3", "a3xg3", 5},
      {"b3 c3 d3 e3 f3 g3", "", 0},
      {"b3 c3 d3 e3 f3 g3 h3", "a3xi3", 7},
      {"b3 c3 d3 e3 f3 g3 h3 i3", "", 0},
      {"b3 d3", "a3xc3", 1},
  };
  for (const auto& [men, leap, taken] : runs) {
    SCOPED_TRACE(men);
    const auto before = position(*game, "a3", men, Side::tigers, 5);
    EXPECT_EQ(moves(*game, before), cat("a3-a1 a3-a5", leap.empty() ? "" : " ", leap));
    if (leap.empty()) continue;
    EXPECT_EQ(taken_by(*game, move(*game, leap)).size(), taken);
    const auto next = after(*game, before, leap);
    EXPECT_EQ(next.men.size(), before.men.size() - taken);
    EXPECT_EQ(captured(*game, next), captured(*game, before) + taken);
    EXPECT_EQ(int{next.men_in_hand}, 5);
    EXPECT_EQ(next.tigers, points(*game, leap.substr(3)));
  }
}

TEST(Leaps, AreNotOverTigersGapsOrNothing) {
  const auto game = open("rimau-rimau:capture=odd");
  const auto two = position(*game, "a3 c3", "b3 e3");
  EXPECT_THAT(refusal(*game, two, "a3xc3"), HasSubstr("c3 holds a tiger"));
  EXPECT_THAT(refusal(*game, two, "a3xd3"), HasSubstr("c3 holds a tiger"));
  EXPECT_THAT(refusal(*game, two, "c3xf3"), HasSubstr("d3 holds nothing"));
  EXPECT_THAT(refusal(*game, two, "c3xd3"), HasSubstr("nothing to leap over"));
  EXPECT_EQ(refusal(*game, two, "c3-d3"), "legal");
}

TEST(Leaps, OfSingleCaptureTakeOneMan) {
  const auto game = open("meurimueng-rimueng-do");
  const auto row = position(*game, "a4 f2 f3 f4 t5", "b4 c4 d4", Side::tigers, 6);
  EXPECT_THAT(refusal(*game, row, "a4xe4"), HasSubstr("a leap takes one man here, not 3"));
  EXPECT_EQ(moves(*game, position(*game, "a4 f2 f3 f4 t5", "b4 d4", Side::tigers, 6)).substr(0, 11), "a4-a3 a4xc4");
  EXPECT_THAT(refusal(*game, position(*game, "t5 f2 f3 f4 a2", "b4 b3", Side::tigers, 6), "t5xb2"),
              HasSubstr("takes one man here, not 2"));
}

TEST(Leaps, AreForTigersOnly) {
  const auto game = open("rimau-24");
  const auto before = position(*game, "b2", "a1 b3 c3 d4", Side::men);
  EXPECT_THAT(refusal(*game, before, "b3xd3"), HasSubstr("men never leap"));
}

TEST(OpeningTurn, HasAsManyFormsAsCounted) {
  EXPECT_EQ(count_moves(*open("rimau-24"), start_position(*open("rimau-24"))), 84 * 31);
  EXPECT_EQ(count_moves(*open("rimau-22"), start_position(*open("rimau-22"))), 84 * 31);
  EXPECT_EQ(count_moves(*open("rimau-rimau"), start_position(*open("rimau-rimau"))), 84 * (1 + 2 * 29));
}

TEST(OpeningTurn, RelocatingOverMenTakesNoneOfThem) {
  const auto game = open("rimau-24");
  const auto start = start_position(*game);
  ASSERT_EQ(start.stage, Stage::opening);
  const auto next = after(*game, start, "e2,e3,e4/c3-e3");
  EXPECT_EQ(next.tigers, points(*game, "e3"));
  EXPECT_EQ(next.men, points(*game, "d2 d3 d4 f2 f3 f4"));
  EXPECT_EQ(int{next.men_in_hand}, 15);
  EXPECT_EQ(captured(*game, next), 0);
  EXPECT_EQ(next.turn, Side::men);
  EXPECT_EQ(next.stage, Stage::play);
  const auto dropped = after(*game, next, "@c3");
  EXPECT_EQ(dropped.men, next.men | at(*game, "c3"));
  EXPECT_EQ(captured(*game, dropped), 0);
}

TEST(OpeningTurn, IsRefusedWithAReasonWhenItIsNotOne) {
  const auto game = open("rimau-24");
  const auto start = start_position(*game);
  EXPECT_THAT(refusal(*game, start, "d2,e3"), HasSubstr("removes 3 men, not 2"));
  EXPECT_THAT(refusal(*game, start, "c3-b3"), HasSubstr("opening turn comes first"));
  EXPECT_THAT(refusal(*game, start, "@a1"), HasSubstr("opening turn comes first"));
  EXPECT_THAT(refusal(*game, start, "a1,d2,e3"), HasSubstr("no man on a1"));
  EXPECT_THAT(refusal(*game, start, "d2,d3,e3/c3-d4"), HasSubstr("d4 holds a man"));
  EXPECT_THAT(refusal(*game, start, "d2,d3,e3/d4-c2"), HasSubstr("no tiger on d4"));
  EXPECT_THAT(refusal(*game, start, "pass"), HasSubstr("opening turn comes first"));
  EXPECT_FALSE(parse_move(*game, "d2,d2,e3"));
  EXPECT_FALSE(parse_move(*game, "d2,d3,d4,e2"));
  EXPECT_THAT(refusal(*game, after(*game, start, "d2,d3,d4 @a1"), "e2,e3,e4"), HasSubstr("has been made already"));
}

TEST(OpeningTurn, TheRelocatedTigerMayTakeAVacatedPoint) {
  const auto game = open("rimau-rimau");
  const auto next = after(*game, start_position(*game), "d2,e3,f4/g3-e3");
  EXPECT_EQ(next.tigers, points(*game, "c3 e3"));
}

// The men's turns are even, counting turns from 1; a position's ply is the number of turns made.
void check_switch_from_drops_to_steps(const Game& game, int drops) {
  Random random(7);
  auto position = after(game, start_position(game), "d2,d3,d4");
  for (int i = 1; i <= drops; ++i) {
    const auto text = moves(game, position);
    EXPECT_EQ(text.find('-'), std::string::npos) << text;  // drops only
    EXPECT_EQ(static_cast<int>(position.ply) + 1, 2 * i);
    const auto place = (game.points() - position.occupied()).nth(3);
    position = must(play(game, position, Move::drop(place)));
    if (i == drops) break;
    ASSERT_FALSE(outcome(game, position).over());
    const auto any =
        random_move(game, position, count_moves(game, position), [&](unsigned bound) { return random.below(bound); });
    position = must(play(game, position, any));
  }
  EXPECT_EQ(int{position.men_in_hand}, 0);
  EXPECT_FALSE(outcome(game, position).over());
  position = must(play(game, position, legal_moves(game, position).front()));
  EXPECT_EQ(static_cast<int>(position.ply) + 1, 2 * drops + 2);
  const auto empty = (game.points() - position.occupied()).first();
  EXPECT_THAT(refusal(game, position, cat("@", game.board().name(empty))), HasSubstr("no men in hand"));
  EXPECT_EQ(moves(game, position).find('@'), std::string::npos);
}

TEST(Drops, EndWhenTheHandIsEmptyWhateverWasCaptured) {
  check_switch_from_drops_to_steps(*open("rimau-24"), 15);  // the first man steps on turn 32
  check_switch_from_drops_to_steps(*open("rimau-22"), 13);  // on turn 28
}

TEST(Drops, AreCompulsoryWhileThereIsAHand) {
  const auto game = open("rimau-24");
  const auto before = position(*game, "b2", "a1 e3", Side::men, 4);
  EXPECT_EQ(count_moves(*game, before), 34);
  EXPECT_THAT(refusal(*game, before, "e3-e4"), HasSubstr("4 in hand and must drop one"));
  EXPECT_THAT(refusal(*game, before, "@b2"), HasSubstr("b2 holds a tiger"));
  EXPECT_THAT(refusal(*game, before, "pass"), HasSubstr("may pass only"));
}

TEST(Drops, OfBothSidesAlternateWithoutSkippingAnyone) {
  const auto game = open("meurimueng-rimueng-do");
  auto position = start_position(*game);
  EXPECT_TRUE(position.occupied().empty());
  for (int turn = 0; turn < 10; ++turn) {
    EXPECT_EQ(position.turn, turn % 2 == 0 ? Side::tigers : Side::men);
    position = must(play(*game, position, Move::drop((game->points() - position.occupied()).first())));
    EXPECT_EQ(int{position.tigers_in_hand}, 5 - (turn / 2 + 1));
    EXPECT_EQ(int{position.men_in_hand}, 15 - (turn + 1) / 2);
  }
  // The tigers step from their sixth turn on, while sheep still arrive.
  EXPECT_EQ(moves(*game, position).find('@'), std::string::npos);
  position = must(play(*game, position, legal_moves(*game, position).front()));
  EXPECT_EQ(count_moves(*game, position), (game->points() - position.occupied()).size());
}

TEST(Ending, TigersAreTestedAtTheirTurnOnly) {
  const auto game = open("rimau-24");
  const auto theirs = position(*game, "a1", "a3 a5 b2 c3", Side::tigers);
  const auto mens = position(*game, "a1", "a3 a5 b2 c3", Side::men);
  EXPECT_EQ(outcome(*game, theirs), men_win());
  EXPECT_FALSE(outcome(*game, mens).over());
  EXPECT_EQ(refusal(*game, theirs, "pass"), "the game is over: the tigers are immobilised");
  EXPECT_EQ(outcome(*game, position(*game, "a1", "a3 a5 b2 c3", Side::tigers, 9)), men_win());  // during the drops
  EXPECT_FALSE(outcome(*game, after(*game, mens, "c3-d4")).over());
}

TEST(Ending, TigersInHandAreNeverImmobilised) {
  const auto game = open("meurimueng-rimueng-do");
  const auto held = position(*game, "a2 a3 a4", "b2 b3 b4 c2 c3 c4", Side::tigers, 9, 2);
  EXPECT_FALSE(outcome(*game, held).over());
  EXPECT_EQ(count_moves(*game, held), 14);
}

TEST(Ending, TheThresholdComesFirst) {
  // Few men are left and the tigers cannot move: the threshold is tested before immobility.
  const auto game = open("meurimueng-rimueng-do");
  EXPECT_EQ(outcome(*game, position(*game, "a2 a3 a4 b3 b4", "b2 c2 c3 c4 d3 d4 t5")), Outcome{});
  const auto game1 = open("pulijudam:tigers=1,win=3");
  const auto held = position(*game1, "a4", "a3 b4 c4 a2", Side::tigers, 8);
  EXPECT_EQ(captured(*game1, held), 3);
  EXPECT_EQ(outcome(*game1, held), tigers_win());
  EXPECT_EQ(
      outcome(*open("pulijudam:tigers=1"), position(*open("pulijudam:tigers=1"), "a4", "a3 b4 c4 a2", Side::tigers, 8)),
      men_win());
}

TEST(Ending, TheThresholdIsReachedExactlyThen) {
  struct Case {
    std::string id;
    int captures;
  };
  for (const auto& [id, captures] : std::vector<Case>{{"rimau-24", 21},
                                                      {"rimau-22", 19},
                                                      {"rimau-rimau", 21},
                                                      {"rimau-rimau:men=22", 19},
                                                      {"meurimueng-rimueng-do", 9},
                                                      {"meurimueng-rimueng-do:win=all", 15},
                                                      {"meurimueng-rimueng-do:win=4", 4},
                                                      {"pulijudam", 5},
                                                      {"pulijudam:win=all", 15},
                                                      {"demala-diviyan-keliya", 8},
                                                      {"demala-diviyan-keliya:win=7", 7},
                                                      {"bagh-chal", 5},
                                                      {"bagh-chal:win=all", 20}}) {
    SCOPED_TRACE(id);
    const auto game = open(id);
    EXPECT_EQ(game->rules().tigers_win_at, captures);
    Position far;
    far.tigers = game->rules().tigers_at;
    far.tigers_in_hand = static_cast<std::uint8_t>(game->rules().tigers - far.tigers.size());
    far.turn = Side::men;
    far.men_in_hand = static_cast<std::uint8_t>(game->rules().men_in_play() - captures);
    EXPECT_EQ(outcome(*game, far), tigers_win());
    EXPECT_EQ(count_moves(*game, far), 0);
    ++far.men_in_hand;
    EXPECT_EQ(outcome(*game, far), Outcome{});
  }
}

TEST(Pass, IsTheOnlyMoveOfMenWithoutAStepOrLosesByOption) {
  const auto passes = open("rimau-rimau");
  const auto stuck = position(*passes, "a3 b2", "a1", Side::men);
  EXPECT_EQ(moves(*passes, stuck), "pass");
  EXPECT_EQ(count_moves(*passes, stuck), 1);
  const auto next = after(*passes, stuck, "pass");
  EXPECT_EQ(next.men, stuck.men);
  EXPECT_EQ(next.turn, Side::tigers);
  const auto loses = open("rimau-rimau:stuck=lose");
  EXPECT_EQ(outcome(*loses, stuck), (Outcome{Verdict::tigers, Reason::stuck}));
  EXPECT_EQ(count_moves(*loses, stuck), 0);
  EXPECT_EQ(refusal(*loses, stuck, "pass"), "the game is over: the men cannot step");
}

TEST(Keys, TellHandsApartAndForgetTheOrder) {
  const auto game = open("rimau-24");
  const auto before = position(*game, "d3", "e3", Side::tigers, 5);
  const auto later = after(*game, before, "d3xf3 @e3 f3xd3 @e3");
  EXPECT_EQ(later.tigers, before.tigers);
  EXPECT_EQ(later.men, before.men);
  EXPECT_EQ(later.turn, before.turn);
  EXPECT_EQ(int{later.men_in_hand}, 3);
  EXPECT_NE(key(later), key(before));
  EXPECT_FALSE(same_position(later, before));

  const auto one = after(*game, start_position(*game), "d2,e3,f4 @c1 c3-b3 @g5");
  const auto two = after(*game, start_position(*game), "d2,e3,f4 @g5 c3-b3 @c1");
  EXPECT_TRUE(same_position(one, two));
  EXPECT_EQ(key(one), key(two));
}

TEST(Keys, TellTurnStageAndTigersApart) {
  const auto game = open("meurimueng-rimueng-do");
  std::set<Key> keys;
  for (const auto turn : {Side::tigers, Side::men})
    for (unsigned tigers_in_hand = 0; tigers_in_hand <= 2; ++tigers_in_hand) {
      const std::string tigers = std::vector<std::string>{"a2 a3 a4 b2 b3", "a2 a3 a4 b2", "a2 a3 a4"}[tigers_in_hand];
      keys.insert(key(position(*game, tigers, "c2 c3", turn, 8, tigers_in_hand)));
      keys.insert(key(position(*game, tigers, "c2 c3", turn, 9, tigers_in_hand)));
    }
  EXPECT_EQ(keys.size(), 12U);
  auto start = start_position(*open("rimau-24"));
  const auto opening = key(start);
  start.stage = Stage::play;
  EXPECT_NE(key(start), opening);
}

TEST(Keys, AreTheSameOnEveryPlatform) {
  EXPECT_EQ(key(start_position(*open("rimau-24"))), 0xAC4616D89F597A96U);
  EXPECT_EQ(key(start_position(*open("bagh-chal"))), 0x393BDA2F56C58BBAU);
}

TEST(Canonical, IsOneForAllImagesAndKeepsTheStart) {
  const auto game = open("rimau-24");
  const auto some = position(*game, "b2", "a1 c5 f4 g1", Side::men, 3);
  std::set<std::pair<PointSet, PointSet>> images;
  for (const auto& permutation : game->symmetries()) {
    const auto mapped = image(some, permutation);
    images.emplace(mapped.tigers, mapped.men);
    EXPECT_EQ(canonical(*game, mapped), canonical(*game, some));
  }
  EXPECT_EQ(images.size(), 4U);
  EXPECT_EQ(canonical(*game, canonical(*game, some)), canonical(*game, some));
  const auto least = canonical(*game, some);
  EXPECT_TRUE(images.contains({least.tigers, least.men}));
  // The mirror that takes the tiger from c3 to g3 would leave the game's start.
  for (const auto& id : games_with_options()) {
    const auto start = start_position(*open(id));
    if (start.stage == Stage::opening) {
      EXPECT_EQ(canonical(*open(id), start), start) << id;
    }
  }
}

TEST(Validate, NamesTheFieldAtFault) {
  const auto game = open("rimau-24");
  const auto field = [&](const rimau::Setup& setup) {
    const auto result = validate(*game, setup);
    return result ? "none" : result.error().place.field;
  };
  rimau::Setup good;
  good.tigers = points(*game, "c3");
  good.men = points(*game, "a1 a3 a5");
  good.men_in_hand = 10;
  EXPECT_EQ(field(good), "none");
  auto bad = good;
  bad.men |= at(*game, "c3");
  EXPECT_EQ(field(bad), "men");
  bad = good;
  bad.tigers = points(*game, "c3 c4");
  EXPECT_EQ(field(bad), "tigers");
  bad.tigers = PointSet();
  EXPECT_EQ(field(bad), "tigers");
  bad = good;
  bad.tigers_in_hand = 1;
  EXPECT_EQ(field(bad), "hand");
  bad = good;
  bad.men_in_hand = 19;
  EXPECT_EQ(field(bad), "hand");
  bad = good;
  bad.captured = 7;
  EXPECT_EQ(field(bad), "captured");
  bad.captured = 8;
  EXPECT_EQ(field(bad), "none");
  bad = good;
  bad.stage = Stage::opening;
  EXPECT_EQ(field(bad), "stage");
  bad = good;
  bad.men = game->points() - good.tigers;
  EXPECT_EQ(field(bad), "men");
  bad = good;
  bad.men = PointSet(std::uint64_t{1} << 60);
  EXPECT_NE(field(bad), "none");
}

// Whether one move is legal is asked without listing all: of all words that look like a step, leap or drop, and many
// that look like nothing, those are legal that are listed.
TEST(Legality, OfOneMoveIsThatOfTheList) {
  Random random(17);
  for (const std::string_view id : {"rimau-24", "rimau-rimau", "bagh-chal", "meurimueng-rimueng-do", "pulijudam"}) {
    const auto game = open(std::string(id));
    for (int number = 0; number < 12; ++number) {
      auto at = start_position(*game);
      for (unsigned plies = 1 + random.below(90); plies > 0 && !outcome(*game, at).over(); --plies)
        at = play_unchecked(*game, at, random_move(*game, at, count_moves(*game, at), [&random](unsigned bound) {
          return random.below(bound);
        }));
      std::set<std::uint32_t> listed;
      for_each_move(*game, at, [&listed](Move move) { listed.insert(move.bits()); });
      for (std::uint32_t bits = 0; bits < 1U << 14U; ++bits)
        ASSERT_EQ(is_legal(*game, at, Move::from_bits(bits)), listed.contains(bits)) << id << ' ' << bits;
      for (int i = 0; i < 2000; ++i) {
        const auto bits = static_cast<std::uint32_t>(random.next());
        ASSERT_EQ(is_legal(*game, at, Move::from_bits(bits)), listed.contains(bits)) << id << ' ' << bits;
      }
    }
  }
}

}  // namespace
}  // namespace rimau::testing
