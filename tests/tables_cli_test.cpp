// Making and checking tables from outside: what the program says and leaves behind when things go wrong.
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "program.hpp"
#include "solver/small_tables.hpp"

namespace rimau::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> with_game(std::string_view file, std::vector<std::string> arguments) {
  std::vector<std::string> all{"--game-file", small_game_file(file)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

constexpr auto small = "small-nine:tigers=2,win=all";
constexpr auto large = "pulijudam:tigers=2,win=all";  // some 400 MB

Ran solve_small(const std::string& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"solve", small, "--out", folder, "--memory", "4", "--threads", "1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(with_game("nine", arguments));
}

Ran verify_small(const std::string& folder, bool all = true) {
  return run(with_game("nine", all ? std::vector<std::string>{"verify", folder, "--all"}
                                   : std::vector<std::string>{"verify", folder, "--sample", "100000"}));
}

// Every file of the folder that has a final name is whole, and no other is there.
void expect_only_whole_files(const std::string& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) continue;
    EXPECT_EQ(entry.path().extension(), ".rtb") << entry.path();
    const auto file = tablebase::LevelFile::open(entry.path().string());
    EXPECT_TRUE(file) << file.error().text();
  }
}

// Runs the program through a shell that first sets a limit.
struct Limited {
  int exit = -1;
  std::string said;
};
Limited run_limited(const std::string& limit, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"/bin/sh", "-c", limit + " && exec \"$0\" \"$@\"", RIMAU_PROGRAM};
  all.insert(all.end(), arguments.begin(), arguments.end());
  ChildProgram child(all);
  auto [said, exit] = child.finish();
  return {exit, said};
}

TEST(TablesFromOutside, AreSolvedVerifiedCountedAndProbed) {
  const Folder folder;
  const auto tables = folder.path() + "/two words 虎";
  fs::create_directory(tables);
  const auto solved = solve_small(tables);
  ASSERT_EQ(solved.exit, 0) << solved.err;
  EXPECT_THAT(solved.out, ::testing::HasSubstr("start: "));
  const auto verified = verify_small(tables);
  EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, ::testing::HasSubstr("no fault"));
  const auto stats = run(with_game("nine", {"stats", tables, small}));
  EXPECT_EQ(stats.exit, 0) << stats.err;
  EXPECT_EQ(std::ranges::count(stats.out, '\n'), 23) << "a head, 21 slices and the start\n" << stats.out;
  const auto text = format_position(*open_small(small), start_position(*open_small(small)));
  const auto probed = run(with_game("nine", {"probe", tables, "--position", text}));
  EXPECT_EQ(probed.exit, 0) << probed.err;
  EXPECT_EQ(std::ranges::count(probed.out, '\n'), 8) << "the value and seven drops\n" << probed.out;
  // A second run neither overwrites nor fails silently.
  const auto again = solve_small(tables);
  EXPECT_EQ(again.exit, 2);
  EXPECT_THAT(again.err, ::testing::HasSubstr("resume"));
  EXPECT_EQ(solve_small(tables, {"--resume"}).exit, 0);
}

TEST(TablesFromOutside, VerifyNamesTheFileAtFault) {
  const Folder folder;
  ASSERT_EQ(solve_small(folder.path()).exit, 0);
  for (const auto& path : table_files(folder.path())) {
    const auto good = bytes_of(path);
    for (const auto size : {std::size_t{0}, std::size_t{1}, good.size() / 2, good.size() - 1, good.size() + 1}) {
      auto bad = good;
      bad.resize(size, 'x');
      put_bytes(path, bad);
      const auto ran = verify_small(folder.path(), false);
      EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
      EXPECT_THAT(ran.out + ran.err, ::testing::HasSubstr(path.filename().string()));
    }
    for (const std::size_t at : {std::size_t{20}, std::size_t{130}, good.size() - 5}) {
      auto bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 4);
      put_bytes(path, bad);
      const auto ran = verify_small(folder.path());
      EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
      EXPECT_THAT(ran.out + ran.err, ::testing::HasSubstr(path.filename().string()));
    }
    fs::remove(path);
    fs::create_directory(path);
    const auto ran = verify_small(folder.path());
    EXPECT_EQ(ran.exit, 1);
    EXPECT_THAT(ran.err, ::testing::HasSubstr(path.filename().string()));
    fs::remove(path);
    put_bytes(path, good);
  }
  EXPECT_EQ(verify_small(folder.path()).exit, 0);
  const auto missing = verify_small(folder.path() + "/none");
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, ::testing::HasSubstr("none"));
}

TEST(TablesFromOutside, TooLittleMemoryAllowedIsRefusedWithTheFigure) {
  const Folder folder;
  const auto ran = run({"solve", "meurimueng-rimueng-do", "--out", folder.path(), "--memory", "1"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, ::testing::ContainsRegex("15 men need [0-9.]+ GiB of memory; allowed are 1"));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(TablesFromOutside, RefusedMemoryIsAnError) {
#ifdef RIMAU_SANITIZED
  GTEST_SKIP() << "sanitizers need more address space than the limits of this test allow";
#endif
  // 1. Tables that do not fit: refused at the start.
  for (const int megabytes : {60, 200, 350}) {
    const Folder folder;
    const auto ran = run_limited(cat("ulimit -v ", megabytes * 1024),
                                 {"solve", large, "--out", folder.path(), "--memory", "4", "--threads", "2"});
    EXPECT_EQ(ran.exit, 2) << megabytes << " MiB: " << ran.said;
    EXPECT_THAT(ran.said, ::testing::HasSubstr("memory")) << megabytes << " MiB";
    expect_only_whole_files(folder.path());
  }
  // 2. Limits that may be met anywhere, in a worker too: done, or an error and only whole files.
  bool done = false;
  for (int megabytes = 16; megabytes <= 1024 && !done; megabytes += megabytes / 8) {
    const Folder folder;
    const auto ran =
        run_limited(cat("ulimit -v ", megabytes * 1024),
                    with_game("nine", {"solve", small, "--out", folder.path(), "--memory", "4", "--threads", "2"}));
    done = ran.exit == 0;
    if (ran.exit == 127) continue;  // the program could not even be loaded
    if (!done) {
      EXPECT_EQ(ran.exit, 2) << megabytes << " MiB: " << ran.said;
      EXPECT_THAT(ran.said, ::testing::HasSubstr("memory")) << megabytes << " MiB";
    }
    expect_only_whole_files(folder.path());
  }
  EXPECT_TRUE(done);
}

TEST(TablesFromOutside, AFullDiskIsAnErrorAndResumingGoesOn) {
  const Folder folder;
  const auto disk = folder.path() + "/disk";
  fs::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=8k") != 0)
    GTEST_SKIP() << "this test may not mount a small file system";
  const auto ran = solve_small(disk);
  EXPECT_EQ(ran.exit, 2) << ran.out;
  EXPECT_THAT(ran.err, ::testing::HasSubstr("space"));
  EXPECT_THAT(ran.err, ::testing::HasSubstr(".rtb"));
  expect_only_whole_files(disk);
  EXPECT_EQ(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=1m"), 0);
  const auto resumed = solve_small(disk, {"--resume"});
  EXPECT_EQ(resumed.exit, 0) << resumed.err;
  EXPECT_EQ(verify_small(disk).exit, 0);
  EXPECT_EQ(::umount(disk.c_str()), 0);
}

TEST(TablesFromOutside, AFileTooLargeIsAnError) {
  // A short write, without any privilege: the largest file allowed is 512 bytes.
  const Folder folder;
  auto arguments = with_game("nine", {"solve", small, "--out", folder.path(), "--memory", "4"});
  const auto ran = run_limited("trap '' XFSZ && ulimit -f 1", arguments);
  EXPECT_EQ(ran.exit, 2) << ran.said;
  EXPECT_THAT(ran.said, ::testing::HasSubstr("too large"));
  expect_only_whole_files(folder.path());
  EXPECT_EQ(solve_small(folder.path(), {"--resume"}).exit, 0);
  EXPECT_EQ(verify_small(folder.path()).exit, 0);
}

TEST(TablesFromOutside, KilledRunsGoOnWhereTheyWere) {
  const Folder killed, whole;
  ASSERT_EQ(solve_small(whole.path()).exit, 0);
  for (int tries = 0; tries < 40; ++tries) {
    std::vector<std::string> arguments{RIMAU_PROGRAM};
    for (const auto& more :
         with_game("nine", {"solve", small, "--out", killed.path(), "--memory", "4", "--threads", "2", "--resume"}))
      arguments.push_back(more);
    {
      ChildProgram child(arguments);  // its destructor kills
      ::usleep(static_cast<useconds_t>(2000 + 1500 * tries));
    }
    for (const auto& path : table_files(killed.path())) EXPECT_TRUE(tablebase::LevelFile::open(path.string())) << path;
  }
  EXPECT_EQ(solve_small(killed.path(), {"--resume"}).exit, 0);
  const auto files = table_files(whole.path());
  const auto others = table_files(killed.path());
  ASSERT_EQ(files.size(), others.size());
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(bytes_of(files[i]), bytes_of(others[i]));
  expect_only_whole_files(killed.path());  // also what killed runs had begun is gone
}

}  // namespace
}  // namespace rimau::testing
