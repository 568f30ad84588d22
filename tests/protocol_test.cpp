// `rimau engine`, driven through pipes.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "base/text.hpp"
#include "program.hpp"

namespace rimau {
namespace {

using testing::ChildProgram;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Lines = std::vector<std::string>;

// What the engine says to a whole input, line by line; its exit code must be 0.
Lines answers(std::string_view input) {
  ChildProgram engine({RIMAU_PROGRAM, "engine"});
  engine.send(input);
  const auto [text, code] = engine.finish();
  EXPECT_EQ(code, 0);
  Lines lines;
  for (const auto line : split(text, '\n')) lines.emplace_back(line);
  EXPECT_EQ(lines.back(), "");
  lines.pop_back();
  return lines;
}

Lines starting_with(const Lines& lines, std::string_view start) {
  Lines found;
  for (const auto& line : lines)
    if (line.starts_with(start)) found.push_back(line);
  return found;
}

constexpr std::string_view two_moves = "position fen rimau-24 tigers=a3 men=b3,c3 hand=0/0 turn=tigers\n";

TEST(Protocol, DoesWhatItsDocumentShows) {
  std::ifstream file(RIMAU_SOURCE_DIR "/docs/protocol.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  int examples = 0;
  for (std::size_t at = 0; (at = text.find("```ugi\n", at)) != std::string::npos; ++examples) {
    at += 7;
    const auto end = text.find("```", at);
    std::string input;
    Lines expected;
    for (const auto line : split(std::string_view(text).substr(at, end - at - 1), '\n')) {
      if (line.starts_with("> ")) input += cat(line.substr(2), "\n");
      else expected.emplace_back(line);
    }
    EXPECT_EQ(answers(input), expected) << input;
    at = end;
  }
  EXPECT_EQ(examples, 3);
}

TEST(Protocol, TellsItsOptions) {
  const auto lines = answers("ugi\n");
  EXPECT_EQ(lines.front(), "id name rimau");
  EXPECT_EQ(lines.back(), "ugiok");
  EXPECT_THAT(starting_with(lines, "option name Hash"), ElementsAre(HasSubstr("min 1 max")));
  EXPECT_THAT(starting_with(lines, "option name Contempt"), ElementsAre(HasSubstr("min 0 max 1000")));
  EXPECT_EQ(starting_with(lines, "option name flanks").size(), 1);
}

TEST(Protocol, NamesAnIllegalMoveByItsNumberAndRefusesToGo) {
  const auto lines = answers(
      "position fen rimau-24 tigers=a3 men=b3,c3 hand=0/0 turn=tigers moves a3-a1 b3-b2 a1-a3 b2-b3 a3xd3\n"
      "isready\ngo depth 2\nposition startpos\ngo depth 1\n");
  EXPECT_THAT(lines[0], HasSubstr("move 5 (a3xd3)"));
  EXPECT_EQ(lines[1], "readyok");
  EXPECT_THAT(lines[2], HasSubstr("no valid position"));
  EXPECT_EQ(starting_with(lines, "bestmove").size(), 1);
}

TEST(Protocol, FinishesALimitedSearchAtTheEndOfInput) {
  const auto lines = answers("position startpos\ngo nodes 20000");
  EXPECT_THAT(lines.back(), StartsWith("bestmove "));
  EXPECT_EQ(starting_with(answers("go infinite\n"), "bestmove").size(), 1);
}

TEST(Protocol, IsSilentInInfiniteModeUntilStop) {
  const auto lines = answers(cat(two_moves, "go infinite depth 2\nisready\nisready\nstop\nstop\nisready\n"));
  const auto best = starting_with(lines, "bestmove");
  ASSERT_EQ(best.size(), 1);
  EXPECT_EQ(lines[lines.size() - 2], best.front());
  EXPECT_EQ(starting_with(lines, "readyok").size(), 3);
}

TEST(Protocol, TellsAllMovesAtEveryDepthWhenMoreLinesAreAskedFor) {
  const auto lines = answers(cat("setoption name MultiPV value 10\n", two_moves, "go depth 8\n"));
  for (int depth = 1; depth <= 8; ++depth)
    EXPECT_EQ(starting_with(lines, cat("info depth ", depth, " ")).size(), 2) << depth;
}

TEST(Protocol, TellsTheExpectedResultBesideTheScore) {
  const auto won = answers("position fen rimau-24 tigers=a1 men=a3,b2,b4,c3 hand=0/0 turn=men\ngo depth 3\n");
  EXPECT_THAT(starting_with(won, "info depth 1"), ElementsAre(HasSubstr("score win 1 expect 1.000 nodes")));
  const auto open = answers("position fen pulijudam tigers=c4,d4,t5 men=- hand=0/15 turn=men\ngo depth 2\n");
  for (const auto& line : starting_with(open, "info depth"))
    EXPECT_THAT(line, ::testing::ContainsRegex("score cp -?[0-9]+ expect 0\\.[0-9][0-9][0-9] nodes"));
}

TEST(Protocol, ALevelKeepsTheLimitsOfTheCommandToo) {
  for (const std::string_view level : {"1", "6", "9", "10"}) {
    const auto setup = cat("setoption name Level value ", level, "\nsetoption name Game value pulijudam\n");
    const auto shallow = answers(cat(setup, "go depth 1\n"));
    EXPECT_EQ(starting_with(shallow, "info depth 2").size(), 0) << level;
    EXPECT_EQ(starting_with(shallow, "bestmove").size(), 1);
    for (const auto& line : starting_with(answers(cat(setup, "go nodes 50\n")), "info depth"))
      EXPECT_THAT(line, ::testing::ContainsRegex("nodes [1-5]?[0-9] ")) << level;
  }
}

TEST(Protocol, TakesAnyLineEndAndAnyBytes) {
  EXPECT_EQ(answers("isready\r\nisready\r\nisready").size(), 3);
  EXPECT_EQ(answers("isready\risready\r").size(), 2);
  EXPECT_EQ(starting_with(answers(cat(std::string(1 << 20, 'x'), "\nisready\n")), "readyok").size(), 1);
  std::string noise;
  for (int byte = 0; byte < 256; ++byte) noise += cat("position fen ", static_cast<char>(byte), "\n");
  const auto lines = answers(noise + "isready\n");
  EXPECT_EQ(lines.back(), "readyok");
  for (const auto& line : lines) EXPECT_EQ(find_invalid_utf8(line), std::string::npos);
}

TEST(Protocol, RefusesOptionsOutOfRangeAndKeepsTheOldValue) {
  for (const std::string_view wrong :
       {"Hash value 65537", "Hash value 0", "Hash value -5", "Hash value 12x", "hash value 1", "Threads value 0",
        "Threads value 257", "MultiPV value 0", "Level value 99", "Game value chess", "win value 3", "Nothing value 1",
        "Hash", ""}) {
    const auto lines = answers(cat("setoption name ", wrong, "\nquery p1turn\n"));
    ASSERT_EQ(lines.size(), 2) << wrong;
    EXPECT_THAT(lines[0], StartsWith("info string error: setoption")) << wrong;
    EXPECT_EQ(lines[1], "response true");
  }
}

TEST(Protocol, LinesAreWholeAndOnePerGoWhateverComesWhen) {
  std::string input;
  for (int i = 0; i < 200; ++i) input += i % 7 == 0 ? "go nodes 5000\n" : i % 7 == 5 ? "stop\n" : "isready\n";
  const auto lines = answers(input + "stop\n");
  for (const auto& line : lines)
    EXPECT_TRUE(line == "readyok" || line.starts_with("info depth ") || line.starts_with("bestmove ")) << line;
  EXPECT_EQ(starting_with(lines, "bestmove").size(), 29);
}

TEST(Protocol, SurvivesAReaderThatGoes) {
  int pipe_ends[2];
  ASSERT_EQ(::pipe2(pipe_ends, O_CLOEXEC), 0);
  ::close(pipe_ends[0]);
  int input[2];
  ASSERT_EQ(::pipe2(input, O_CLOEXEC), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(pipe_ends[1], STDOUT_FILENO);
    ::execl(RIMAU_PROGRAM, RIMAU_PROGRAM, "engine", nullptr);
    ::_exit(99);
  }
  ASSERT_EQ(::write(input[1], "isready\ngo infinite\n", 20), 20);
  ::close(input[0]);
  ::close(input[1]);
  EXPECT_EQ(testing::wait_for(child), 0);
  ::close(pipe_ends[1]);
}

}  // namespace
}  // namespace rimau
