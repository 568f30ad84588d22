// The store: nothing is lost, nothing is doubled, whatever else happens.
#include "store/sqlite_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/files.hpp"
#include "base/text.hpp"
#include "new_folder.hpp"

namespace rimau::store {
namespace {

namespace fs = std::filesystem;
using rimau::testing::Folder;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class T>
T must(Result<T> result) {
  EXPECT_TRUE(result.has_value()) << result.error().text();
  return *std::move(result);
}
void must(const Result<void>& result) { EXPECT_TRUE(result.has_value()) << result.error().text(); }

ErrorKind kind_of(const auto& result) {
  EXPECT_FALSE(result.has_value());
  return result ? ErrorKind::cancelled : result.error().kind;
}

Result<void> add(Store& store, const std::string& id, std::uint32_t number, std::string text = "e",
                 std::optional<bool> listed = {}) {
  const std::array additions{
      Addition{.id = id, .event = {.number = number, .at = 1000 + number, .text = std::move(text)}, .listed = listed}};
  return store.add(additions).front();
}

std::unique_ptr<Store> open(const Folder& folder) { return must(open_sqlite(folder.path() + "/data")); }

std::string database(const Folder& folder) { return folder.path() + "/data/games.db"; }

TEST(Store, GivesBackWhatItWasGiven) {
  const Folder folder;
  const auto check = [](Store& store) {
    const auto kept = must(store.read("a"));
    EXPECT_EQ(kept.head, (Head{.id = "a", .text = "head ü", .created = 5}));
    EXPECT_FALSE(kept.listed);
    EXPECT_THAT(kept.events, ElementsAre(Event{1, 1001, "one"}, Event{2, 1002, ""}));
    EXPECT_THAT(must(store.read("a", 1)).events, ElementsAre(Event{2, 1002, ""}));
    EXPECT_THAT(must(store.read("a", 2)).events, IsEmpty());
  };
  {
    const auto store = open(folder);
    must(store->create({.id = "a", .text = "head ü", .created = 5}, false));
    must(add(*store, "a", 1, "one"));
    must(add(*store, "a", 2, ""));
    check(*store);
  }
  check(*open(folder));
}

TEST(Store, TakesEachEventOnceAndInOrder) {
  const Folder folder;
  const auto store = open(folder);
  must(store->create({.id = "a"}, false));
  EXPECT_EQ(kind_of(store->create({.id = "a", .text = "other"}, true)), ErrorKind::illegal);
  EXPECT_EQ(kind_of(add(*store, "a", 2)), ErrorKind::illegal);
  EXPECT_EQ(kind_of(add(*store, "a", 0)), ErrorKind::illegal);
  must(add(*store, "a", 1, "first"));
  EXPECT_EQ(kind_of(add(*store, "a", 1, "again")), ErrorKind::illegal);
  EXPECT_EQ(kind_of(add(*store, "b", 1)), ErrorKind::unknown);
  EXPECT_EQ(kind_of(store->read("b")), ErrorKind::unknown);
  EXPECT_THAT(must(store->read("a")).events, ElementsAre(Event{1, 1001, "first"}));
  EXPECT_EQ(must(store->read("a")).head.text, "");
}

TEST(Store, AddsManyOfWhichEachMayFail) {
  const Folder folder;
  const auto store = open(folder);
  must(store->create({.id = "a"}, false));
  must(store->create({.id = "b"}, false));
  const std::array additions{Addition{.id = "a", .event = {.number = 1, .text = "1"}},
                             Addition{.id = "a", .event = {.number = 3, .text = "3"}},
                             Addition{.id = "c", .event = {.number = 1, .text = "1"}},
                             Addition{.id = "b", .event = {.number = 1, .text = std::string("\xff")}},
                             Addition{.id = "a", .event = {.number = 2, .text = "2"}},
                             Addition{.id = "b", .event = {.number = 1, .text = "1"}}};
  const auto results = store->add(additions);
  ASSERT_EQ(results.size(), additions.size());
  EXPECT_TRUE(results[0] && results[4] && results[5]);
  EXPECT_EQ(kind_of(results[1]), ErrorKind::illegal);
  EXPECT_EQ(kind_of(results[2]), ErrorKind::unknown);
  EXPECT_EQ(kind_of(results[3]), ErrorKind::text);
  EXPECT_EQ(must(store->read("a")).events.size(), 2U);
  EXPECT_EQ(must(store->read("b")).events.size(), 1U);
  EXPECT_THAT(store->add({}), IsEmpty());
}

TEST(Store, RefusesWhatCannotBeKept) {
  const Folder folder;
  const auto store = open(folder);
  for (const auto& id : {std::string(), std::string("a b"), std::string("a/b"), std::string("é"), std::string("a'"),
                         std::string(max_id_bytes + 1, 'a')})
    EXPECT_EQ(kind_of(store->create({.id = id}, false)), ErrorKind::text) << id;
  must(store->create({.id = std::string(max_id_bytes, 'a'), .text = std::string(max_text_bytes, 'x')}, false));
  EXPECT_EQ(kind_of(store->create({.id = "b", .text = std::string(max_text_bytes + 1, 'x')}, false)), ErrorKind::limit);
  EXPECT_EQ(kind_of(store->create({.id = "b", .text = std::string("a\0b", 3)}, false)), ErrorKind::text);
}

TEST(Store, ListsWhatIsListed) {
  const Folder folder;
  const auto store = open(folder);
  for (int n = 0; n < 5; ++n) must(store->create({.id = cat("g", n), .created = n}, n != 2));
  EXPECT_THAT(must(store->listed(10)), ElementsAre("g4", "g3", "g1", "g0"));
  EXPECT_THAT(must(store->listed(2)), ElementsAre("g4", "g3"));
  must(add(*store, "g4", 1, "joined", false));
  must(add(*store, "g2", 1, "opened", true));
  must(add(*store, "g3", 1, "moved"));
  EXPECT_THAT(must(store->listed(10)), ElementsAre("g3", "g2", "g1", "g0"));
  EXPECT_TRUE(must(store->read("g2")).listed);
}

TEST(Store, Removes) {
  const Folder folder;
  const auto store = open(folder);
  for (int n = 0; n < 3; ++n) must(store->create({.id = cat("g", n), .created = 100 * n}, true));
  must(add(*store, "g0", 1));  // at 1001
  must(store->remove("g1"));
  must(store->remove("none"));
  EXPECT_EQ(kind_of(store->read("g1")), ErrorKind::unknown);
  EXPECT_EQ(must(store->remove_unchanged_since(1001)), 1U);
  EXPECT_THAT(must(store->listed(9)), ElementsAre("g0"));
  must(store->create({.id = "g1"}, false));
  EXPECT_THAT(must(store->read("g1")).events, IsEmpty()) << "events go with their game";
}

TEST(Store, TakesNothingForOldByAClockThatWentBack) {
  const Folder folder;
  const auto store = open(folder);
  must(store->create({.id = "old", .created = 1'000}, false));
  must(store->create({.id = "newest", .created = 1'000'000}, false));
  // The clock goes back; times are kept as they were told.
  must(store->create({.id = "made", .created = 5}, false));
  must(add(*store, "old", 1));
  EXPECT_EQ(must(store->read("made")).head.created, 5);
  EXPECT_EQ(must(store->remove_unchanged_since(1'000'000)), 0U);
  EXPECT_EQ(must(store->remove_unchanged_since(1'000'001)), 3U);
}

TEST(Store, IsOneProcessAlone) {
  const Folder folder;
  {
    const auto store = open(folder);
    EXPECT_EQ(kind_of(open_sqlite(folder.path() + "/data")), ErrorKind::busy);
  }
  EXPECT_TRUE(open_sqlite(folder.path() + "/data"));
  EXPECT_EQ(kind_of(open_sqlite("/proc/nowhere")), ErrorKind::unavailable);
}

TEST(Store, ChecksTheFileItOpens) {
  const Folder folder;
  {
    const auto store = open(folder);
    must(store->create({.id = "a", .text = std::string(60'000, 'x')}, false));
    for (std::uint32_t n = 1; n <= 50; ++n) must(add(*store, "a", n, std::string(2000, 'y')));
  }
  const auto good = must(read_file(database(folder), 10 << 20));
  const auto opened_with = [&](const std::string& bytes) {
    must(write_file(database(folder), bytes));
    return kind_of(open_sqlite(folder.path() + "/data"));
  };
  auto bad = good;
  for (std::size_t at = 8192; at < 8192 + 64; ++at) bad[at] = static_cast<char>(~bad[at]);
  EXPECT_EQ(opened_with(bad), ErrorKind::damaged);
  EXPECT_EQ(opened_with(good.substr(0, good.size() / 2)), ErrorKind::damaged);
  EXPECT_EQ(opened_with("no database at all, but a text of some length that is longer than a header is, so that…"),
            ErrorKind::unsupported);
  must(write_file(database(folder), good));
  SQLite::Database(database(folder), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
  EXPECT_EQ(kind_of(open_sqlite(folder.path() + "/data")), ErrorKind::unsupported);
  SQLite::Database(database(folder), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 1; PRAGMA application_id = 7");
  EXPECT_EQ(kind_of(open_sqlite(folder.path() + "/data")), ErrorKind::unsupported);
  must(write_file(database(folder), good));
  EXPECT_EQ(must(open(folder)->read("a")).events.size(), 50U);
}

TEST(Store, WaitsForALockAndThenSaysSo) {
  const Folder folder;
  const auto store = must(open_sqlite(folder.path() + "/data", {.patience = milliseconds(100)}));
  must(store->create({.id = "a"}, false));
  {
    SQLite::Database outside(database(folder), SQLite::OPEN_READWRITE);
    outside.exec("BEGIN IMMEDIATE");
    EXPECT_EQ(kind_of(add(*store, "a", 1)), ErrorKind::busy);
    EXPECT_EQ(must(store->read("a")).events.size(), 0U) << "reading goes on";
  }
  must(add(*store, "a", 1));
  EXPECT_EQ(must(store->read("a")).events.size(), 1U);
}

TEST(Store, LosesAndDoublesNothingWhileOthersLockIt) {
  const Folder folder;
  const auto store = open(folder);
  constexpr int games = 40;
  constexpr std::uint32_t events = 5;
  for (int n = 0; n < games; ++n) must(store->create({.id = cat("g", n)}, false));
  std::atomic<bool> done = false;
  std::jthread outside([&] {
    SQLite::Database other(database(folder), SQLite::OPEN_READWRITE, 5000);
    while (!done) {
      other.exec("BEGIN IMMEDIATE");
      std::this_thread::sleep_for(milliseconds(20));
      other.exec("ROLLBACK");
      // Who waits for a lock looks every 100 ms: a shorter pause could be missed until patience ends.
      std::this_thread::sleep_for(milliseconds(15));
    }
  });
  {
    std::vector<std::jthread> movers;
    for (int thread = 0; thread < 4; ++thread)
      movers.emplace_back([&, thread] {
        for (std::uint32_t number = 1; number <= events; ++number)
          for (int n = thread; n < games; n += 4)
            if (auto added = add(*store, cat("g", n), number); !added) ADD_FAILURE() << added.error().text();
      });
  }
  done = true;
  for (int n = 0; n < games; ++n) EXPECT_EQ(must(store->read(cat("g", n))).events.size(), events);
}

TEST(Store, LetsOneOfManyAddTheNextEvent) {
  const Folder folder;
  const auto store = open(folder);
  must(store->create({.id = "a"}, false));
  std::atomic<int> won = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread)
      threads.emplace_back([&] {
        for (std::uint32_t number = 1; number <= 20; ++number)
          if (add(*store, "a", number)) ++won;
      });
  }
  const auto kept = must(store->read("a"));
  EXPECT_EQ(static_cast<int>(kept.events.size()), won);
  for (std::uint32_t n = 0; n < kept.events.size(); ++n) EXPECT_EQ(kept.events[n].number, n + 1);
}

// A process that adds events and tells each number once it is acknowledged, until it is killed.
pid_t start_adding(const std::string& folder, std::uint32_t from, int to) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  auto store = open_sqlite(folder);
  if (!store) ::_exit(1);
  for (std::uint32_t number = from;; ++number) {
    if (!add(**store, "a", number)) ::_exit(1);
    if (::write(to, &number, sizeof number) != sizeof number) ::_exit(1);
  }
}

TEST(Store, LosesNothingThatWasAcknowledgedWhenItIsKilled) {
  const Folder folder;
  must(open(folder)->create({.id = "a"}, false));
  std::uint32_t acknowledged = 0;
  std::uint32_t kept = 0;
  for (int round = 0; round < 12; ++round) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const pid_t child = start_adding(folder.path() + "/data", kept + 1, ends[1]);
    ::close(ends[1]);
    // Some are killed at once, others in the middle.
    std::this_thread::sleep_for(milliseconds(3 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (std::uint32_t number = 0; ::read(ends[0], &number, sizeof number) == sizeof number;) acknowledged = number;
    ::close(ends[0]);
    const auto game = must(open(folder)->read("a"));
    kept = static_cast<std::uint32_t>(game.events.size());
    EXPECT_GE(kept, acknowledged);
    for (std::uint32_t n = 0; n < kept; ++n) ASSERT_EQ(game.events[n].number, n + 1);
  }
  EXPECT_GT(acknowledged, 0U);
}

TEST(Store, RefusesWhatAFullDiskCannotHold) {
  const Folder folder;
  const auto disk = folder.path() + "/data";
  fs::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=400k") != 0)
    GTEST_SKIP() << "this test may not mount a small file system";
  {
    const auto store = open(folder);
    must(store->create({.id = "a"}, false));
    std::uint32_t added = 0;
    Result<void> last;
    while (added < 100 && (last = add(*store, "a", added + 1, std::string(20'000, 'x')))) ++added;
    EXPECT_GT(added, 0U);
    EXPECT_EQ(kind_of(last), ErrorKind::unavailable);
    EXPECT_EQ(must(store->read("a")).events.size(), added);
    EXPECT_EQ(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=4m"), 0);
    must(add(*store, "a", added + 1, std::string(20'000, 'x')));
    EXPECT_EQ(must(store->read("a")).events.size(), added + 1);
  }
  EXPECT_TRUE(open_sqlite(disk));
  EXPECT_EQ(::umount(disk.c_str()), 0);
}

TEST(Backup, IsWholeWhileGamesGoOn) {
  const Folder folder;
  const auto store = open(folder);
  must(store->create({.id = "a"}, false));
  std::atomic<std::uint32_t> acknowledged = 0;
  std::atomic<bool> done = false;
  std::jthread mover([&] {
    for (std::uint32_t number = 1; !done; ++number) {
      if (!add(*store, "a", number)) return;
      acknowledged = number;
    }
  });
  for (int n = 0; n < 5; ++n) {
    const std::uint32_t before = acknowledged;
    const auto file = cat(folder.path(), "/copy", n);
    must(backup_sqlite(folder.path() + "/data", file));
    EXPECT_FALSE(fs::exists(file + ".part") || fs::exists(file + "-wal"));
    must(restore_sqlite(file, cat(folder.path(), "/restored", n)));
    const auto restored = must(open_sqlite(cat(folder.path(), "/restored", n)));
    EXPECT_GE(must(restored->read("a")).events.size(), before);
  }
  done = true;
}

TEST(Backup, OverwritesNothing) {
  const Folder folder;
  (void)open(folder);
  const auto file = folder.path() + "/copy";
  must(write_file(file, "mine"));
  EXPECT_EQ(kind_of(backup_sqlite(folder.path() + "/data", file)), ErrorKind::unavailable);
  EXPECT_EQ(must(read_file(file, 100)), "mine");
  EXPECT_EQ(kind_of(backup_sqlite(folder.path() + "/none", folder.path() + "/other")), ErrorKind::unavailable);
  EXPECT_FALSE(fs::exists(folder.path() + "/other"));
}

TEST(Restore, PutsTheCopyInThePlaceOfWhateverIsThere) {
  const Folder folder;
  const auto data = folder.path() + "/data";
  const auto copy = folder.path() + "/copy";
  {
    const auto store = open(folder);
    must(store->create({.id = "kept"}, false));
    must(backup_sqlite(data, copy));
    must(store->create({.id = "later"}, false));
    EXPECT_EQ(kind_of(restore_sqlite(copy, data)), ErrorKind::busy) << "a server uses it";
    // What a copy of the files of a running server leaves: a -wal that belongs to another moment.
    fs::copy_file(data + "/games.db-wal", folder.path() + "/stale-wal");
  }
  fs::copy_file(folder.path() + "/stale-wal", data + "/games.db-wal", fs::copy_options::overwrite_existing);
  must(restore_sqlite(copy, data));
  {
    const auto store = open(folder);
    must(store->read("kept"));
    EXPECT_EQ(kind_of(store->read("later")), ErrorKind::unknown);
  }
  must(write_file(database(folder),
                  "damaged beyond repair, and as long as a header of a hundred bytes would have to be, at least……"));
  must(restore_sqlite(copy, data));
  must(open(folder)->read("kept"));
}

TEST(Restore, TouchesNothingWhenTheCopyIsBad) {
  const Folder folder;
  must(open(folder)->create({.id = "a"}, false));
  const auto copy = folder.path() + "/copy";
  must(backup_sqlite(folder.path() + "/data", copy));
  auto bytes = must(read_file(copy, 10 << 20));
  must(write_file(copy, bytes.substr(0, bytes.size() - 4096)));
  EXPECT_EQ(kind_of(restore_sqlite(copy, folder.path() + "/data")), ErrorKind::damaged);
  must(write_file(copy, "a text"));
  EXPECT_EQ(kind_of(restore_sqlite(copy, folder.path() + "/data")), ErrorKind::unsupported);
  EXPECT_EQ(kind_of(restore_sqlite(folder.path() + "/none", folder.path() + "/data")), ErrorKind::unavailable);
  must(open(folder)->read("a"));
}

}  // namespace
}  // namespace rimau::store
