// Perft as data: every *.perft file in tests/data. A file is a list of entries, blank lines between:
//
//   id middle of the drops             what the entry shows
//   position bagh-chal tigers=…        a position line, or: start GAME
//   source both generators             where the counts come from
//   perft 1 21                         depth and count, any number of lines
//
// and # begins a comment. Counts up to a limit of nodes are computed (RIMAU_PERFT_NODES, if set), and
// the small ones by the plain generator as well.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "base/files.hpp"
#include "plain/plain.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

constexpr std::uint64_t plain_limit = 60'000;

std::uint64_t node_limit() {
  const char* text = std::getenv("RIMAU_PERFT_NODES");
  return text == nullptr ? 5'000'000 : parse_number(text, 4'000'000'000).value_or(0);
}

struct Entry {
  std::string id;
  std::string where;  // file:line
  std::string source;
  std::shared_ptr<const Game> game;
  Position position;
  std::map<int, std::uint64_t> counts;
};

const std::filesystem::path folder = std::filesystem::path(RIMAU_SOURCE_DIR) / "tests" / "data";

std::vector<std::string> files() {
  std::vector<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().extension() == ".perft") found.push_back(file.path().stem().string());
  std::ranges::sort(found);
  return found;
}

// One line of an entry; anything not understood ends the tests.
void read_line(std::string_view line, const std::string& where, Entry& entry) {
  const auto blank = line.find(' ');
  const auto key = line.substr(0, blank);
  const std::string value(blank == std::string_view::npos ? "" : line.substr(blank + 1));
  if (key == "id") {
    entry.id = value;
    entry.where = where;
  } else if (key == "source") {
    entry.source = value;
  } else if (key == "start") {
    entry.game = open(value);
    entry.position = start_position(*entry.game);
  } else if (key == "position") {
    const auto read = must(parse_position(catalogue(), value));
    entry.game = read.game;
    entry.position = read.position;
  } else if (key == "perft") {
    const auto parts = split(value, ' ');
    const auto depth = parts.size() == 2 ? parse_number(parts[0], 20) : std::nullopt;
    const auto count = parts.size() == 2 ? parse_number(parts[1], 4'000'000'000) : std::nullopt;
    if (!depth || !count || !entry.counts.emplace(*depth, *count).second)
      give_up(where + ": expected perft DEPTH COUNT");
  } else {
    give_up(cat(where, ": unknown word ", key));
  }
}

std::vector<Entry> read(const std::string& name) {
  const auto path = folder / (name + ".perft");
  const auto text = must(read_file(path.string(), 1 << 20));
  std::vector<Entry> entries;
  bool inside = false;
  int number = 0;
  for (const auto line : split(text, '\n')) {
    ++number;
    if (line.starts_with('#')) continue;
    if (line.empty()) {
      inside = false;
      continue;
    }
    if (!inside) entries.emplace_back();
    inside = true;
    read_line(line, cat(name, ".perft:", number), entries.back());
  }
  for (const auto& entry : entries)
    if (entry.id.empty() || entry.source.empty() || entry.game == nullptr || entry.counts.empty())
      give_up(cat(name, ".perft: the entry \"", entry.id, "\" is not complete"));
  return entries;
}

class PerftFile : public ::testing::TestWithParam<std::string> {};

TEST_P(PerftFile, IsAnsweredByBothGenerators) {
  for (const auto& entry : read(GetParam())) {
    SCOPED_TRACE(cat(entry.where, ": ", entry.id));
    const plain::Game plain(*entry.game);
    const auto other = plain.read(format_position(*entry.game, entry.position));
    for (const auto& [depth, count] : entry.counts) {
      SCOPED_TRACE(cat("depth ", depth));
      if (count <= node_limit()) {
        EXPECT_EQ(perft(*entry.game, entry.position, depth), count);
      }
      if (count <= plain_limit) {
        EXPECT_EQ(plain.perft(other, depth), count);
      }
    }
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Data, PerftFile, ::testing::ValuesIn(files()), test_name);

TEST(Perft, HasAFileForEveryGameWithItsStart) {
  const auto found = files();
  for (const auto& id : catalogue().ids()) {
    ASSERT_TRUE(std::ranges::find(found, id) != found.end()) << "no tests/data/" << id << ".perft";
    const auto entries = read(id);
    EXPECT_TRUE(std::ranges::any_of(entries, [&](const Entry& entry) {
      return entry.game->id() == id && entry.position == start_position(*entry.game);
    })) << id;
  }
}

TEST(Perft, OfDepthZeroIsOneAndOfAFinishedPositionNone) {
  const auto game = open("rimau-24");
  const auto over = position(*game, "a1", "a3 a5 b2 c3");
  EXPECT_EQ(perft(*game, over, 0), 1U);
  EXPECT_EQ(perft(*game, over, 1), 0U);
  EXPECT_EQ(perft(*game, over, 3), 0U);
}

TEST(Perft, IsTheSumOverTheMoves) {
  for (const auto& id : games_with_options()) {
    const auto game = open(id);
    const auto start = start_position(*game);
    std::uint64_t sum = 0;
    for (const auto move : legal_moves(*game, start)) sum += perft(*game, play_unchecked(*game, start, move), 1);
    EXPECT_EQ(perft(*game, start, 2), sum) << id;
  }
}

}  // namespace
}  // namespace rimau::testing
