// Table files: numbering, writing and reading, and every way in which a file may be bad.
#include <sys/stat.h>

#include "board/symmetry.hpp"
#include "solver/small_tables.hpp"
#include "solver/verify.hpp"
#include "table_bytes.hpp"
#include "tablebase/writer.hpp"

#include <rapidcheck/gtest.h>  // after gtest, which it needs but does not include

namespace rimau::testing {
namespace {

namespace fs = std::filesystem;
using tablebase::Code;
using tablebase::LevelFile;
using tablebase::Probe;
using tablebase::Tables;

constexpr auto small = "small-nine:tigers=2,win=all";

// One small game's tables, made once and copied for each test.
const std::string& made_tables() {
  static const Folder folder;
  static const auto report = must(solve_into(folder.path(), *open_small(small)));
  static_cast<void>(report);
  return folder.path();
}

struct Copy {
  Copy() { fs::copy(made_tables(), folder.path(), fs::copy_options::recursive); }
  [[nodiscard]] fs::path file(int men_in_hand) const {
    return fs::path(folder.path()) / tablebase::folder_name(*game) / tablebase::file_name({0, men_in_hand});
  }
  [[nodiscard]] solver::VerifyReport verify(bool all = true) const {
    return must(solver::verify(Tables::open({folder.path()}), *game, {.all = all, .sample = 100'000}, {}));
  }
  std::shared_ptr<const Game> game = open_small(small);
  Folder folder;
};

// Reads all there is to read; the first error, if any.
std::optional<Error> read_all(const std::string& path) {
  const auto file = LevelFile::open(path);
  if (!file) return file.error();
  for (int men = 0; men < file->slices(); ++men)
    for (std::uint32_t number = 0; number < file->blocks(men); ++number)
      if (const auto block = file->block(men, number); !block) return block.error();
  return std::nullopt;
}

// 1. Numbers.

TEST(Index, RanksCountSetsInOrder) {
  for (int size = 0; size <= 5; ++size) {
    PointSet set = PointSet::first_points(size);
    for (std::uint64_t rank = 0; rank < binomial(12, size); ++rank) {
      ASSERT_EQ(rank_of(set), rank);
      ASSERT_EQ(unrank(rank, size), set);
      if (size > 0) set = next_of_same_size(set);
    }
  }
  EXPECT_EQ(binomial(23, 5), 33649U);
  EXPECT_EQ(binomial(5, 6), 0U);
  EXPECT_EQ(binomial(5, -1), 0U);
  EXPECT_EQ(binomial(62, 31), 465428353255261088U);
}

RC_GTEST_PROP(Index, RanksComeBack, (std::uint64_t bits)) {
  const PointSet set(bits);
  RC_PRE(binomial(64, set.size()) < std::uint64_t{1} << 62);
  RC_ASSERT(unrank(rank_of(set), set.size()) == set);
}

RC_GTEST_PROP(Index, CompressedSetsComeBack, (std::uint64_t bits, std::uint64_t within)) {
  const PointSet points(within);
  const PointSet set(bits & within);
  RC_ASSERT(expand(compress(set, points), points) == set);
  RC_ASSERT(PointSet(compress(set, points)).size() == set.size());
}

TEST(Index, EveryTigerSetHasOneRepresentative) {
  for (const auto* id : {"small-nine", "small-comb", "small-crooked", "pulijudam", "bagh-chal", "rimau-rimau"}) {
    const auto game = open_small(id);
    for (int tigers = 0; tigers <= 3; ++tigers) {
      const TigerSets sets(*game, tigers);
      EXPECT_EQ(sets.size(), binomial(game->board().size(), tigers));
      EXPECT_EQ(sets.representatives(), count_orbits(*game, tigers, 0)) << id << ' ' << tigers;
      std::uint64_t total = 0;
      for (std::uint32_t number = 0; number < sets.representatives(); ++number) {
        total += static_cast<std::uint64_t>(sets.orbit(number));
        if (number > 0) {
          EXPECT_LT(sets.representative(number - 1), sets.representative(number));
        }
        EXPECT_EQ(sets.image_of(sets.representative(number)).representative, number);
      }
      EXPECT_EQ(total, sets.size());
      for (std::uint64_t rank = 0; rank < sets.size(); ++rank) {
        const auto set = unrank(rank, tigers);
        const auto to = sets.image_of(set);
        ASSERT_EQ(image(set, game->symmetries()[to.symmetry]), sets.representative(to.representative));
      }
    }
  }
}

// Lim Yew Jin and Nievergelt, "Tigers and Goats is a draw".
TEST(Index, BaghChalHasAsManyPositionsAsPublished) {
  const auto game = open_small("bagh-chal");
  std::uint64_t positions = 0;
  for (int men = 16; men <= 20; ++men) positions += 2 * count_orbits(*game, 4, men);
  EXPECT_EQ(positions, 88'260'972U);
}

// 2. Files that are as they should be.

TEST(TableFile, ThreadsAndInterruptionsLeaveTheBytesAlone) {
  // 1 and 2 threads, and a run that was interrupted after any of its files, give the same bytes.
  for (const auto* id : {small, "small-crooked:tigers=3", "small-nine:tigers=hand", "small-comb"}) {
    SCOPED_TRACE(id);
    const auto game = open_small(id);
    const Folder one, two;
    must(solve_into(one.path(), *game, 1));
    must(solve_into(two.path(), *game, 2));
    const auto files = table_files(one.path());
    const auto others = table_files(two.path());
    ASSERT_EQ(files.size(), others.size());
    for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(bytes_of(files[i]), bytes_of(others[i])) << files[i];
    for (std::size_t kept = 0; kept < files.size(); ++kept) {
      for (std::size_t i = 0; i < files.size(); ++i)
        if (i % (kept + 1) == kept) fs::remove(others[i]);
      must(solve_into(two.path(), *game, 1, true));
      for (std::size_t i = 0; i < files.size(); ++i)
        EXPECT_EQ(bytes_of(files[i]), bytes_of(others[i])) << files[i] << ", resumed " << kept;
    }
  }
}

TEST(TableFile, ReadsWhatWasWritten) {
  const auto game = open_small("small-nine:tigers=2");
  const TigerSets sets(*game, 2);
  for (const auto content : {tablebase::Content::distances, tablebase::Content::values}) {
    const Folder folder;
    auto writer = must(tablebase::LevelWriter::create(folder.path(), *game, {0, 3}, content, sets, 1, 4));
    std::vector<std::vector<tablebase::Code>> slices(5);
    std::vector<tablebase::SliceCount> counts(5);
    std::uint32_t state = 1;
    for (int men = 1; men <= 4; ++men) {
      auto& codes = slices[static_cast<std::size_t>(men)];
      codes.resize(sets.representatives() * binomial(7, men));
      for (auto& code : codes) {
        state = state * 1664525 + 1013904223;
        const auto draw = static_cast<tablebase::Code>((state >> 24) % 255);
        code = content == tablebase::Content::distances ? draw : tablebase::men_win(draw) ? 1 : draw > 0 ? 128 : 0;
      }
      must(writer.append(men, codes));
      counts[static_cast<std::size_t>(men)].positions = static_cast<std::uint64_t>(men);
    }
    must(writer.finish(counts));
    const auto file = must(LevelFile::open(folder.path() + "/t0-m03.rtb"));
    EXPECT_EQ(file.slices(), 5);
    EXPECT_EQ(file.slice(0).entries, 0U);
    EXPECT_TRUE(file.check_game(*game));
    EXPECT_TRUE(file.check_sets(sets));
    EXPECT_TRUE(file.names(*game));
    EXPECT_EQ(file.level(), (tablebase::Level{0, 3}));
    for (int men = 1; men <= 4; ++men) {
      EXPECT_EQ(file.slice(men).positions, static_cast<std::uint64_t>(men));
      std::vector<tablebase::Code> read;
      for (std::uint32_t number = 0; number < file.blocks(men); ++number)
        std::ranges::copy(must(file.block(men, number)), std::back_inserter(read));
      EXPECT_EQ(read, slices[static_cast<std::size_t>(men)]);
    }
    EXPECT_EQ(file.block(5, 0).error().kind, ErrorKind::damaged);
    EXPECT_EQ(file.block(1, 9).error().kind, ErrorKind::damaged);
  }
}

TEST(TableFile, AnUnfinishedOneLeavesNothing) {
  const auto game = open_small("small-nine:tigers=2");
  const TigerSets sets(*game, 2);
  const Folder folder;
  {
    auto writer =
        must(tablebase::LevelWriter::create(folder.path(), *game, {0, 0}, tablebase::Content::values, sets, 0, 2));
    must(writer.append(0, std::vector<tablebase::Code>(1)));
    EXPECT_EQ(writer.finish(std::vector<tablebase::SliceCount>(3)).error().kind, ErrorKind::damaged);
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
  const auto missing =
      tablebase::LevelWriter::create(folder.path() + "/none", *game, {0, 0}, tablebase::Content::values, sets, 0, 2);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::unavailable);
  EXPECT_NE(missing.error().text().find("none"), std::string::npos);
}

// 3. Files that are not.

TEST(DamagedTable, AnyByteFlippedIsFound) {
  const Copy copy;
  for (const int level : {0, 2}) {
    const auto path = copy.file(level);
    const auto good = bytes_of(path);
    const std::size_t step = 1 + good.size() / 1500;
    for (std::size_t at = 0; at < good.size(); at += at < 400 ? 1 : step) {
      auto bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 0x10);
      put_bytes(path, bad);
      const auto error = read_all(path);
      ASSERT_TRUE(error) << "byte " << at;
      EXPECT_NE(error->text().find(path.string()), std::string::npos);
      EXPECT_TRUE(error->kind == ErrorKind::damaged || error->kind == ErrorKind::unsupported) << error->text();
      if (at % 101 == 0) {
        EXPECT_GT(copy.verify(false).fault_count + Tables::open({copy.folder.path()}).refusals().size(), 0U);
      }
    }
    put_bytes(path, good);
  }
  EXPECT_EQ(copy.verify().fault_count, 0U);
}

TEST(DamagedTable, AnyOtherSizeIsFound) {
  const Copy copy;
  const auto path = copy.file(0);
  const auto good = bytes_of(path);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{119}, std::size_t{120}, good.size() / 2, good.size() - 1}) {
    put_bytes(path, std::string_view(good).substr(0, size));
    const auto file = LevelFile::open(path);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::damaged) << file.error().text();
    EXPECT_NE(file.error().text().find(path.string()), std::string::npos);
  }
  put_bytes(path, good + "x");
  EXPECT_EQ(LevelFile::open(path).error().kind, ErrorKind::damaged);
}

TEST(DamagedTable, WhatIsNoFileIsRefused) {
  const Copy copy;
  const auto path = copy.file(1);
  fs::remove(path);
  EXPECT_EQ(LevelFile::open(path).error().kind, ErrorKind::unavailable);
  fs::create_directory(path);
  EXPECT_EQ(LevelFile::open(path).error().kind, ErrorKind::unavailable);
  EXPECT_EQ(Tables::open({copy.folder.path()}).refusals().size(), 1U);
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(LevelFile::open(path).error().kind, ErrorKind::unavailable);
  fs::remove(path);
  put_bytes(path, std::string(4096, 'x'));
  EXPECT_EQ(LevelFile::open(path).error().kind, ErrorKind::unsupported);
}

TEST(DamagedTable, ChangesUnderAnOpenFileAreErrorsAtMost) {
  const Copy copy;
  const auto path = copy.file(0);
  auto file = must(LevelFile::open(path));
  auto other = must(LevelFile::open(copy.file(1)));
  fs::resize_file(path, 200);
  std::size_t refused = 0;
  for (int men = 0; men < file.slices(); ++men)
    if (const auto block = file.block(men, 0); !block) {
      EXPECT_EQ(block.error().kind, ErrorKind::damaged);
      ++refused;
    }
  EXPECT_GT(refused, 0U);
  fs::remove(copy.file(1));
  for (int men = 0; men < other.slices(); ++men) EXPECT_TRUE(other.block(men, 0)) << "deleted, but still open";
}

TEST(DamagedTable, SwappedNamesDoNoHarm) {
  const Copy copy;
  const auto hidden = fs::path(copy.folder.path()) / "hidden";
  fs::rename(copy.file(1), hidden);
  fs::rename(copy.file(2), copy.file(1));
  fs::rename(hidden, copy.file(2));
  EXPECT_EQ(copy.verify().fault_count, 0U);
  // Resuming writes both anew instead of losing one of them.
  fs::remove(copy.file(3));
  must(solve_into(copy.folder.path(), *copy.game, 1, true));
  for (int level = 0; level <= 3; ++level) {
    EXPECT_EQ(must(LevelFile::open(copy.file(level))).level().men_in_hand, level);
  }
  EXPECT_EQ(copy.verify().fault_count, 0U);
}

// What an attacker, or a fault before the checksums were made, could write.
TEST(CraftedTable, ImpossibleHeadersAreRefused) {
  const Copy copy;
  const auto path = copy.file(0);
  const auto good = *TableBytes::parse(bytes_of(path));
  const auto refused = [&](auto&& change) {
    auto bad = good;
    change(bad);
    put_bytes(path, bad.whole());
    const auto error = read_all(path);
    return error && (error->kind == ErrorKind::damaged || error->kind == ErrorKind::unsupported);
  };
  ASSERT_FALSE(refused([](TableBytes&) {}));
  EXPECT_TRUE(refused([](TableBytes& t) { t.slices.back().entries = ~std::uint64_t{0}; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.slices.back().entries = ~std::uint64_t{0} - 20; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.slices.back().entries += 1; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.slices[1].entries = 0; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.slices[1].block_entries = 0; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.slices[1].block_entries = ~0U; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.slices[1].first_block = 77; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.index.pop_back(), t.header.blocks -= 1; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.header.blocks = ~0U; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.header.slices = 0, t.slices.clear(); }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.header.points = 200; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.header.points = 1; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.header.tigers = 60; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.header.content = static_cast<tablebase::Content>(2); }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.index[t.slices[3].first_block] = {0, 255}; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.index[0] = {0, 256}; }));
  EXPECT_TRUE(refused([](TableBytes& t) { t.index.back().bytes = ~0U; }));
  const auto stored = static_cast<std::size_t>(
      std::ranges::find_if(good.index, [](const auto& entry) { return entry.bytes > 0; }) - good.index.begin());
  EXPECT_TRUE(refused([&](TableBytes& t) { t.set_block(stored, t.block(stored) + "x"); }));
  EXPECT_TRUE(refused([&](TableBytes& t) { t.set_block(stored, t.block(stored).substr(1)); }));
  const std::size_t exact = good.slices[3].first_block;  // of a slice that leaves nothing out
  ASSERT_GT(good.index[exact].bytes, 0U);
  EXPECT_TRUE(refused([&](TableBytes& t) {
    auto raw = t.block(exact);
    raw[0] = static_cast<char>(255);
    t.set_block(exact, raw);
  }));
}

TEST(CraftedTable, VersionsAndOtherRulesAreUnsupported) {
  const Copy copy;
  const auto path = copy.file(0);
  auto bytes = bytes_of(path);
  bytes[8] = 1;
  put_bytes(path, bytes);
  EXPECT_EQ(LevelFile::open(path).error().kind, ErrorKind::unsupported);
  auto table = *TableBytes::parse(bytes_of(copy.file(1)));
  table.header.fingerprint ^= 1;
  put_bytes(path, table.whole());
  EXPECT_EQ(must(LevelFile::open(path)).check_game(*copy.game).error().kind, ErrorKind::unsupported);
  // A file that claims a game it is not made for is a fault, not a file of nobody's.
  EXPECT_GT(copy.verify(false).fault_count, 0U);
}

TEST(CraftedTable, SlicesOfOtherSizesAreFound) {
  const Copy copy;
  const TigerSets sets(*copy.game, 2);
  auto table = *TableBytes::parse(bytes_of(copy.file(0)));
  // Half of the tigers' sets in every slice: consistent, but not this game's.
  const auto fewer = sets.representatives() / 2;
  table.body.clear();
  table.index.clear();
  for (std::size_t men = 0; men < table.slices.size(); ++men) {
    auto& slice = table.slices[men];
    slice.entries = fewer * binomial(7, static_cast<int>(men));
    slice.first_block = static_cast<std::uint32_t>(men);
    table.index.push_back({0, 0});
  }
  table.header.blocks = static_cast<std::uint32_t>(table.index.size());
  put_bytes(copy.file(0), table.whole());
  ASSERT_FALSE(read_all(copy.file(0)));
  EXPECT_EQ(must(LevelFile::open(copy.file(0))).check_sets(sets).error().kind, ErrorKind::damaged);
  for (const bool all : {true, false}) EXPECT_GT(copy.verify(all).fault_count, 0U);
  // Probing ends in an answer or an error, wherever the position lies.
  const auto tables = Tables::open({copy.folder.path()});
  Probe probe(tables, *copy.game);
  std::size_t errors = 0;
  for (std::uint64_t rank = 0; rank < sets.size(); ++rank) {
    Position position;
    position.tigers = unrank(rank, 2);
    position.men = (copy.game->points() - position.tigers).nth(0);
    if (const auto value = probe.value(position); !value) {
      EXPECT_EQ(value.error().kind, ErrorKind::damaged) << value.error().text();
      ++errors;
    }
  }
  EXPECT_GT(errors, 0U);
}

TEST(CraftedTable, VerifyFindsWrongValuesDistancesAndCounts) {
  const Copy copy;
  for (const int level : {0, 1, 3}) {
    const auto path = copy.file(level);
    const auto good = *TableBytes::parse(bytes_of(path));
    // 1. One entry of one block.
    for (std::size_t number = 0; number < good.index.size(); ++number) {
      auto bad = good;
      if (bad.index[number].bytes == 0) {
        const std::uint32_t men_in_two = level == 0 ? 2 : 1;
        bad.index[number].checksum = bad.index[number].checksum == 0 ? men_in_two : 0;
        const auto first =
            static_cast<int>(std::ranges::upper_bound(bad.slices, number, {}, &tablebase::SliceHeader::first_block) -
                             bad.slices.begin()) -
            1;
        if (first + level <= copy.game->rules().men_left_when_tigers_win()) continue;  // decided, never looked up
      } else {
        auto raw = bad.block(number);
        auto at = raw.size() / (level == 0 ? 2 : 4);
        while (level == 0 && at < raw.size() && static_cast<Code>(raw[at]) == tablebase::as_leap_code) ++at;
        if (at == raw.size()) continue;
        if (level == 0) raw[at] = static_cast<char>(raw[at] == 0 ? 3 : 0);
        else raw[at] = static_cast<char>(raw[at] ^ (raw[at + raw.size() / 2] != 0 ? raw[at] : 1));
        if (raw == good.block(number)) continue;
        bad.set_block(number, raw);
      }
      put_bytes(path, bad.whole());
      const auto report = copy.verify();
      ASSERT_GT(report.fault_count, 0U) << path << " block " << number;
      EXPECT_TRUE(
          std::ranges::any_of(report.faults, [&](const auto& f) { return f.find(".rtb") != std::string::npos; }));
      EXPECT_GT(copy.verify(false).fault_count, 0U) << "sampled; " << path << " block " << number;
    }
    // 2. One distance by one round.
    if (level == 0)
      for (std::size_t number = 0; number < good.index.size(); ++number) {
        if (good.index[number].bytes == 0) continue;
        auto bad = good;
        auto raw = bad.block(number);
        const auto won = std::ranges::find_if(
            raw, [](char code) { return static_cast<Code>(code) > 1 && static_cast<Code>(code) < 254; });
        if (won == raw.end()) continue;
        ++*won;
        bad.set_block(number, raw);
        put_bytes(path, bad.whole());
        EXPECT_GT(copy.verify().fault_count, 0U);
      }
    // 3. The counts.
    for (std::size_t slice = 0; slice < good.slices.size(); ++slice) {
      auto bad = good;
      auto& header = bad.slices[slice];
      if (slice % 5 == 0) ++header.positions;
      else if (slice % 5 < 3) ++header.men_win[slice % 5 - 1];
      else ++header.tigers_win[slice % 5 - 3];
      put_bytes(path, bad.whole());
      EXPECT_GT(copy.verify().fault_count, 0U) << path << " slice " << slice;
    }
    put_bytes(path, good.whole());
    ASSERT_EQ(copy.verify().fault_count, 0U);
  }
}

// Calls body(table, block, entry) for every entry of the slices of the sliding phase that leave out leaps.
template <class Body>
void each_left_out(const TableBytes& table, Body&& body) {
  for (std::size_t men = 0; men < table.slices.size(); ++men) {
    const auto& slice = table.slices[men];
    if (slice.leaves_out_leaps == 0) continue;
    const auto blocks = (slice.entries + slice.block_entries - 1) / slice.block_entries;
    for (std::size_t block = slice.first_block; block < slice.first_block + blocks; ++block) {
      if (table.index[block].bytes == 0) continue;
      const auto raw = table.block(block);
      for (std::size_t entry = 0; entry < raw.size(); ++entry) body(block, entry, static_cast<Code>(raw[entry]));
    }
  }
}

TEST(LeapsLeftOut, AreAsGoodAsNoOtherMoveIsBetter) {
  // What is left out is there, and a mark where it does not belong is found.
  const Copy copy;
  const auto good = *TableBytes::parse(bytes_of(copy.file(0)));
  std::size_t marks = 0;
  std::size_t wrong = 0;
  each_left_out(good, [&](std::size_t block, std::size_t entry, Code code) {
    marks += code == tablebase::as_leap_code;
    if (code == tablebase::as_leap_code || wrong >= 20 || entry % 7 != 0) return;
    auto bad = good;
    auto raw = bad.block(block);
    raw[entry] = static_cast<char>(tablebase::as_leap_code);
    bad.set_block(block, raw);
    put_bytes(copy.file(0), bad.whole());
    ++wrong;
    EXPECT_GT(copy.verify().fault_count, 0U) << "block " << block << " entry " << entry << " code " << int{code};
  });
  EXPECT_GT(marks, 100U);
  EXPECT_GT(wrong, 10U);
}

TEST(LeapsLeftOut, ValuesMayBeWorseForTheTigersButNotBetter) {
  // With two and four men in hand: draws made wins of the tigers are found.
  const Copy copy;
  int found = 0;
  for (const int hand : {2, 4}) {
    const auto good = *TableBytes::parse(bytes_of(copy.file(hand)));
    const auto try_out = [&](const TableBytes& bad) {
      put_bytes(copy.file(hand), bad.whole());
      found += copy.verify().fault_count > 0 ? 1 : 0;  // not where the draw stands for a win by a leap
    };
    for (std::size_t number = 0; number < good.index.size(); ++number) {
      auto bad = good;
      if (good.index[number].bytes == 0) {
        if (good.index[number].checksum != tablebase::draw_code) continue;
        bad.index[number].checksum = tablebase::tigers_win_code(0);
        try_out(bad);
        continue;
      }
      const auto raw = good.block(number);
      const auto plane = raw.size() / 2;
      for (std::size_t byte = 0; byte + 1 < plane; ++byte) {  // the last byte may be filled up
        const int draws = ~(raw[byte] | raw[plane + byte]) & 255;
        if (draws == 0) continue;
        auto wrong = raw;
        wrong[plane + byte] = static_cast<char>(wrong[plane + byte] | (draws & -draws));
        bad.set_block(number, wrong);
        try_out(bad);
      }
    }
    put_bytes(copy.file(hand), good.whole());
    ASSERT_EQ(copy.verify().fault_count, 0U);
  }
  EXPECT_GT(found, 0);
}

TEST(LeapsLeftOut, OnlyWhereAProbeEnds) {
  using tablebase::may_leave_out_leaps;
  const auto nine = open_small("small-nine:win=2");  // of five men; the tigers win when three are left
  EXPECT_TRUE(may_leave_out_leaps(*nine, {0, 0}, 4));
  EXPECT_FALSE(may_leave_out_leaps(*nine, {0, 0}, 5));
  EXPECT_TRUE(may_leave_out_leaps(*open_small("small-nine:win=1"), {0, 0}, 5));  // any leap wins
  EXPECT_TRUE(may_leave_out_leaps(*nine, {0, 2}, 5));
  EXPECT_FALSE(may_leave_out_leaps(*nine, {0, 3}, 4));
  EXPECT_FALSE(may_leave_out_leaps(*nine, {1, 2}, 4));
  const Copy copy;
  const auto good = *TableBytes::parse(bytes_of(copy.file(0)));
  for (std::size_t men = 0; men < good.slices.size(); ++men) {
    const bool may = may_leave_out_leaps(*copy.game, {0, 0}, static_cast<int>(men));
    EXPECT_EQ(good.slices[men].leaves_out_leaps, may ? 1U : 0U);
    auto bad = good;
    bad.slices[men].leaves_out_leaps ^= 1;
    put_bytes(copy.file(0), bad.whole());
    if (!may) {
      const auto fits = must(LevelFile::open(copy.file(0))).check_game(*copy.game);
      ASSERT_FALSE(fits);
      EXPECT_EQ(fits.error().kind, ErrorKind::unsupported);
    }
    bad.slices[men].leaves_out_leaps = 7;
    put_bytes(copy.file(0), bad.whole());
    ASSERT_FALSE(LevelFile::open(copy.file(0)));
  }
}

// 4. Several folders.

TEST(TableFolders, SlicesInDifferentOnesAreFoundTogether) {
  const Copy copy;
  const Folder two;
  const auto second = fs::path(two.path()) / "zweite Hälfte 虎";
  fs::create_directory(second);
  fs::rename(copy.file(0), second / "t0-m00.rtb");
  fs::rename(copy.file(2), second / "t0-m02.rtb");
  const auto tables = Tables::open({copy.folder.path(), two.path() + "/missing", second.string()});
  ASSERT_EQ(tables.refusals().size(), 1U);
  EXPECT_NE(tables.refusals().front().text().find("missing"), std::string::npos);
  Probe probe(tables, *copy.game);
  for (int hand = 0; hand <= 5; ++hand) {
    Position position;
    position.tigers = points(*copy.game, "a1 c3");
    position.men_in_hand = static_cast<std::uint8_t>(hand);
    position.men = points(*copy.game, hand < 5 ? "b2" : "");
    EXPECT_TRUE(probe.value(position)) << hand;
  }
  EXPECT_EQ(must(solver::verify(tables, *copy.game, {.all = true}, {})).fault_count, 0U);
}

TEST(TableFolders, TablesOfOtherRulesAreNotUsed) {
  const Copy copy;
  const auto tables = Tables::open({copy.folder.path()});
  for (const auto* id : {"small-nine:tigers=2,stuck=lose,win=all", "small-nine:tigers=2,win=2", "small-nine:win=all",
                         "small-crooked:tigers=board", "meurimueng-rimueng-do"}) {
    const auto other = open_small(id);
    EXPECT_EQ(tables.find(*other, {0, 0}), nullptr) << id;
    Probe probe(tables, *other);
    const auto value = probe.value(start_position(*other));
    ASSERT_FALSE(value) << id;
    EXPECT_EQ(value.error().kind, ErrorKind::unknown);
  }
  // The other line convention of the Rimau games.
  EXPECT_NE(open_small("rimau-24")->fingerprint(), open_small("rimau-24:flanks=stop")->fingerprint());
  EXPECT_NE(open_small("rimau-rimau")->fingerprint(), open_small("rimau-rimau:capture=odd")->fingerprint());
}

TEST(Solve, SaysWhatItNeeds) {
  const auto game = open_small(small);
  const Folder folder;
  const auto refused = solver::solve(*game, {.folder = folder.path(), .memory_bytes = 1 << 20}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::limit);
  EXPECT_NE(refused.error().message.find("GiB"), std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder.path()));
  const auto missing = solve_into(folder.path() + "/none", *game);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::unavailable);
  must(solve_into(folder.path(), *game));
  EXPECT_EQ(solve_into(folder.path(), *game).error().kind, ErrorKind::illegal);
}

}  // namespace
}  // namespace rimau::testing
