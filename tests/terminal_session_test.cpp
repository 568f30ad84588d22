// The terminal game without a terminal: takebacks, seats, records, the game kept for the next start.
#include "terminal/session.hpp"

#include <gmock/gmock.h>
#include <rapidcheck.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "base/files.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "new_folder.hpp"
#include "program.hpp"
#include "terminal/board_painter.hpp"
#include "terminal/command.hpp"
#include "terminal/keeper.hpp"
#include "terminal/table.hpp"
#include "terminal/words.hpp"

namespace rimau::terminal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Seats persons{};
constexpr Seats person_is_tigers{.men = Player::computer, .level = 1};
constexpr Seats person_is_men{.tigers = Player::computer, .level = 1};

// A folder for state of its own, so that no test meets the games kept by another or by the user.
class TerminalSession : public ::testing::Test {
 protected:
  TerminalSession() {
    folder_ = rimau::testing::new_folder();
    ::setenv("XDG_STATE_HOME", folder_.c_str(), 1);
  }
  ~TerminalSession() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  Session session(const std::string& game, const Seats& seats) { return {Play(*catalogue_.open(game)), seats}; }
  Session session(const std::string& game, const std::string& fields, const Seats& seats) {
    const auto opened = *catalogue_.open(game);
    return {Play(opened, *parse_position(catalogue_, *opened, cat(game, " ", fields))), seats};
  }
  Table table(Session session) { return {catalogue_, std::move(session), nullptr, 1, ""}; }
  static std::vector<std::string> moves(const Session& session) {
    std::vector<std::string> texts;
    for (const auto move : session.play().moves()) texts.push_back(format_move(session.game(), move));
    return texts;
  }

  Catalogue catalogue_;
  std::string folder_;
};

void make_all(Session& session, std::initializer_list<const char*> texts) {
  for (const auto* text : texts) {
    const auto move = parse_move(session.game(), text);
    ASSERT_TRUE(move) << text;
    ASSERT_TRUE(session.make(*move)) << text;
  }
}

TEST_F(TerminalSession, takes_back_the_persons_turn_with_the_reply) {
  auto game = session("bagh-chal", person_is_men);
  make_all(game, {"@c3", "a1-b1", "@a1", "b1-b2"});
  EXPECT_TRUE(game.undo());
  EXPECT_THAT(moves(game), ElementsAre("@c3", "a1-b1"));
  EXPECT_TRUE(game.person_to_move());
  EXPECT_TRUE(game.redo());
  EXPECT_THAT(moves(game), ElementsAre("@c3", "a1-b1", "@a1", "b1-b2"));
  make_all(game, {"@d1"});
  EXPECT_TRUE(game.undo()) << "while the computer would think";
  EXPECT_EQ(moves(game).size(), 4U);
}

TEST_F(TerminalSession, never_takes_back_the_computers_first_turn) {
  auto game = session("rimau-24", person_is_men);
  make_all(game, {"d2,e3,f4"});
  EXPECT_FALSE(game.undo());
  EXPECT_EQ(moves(game).size(), 1U);
  make_all(game, {"@d2", "c3-c4"});
  EXPECT_TRUE(game.undo());
  EXPECT_THAT(moves(game), ElementsAre("d2,e3,f4"));
  EXPECT_FALSE(game.undo());
}

TEST_F(TerminalSession, another_move_ends_what_can_be_redone) {
  auto game = session("bagh-chal", persons);
  make_all(game, {"@c3", "a1-b1"});
  game.undo();
  game.undo();
  make_all(game, {"@c3"});
  EXPECT_TRUE(game.can_redo()) << "the same move again";
  make_all(game, {"a1-a2"});
  EXPECT_FALSE(game.can_redo());
}

TEST_F(TerminalSession, takes_back_a_resignation_by_itself) {  // B36
  auto game = session("bagh-chal", person_is_men);
  make_all(game, {"@c3", "a1-b1"});
  EXPECT_TRUE(game.resign());
  EXPECT_EQ(game.play().outcome(), (Outcome{Verdict::tigers, Reason::resignation}));
  EXPECT_FALSE(game.resign());
  EXPECT_TRUE(game.undo());
  EXPECT_FALSE(game.over());
  EXPECT_EQ(moves(game).size(), 2U);
}

TEST_F(TerminalSession, agrees_a_draw_between_two_people_only) {
  auto game = session("bagh-chal", person_is_men);
  EXPECT_FALSE(game.agree_draw());
  auto two = session("bagh-chal", persons);
  EXPECT_TRUE(two.agree_draw());
  EXPECT_EQ(two.play().outcome().reason, Reason::agreement);
}

TEST_F(TerminalSession, understands_a_point_where_it_is_enough) {
  auto game = session("rimau-24", "tigers=a3 men=a1,b3,c3,d3 hand=0/0 turn=tigers", persons);
  EXPECT_TRUE(game.type("e3"));
  EXPECT_THAT(moves(game), ElementsAre("a3xe3"));
  const auto refused = game.type("a1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(moves(game).size(), 1U);
}

TEST_F(TerminalSession, says_why_a_typed_move_is_refused) {
  auto game = session("rimau-24", persons);
  EXPECT_THAT(game.type("@a1").error().message, HasSubstr("opening turn comes first"));
  EXPECT_THAT(game.type("d2,e3").error().message, HasSubstr("removes 3 men, not 2"));
  EXPECT_THAT(game.type("\xff\x1b[2J").error().message, HasSubstr("\\xFF\\x1B[2J"));
  EXPECT_EQ(game.revision(), 0U);
}

TEST_F(TerminalSession, undone_to_the_start_and_redone_is_the_same_record) {  // B36
  const bool holds = rc::check("undo all, redo all", [this](std::uint64_t seed) {
    Random random(seed);
    const auto ids = catalogue_.ids();
    auto game = session(ids[random.below(static_cast<unsigned>(ids.size()))], persons);
    for (unsigned plies = 1 + random.below(80); plies > 0 && !game.over(); --plies) {
      const auto& position = game.play().position();
      const int count = count_moves(game.game(), position);
      RC_ASSERT(game.make(random_move(game.game(), position, count, [&](unsigned n) { return random.below(n); })));
    }
    const auto text = format_record(game.record("2026.01.01"));
    const auto end = game.play().position();
    while (game.undo()) {
    }
    RC_ASSERT(game.play().moves().empty());
    RC_ASSERT(game.play().position() == game.play().start());
    while (game.redo()) {
    }
    RC_ASSERT(game.play().position() == end);
    RC_ASSERT(format_record(game.record("2026.01.01")) == text);
  });
  EXPECT_TRUE(holds);
}

TEST_F(TerminalSession, keeps_the_comments_of_a_loaded_record) {
  const std::string text =
      "[Game \"bagh-chal\"]\n[Event \"Club\"]\n[Tigers \"Left\"]\n[Result \"*\"]\n\n"
      "{first} 1. @c3 {middle} (1. @a2 2. a1-b1) 2. a1-b1 3. @a1 {a corner} *\n";
  auto records = parse_records(catalogue_, text);
  ASSERT_TRUE(records) << records.error().text();
  Session game(records->front(), persons);
  EXPECT_EQ(format_record(game.record("2026.01.01")).find("Left") != std::string::npos, true);
  game.undo();
  make_all(game, {"@d3"});
  const auto saved = format_record(game.record("2026.01.01"));
  for (const auto* part : {"Club", "{first}", "{middle}", "@a2", "@d3"}) EXPECT_THAT(saved, HasSubstr(part));
  const auto again = parse_records(catalogue_, saved);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(replay(again->front()).position(), game.play().position());
}

TEST_F(TerminalSession, leaves_out_of_the_record_what_was_taken_back) {
  auto records = parse_records(catalogue_, "[Game \"bagh-chal\"]\n\n1. @c3 2. a1-b1 3. @a1 {gone} *\n");
  ASSERT_TRUE(records) << records.error().text();
  Session game(records->front(), persons);
  game.undo();
  const auto saved = parse_records(catalogue_, format_record(game.record("2026.01.01")));
  ASSERT_TRUE(saved);
  EXPECT_EQ(replay(saved->front()).position(), game.play().position());
}

TEST_F(TerminalSession, tells_the_seats_in_the_record) {
  for (const auto& seats : {persons, person_is_tigers, person_is_men})
    EXPECT_EQ(seats_of(session("bagh-chal", seats).record("2026.01.01")).men, seats.men);
  EXPECT_EQ(seats_of(session("bagh-chal", person_is_men).record("2026.01.01")), person_is_men);
}

TEST_F(TerminalSession, keeps_the_unfinished_game_until_it_ends) {
  {
    Keeper keeper("bagh-chal");
    auto game = session("bagh-chal", persons);
    ASSERT_TRUE(keeper.keep(game));
    EXPECT_FALSE(*keeper.find(catalogue_)) << "nothing has been played";
    make_all(game, {"@c3", "a1-b1"});
    ASSERT_TRUE(keeper.keep(game));
    Keeper other("bagh-chal");
    EXPECT_NE(other.path(), keeper.path()) << "two programs at once";
    EXPECT_FALSE(*other.find(catalogue_));
  }
  Keeper keeper("bagh-chal");
  auto found = keeper.find(catalogue_);
  ASSERT_TRUE(found && *found);
  Session game(**std::move(found), persons);
  EXPECT_THAT(moves(game), ElementsAre("@c3", "a1-b1"));
  game.resign();
  ASSERT_TRUE(keeper.keep(game));
  EXPECT_FALSE(*keeper.find(catalogue_));
}

TEST_F(TerminalSession, moves_a_damaged_kept_game_aside) {
  Keeper keeper("bagh-chal");
  ASSERT_TRUE(write_file(keeper.path(), "[Game \"bagh-chal\"]\n\n1. @z9 *\n"));
  const auto found = keeper.find(catalogue_);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::damaged);
  EXPECT_THAT(found.error().text(), HasSubstr(".previous.rec"));
  EXPECT_FALSE(*keeper.find(catalogue_));
}

TEST_F(TerminalSession, plays_against_the_computer_and_asks_it_for_hints) {
  auto game = table(session("bagh-chal", person_is_men));
  game.run({Verb::hint, ""});
  EXPECT_TRUE(game.wait());
  ASSERT_TRUE(game.hint());
  game.make(*game.hint());
  EXPECT_FALSE(game.hint());
  EXPECT_TRUE(game.wait());
  EXPECT_EQ(game.session().play().moves().size(), 2U);
  EXPECT_FALSE(game.wait()) << "it is the person's turn";
}

TEST_F(TerminalSession, gives_up_a_thought_when_a_turn_is_taken_back) {
  auto game = table(session("rimau-24", {.men = Player::computer, .level = last_level}));
  game.type("d2,e3,f4");
  EXPECT_TRUE(game.tick());
  EXPECT_TRUE(game.thinking());
  game.run({Verb::undo, ""});
  EXPECT_FALSE(game.thinking());
  EXPECT_TRUE(game.session().play().moves().empty());
}

TEST_F(TerminalSession, saves_and_loads) {
  const auto path = folder_ + "/a game \xC3\xA9.rec";
  auto game = table(session("bagh-chal", persons));
  game.type("@c3");
  game.run(parse_command("save " + path));
  EXPECT_FALSE(game.message().fault) << game.message().text;
  game.run(parse_command("new"));
  EXPECT_TRUE(game.session().play().moves().empty());
  game.run(parse_command("load " + path));
  EXPECT_THAT(moves(game.session()), ElementsAre("@c3"));
  game.run(parse_command("load " + folder_ + "/missing"));
  EXPECT_TRUE(game.message().fault);
  EXPECT_THAT(game.message().text, HasSubstr("missing"));
  EXPECT_THAT(moves(game.session()), ElementsAre("@c3"));
}

TEST_F(TerminalSession, replaces_no_file_that_it_did_not_write) {
  const auto path = folder_ + "/old.rec";
  ASSERT_TRUE(write_file(path, "precious"));
  auto game = table(session("bagh-chal", persons));
  game.type("@c3");
  EXPECT_TRUE(game.would_overwrite(path));
  game.run(parse_command("save " + path));
  EXPECT_TRUE(game.message().fault);
  EXPECT_THAT(game.message().text, HasSubstr("overwrite"));
  EXPECT_EQ(*read_file(path, 100), "precious");
  game.run(parse_command("overwrite " + path));
  EXPECT_FALSE(game.message().fault) << game.message().text;
  EXPECT_THAT(*read_file(path, 1000), HasSubstr("@c3"));
  EXPECT_FALSE(game.would_overwrite(path));
  game.run(parse_command("save " + path));
  EXPECT_FALSE(game.message().fault) << "its own file";
}

TEST_F(TerminalSession, makes_an_opening_turn_as_a_whole_or_not_at_all) {
  Table game = table(session("rimau-24", persons));
  const auto point = [&](std::string_view name) { return *game.session().game().board().find(name); };
  const auto start = game.session().play().position();
  auto& turn = game.turn();
  for (const auto* name : {"d2", "d3", "d2", "e3"}) EXPECT_FALSE(turn.click(point(name))) << name;
  EXPECT_EQ(turn.left_to_mark(), 1) << "d2 was marked and unmarked";
  EXPECT_FALSE(turn.click(point("e2")));
  EXPECT_FALSE(turn.why_not(point("f2")).empty()) << "a fourth man";
  EXPECT_EQ(turn.left_to_mark(), 0);
  // The men cannot drop before the turn is made, and nothing of it is done.
  game.type("@a1");
  EXPECT_TRUE(game.message().fault);
  EXPECT_EQ(game.session().play().position(), start);
  // Resigning now leaves the turn unmade.
  game.run(parse_command("resign"));
  EXPECT_EQ(game.session().play().outcome().verdict, Verdict::men);
  EXPECT_TRUE(game.session().play().moves().empty());
  EXPECT_EQ(game.session().play().position(), start);
  game.run(parse_command("undo"));
  for (const auto* name : {"d3", "e3", "e2", "c3", "e2"}) (void)game.turn().click(point(name));
  ASSERT_TRUE(game.turn().ready());
  game.make(*game.turn().confirm());
  EXPECT_THAT(moves(game.session()), ElementsAre("d3,e2,e3/c3-e2"));
  EXPECT_EQ(game.session().side_to_move(), Side::men);
}

TEST_F(TerminalSession, moves_the_cursor_along_the_board) {
  const auto game = *catalogue_.open("rimau-24");
  const auto& board = game->board();
  const auto from = [&](std::string_view name, int dx, int dy, bool flipped = false) {
    return board.name(neighbour_towards(board, *board.find(name), dx, dy, flipped));
  };
  EXPECT_EQ(from("c3", 1, 0), "d3");
  EXPECT_EQ(from("c3", -1, 0), "b3");
  EXPECT_EQ(from("c3", 0, -1), "c4");
  EXPECT_EQ(from("c3", 1, 0, true), "b3");
  EXPECT_EQ(from("a1", -1, 0), "a1");
  EXPECT_EQ(board.name(middle_point(board)), "e3");
}

TEST_F(TerminalSession, reaches_every_point_by_arrows) {
  for (const auto& id : catalogue_.ids()) {
    const auto game = *catalogue_.open(id);
    PointSet reached = game->points().first();
    for (PointSet before; before != reached;) {
      before = reached;
      for (const auto point : before)
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
          reached |= neighbour_towards(game->board(), point, dx, dy, false);
    }
    EXPECT_EQ(reached, game->points()) << id;
  }
}

TEST(TerminalCommand, is_a_known_word_or_a_move) {
  EXPECT_EQ(parse_command("  save  a b.rec \r\n").argument, "a b.rec");
  EXPECT_EQ(parse_command("undo").verb, Verb::undo);
  EXPECT_EQ(parse_command("b2-b3").verb, Verb::move);
  EXPECT_EQ(parse_command("savely").verb, Verb::move);
  EXPECT_EQ(parse_command(" \t").verb, Verb::none);
}

TEST(TerminalWords, wraps_at_blanks_and_breaks_long_words) {
  EXPECT_THAT(wrap("a bc def", 4), ElementsAre("a bc", "def"));
  EXPECT_THAT(wrap("abcdef\ng", 4), ElementsAre("abcd", "ef g"));
  EXPECT_THAT(wrap("\xC3\xA9\xC3\xA9 \xC3\xA9", 2), ElementsAre("\xC3\xA9\xC3\xA9", "\xC3\xA9"));
  EXPECT_THAT(wrap("", 4), ElementsAre(""));
}

}  // namespace
}  // namespace rimau::terminal
