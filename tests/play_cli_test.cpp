// `rimau play` line by line, as scripts, pipes and screen readers use it.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "new_folder.hpp"
#include "notation/record.hpp"
#include "program.hpp"

namespace rimau {
namespace {

using ::testing::AnyOf;
using testing::ChildProgram;
using ::testing::HasSubstr;
using ::testing::Not;

class PlayCli : public ::testing::Test {
 protected:
  PlayCli() {
    folder_ = testing::new_folder();
    ::setenv("XDG_STATE_HOME", folder_.c_str(), 1);
    ::setenv("LC_ALL", "C", 1);
  }
  ~PlayCli() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  static std::vector<std::string> command(std::vector<std::string> options) {
    options.insert(options.begin(), {RIMAU_PROGRAM, "play"});
    return options;
  }
  // Runs the program on a whole input: what it says, and its exit code.
  static std::pair<std::string, int> run(std::vector<std::string> options, std::string_view input) {
    ChildProgram program(command(std::move(options)));
    program.send(input);
    return program.finish();
  }

  std::string folder_;
};

// The moves that the answer to `moves` lists.
std::vector<std::string> listed(const std::string& answer) {
  std::vector<std::string> moves;
  std::string text = answer.substr(0, answer.rfind('\n'));
  std::ranges::replace(text, '\n', ' ');
  for (const auto word : split(text, ' '))
    if (!word.empty()) moves.emplace_back(word);
  if (moves.size() < 2 || !parse_number(moves[0], 10'000)) return {};
  const auto count = *parse_number(moves[0], 10'000);
  moves.erase(moves.begin(), moves.begin() + 2);
  if (moves.size() != count) return {};
  return moves;
}

class PlayWholeGame : public PlayCli, public ::testing::WithParamInterface<const char*> {};

TEST_P(PlayWholeGame, to_its_end_then_loads_and_replays_it) {
  const std::string game = GetParam();
  Random random(7);
  for (const std::string side : {"tigers", "men"}) {
    const auto saved = cat(folder_, "/", side, ".rec");
    ChildProgram program(command({game, "--as", side, "--level", "1", "--seed", "5", "--save", saved}));
    auto said = program.until_prompt();
    int turns = 0;
    while (said && !said->ends_with("game over> ")) {
      ASSERT_LT(++turns, 2000);
      program.send("moves\n");
      const auto answer = program.until_prompt();
      ASSERT_TRUE(answer);
      const auto moves = listed(*answer);
      ASSERT_FALSE(moves.empty()) << *answer;
      program.send(cat(moves[random.below(static_cast<unsigned>(moves.size()))], "\n"));
      said = program.until_prompt();
    }
    ASSERT_TRUE(said) << game << " as " << side;
    EXPECT_THAT(*said, AnyOf(HasSubstr("won"), HasSubstr("A draw")));
    const auto& ended = *said;
    EXPECT_EQ(program.finish().second, 0);

    Catalogue catalogue;
    const auto text = read_file(saved, 1 << 20);
    ASSERT_TRUE(text);
    const auto records = parse_records(catalogue, *text);
    ASSERT_TRUE(records) << records.error().text();
    ASSERT_EQ(records->size(), 1U);
    EXPECT_EQ(records->front().game().id(), game);
    EXPECT_TRUE(replay(records->front()).outcome().over());

    const auto [again, code] = run({"--load", saved}, "undo\nredo\n");
    EXPECT_EQ(code, 0);
    EXPECT_THAT(again, HasSubstr("game over> "));
    const auto verdict = ended.find("won") != std::string::npos ? "won" : "A draw";
    EXPECT_THAT(again, HasSubstr(verdict));
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, PlayWholeGame,
                         ::testing::Values("bagh-chal", "demala-diviyan-keliya", "hat-diviyan-keliya",
                                           "meurimueng-rimueng-do", "pulijudam", "rimau-22", "rimau-24", "rimau-rimau"),
                         [](const auto& game) {
                           std::string name = game.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_F(PlayCli, plays_between_two_people_and_takes_back) {
  const auto [said, code] =
      run({"bagh-chal", "--as", "both"}, "@c3\na1-b1\nundo\nundo\nundo\nredo\nmoves\nquit\n@d1\n");
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, HasSubstr("there is nothing to take back"));
  EXPECT_THAT(said, HasSubstr("Made again: @c3"));
  EXPECT_THAT(said, Not(HasSubstr("@d1:"))) << "nothing is read after quit";
}

TEST_F(PlayCli, shows_two_computers_playing) {
  const auto [said, code] = run({"pulijudam", "--as", "none", "--level", "1", "--seed", "2"}, "");
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, AnyOf(HasSubstr("have won"), HasSubstr("A draw")));
}

TEST_F(PlayCli, starts_from_a_position_and_says_why_a_move_is_illegal) {
  const auto [said, code] =
      run({"--position", "rimau-24 tigers=a3 men=b3,c3 hand=0/0 turn=tigers", "--as", "both"}, "a3xd3\na3-a4\nd3\n");
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, HasSubstr("even"));
  EXPECT_THAT(said, HasSubstr("expected a point of the board gunung"));
}

TEST_F(PlayCli, keeps_an_unfinished_game_and_resumes_it) {
  EXPECT_EQ(run({"bagh-chal", "--as", "both"}, "@c3\na1-b1\n").second, 0);
  const auto [said, code] = run({"bagh-chal", "--resume"}, "undo\nresign\n");
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, HasSubstr("Taken back to turn 2"));
  EXPECT_THAT(said, HasSubstr("won"));
  const auto [nothing, refused] = run({"bagh-chal", "--resume"}, "");
  EXPECT_EQ(refused, 2);
  EXPECT_THAT(nothing, HasSubstr("no unfinished game of bagh-chal"));
}

TEST_F(PlayCli, puts_an_unfinished_game_aside_for_a_new_one) {
  EXPECT_EQ(run({"bagh-chal", "--as", "both"}, "@c3\n").second, 0);
  const auto [said, code] = run({"bagh-chal", "--as", "both"}, "");
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, HasSubstr("bagh-chal.previous.rec"));
  const auto [loaded, ok] = run({"--load", folder_ + "/rimau/bagh-chal.previous.rec"}, "");
  EXPECT_EQ(ok, 0) << loaded;
}

TEST_F(PlayCli, refuses_what_does_not_fit) {
  EXPECT_EQ(run({"chess"}, "").second, 2);
  EXPECT_EQ(run({"rimau-24", "--level", "11"}, "").second, 2);
  EXPECT_EQ(run({"rimau-24", "--as", "goats"}, "").second, 2);
  EXPECT_EQ(run({"--load", folder_ + "/missing"}, "").second, 2);
  EXPECT_EQ(run({"rimau-24", "--position", "bagh-chal"}, "").second, 2);
  const auto record = folder_ + "/one.rec";
  EXPECT_EQ(run({"bagh-chal", "--as", "both", "--save", record}, "@c3\n").second, 0);
  const auto [said, code] = run({"rimau-24", "--load", record}, "");
  EXPECT_EQ(code, 2);
  EXPECT_THAT(said, HasSubstr("found a record of bagh-chal"));
}

TEST_F(PlayCli, survives_any_bytes) {
  std::string input;
  Random random(1);
  for (int i = 0; i < 20'000; ++i) input += static_cast<char>(random.below(256));
  for (int byte = 0; byte < 256; ++byte) input += cat("@", static_cast<char>(byte), "3\n");
  input += std::string(1 << 20, 'x');
  input += "\na1-a2";
  const auto [said, code] = run({"bagh-chal", "--as", "both"}, input);
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, HasSubstr("longer than"));
  EXPECT_THAT(said, HasSubstr("steps from a1 to a2")) << "the line after the long one, without its end";
  EXPECT_EQ(said.find('\x1b'), std::string::npos) << "no control characters are sent on";
}

TEST_F(PlayCli, sends_no_colour_into_a_pipe) {
  const auto [said, code] = run({"rimau-24", "--as", "both"}, "help\nrules\nboard\nflip\nhint\n");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(said.find('\x1b'), std::string::npos);
  EXPECT_EQ(find_invalid_utf8(said), std::string::npos);
}

}  // namespace
}  // namespace rimau
