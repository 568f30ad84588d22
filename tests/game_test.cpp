// Game files and the catalogue: what is built in compiles with every option, how games are named, and
// every kind of fault in a file is refused with its line and reason.
#include "game/game.hpp"

#include <map>
#include <set>

#include "game/embedded.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(BuiltInGames, AreEight) {
  EXPECT_THAT(catalogue().ids(),
              ElementsAre("bagh-chal", "demala-diviyan-keliya", "hat-diviyan-keliya", "meurimueng-rimueng-do",
                          "pulijudam", "rimau-22", "rimau-24", "rimau-rimau"));
}

TEST(BuiltInGames, EveryFileIsReadAndEveryOptionValueCompiles) {
  std::size_t games = 0;
  for (const auto& file : embedded_files()) {
    const auto parsed = parse_game_file(file.text, std::string(file.name));
    ASSERT_TRUE(parsed) << parsed.error().text();
    games += parsed->games.size();
    for (const auto& board : parsed->boards) {
      const auto made = Board::make(board.board);
      EXPECT_TRUE(made) << made.error().text();
    }
  }
  EXPECT_EQ(games, catalogue().ids().size());
  // Every value of every option with every value of every other.
  for (const auto& id : catalogue().ids()) {
    std::vector<std::string> chosen{""};
    for (const auto& [key, option] : Catalogue::options(*catalogue().spec(id))) {
      std::vector<std::string> values;
      for (const auto& [value, rules] : option.values) values.push_back(value);
      if (!option.number_sets.empty()) {
        values.push_back(cat(option.number_min));
        values.push_back(cat(option.number_max));
      }
      std::vector<std::string> longer;
      for (const auto& before : chosen)
        for (const auto& value : values) longer.push_back(cat(before, before.empty() ? ":" : ",", key, "=", value));
      chosen = std::move(longer);
    }
    Catalogue fresh;
    for (const auto& options : chosen) {
      const auto game = fresh.open(id + options);
      ASSERT_TRUE(game) << id << options << ": " << game.error().text();
    }
  }
}

// The same files, added as a user's own: the checks that add() makes hold for the built-in ones too.
TEST(BuiltInGames, WouldPassAsAUsersOwn) {
  for (const auto& file : embedded_files()) {
    std::string text(file.text);
    const auto rename = [&text](std::string_view from, std::string_view to) {
      if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
    };
    if (text.contains("\n[board]\n")) rename("\nboard = \"", "\nboard = \"my-");
    rename("[board]\nid = \"", "[board]\nid = \"my-");
    rename("[game]\nid = \"", "[game]\nid = \"my-");
    Catalogue mine;
    const auto added = mine.add(text, std::string(file.name));
    EXPECT_TRUE(added) << added.error().text();
  }
}

TEST(BuiltInGames, HaveTheNumbersOfTheRules) {
  struct Case {
    std::string id, board;
    int tigers, men;
    std::string tigers_at, men_at;
    int removals;
    Capture capture;
    int win;
    Side first;
  };
  const std::string square = "d2 d3 d4 e2 e3 e4 f2 f3 f4";
  const std::vector<Case> cases{
      {"rimau-24", "gunung", 1, 24, "c3", square, 3, Capture::odd_run, 21, Side::tigers},
      {"rimau-22", "gunung", 1, 22, "c3", square, 3, Capture::odd_run, 19, Side::tigers},
      {"rimau-rimau", "gunung", 2, 24, "c3 g3", square, 3, Capture::single, 21, Side::tigers},
      {"meurimueng-rimueng-do", "triangle", 5, 15, "", "", 0, Capture::single, 9, Side::tigers},
      {"pulijudam", "triangle", 3, 15, "t5 c4 d4", "", 0, Capture::single, 5, Side::men},
      {"pulijudam:tigers=1", "triangle", 1, 15, "t5", "", 0, Capture::single, 5, Side::men},
      {"pulijudam:tigers=2", "triangle", 2, 15, "t5 c4", "", 0, Capture::single, 5, Side::men},
      {"pulijudam:tigers=4", "triangle", 4, 15, "t5 b4 c4 d4", "", 0, Capture::single, 5, Side::men},
      {"demala-diviyan-keliya", "triangle", 3, 15, "t5 c4 d4", "", 0, Capture::single, 8, Side::men},
      {"hat-diviyan-keliya", "small-triangle", 1, 7, "", "", 0, Capture::single, 4, Side::tigers},
      {"hat-diviyan-keliya:start=apex", "small-triangle", 1, 7, "b4", "", 0, Capture::single, 4, Side::men},
      {"bagh-chal", "alquerque", 4, 20, "a1 a5 e1 e5", "", 0, Capture::single, 5, Side::men},
  };
  for (const auto& expected : cases) {
    SCOPED_TRACE(expected.id);
    const auto game = open(expected.id);
    const auto& rules = game->rules();
    EXPECT_EQ(game->board().id(), expected.board);
    EXPECT_EQ(rules.tigers, expected.tigers);
    EXPECT_EQ(rules.men, expected.men);
    EXPECT_EQ(rules.tigers_at, points(*game, expected.tigers_at));
    EXPECT_EQ(rules.men_at, points(*game, expected.men_at));
    EXPECT_EQ(rules.removals, expected.removals);
    EXPECT_EQ(rules.relocates, expected.removals > 0);
    EXPECT_EQ(rules.capture, expected.capture);
    EXPECT_EQ(rules.tigers_win_at, expected.win);
    EXPECT_EQ(rules.first, expected.first);
    EXPECT_FALSE(rules.stuck_loses);
    EXPECT_EQ(rules.repetition, 3);
    EXPECT_EQ(rules.quiet, 0);
  }
}

TEST(GameNames, LeaveDefaultsOutAndOrderTheOthers) {
  const std::map<std::string, std::string> names{
      {"rimau-24", "rimau-24"},
      {"rimau-24:flanks=through", "rimau-24"},
      {"rimau-24:quiet=off,repetition=3,stuck=pass", "rimau-24"},
      {"rimau-24:stuck=lose,flanks=stop", "rimau-24:flanks=stop,stuck=lose"},
      {"rimau-24:quiet=40,flanks=through", "rimau-24:quiet=40"},
      {"rimau-rimau:men=22,flanks=stop,capture=odd", "rimau-rimau:capture=odd,flanks=stop,men=22"},
      {"pulijudam:win=5,tigers=3", "pulijudam"},
      {"demala-diviyan-keliya:win=8", "demala-diviyan-keliya"},
      {"meurimueng-rimueng-do:win=all,first=men", "meurimueng-rimueng-do:first=men,win=all"},
      {"bagh-chal:win=7", "bagh-chal:win=7"},
  };
  for (const auto& [text, canonical] : names) EXPECT_EQ(open(text)->id(), canonical) << text;
}

TEST(GameNames, ThatAreWrongAreRefusedSayingWhatIs) {
  struct Case {
    std::string text, says;
    int column;
  };
  const std::vector<Case> cases{
      {"", "no game", 0},
      {"rimau", "known: bagh-chal", 0},
      {"Rimau-24", "no game", 0},
      {"meurimueng-rimueng peuet ploh", "no game", 0},
      {"meurimueng-rimueng-peuet-ploh", "no game", 0},
      {"rimau-24 ", "no game", 0},
      {"rimau-24:", "no option", 10},
      {"rimau-24:flanks", "no option", 10},
      {"rimau-24:flank=stop", "expected key=value with one of flanks, quiet, repetition, stuck", 10},
      {"rimau-24:flanks=halt", "no value \"halt\" of flanks; expected stop, through", 17},
      {"rimau-24:flanks=stop,", "no option", 22},
      {"rimau-24:flanks=stop,stuck=no", "expected lose, pass", 28},
      {"rimau-24:flanks=stop,flanks=stop", "given twice", 0},
      {"rimau-24:flanks=stop,flanks=through", "given twice", 0},
      {"rimau-24:men=22", "no option", 10},
      {"rimau-24:quiet=0", "a number from 1 to 100000", 16},
      {"rimau-24:quiet=100001", "a number from 1 to 100000", 16},
      {"rimau-24:quiet=-1", "no value", 16},
      {"rimau-24:quiet=07", "no value", 16},
      {"rimau-24:quiet=99999999999999999999", "no value", 16},
      {"rimau-24:repetition=2", "expected 3, off", 21},
      {"pulijudam:tigers=5", "expected 1, 2, 3, 4", 18},
      {"pulijudam:win=16", "expected 5, all, a number from 1 to 15", 15},
      {"bagh-chal:win=trap", "no value", 15},
      {"rimau-24:flanks=\x1b[2J", "no value \"\\x1B[2J\"", 17},
  };
  for (const auto& [text, says, column] : cases) {
    SCOPED_TRACE(text);
    const auto game = catalogue().open(text);
    ASSERT_FALSE(game);
    EXPECT_THAT(game.error().message, HasSubstr(says));
    EXPECT_EQ(game.error().place.field, "game");
    EXPECT_EQ(game.error().place.column, column);
  }
}

TEST(GameNames, OpenTheSameGameOnceAndStayBounded) {
  EXPECT_EQ(open("rimau-24:stuck=lose"), open("rimau-24:stuck=lose,flanks=through"));
  Catalogue games;
  const auto kept = must(games.open("bagh-chal"));
  for (int quiet = 1; quiet <= 600; ++quiet) must(games.open(cat("bagh-chal:quiet=", quiet)));
  EXPECT_EQ(kept->id(), "bagh-chal");  // still usable, whatever the catalogue has dropped
  EXPECT_EQ(must(games.open("bagh-chal"))->fingerprint(), kept->fingerprint());
}

TEST(Fingerprints, TellGamesApartByWhatChangesAValue) {
  const auto print = [](std::string_view id) { return open(id)->fingerprint(); };
  EXPECT_EQ(print("rimau-24"), print("rimau-22"));
  EXPECT_EQ(print("rimau-24"), print("rimau-24:quiet=9,repetition=off"));
  EXPECT_EQ(print("rimau-rimau"), print("rimau-rimau:men=22"));
  EXPECT_EQ(print("meurimueng-rimueng-do"), print("meurimueng-rimueng-do:first=men"));
  const std::set<std::uint64_t> different{
      print("rimau-24"),  print("rimau-24:flanks=stop"), print("rimau-24:stuck=lose"), print("rimau-rimau"),
      print("bagh-chal"), print("bagh-chal:win=6"),      print("pulijudam"),           print("meurimueng-rimueng-do")};
  EXPECT_EQ(different.size(), 8U);
}

constexpr std::string_view good_file = R"([board]
id = "cross"
name = { en = "cross" }
lines = [
  "a2 b2 c2",
  "b1 b2 b3",
]
[board.places]
a2 = [0.0, 2.0]
[board.variants]
cut = [
  { line = "a2 b2 c2", at = "b2" },
]
[game]
id = "tiny"
board = "cross"
name = { en = "Tiny" }
[game.rules]
tigers = 1
men = 3
tigers-at = ["b2"]
men-at = ["a2"]
capture = "single"
win = 1
first = "men"
[game.options.pace]
default = "slow"
about = { en = "how far it goes" }
values = { slow = {}, fast = { win = 2 } }
number = { sets = "win", min = 1, max = 3 }
[[game.texts]]
about = "aim"
sources = ["book"]
en = "Hold the tiger."
[game.sources]
book = "A book."
)";

// The file with one piece of text put in the place of another.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(good_file);
  const auto at = text.find(from);
  if (at == std::string::npos) give_up(cat("not in the file: ", from));
  return text.replace(at, from.size(), to);
}

TEST(GameFiles, AGoodOneAddsItsGames) {
  Catalogue games;
  const auto added = games.add(good_file, "tiny.toml");
  ASSERT_TRUE(added) << added.error().text();
  const auto game = must(games.open("tiny:pace=fast"));
  EXPECT_EQ(game->rules().tigers_win_at, 2);
  EXPECT_EQ(must(games.open("tiny:pace=3"))->rules().tigers_win_at, 3);
  EXPECT_EQ(join(move_list(*game, start_position(*game)), " "), "@b1 @b3 @c2");
  ASSERT_TRUE(
      games.add("[game]\nid = \"tinier\"\nextends = \"tiny\"\n[game.rules]\nboard-variant = \"cut\"\n", "b.toml"));
  const auto cut = must(games.open("tinier"));
  EXPECT_EQ(cut->spec().name.get("en"), "Tiny");
  EXPECT_THAT(std::vector(cut->leaps(at(*cut, "a2")).begin(), cut->leaps(at(*cut, "a2")).end()), IsEmpty());
  EXPECT_EQ(game->leaps(at(*game, "a2")).size(), 1U);
}

struct Fault {
  std::string_view from, to;
  std::string_view mark;  // stands on the line that is to be named
  std::string_view says;
};

// How tests are called in their output.
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.from << " -> " << fault.to; }

class FaultyFiles : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultyFiles, AreRefusedWithTheLineAndTheReason) {
  const auto& [from, to, mark, says] = GetParam();
  const auto text = changed(from, to);
  const auto at = text.find(mark);
  ASSERT_NE(at, std::string::npos) << mark;
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  Catalogue games;
  const auto before = games.ids();
  const auto added = games.add(text, "tiny.toml");
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().place.file, "tiny.toml") << added.error().text();
  EXPECT_EQ(added.error().place.line, line) << added.error().text();
  EXPECT_THAT(added.error().message, HasSubstr(std::string(says)));
  EXPECT_EQ(games.ids(), before);  // nothing of a refused file stays
  EXPECT_TRUE(games.add(good_file, "tiny.toml"));
}

const Fault faults[] = {
    // The grammar.
    {"id = \"cross\"", "id = cross", "id = cross", ""},
    {"men = 3", "men = 3\nmen = 3", "men = 3\ntigers-at", ""},
    {"[game.rules]", "[game.rules", "[game.rules", ""},
    // Keys and types.
    {"[board]", "[bord]", "[bord]", "unknown key \"bord\""},
    {"board = \"cross\"", "bord = \"cross\"", "bord =", "unknown key \"bord\""},
    {"men = 3", "mens = 3", "mens", "unknown rule \"mens\""},
    {"values = {", "value = {", "value = {", "unknown key \"value\""},
    {"sets = \"win\"", "sets = \"luck\"", "luck", "unknown rule \"luck\""},
    {"max = 3 }", "max = 3, step = 2 }", "step", "unknown key \"step\""},
    {"at = \"b2\" }", "at = \"b2\", to = \"c2\" }", "to = ", "unknown key \"to\""},
    {"id = \"tiny\"\n", "", "[game]", "missing"},
    {"id = \"cross\"\n", "", "[board]", "missing"},
    {"name = { en = \"Tiny\" }\n", "", "[game]", "missing; expected the game's name"},
    {"name = { en = \"Tiny\" }", "name = \"Tiny\"", "\"Tiny\"", "expected a table"},
    {"{ en = \"Tiny\" }", "{ english = \"Tiny\" }", "english", "no language code"},
    {"{ en = \"Tiny\" }", "{ en = 3 }", "en = 3", "expected a text"},
    {"id = \"tiny\"", "id = \"Tiny\"", "\"Tiny\"", "lower-case letters"},
    {"id = \"tiny\"", "id = \"tiny:x\"", "tiny:x", "lower-case letters"},
    {"tigers = 1\n", "", "[game]", "missing; expected a number from 1 to 5"},
    {"men = 3\n", "", "[game]", "missing; expected a number"},
    {"capture = \"single\"\n", "", "[game]", "missing; expected one of single, odd"},
    {"win = 1\n", "", "[game]", "missing; expected"},
    {"first = \"men\"\n", "", "[game]", "missing; expected one of tigers, men"},
    {"board = \"cross\"\n", "", "[game]", "missing; expected a board's id"},
    {"default = \"slow\"\n", "", "[game.options.pace]", "missing"},
    {"tigers = 1", "tigers = \"one\"", "\"one\"", "expected a number"},
    {"tigers = 1", "tigers = 1.5", "1.5", "expected a list"},
    {"[\"b2\"]", "\"b2\"", "tigers-at", "expected a list of points"},
    {"capture = \"single\"", "capture = \"double\"", "double", "expected one of single, odd"},
    {"first = \"men\"", "first = true", "first = true", "expected one of tigers, men"},
    // Boards.
    {"\"b1 b2 b3\"", "\"b1 bb b3\"", "bb", "\"bb\" is no point name"},
    {"\"b1 b2 b3\"", "\"b1 b2 c3\"", "b1 b2 c3", "the line bends at b2"},
    {"\"b1 b2 b3\"", "\"b1 b2 b3\",\n  \"b2 c2\"", "\"b2 c2\"", "already on one line"},
    {"\"b1 b2 b3\"", "\"b1 b2 b3 b1\"", "b3 b1", "twice on one line"},
    {"\"b1 b2 b3\"", "\"b1\"", "\"b1\"", "a line of one point"},
    {"a2 = [0.0, 2.0]", "a3 = [0.0, 2.0]", "a3 =", "\"a3\" is placed but on no line"},
    {"a2 = [0.0, 2.0]", "a2 = [0.0]", "a2 = [0.0]", "two numbers"},
    {"a2 = [0.0, 2.0]", "a2 = [inf, 2.0]", "inf", "outside -1000 to 1000"},
    {"line = \"a2 b2 c2\"", "line = \"a2 b2\"", "line = \"a2 b2\"", "is no line of the board"},
    {"at = \"b2\" }", "at = \"a2\" }", "at = \"a2\"", "is not inside the line"},
    {"id = \"cross\"", "id = \"triangle\"", "[board]", "there is a board \"triangle\" already"},
    {"board = \"cross\"", "board = \"circle\"", "[game]", "no board \"circle\""},
    // Contradictions and impossible numbers.
    {"id = \"tiny\"", "id = \"rimau-24\"", "[game]", "there is a game \"rimau-24\" already"},
    {"board = \"cross\"", "extends = \"rimau-99\"", "[game]", "extends \"rimau-99\", which is no game"},
    {"men = 3", "men = 5", "men = 5", "more pieces than the 5 points"},
    {"men = 3", "men = 0", "men = 0", "expected a number from 1 to 5"},
    {"men = 3", "men = 99999999999", "men = 9", "expected a number from 1 to 5"},
    {"[\"b2\"]", "[\"b9\"]", "b9", "\"b9\" is no point of the board cross"},
    {"[\"b2\"]", "[\"b2\", \"b2\"]", "tigers-at", "b2 is listed twice"},
    {"[\"b2\"]", "[\"b2\", \"b1\"]", "tigers-at", "2 points for 1 tigers"},
    {"men-at = [\"a2\"]", "men-at = [\"b2\"]", "men-at", "b2 holds a tiger already"},
    {"win = 1", "win = 4", "win = 4", "from 1 to 3"},
    {"win = 1", "win = \"some\"", "some", "expected \"all\", \"trap\""},
    {"first = \"men\"", "first = \"men\"\nremove = 1", "remove", "an opening turn needs the tigers to be first"},
    {"first = \"men\"", "first = \"tigers\"\nremove = 2", "remove", "no more than the 1 men on the board"},
    {"first = \"men\"", "first = \"tigers\"\nremove = 4", "remove", "expected a number from 0 to 3"},
    {"first = \"men\"", "first = \"men\"\nrelocate = true", "relocate", "no opening turn to relocate in"},
    {"first = \"men\"", "first = \"men\"\nrelocate = 1", "relocate", "expected true or false"},
    {"first = \"men\"", "first = \"men\"\nboard-variant = \"bent\"", "bent", "has no variant \"bent\""},
    // Options.
    {"default = \"slow\"", "default = \"none\"", "[game.options.pace]", "the default \"none\" is none of the values"},
    {"default = \"slow\"", "default = \"fast\"", "[game.options.pace]", "the default \"fast\" changes rules"},
    {"fast = { win = 2 }", "fast = { win = 9 }", "win = 9", "from 1 to 3"},
    {"fast = { win = 2 }", "fast = { wins = 2 }", "wins", "unknown rule \"wins\""},
    {"fast = { win = 2 }", "\"a b\" = { win = 2 }", "a b", "a value's name"},
    {"max = 3", "max = 4", "[game.options.pace]", "from 1 to 3"},
    {"min = 1", "min = 9", "number =", "0 <= min <= max"},
    {"min = 1, ", "", "number =", "expected min and max"},
    {"[game.options.pace]", "[game.options.quiet]", "[game.options.quiet]",
     "every game has the option \"quiet\" already"},
    {"[game.options.pace]", "[game.options.\"a=b\"]", "[game.options.", "lower-case letters"},
    // Texts.
    {"sources = [\"book\"]", "sources = [\"film\"]", "[[game.texts]]", "the source \"film\" is not listed"},
    {"about = \"aim\"", "about = \"luck\"", "luck", "expected one of"},
    {"book = \"A book.\"", "book = 7", "book = 7", "expected a text"},
};

INSTANTIATE_TEST_SUITE_P(Faults, FaultyFiles, ::testing::ValuesIn(faults));

// A board of 8 rows of 8 points, and a game on it whose options make its smallest trap be searched again.
std::string costly_file(int tigers, int values) {
  std::string text = "[board]\nid = \"field\"\nname = { en = \"Field\" }\nlines = [";
  for (char row = '1'; row <= '8'; ++row) {
    text += '"';
    for (char column = 'a'; column <= 'h'; ++column) text += cat(column, row, ' ');
    text.back() = '"';
    text += ", ";
  }
  for (char column = 'a'; column <= 'h'; ++column) {
    text += '"';
    for (char row = '1'; row <= '8'; ++row) text += cat(column, row, ' ');
    text.back() = '"';
    text += ", ";
  }
  text += cat(
      "]\n[game]\nid = \"costly\"\nboard = \"field\"\nname = { en = \"Costly\" }\n[game.rules]\ntigers = ", tigers,
      "\nmen = 40\ncapture = \"single\"\nwin = \"trap\"\nfirst = \"tigers\"\n[game.options.pace]\ndefault = \"v0\"\n",
      "about = { en = \"nothing\" }\nvalues = { v0 = {}");
  for (int i = 1; i < values; ++i) text += cat(", v", i, " = { quiet = ", i, " }");
  return text + " }\n";
}

TEST(GameFiles, CannotKeepTheProgramBusy) {
  Catalogue games;
  const auto add = [&games](int tigers, int values) {
    const auto added = Catalogue(games).add(costly_file(tigers, values), "costly.toml");
    return added ? "" : added.error().message;
  };
  EXPECT_EQ(add(3, 20), "");
  EXPECT_THAT(add(4, 60), HasSubstr("too costly to derive")) << "635,376 placements each time";
  EXPECT_THAT(add(1, 400), HasSubstr("more than 300 games and option values"));
}

TEST(GameFiles, AnyTextIsAnsweredWithoutHarm) {
  Catalogue games;
  for (const auto* text :
       {"", "\n", "# nothing", "[", "\xff\xfe", "a=1", "[game]\n", "[[game]]\n", "[board]\nlines = []\n"})
    EXPECT_FALSE(games.add(text, "odd.toml")) << text;
  EXPECT_EQ(games.add("\n\n\xff", "odd.toml").error().place.line, 3);
  // Every beginning of a good file, cut anywhere, is either refused or a smaller good file.
  for (std::size_t length = 0; length < good_file.size(); ++length) {
    Catalogue fresh = games;
    const auto added = fresh.add(good_file.substr(0, length), "cut.toml");
    if (!added) {
      EXPECT_EQ(added.error().place.file, "cut.toml");
      EXPECT_FALSE(added.error().message.empty());
    }
  }
}

}  // namespace
}  // namespace rimau::testing
