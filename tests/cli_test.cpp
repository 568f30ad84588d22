// The commands games, rules, moves, perft and board, from outside: what is printed where, and the exit
// codes.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "program.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::vector<std::string>& game_ids() {
  static const std::vector<std::string> ids{"bagh-chal",          "demala-diviyan-keliya",
                                            "hat-diviyan-keliya", "meurimueng-rimueng-do",
                                            "pulijudam",          "rimau-22",
                                            "rimau-24",           "rimau-rimau"};
  return ids;
}

// A file that lives as long as the object.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& contents)
      : path_(::testing::TempDir() + cat("rimau-", ::getpid(), "-", name)) {
    std::ofstream(path_, std::ios::binary) << contents;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool has_control_bytes(const std::string& text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; });
}

// The answer to one position, as one line.
std::string moves_of(const std::string& position) {
  const auto game = position.substr(0, position.find(' '));
  const auto ran = run({"moves", game, "--position", position});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.err, IsEmpty());
  auto text = ran.out;
  if (text.ends_with('\n')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string rimau(const std::string& tigers, const std::string& men) {
  return cat("rimau-24 tigers=", tigers, " men=", men, " hand=0/0 turn=tigers");
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& said) {
  const auto ran = run(arguments);
  EXPECT_EQ(ran.exit, 2) << join(arguments, " ");
  EXPECT_THAT(ran.out, IsEmpty()) << join(arguments, " ");
  EXPECT_THAT(ran.err, AllOf(StartsWith("rimau: "), HasSubstr(said))) << join(arguments, " ");
  EXPECT_FALSE(has_control_bytes(ran.err)) << ran.err;
}

std::uint64_t sum_of_second_column(const std::string& text) {
  std::istringstream lines(text);
  std::string name;
  std::uint64_t number = 0;
  std::uint64_t sum = 0;
  while (lines >> name >> number) sum += number;
  return sum;
}

constexpr const char* cross_board = R"(
[board]
id = "cross"
name = { en = "cross" }
lines = ["b1 b2 b3", "a2 b2 c2"]

[game]
id = "cross-hunt"
board = "cross"
name = { en = "Hunt <on> a \"cross\" & more" }
tiger = { en = "tiger" }
man = { en = "man" }

[game.rules]
tigers = 1
men = 2
tigers-at = ["b2"]
capture = "single"
win = "all"
first = "men"
)";

TEST(Moves, AnswersTheWorkedPositions) {
  EXPECT_EQ(moves_of(rimau("b2", "a1,b3,c3,d4")), "b2xb4");
  EXPECT_EQ(moves_of(rimau("a3", "a1,b3,c3,d3")), "a3-a5 a3xe3");
  EXPECT_EQ(moves_of(rimau("a3", "b3,c3")), "a3-a1 a3-a5");
  EXPECT_EQ(moves_of(rimau("a1", "a3,a5,b2,c3")), "");
  EXPECT_EQ(moves_of(rimau("a1", "a3,a5,b2,c3,d4")), "a1xe5");
}

TEST(Moves, StepsOnlyAlongLines) {
  EXPECT_EQ(moves_of("rimau-24 tigers=d3 men=- hand=0/5 turn=tigers"), "d3-c3 d3-d2 d3-d4 d3-e3");
  const std::string alone = "rimau-24 tigers=d3 men=- hand=0/5 turn=tigers";
  expect_refused({"moves", "rimau-24", "--position", alone, "--after", "d3-e4"}, "--after, move 1: ");
  expect_refused({"moves", "rimau-24", "--position", alone, "--after", "d3-c2"}, "--after, move 1: ");
}

TEST(Moves, LeapsOnlyToPointsOfTheSameLine) {
  EXPECT_EQ(moves_of(rimau("b3", "a3")), "b3-b2 b3-b4 b3-c3");
  EXPECT_EQ(moves_of(rimau("h4", "i5")), "h4-g3 h4-h3");
  EXPECT_EQ(moves_of(rimau("d1", "c1")), "d1-d2 d1-e1");
}

TEST(Moves, LeapsOverOddRunsOnly) {
  std::string input;
  for (const auto* men : {"b3", "b3,c3", "b3,c3,d3", "b3,c3,d3,e3", "b3,c3,d3,e3,f3", "b3,c3,d3,e3,f3,g3,h3",
                          "b3,c3,d3,e3,f3,g3,h3,i3", "b3,d3"})
    input += rimau("a3", men) + '\n';
  const auto ran = run(Request{{"moves", "rimau-24", "--positions", "-"}, input});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out,
            "3\ta3-a1 a3-a5 a3xc3\n2\ta3-a1 a3-a5\n3\ta3-a1 a3-a5 a3xe3\n2\ta3-a1 a3-a5\n3\ta3-a1 a3-a5 a3xg3\n"
            "3\ta3-a1 a3-a5 a3xi3\n2\ta3-a1 a3-a5\n3\ta3-a1 a3-a5 a3xc3\n");
}

TEST(Moves, KnowMeurimuengFromItsCousins) {
  const auto start = run({"moves", "meurimueng-rimueng-do"});
  EXPECT_EQ(std::ranges::count(start.out, '\n'), 23);
  EXPECT_EQ(std::ranges::count(start.out, '@'), 23);
  EXPECT_THAT(moves_of("meurimueng-rimueng-do tigers=a4,b1,c1,d1,e1 men=b4,c4,d4,a2,b2,c2,d2 hand=0/8 turn=tigers"),
              Not(HasSubstr("a4x")));
  expect_refused({"moves", "meurimueng-rimueng-peuet-ploh"}, "no game \"meurimueng-rimueng-peuet-ploh\"");
}

TEST(Moves, FollowTheMovesGiven) {
  // The relocated tiger leaps over nothing: d3 stays, six men are on the board.
  const auto opened = run({"board", "rimau-24", "--after", "e2,e3,e4/c3-e3"});
  EXPECT_EQ(std::ranges::count(opened.out.substr(0, opened.out.find("\n\n")), 'M'), 6) << opened.out;
  EXPECT_THAT(opened.out, AllOf(HasSubstr("15 men in hand"), Not(HasSubstr("captured"))));
  EXPECT_EQ(std::ranges::count(run({"moves", "rimau-24", "--after", "e2,e3,e4/c3-e3"}).out, '@'), 30);
  // Moves may come as one argument or as many.
  EXPECT_EQ(run({"moves", "bagh-chal", "--after", "@b1 a1xc1 @b1"}).out,
            run({"moves", "bagh-chal", "--after", "@b1", "a1xc1", "@b1"}).out);
  expect_refused({"moves", "bagh-chal", "--after", "@b1", "a1xc1", "@c1"}, "--after, move 3: ");
  expect_refused({"moves", "rimau-24", "--after", "d2,d2,e3"}, "--after, move 1: ");
  expect_refused({"moves", "rimau-24", "--after", "d2,e3"}, "--after, move 1: ");
  expect_refused({"moves", "rimau-24", "--after", "pass"}, "--after, move 1: ");
}

TEST(Moves, EndWithTheGame) {
  // The third occurrence of a position is a draw, and its option turns that off.
  const std::string fields = " tigers=b2 men=g1,g5 hand=0/0 turn=tigers";
  const std::vector<std::string> shuffle{"b2-b3", "g1-g2", "b3-b2", "g2-g1", "b2-b3", "g1-g2", "b3-b2", "g2-g1"};
  const auto after_shuffle = [&](const std::string& game) {
    std::vector<std::string> arguments{"moves", game, "--position", game + fields, "--after"};
    arguments.insert(arguments.end(), shuffle.begin(), shuffle.end());
    return run(arguments);
  };
  EXPECT_THAT(after_shuffle("rimau-24").out, IsEmpty());
  EXPECT_EQ(after_shuffle("rimau-24").exit, 0);
  EXPECT_THAT(after_shuffle("rimau-24:repetition=off").out, HasSubstr("b2-b3"));
  const auto told = run_on_terminal({{"moves", "rimau-24", "--position", rimau("a1", "a3,a5,b2,c3")}});
  EXPECT_THAT(told.out, HasSubstr("the men have won (immobilised)"));
}

TEST(Moves, AnswerAFileLineByLine) {
  const TemporaryFile file("positions", rimau("a3", "b3,c3") + "\r\n  " + rimau("a1", "a3,a5,b2,c3") +
                                            "\t\nrimau-24   turn=tigers hand=0/0 men=b3 tigers=a3");
  const auto ran = run({"moves", "rimau-24", "--positions", file.path()});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out, "2\ta3-a1 a3-a5\n0\t\n3\ta3-a1 a3-a5 a3xc3\n");
  EXPECT_THAT(run(Request{{"moves", "rimau-24", "--positions", "-"}, ""}).out, IsEmpty());
}

TEST(Moves, SayNothingBeforeAllLinesAreRead) {
  const std::string good = rimau("a3", "b3,c3") + "\n";
  const std::vector<std::pair<std::string, std::string>> bad{
      {"rimau-24 tigers=a3 men=z9 hand=0/0 turn=tigers", "3:24: men: "},
      {"rimau-24 tigers=a3 men=b3 turn=tigers", "3: hand: missing"},
      {"rimau-24 tigers=a3 men=d3,d4,e2,e4,f2,f3 hand=0/16 turn=tigers", "3:47: hand: "},
      {"rimau-24 tigers=a3 men=b3 hand=0/-1 turn=tigers", "3:"},
      {"rimau-24 tigers=a3 men=b3 hand=0/0 turn=tigers more", "3:"},
      {"rimau-24 tigers=a3 men=b3 hand=0/0 turn=tigers captured=19", "3:"},
      {"rimau-24 tigers=a3 men=b\xEF\xBC\x93 hand=0/0 turn=tigers", "3:24: men: "},
      {"rimau-24 tigers=a3 men=b\x1b[31m hand=0/0 turn=tigers", "3:24: men: "},
      {std::string("rimau-24 tigers=a3 men=b\0 hand=0/0 turn=tigers", 47), "3:24: men: "},
      {"rimau-22 tigers=a3 men=b3 hand=0/0 turn=tigers", "3:1: game: "},
      {"", "3: position: "},
      {std::string(1 << 20, ' '), "3: position: "},
  };
  for (const auto& [line, where] : bad) {
    const TemporaryFile file("positions", good + good + line + "\n" + good);
    expect_refused({"moves", "rimau-24", "--positions", file.path()}, cat(file.path(), ":", where));
    const auto piped = run(Request{{"moves", "rimau-24", "--positions", "-"}, good + good + line + "\n"});
    EXPECT_EQ(piped.exit, 2);
    EXPECT_THAT(piped.out, IsEmpty());
    EXPECT_THAT(piped.err, HasSubstr(cat("standard input:", where)));
  }
  expect_refused({"moves", "rimau-24", "--positions", "/nonexistent/file"}, "/nonexistent/file: cannot open");
  expect_refused({"moves", "rimau-24", "--positions", "/"}, "directory");
}

TEST(Perft, CountsAsRecorded) {
  EXPECT_EQ(run({"perft", "rimau-24", "--depth", "3"}).out, "1 2604\n2 78120\n3 270684\n");
  EXPECT_EQ(run({"perft", "meurimueng-rimueng-do", "--depth", "4"}).out, "1 23\n2 506\n3 10626\n4 212520\n");
  EXPECT_THAT(run({"perft", "rimau-24", "--depth", "0"}).out, IsEmpty());
  const auto over = rimau("a1", "a3,a5,b2,c3");
  EXPECT_EQ(run({"perft", "rimau-24", "--depth", "3", "--position", over}).out, "1 0\n2 0\n3 0\n");
}

TEST(Perft, IsTheSameOnEveryNumberOfThreads) {
  for (const auto& game : game_ids()) {
    const auto one = run({"perft", game, "--depth", "3", "--threads", "1"});
    EXPECT_EQ(one.exit, 0);
    EXPECT_EQ(std::ranges::count(one.out, '\n'), 3);
    EXPECT_EQ(run({"perft", game, "--depth", "3", "--threads", "2"}).out, one.out) << game;
    EXPECT_EQ(run({"perft", game, "--depth", "3", "--threads", "7"}).out, one.out) << game;
  }
}

TEST(Perft, DividesByTheFirstMove) {
  for (const auto& game : game_ids()) {
    const auto divided = run({"perft", game, "--depth", "3", "--divide", "--threads", "2"});
    const auto total = run({"perft", game, "--depth", "3"});
    EXPECT_THAT(total.out, ::testing::EndsWith(cat("\n3 ", sum_of_second_column(divided.out), "\n"))) << game;
    std::string moves;
    for (const auto line : split(divided.out, '\n'))
      if (!line.empty()) moves += cat(line.substr(0, line.find(' ')), '\n');
    EXPECT_EQ(moves, run({"moves", game}).out) << game;
  }
}

TEST(Perft, ChecksItsNumbers) {
  for (const auto* depth : {"61", "-1", "x", "", "3x", "1e1", "99999999999999999999"})
    expect_refused({"perft", "rimau-24", "--depth", depth}, "expected a number from 0 to 60");
  for (const auto* threads : {"0", "257", "-2", "two"})
    expect_refused({"perft", "rimau-24", "--depth", "1", "--threads", threads}, "expected a number from 1 to 256");
  expect_refused({"perft", "rimau-24"}, "--depth");
}

TEST(Board, DrawsAsciiWhereNothingElseIsKnown) {
  const auto ascii = run(Request{{"board", "bagh-chal"}, "", {"LANG=C"}});
  EXPECT_THAT(ascii.out, StartsWith("\n5  T---+---+---+---T\n   | \\ | / | \\ | / |\n"));
  EXPECT_EQ(run({"board", "bagh-chal", "--ascii"}).out, ascii.out);
  EXPECT_THAT(run({"board", "bagh-chal"}).out, HasSubstr("T───·───·───·───T"));
}

TEST(Board, ColoursOnlyATerminalThatWantsIt) {
  const std::vector<std::string> board{"board", "rimau-24", "--after", "d2,e3,f4/c3-b3", "--hints"};
  EXPECT_FALSE(has_control_bytes(run(board).out));
  EXPECT_THAT(run_on_terminal({board}).out, HasSubstr("\x1b["));
  EXPECT_THAT(run_on_terminal({board, "", {"NO_COLOR=1"}}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(run_on_terminal({board, "", {"TERM=dumb"}}).out, Not(HasSubstr("\x1b")));
}

TEST(Board, MarksTheLastMoveAndHints) {
  const auto marked = run({"board", "bagh-chal", "--ascii", "--after", "@b1", "a1xc1", "--hints"});
  EXPECT_THAT(marked.out, HasSubstr("1 [*]-[*]-[T]--*---T"));
  EXPECT_EQ(run({"board", "bagh-chal", "--ascii", "--after", "@b1", "a1xc1", "--last", "a1xc1"}).out,
            run({"board", "bagh-chal", "--ascii", "--after", "@b1", "a1xc1"}).out);
  expect_refused({"board", "bagh-chal", "--after", "@b1", "a1xc1", "--last", "@b1"}, "--last: @b1 cannot be the last");
  expect_refused({"board", "bagh-chal", "--last", "@b1"}, "--last: @b1 cannot be the last move here");
  expect_refused({"board", "bagh-chal", "--last", "b1"}, "--last: ");
}

TEST(Board, WritesSvgWhereItIsTold) {
  const auto picture = run({"board", "rimau-24", "--svg", "-"});
  EXPECT_EQ(picture.exit, 0);
  EXPECT_THAT(picture.out, AllOf(StartsWith("<svg "), ::testing::EndsWith("</svg>\n")));
  const TemporaryFile file("board.svg", "old");
  const auto written = run({"board", "rimau-24", "--svg", file.path()});
  EXPECT_EQ(written.exit, 0) << written.err;
  EXPECT_THAT(written.out, IsEmpty());
  EXPECT_EQ(contents(file.path()), picture.out);
  expect_refused({"board", "rimau-24", "--svg", "/nonexistent/board.svg"}, "/nonexistent/board.svg: cannot create");
  expect_refused({"board", "rimau-24", "--mono"}, "--svg");
}

TEST(Board, WritesThroughLinksAndToDevices) {
  const TemporaryFile file("target.svg", "old");
  const auto link = file.path() + ".link";
  std::filesystem::create_symlink(file.path(), link);
  EXPECT_EQ(run({"board", "rimau-24", "--svg", link}).exit, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_THAT(contents(file.path()), StartsWith("<svg "));
  std::filesystem::remove(link);
  EXPECT_EQ(run({"board", "rimau-24", "--svg", "/dev/null"}).exit, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(Rules, AreToldForEveryGameInEveryLanguage) {
  for (const auto& game : game_ids())
    for (const auto* language : {"en", "ms", "id", "es"}) {
      const auto ran = run({"rules", game, "--language", language});
      EXPECT_EQ(ran.exit, 0) << ran.err;
      EXPECT_THAT(ran.out, HasSubstr(cat("(", game, ")")));
      EXPECT_FALSE(has_control_bytes(ran.out));
      for (const auto line : split(ran.out, '\n'))
        EXPECT_LE(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }), 80) << line;
    }
  expect_refused({"rules", "rimau-24", "--language", "xx"}, "--language: no language \"xx\"");
}

TEST(Rules, DeriveTheirNumbers) {
  const auto rimau24 = run({"rules", "rimau-24"}).out;
  EXPECT_THAT(rimau24, AllOf(HasSubstr("37 points, 76 edges, 20 lines; 4 symmetries"), HasSubstr("15 in hand"),
                             HasSubstr("1, 3, 5, 7"), HasSubstr("when every man has been captured"),
                             HasSubstr("4 men can hold 1 tiger"), HasSubstr("flanks=stop|through")));
  const auto meurimueng = run({"rules", "meurimueng-rimueng-do"}).out;
  EXPECT_THAT(meurimueng, AllOf(HasSubstr("when 9 men have been captured (6 left, hand included)"),
                                HasSubstr("7 sheep can hold 5 tigers")));
  EXPECT_THAT(run({"rules", "pulijudam:tigers=2,win=all,stuck=lose"}).out,
              AllOf(HasSubstr("5 lambs can hold 2 tigers"), HasSubstr("cannot step have lost"),
                    HasSubstr("The following describes pulijudam")));
}

TEST(Rules, WrapToTheWidth) {
  const auto ran = run(Request{{"rules", "rimau-24"}, "", {"COLUMNS=50"}});
  for (const auto line : split(ran.out, '\n'))
    EXPECT_LE(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }), 50) << line;
}

TEST(Bench, PrintsItsSignature) {
  const auto ran = run({"bench"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  for (const auto* line : {"\nsignature [0-9]+\n", "\nnodes [0-9]+\n", "\nnodes/s [0-9]+\n"})
    EXPECT_THAT(ran.out, ::testing::ContainsRegex(line));
}

TEST(Games, ListsAll) {
  const auto ran = run({"games"});
  EXPECT_EQ(ran.exit, 0);
  std::vector<std::string> found;
  for (const auto line : split(ran.out, '\n'))
    for (const auto& id : game_ids())
      if (line.starts_with(id + ' ')) found.push_back(id);
  EXPECT_EQ(found, game_ids());
  EXPECT_THAT(ran.out, AllOf(HasSubstr("win=all|1..15 (default 5)"), HasSubstr("quiet=off|1..100000 (default off)")));
}

TEST(GameFile, MayStandBeforeAndAfterTheCommandAndBeRepeated) {
  const TemporaryFile cross("cross.toml", cross_board);
  const TemporaryFile more("more.toml", R"(
[game]
id = "cross-more"
extends = "cross-hunt"
name = { en = "More" }
)");
  const auto before = run({"--game-file", cross.path(), "moves", "cross-hunt"});
  EXPECT_EQ(before.out, "@a2\n@b1\n@b3\n@c2\n") << before.err;
  EXPECT_EQ(run({"moves", "--game-file", cross.path(), "cross-hunt"}).out, before.out);
  EXPECT_EQ(run({"moves", "cross-hunt", "--game-file", cross.path()}).out, before.out);
  const auto both = run({"--game-file", cross.path(), "games", "--game-file", more.path()});
  EXPECT_THAT(both.out, AllOf(HasSubstr("\ncross-hunt "), HasSubstr("\ncross-more "))) << both.err;
  EXPECT_EQ(run({"--game-file", cross.path(), "--game-file", more.path(), "perft", "cross-more", "--depth", "2"}).out,
            "1 4\n2 12\n");
}

TEST(GameFile, ShowsUpInEveryDrawing) {
  const TemporaryFile cross("cross.toml", cross_board);
  const auto text = run({"board", "cross-hunt", "--ascii", "--game-file", cross.path()});
  EXPECT_THAT(text.out, StartsWith("\n3      +\n       |\n2  +---T---+\n       |\n1      +\n   a   b   c\n"))
      << text.out;
  const auto svg = run({"board", "cross-hunt", "--svg", "-", "--game-file", cross.path()});
  EXPECT_THAT(svg.out, HasSubstr("<title>Hunt &lt;on&gt; a &quot;cross&quot; &amp; more</title>"));
}

TEST(GameFile, IsRefusedWithItsPlace) {
  const TemporaryFile bad("bad.toml", "[game]\nid = \"x\"\nnonsense = 1\n");
  expect_refused({"games", "--game-file", bad.path()}, cat(bad.path(), ":3: "));
  expect_refused({"games", "--game-file", "/nonexistent\x1b[31m"}, "/nonexistent\\x1B[31m: cannot open");
  expect_refused({"games", "--game-file"}, "--game-file");
  const TemporaryFile escape("escape.toml", "[game]\nid = \"x\\u001b[31m\"\n");
  expect_refused({"games", "--game-file", escape.path()}, cat(escape.path(), ":2"));
}

TEST(Program, RefusesWhatItDoesNotKnow) {
  expect_refused({}, "no command; expected one of games");
  expect_refused({"bogus"}, "no command \"bogus\"");
  expect_refused({"moves"}, "GAME");
  expect_refused({"moves", "rimau"}, "no game \"rimau\"; known: bagh-chal");
  expect_refused({"moves", "rimau-24", "rimau-22"}, "rimau-22");
  expect_refused({"moves", "rimau-24", "\x1b[31m"}, "\\x1B[31m");
  expect_refused({"moves", "rimau-24:colour=red"}, "no option \"colour=red\"");
  expect_refused({"moves", "rimau-24:flanks=bent"}, "no value \"bent\" of flanks");
  expect_refused({"moves", "rimau-24:flanks=stop,flanks=stop"}, "twice");
  expect_refused({"moves", "pulijudam:win=16"}, "a number from 1 to 15");
  expect_refused({"moves", "rimau-24", "--bogus"}, "--bogus");
  expect_refused({"moves", "rimau-24", "--positions", "-", "--position", "x"}, "--position");
  expect_refused({"moves", "rimau-24", "--position", "bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men"},
                 "found a position of bagh-chal, expected one of rimau-24");
}

TEST(Program, TakesNoEmptyTextForAMissingOne) {
  expect_refused({"moves", "rimau-24", "--position", ""}, "--position: found nothing");
  expect_refused({"moves", "rimau-24", "--positions", ""}, "--positions: found nothing");
  expect_refused({"board", "rimau-24", "--svg", ""}, "--svg: found nothing");
  expect_refused({"board", "rimau-24", "--last", ""}, "--last: found nothing");
  expect_refused({"perft", "rimau-24", "--depth", "1", "--position", ""}, "--position: found nothing");
  expect_refused({"moves", ""}, "no game \"\"");
}

TEST(Program, HelpsWithEveryCommand) {
  EXPECT_THAT(run({"--help"}).out, AllOf(HasSubstr("perft"), HasSubstr("--game-file")));
  for (const auto* command : {"games", "rules", "moves", "perft", "board"}) {
    const auto ran = run({command, "--help"});
    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.err, IsEmpty());
    EXPECT_THAT(ran.out, AllOf(HasSubstr(cat("Usage: rimau ", command)), HasSubstr("Examples:\n  rimau ")));
  }
  EXPECT_EQ(run({"--version"}).exit, 0);
}

TEST(Program, EndsQuietlyWhenNobodyReads) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"moves", "rimau-24"}, {"perft", "bagh-chal", "--depth", "60"}, {"games"}, {"--help"}}) {
    const auto ran = run_unread({arguments});
    EXPECT_EQ(ran.signal, SIGPIPE) << arguments.front();
    EXPECT_THAT(ran.err, IsEmpty());
  }
}

TEST(Program, ReportsOutputThatCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  expect_refused({"board", "rimau-24", "--svg", "/dev/full"}, "/dev/full: cannot write: ");
}

}  // namespace
}  // namespace rimau::testing
