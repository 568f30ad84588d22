// Games being played: draws by history, ends that are declared, taking back; and properties of all of it.
#include "rules/play.hpp"

#include "support.hpp"

#include <rapidcheck/gtest.h>  // after gtest, which it needs but does not include

namespace rimau::testing {
namespace {

using ::testing::HasSubstr;

void play_all(Play& play, std::string_view texts) {
  for (const auto text : split(texts, ' ')) {
    const auto done = play.play(move(play.game(), text));
    ASSERT_TRUE(done) << text << ": " << done.error().text();
  }
}

const Outcome third{Verdict::draw, Reason::repetition};

// A game that starts from a pasted position, the men having the first move.
Play shuffle(std::string_view id) {
  const auto game = open(id);
  return {game, position(*game, "b2", "g1 i1 e5", Side::men)};
}

TEST(Repetition, CountsTheStartItself) {
  auto play = shuffle("rimau-24");
  EXPECT_EQ(play.occurrences(), 1);
  play_all(play, "g1-g2 b2-b3 g2-g1 b3-b2");
  EXPECT_EQ(play.occurrences(), 2);
  EXPECT_FALSE(play.outcome().over());
  play_all(play, "g1-g2 b2-b3 g2-g1");
  EXPECT_FALSE(play.outcome().over());
  play_all(play, "b3-b2");
  EXPECT_EQ(play.occurrences(), 3);
  EXPECT_EQ(play.outcome(), third);
  const auto more = play.play(move(play.game(), "g1-g2"));
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().kind, ErrorKind::illegal);
  EXPECT_THAT(more.error().message, HasSubstr("repetition"));
  EXPECT_EQ(play.moves().size(), 8U);
}

TEST(Repetition, NeedsTheSameSideToMove) {
  auto play = shuffle("rimau-24");
  play_all(play, "g1-g2 b2-b3 g2-f2 b3-b2 f2-g1");  // the start's board, with the tigers to move
  EXPECT_EQ(play.occurrences(), 1);
}

TEST(Repetition, IsCalledOffByAnotherMove) {
  auto play = shuffle("rimau-24");
  play_all(play, "g1-g2 b2-b3 g2-g1 b3-b2 g1-g2 b2-b3 g2-g1 b3-b4");
  EXPECT_FALSE(play.outcome().over());
  play_all(play, "e5-f5 b4-b3");
  EXPECT_FALSE(play.outcome().over());
  play_all(play, "f5-e5");  // after the detour: the tiger on b3 and to move for the third time
  EXPECT_EQ(play.outcome(), third);
}

TEST(Repetition, CountsThePositionThatACaptureMade) {
  const auto game = open("rimau-24");
  Play play(game, position(*game, "d3", "e3 i1 i5", Side::tigers));
  play_all(play, "d3xf3 i1-i3 f3-e3 i3-i1 e3-f3");
  EXPECT_EQ(play.quiet_plies(), 4);
  EXPECT_EQ(play.occurrences(), 2);
  play_all(play, "i1-i3 f3-e3 i3-i1 e3-f3");
  EXPECT_EQ(play.outcome(), third);
}

TEST(Repetition, OfBoardsWithOtherHandsIsNone) {
  const auto game = open("rimau-24");
  Play play(game, position(*game, "d3", "e3", Side::tigers, 8));
  play_all(play, "d3xf3 @e3 f3xd3 @e3");
  EXPECT_EQ(play.position().men, play.start().men);
  EXPECT_EQ(play.occurrences(), 1);
  play_all(play, "d3xf3 @e3 f3xd3 @e3");
  EXPECT_FALSE(play.outcome().over());
}

TEST(Repetition, CanBeSwitchedOff) {
  auto play = shuffle("rimau-24:repetition=off");
  for (int i = 0; i < 5; ++i) play_all(play, "g1-g2 b2-b3 g2-g1 b3-b2");
  EXPECT_EQ(play.occurrences(), 6);
  EXPECT_FALSE(play.outcome().over());
}

TEST(Quiet, DrawsAfterSoManyPliesWithoutDropOrCapture) {
  const auto game = open("rimau-24:quiet=3");
  Play play(game, position(*game, "d3", "e3 i1 i5", Side::tigers));
  play_all(play, "d3-d4 i1-i3");
  EXPECT_EQ(play.quiet_plies(), 2);
  EXPECT_FALSE(play.outcome().over());
  play_all(play, "d4-d3");
  EXPECT_EQ(play.outcome(), (Outcome{Verdict::draw, Reason::quiet}));
  ASSERT_TRUE(play.undo());
  play_all(play, "d4-c5");
  EXPECT_EQ(play.outcome().reason, Reason::quiet);

  Play busy(game, position(*game, "d3", "e3 i1 i5", Side::tigers, 3));
  play_all(busy, "d3-d4 @c1 d4-d3 @c2 d3xf3 @c4");
  EXPECT_EQ(busy.quiet_plies(), 0);
  EXPECT_FALSE(busy.outcome().over());
}

TEST(Quiet, GivesWayToAWin) {
  const auto game = open("rimau-24:quiet=1");
  Play play(game, position(*game, "a1", "a3 a5 b2 c4", Side::men));
  play_all(play, "c4-c3");
  EXPECT_EQ(play.outcome(), (Outcome{Verdict::men, Reason::immobilised}));
}

TEST(DeclaredEnds, ComeAtAnyTimeAndAreTakenBack) {
  for (const auto side : {Side::tigers, Side::men}) {
    Play play(open("rimau-24"));
    EXPECT_TRUE(play.resign(side));  // before the opening turn, whoever is to move
    EXPECT_EQ(play.outcome(), (Outcome{win_of(opponent(side)), Reason::resignation}));
    EXPECT_FALSE(play.resign(opponent(side)));
    EXPECT_FALSE(play.agree_draw());
    EXPECT_FALSE(play.play(move(play.game(), "d2,d3,d4")));
    EXPECT_EQ(play.position(), play.start());
    EXPECT_TRUE(play.undo());
    EXPECT_EQ(play.outcome(), Outcome{});
    EXPECT_FALSE(play.undo());
  }
  Play play(open("bagh-chal"));
  play_all(play, "@c3 a1-a2");
  EXPECT_TRUE(play.agree_draw());
  EXPECT_EQ(play.outcome(), (Outcome{Verdict::draw, Reason::agreement}));
  EXPECT_TRUE(play.undo());
  EXPECT_EQ(play.moves().size(), 2U);
  EXPECT_TRUE(play.flag(Side::men));
  EXPECT_EQ(play.outcome(), (Outcome{Verdict::tigers, Reason::time}));
}

TEST(DeclaredEnds, AreRefusedWhenTheGameIsOver) {
  const auto game = open("rimau-24");
  Play play(game, position(*game, "a1", "a3 a5 b2 c3"));
  EXPECT_FALSE(play.resign(Side::men));
  EXPECT_EQ(play.outcome(), (Outcome{Verdict::men, Reason::immobilised}));
}

TEST(Undo, OfEachKindOfMoveRestoresTheState) {
  struct Case {
    std::string id, tigers, men;
    Side turn;
    unsigned hand;
    std::string text;
  };
  const std::vector<Case> cases{
      {"rimau-24", "b2", "a1 b3 c3 d4", Side::men, 3, "@e5"},
      {"rimau-24", "b2", "a1 b3 c3 d4", Side::men, 0, "d4-e5"},
      {"rimau-24", "b2", "a1 b3 c3 d4", Side::tigers, 3, "b2xb4"},
      {"rimau-24", "a3", "b3 c3 d3", Side::tigers, 0, "a3xe3"},
      {"rimau-24", "a3", "b3 c3 d3 e3 f3", Side::tigers, 2, "a3xg3"},
      {"rimau-24", "a3", "b3 c3 d3 e3 f3 g3 h3", Side::tigers, 0, "a3xi3"},
      {"rimau-24", "a1", "a3 a5 b2 c4", Side::men, 0, "c4-c3"},  // ends the game
      {"rimau-24", "b2", "b3", Side::tigers, 0, "b2xb4"},        // likewise
      {"rimau-rimau", "a3 b2", "a1", Side::men, 0, "pass"},
  };
  for (const auto& [id, tigers, men, turn, hand, text] : cases) {
    SCOPED_TRACE(text);
    const auto game = open(id);
    Play play(game, position(*game, tigers, men, turn, hand));
    const auto before = play.position();
    play_all(play, text);
    EXPECT_NE(play.position(), before);
    ASSERT_TRUE(play.undo());
    EXPECT_EQ(play.position(), before);
    EXPECT_EQ(play.outcome(), Outcome{});
    EXPECT_EQ(play.quiet_plies(), 0);
    EXPECT_TRUE(play.moves().empty());
    EXPECT_EQ(captured(*game, play.position()), captured(*game, before));
  }
  Play opening(open("rimau-24"));
  play_all(opening, "d2,e3,f4/c3-e3");
  ASSERT_TRUE(opening.undo());
  EXPECT_EQ(opening.position(), start_position(opening.game()));
}

TEST(Play, AnIllegalMoveChangesNothing) {
  Play play(open("rimau-24"));
  play_all(play, "d2,e3,f4 @a1");
  const auto before = play.position();
  const auto refused = play.play(move(play.game(), "c3xa1"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::illegal);
  EXPECT_EQ(play.position(), before);
  EXPECT_EQ(play.moves().size(), 2U);
  EXPECT_EQ(play.outcome(), Outcome{});
}

// A random game of a random catalogue entry, of up to so many plies.
Play random_game() {
  static const auto ids = games_with_options();
  const auto id = *rc::gen::elementOf(ids);
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const auto plies = *rc::gen::inRange<std::size_t>(0, 120);
  Play play(open(id));
  while (play.moves().size() < plies && !play.outcome().over()) {
    const auto& now = play.position();
    const int count = count_moves(play.game(), now);
    RC_ASSERT(play.play(random_move(play.game(), now, count, [&](unsigned bound) { return random.below(bound); })));
  }
  return play;
}

RC_GTEST_PROP(Properties, TextsAreReadAsTheyWereWritten, ()) {
  const auto play = random_game();
  const auto& game = play.game();
  const auto line = format_position(game, play.position());
  const auto read = parse_position(catalogue(), line);
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->position == play.position());
  RC_ASSERT(format_position(*read->game, read->position) == line);
  for_each_move(game, play.position(), [&](Move legal) {
    const auto text = format_move(game, legal);
    const auto again = parse_legal_move(game, play.position(), text);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == legal);
    RC_ASSERT(Move::from_bits(legal.bits()) == legal);
  });
}

RC_GTEST_PROP(Properties, TheKeyFollowsTheMoves, ()) {
  const auto play = random_game();
  Key running = key(play.start());
  for (std::size_t i = 0; i < play.moves().size(); ++i)
    running = key_after(play.game(), play.positions()[i], running, play.moves()[i]);
  RC_ASSERT(running == key(play.position()));
}

RC_GTEST_PROP(Properties, MenAreConserved, ()) {
  const auto play = random_game();
  int before = 0;
  for (const auto& now : play.positions()) {
    RC_ASSERT(now.tigers.size() + now.tigers_in_hand == play.game().rules().tigers);
    RC_ASSERT(!now.tigers.meets(now.men));
    const int taken = captured(play.game(), now);
    RC_ASSERT(taken >= before && taken <= before + 7);
    before = taken;
  }
}

RC_GTEST_PROP(Properties, OtherMovesAreRefusedWithAReason, (std::uint32_t bits)) {
  const auto play = random_game();
  const auto& game = play.game();
  // Any form a move can have, with points that the board has, however small it is.
  const auto size = static_cast<std::uint32_t>(game.board().size());
  std::uint32_t form = bits & 3;
  for (int shift = 2; shift < 32; shift += 6) form |= (bits >> shift & 63) % size << shift;
  const auto some = Move::from_bits(form);
  const bool legal = is_legal(game, play.position(), some);
  RC_ASSERT(legal == why_illegal(game, play.position(), some).empty());
  RC_ASSERT(legal == rimau::play(game, play.position(), some).has_value());
}

}  // namespace
}  // namespace rimau::testing
