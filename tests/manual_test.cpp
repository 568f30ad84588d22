// Manual pages and completions say what --help says.
#include <regex.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

#include "base/text.hpp"
#include "new_folder.hpp"
#include "program.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

// What the last group of an extended regular expression matches, wherever it does. (By POSIX: in builds with
// sanitizers g++ 12 warns of the library's own.)
std::set<std::string> found_in(const std::string& text, const char* pattern) {
  std::set<std::string> found;
  regex_t expression;
  EXPECT_EQ(::regcomp(&expression, pattern, REG_EXTENDED), 0) << pattern;
  std::array<regmatch_t, 3> at;
  for (const char* from = text.c_str(); ::regexec(&expression, from, at.size(), at.data(), 0) == 0; from += at[0].rm_eo)
    found.emplace(from + at[expression.re_nsub].rm_so, from + at[expression.re_nsub].rm_eo);
  ::regfree(&expression);
  return found;
}

// The text as one word of a shell's.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::set<std::string> commands() {
  const auto help = run({"--help"}).out;
  return found_in(help.substr(help.find("Subcommands:")), "\n  ([a-z]+) ");
}

std::string without_backslashes(std::string text) {
  std::erase(text, '\\');
  return text;
}

// What bash would offer after these words.
std::vector<std::string> completed(const std::string& words) {
  const auto script =
      cat("PATH=\"$(dirname '", RIMAU_PROGRAM, "'):$PATH\"; source <(rimau completion); COMP_WORDS=(", words,
          "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _rimau; ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "
          "\"${COMPREPLY[@]}\"");
  const auto command = cat("cd ", RIMAU_SOURCE_DIR, " && bash -c ", quoted(script));
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string out;
  for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;) out += static_cast<char>(c);
  std::vector<std::string> lines;
  for (const auto line : split(trim(out), '\n'))
    if (!line.empty()) lines.emplace_back(line);
  std::ranges::sort(lines);
  return lines;
}

TEST(Manual, HasAPageForEveryCommandThatNamesItsOptions) {
  const auto names = commands();
  ASSERT_THAT(names, IsSupersetOf({"play", "solve", "manual"}));
  const auto overview = without_backslashes(run({"manual"}).out);
  for (const auto& name : names) {
    EXPECT_THAT(overview, HasSubstr(cat("fB", name, "fR\n")));
    EXPECT_THAT(overview, HasSubstr(cat("rimau-", name, "fR(1)")));
    const auto page = run({"manual", name});
    EXPECT_EQ(page.exit, 0) << page.err;
    const auto text = without_backslashes(page.out);
    for (const auto& flag : found_in(run({name, "--help"}).out, "\n  (-h,)?(--[a-z-]+)"))
      EXPECT_THAT(text, HasSubstr("fB" + flag + "fR")) << name;
  }
}

TEST(Manual, WritesAllPagesTheSameEachTime) {
  const Folder folder;
  ASSERT_EQ(run({"manual", "--out", folder.path() + "/man"}).exit, 0);
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() + "/man"))
    files.insert(entry.path().filename());
  EXPECT_EQ(files.size(), commands().size() + 1);
  EXPECT_THAT(files, IsSupersetOf({"rimau.1", "rimau-serve.1"}));
  EXPECT_EQ(run({"manual", "play"}).out, run({"manual", "play"}).out);
}

TEST(Manual, RefusesACommandThatThereIsNot) {
  const auto refused = run({"manual", "nothing"});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("no command \"nothing\""));
}

TEST(Completion, OffersCommandsOptionsAndValues) {
  EXPECT_THAT(completed("rimau so"), ElementsAre("solve"));
  EXPECT_THAT(completed("rimau play --lev"), ElementsAre("--level"));
  EXPECT_THAT(completed("rimau play --as ''"), ElementsAre("both", "men", "none", "tigers"));
  EXPECT_THAT(completed("rimau rules bagh"), ElementsAre("bagh-chal"));
  EXPECT_THAT(completed("rimau moves rimau-"), ElementsAre("rimau-22", "rimau-24", "rimau-rimau"));
  EXPECT_THAT(completed("rimau verify gam"), ElementsAre("games"));
  EXPECT_THAT(completed("rimau --game-file LIC"), ElementsAre("LICENSE"));
  EXPECT_THAT(completed("rimau solve --threads ''"), IsEmpty());
  EXPECT_THAT(completed("rimau --"), Not(IsEmpty()));
}

}  // namespace
}  // namespace rimau::testing
