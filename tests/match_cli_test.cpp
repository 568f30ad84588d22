// `rimau match`, run as a user runs it, also against programs that misbehave.
#include <signal.h>
#include <sys/stat.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "new_folder.hpp"
#include "notation/record.hpp"
#include "program.hpp"
#include "support.hpp"

namespace rimau {
namespace {

using ::testing::HasSubstr;
using testing::Ran;
using ::testing::StartsWith;

Ran match(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "match");
  return testing::run(std::move(arguments));
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Record> records_of(const std::string& path) {
  return testing::must(parse_records(testing::catalogue(), contents(path)));
}

// A program that greets as UGI asks and then does `at_go` (shell) when it is to think.
std::string program(const std::string& folder, const std::string& at_go) {
  const auto path = folder + "/program.sh";
  std::ofstream(path) << "#!/bin/sh\nwhile read -r line; do case $line in\nugi) echo ugiok;; isready) echo readyok;;\n"
                      << "quit) exit 0;; go*) " << at_go << ";;\nesac; done\n";
  ::chmod(path.c_str(), 0755);
  return path;
}

// Standard error but for the progress, which a match that takes more than two seconds shows.
std::string complaints(const Ran& ran) {
  std::string found;
  for (const auto line : split(ran.err, '\n'))
    if (!line.empty() && line.find(" games, ") == std::string_view::npos) found += cat(line, "\n");
  return found;
}

TEST(MatchProgram, TellsResultsAndKeepsRecords) {
  const auto folder = testing::new_folder();
  const auto file = folder + "/games.rec";
  for (int run = 1; run <= 2; ++run) {  // the second time adds to the file
    const auto ran = match({"bagh-chal", "nodes=400,name=strong", "random", "--games", "4", "--records", file});
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(ran.out, StartsWith("strong against random: bagh-chal, 4 games, seed 1\n"));
    EXPECT_THAT(ran.out, HasSubstr("elo "));
    EXPECT_EQ(complaints(ran), "");
    EXPECT_EQ(records_of(file).size(), 4 * run);
  }
  int as_tigers = 0;
  for (const auto& record : records_of(file)) as_tigers += record.tag("Tigers") == "strong" ? 1 : 0;
  EXPECT_EQ(as_tigers, 4);
}

TEST(MatchProgram, AnswersInJson) {
  const auto ran = match({"pulijudam", "nodes=300", "level=1", "--games", "2", "--json", "--sprt", "0,50"});
  const auto json = nlohmann::json::parse(ran.out);
  EXPECT_EQ(json["games"], 2);
  EXPECT_EQ(json["players"][0], "nodes=300");
  EXPECT_TRUE(json["sprt"].is_number());
  EXPECT_EQ(json["as_tigers"]["won"].get<int>() + json["as_tigers"]["drawn"].get<int>() +
                json["as_tigers"]["lost"].get<int>(),
            1);
}

TEST(MatchProgram, PlaysAProgramThatSpeaksTheProtocol) {
  const auto ran = match({"rimau-24", "nodes=200", cat("option.Hash=1,nodes=200,cmd=", RIMAU_PROGRAM, " engine"),
                          "--games", "2", "--max-plies", "40", "--openings", "balanced"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(" 2 games"));
  EXPECT_EQ(complaints(ran), "");
  const auto by_clock = match({"bagh-chal", "clock=200+5", cat("clock=200+5,cmd=", RIMAU_PROGRAM, " engine"), "--games",
                               "2", "--max-plies", "30", "--margin", "20000"});
  EXPECT_EQ(complaints(by_clock), "");
  EXPECT_THAT(by_clock.out, HasSubstr(" 2 games"));
}

struct Misbehaviour {
  std::string at_go;
  std::string told;
  int margin_ms = 5000;  // a busy machine may take its time
};

class Misbehaving : public ::testing::TestWithParam<Misbehaviour> {};

TEST_P(Misbehaving, LosesItsGamesAndIsTold) {
  const auto folder = testing::new_folder();
  const auto file = folder + "/games.rec";
  const auto ran = match({"bagh-chal", "nodes=200", cat("movetime=50,name=bad,cmd=", program(folder, GetParam().at_go)),
                          "--games", "2", "--margin", std::to_string(GetParam().margin_ms), "--records", file});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("game 1: bad loses: " + GetParam().told));
  EXPECT_THAT(ran.out, HasSubstr("bad lost 2 by misbehaving"));
  const auto records = records_of(file);
  ASSERT_EQ(records.size(), 2);
  for (const auto& record : records) EXPECT_TRUE(record.declared().over());
}

INSTANTIATE_TEST_SUITE_P(All, Misbehaving,
                         ::testing::Values(Misbehaviour{"exit 3", "it ended with exit code 3"},
                                           Misbehaviour{"kill -9 $$", "it"},
                                           Misbehaviour{"sleep 1000", "no answer in time", 150},
                                           Misbehaviour{"exec <&- >&-; sleep 1000", "no answer in time", 150},
                                           Misbehaviour{"echo bestmove e9", "it answered \"e9\""},
                                           Misbehaviour{"echo bestmove", "it answered \"\""},
                                           Misbehaviour{"echo bestmove a1-a2", "it answered \"a1-a2\""},
                                           Misbehaviour{"while :; do echo info; done", "no answer in time", 150}));

TEST(MatchProgram, WhatAProgramStartedEndsWithIt) {
  const auto folder = testing::new_folder();
  const auto path = program(folder, cat("sh -c 'echo $$ > ", folder, "/pid; exec sleep 1000' & wait"));
  const auto ran =
      match({"bagh-chal", "nodes=200", cat("movetime=300,cmd=", path), "--games", "1", "--margin", "2000"});
  EXPECT_EQ(ran.exit, 0);
  const auto pid = std::atoi(contents(folder + "/pid").c_str());
  ASSERT_GT(pid, 1);
  // Ended, or a zombie that nobody has waited for yet; on a busy machine a killed process takes a while to die.
  const auto ended = [&] {
    const auto stat = contents(cat("/proc/", pid, "/stat"));
    return stat.empty() || stat.find(") Z") != std::string::npos;
  };
  for (int tries = 0; tries < 200 && !ended(); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_TRUE(ended());
}

TEST(MatchProgram, AProgramThatCannotBeStartedIsAnError) {
  for (const std::string command : {"/nonexistent/engine", "sleep 1000", "yes"}) {
    const auto ran = match({"bagh-chal", "nodes=200", "name=bad,cmd=" + command, "--timeout", "200"});
    EXPECT_EQ(ran.exit, 2);
    EXPECT_THAT(ran.err, HasSubstr("rimau: bad: while starting: "));
    EXPECT_EQ(ran.out, "");
  }
}

TEST(MatchProgram, AStopTellsTheResultSoFarAndLeavesWholeRecords) {
  const auto file = testing::new_folder() + "/games.rec";
  testing::ChildProgram child({RIMAU_PROGRAM, "match", "rimau-24", "nodes=2000", "nodes=2000", "--games", "1000",
                               "--max-plies", "60", "--records", file});
  for (int tries = 0; tries < 500 && contents(file).empty(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  child.interrupt();
  const auto [out, code] = child.finish();
  EXPECT_EQ(code, exit_code(ErrorKind::cancelled));
  EXPECT_THAT(out, HasSubstr("elo "));
  EXPECT_THAT(out, HasSubstr("stopped"));
  const auto games = records_of(file).size();
  EXPECT_GE(games, 1);
  EXPECT_THAT(out, HasSubstr(cat("rimau-24, ", games, " games")));
}

TEST(MatchProgram, BeginsFromGivenPositionsWithAGivenSeat) {
  const auto folder = testing::new_folder();
  const auto starts = folder + "/starts";
  const auto file = folder + "/games.rec";
  std::ofstream(starts) << "# a comment\n\nrimau-24 tigers=a3 men=b3,c3 hand=0/0 turn=tigers\n"
                           "rimau-24 tigers=e3 men=b3,c3,g5,g4 hand=0/0 turn=men\n";
  const auto ran = match({"rimau-24", "nodes=200", "random", "--positions", starts, "--plies", "0", "--seats", "tigers",
                          "--games", "3", "--records", file});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("as tigers"));
  EXPECT_THAT(ran.out, ::testing::Not(HasSubstr("as men")));
  const auto records = records_of(file);
  ASSERT_EQ(records.size(), 3);
  EXPECT_EQ(records[0].start(), records[2].start());
  EXPECT_EQ(records[1].start().turn, Side::men);
}

TEST(MatchProgram, RefusesWhatMakesNoSense) {
  const auto folder = testing::new_folder();
  const auto other = folder + "/letter.txt";
  std::ofstream(other) << "Dear reader\n";
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"chess", "random", "random"}, "chess"},
      {{"bagh-chal", "random", "level=77"}, "level=77"},
      {{"bagh-chal", "random", "nodes=5,tables=on"}, "tables=on needs --tables"},
      {{"bagh-chal", "random", "random", "--sprt", "5"}, "--sprt"},
      {{"bagh-chal", "random", "random", "--sprt", "5,5"}, "--sprt"},
      {{"bagh-chal", "random", "random", "--games", "0"}, "--games"},
      {{"bagh-chal", "random", "random", "--positions", other}, "letter.txt:1"},
      {{"bagh-chal", "random", "random", "--records", other}, "letter.txt:1"},
      {{"bagh-chal", "random", "random", "--records", folder}, folder},
      {{"bagh-chal", "random"}, "SECOND"}};
  for (const auto& [arguments, told] : wrong) {
    const auto ran = match(arguments);
    EXPECT_EQ(ran.exit, 2) << told;
    EXPECT_THAT(ran.err, HasSubstr(told));
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_EQ(contents(other), "Dear reader\n");
}

}  // namespace
}  // namespace rimau
