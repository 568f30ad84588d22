// How long a look-up in a game's tables takes.
//
//     probe_time DIR GAME
//
// Draws positions of all slices with all tigers on the board, each slice as often as it is large, and
// looks each up with either side to move. "Warm": the files are in the system's cache; the probe
// keeps some blocks, but has hardly ever the one that is drawn next. "Cold": the system is asked to forget the files
// before every look-up. Prints the mean, the median and the slowest of a hundred, in microseconds.
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/random.hpp"
#include "notation/notation.hpp"
#include "tablebase/tables.hpp"

namespace {

using namespace rimau;
using tablebase::LevelFile;
using tablebase::Probe;
using tablebase::Tables;

struct Slice {
  const LevelFile* file;
  int men;
  std::uint64_t end;  // of its entries among all
};

std::vector<Slice> slices_of(const Tables& tables, const Game& game) {
  std::vector<Slice> slices;
  std::uint64_t total = 0;
  for (const auto& file : tables.files()) {
    if (tables.find(game, file.level()) != &file || file.level().tigers_in_hand > 0) continue;
    for (int men = 0; men < file.slices(); ++men) {
      if (men + file.level().men_in_hand <= game.rules().men_left_when_tigers_win()) continue;
      total += file.slice(men).entries;
      if (file.slice(men).entries > 0) slices.push_back({&file, men, total});
    }
  }
  return slices;
}

Position draw(const Game& game, const TigerSets& sets, const std::vector<Slice>& slices, Random& random) {
  const auto& slice = *std::ranges::upper_bound(slices, random.next() % slices.back().end, {}, &Slice::end);
  const int slots = game.board().size() - sets.tigers();
  Position position;
  position.tigers = sets.representative(random.below(sets.representatives()));
  position.men =
      expand(unrank(random.next() % binomial(slots, slice.men), slice.men).bits(), game.points() - position.tigers);
  position.men_in_hand = static_cast<std::uint8_t>(slice.file->level().men_in_hand);
  return position;
}

void forget(const Tables& tables) {
  for (const auto& file : tables.files()) {
    const int fd = ::open(file.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    ::close(fd);
  }
}

// Has the system read every file once.
void read_through(const Tables& tables) {
  std::vector<char> buffer(1 << 20);
  for (const auto& file : tables.files()) {
    const int fd = ::open(file.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    while (::read(fd, buffer.data(), buffer.size()) > 0) {
    }
    ::close(fd);
  }
}

Result<void> measure(const Tables& tables, const Game& game, Side turn, bool cold, int count) {
  const auto slices = slices_of(tables, game);
  if (slices.empty()) return fail(ErrorKind::unknown, "no tables of the game there");
  const TigerSets sets(game, game.rules().tigers);
  Random random(1);
  Probe probe(tables, game);
  if (auto first = probe.value(draw(game, sets, slices, random)); !first) return std::unexpected(first.error());
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    auto position = draw(game, sets, slices, random);
    position.turn = turn;
    if (cold) forget(tables);
    const auto start = std::chrono::steady_clock::now();
    const auto value = probe.value(position);
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    if (!value) return std::unexpected(value.error());
  }
  std::ranges::sort(times);
  double sum = 0;
  for (const auto time : times) sum += time;
  fmt::print("{} to move, {}: mean {:.0f}, median {:.0f}, 99th percentile {:.0f}, longest {:.0f} microseconds\n",
             turn == Side::tigers ? "tigers" : "men", cold ? "cold" : "warm", sum / count, times[times.size() / 2],
             times[times.size() * 99 / 100], times.back());
  return {};
}

Result<void> run(const std::string& folder, const std::string& id) {
  Catalogue catalogue;
  const auto game = catalogue.open(id);
  if (!game) return std::unexpected(game.error());
  const auto tables = Tables::open({folder});
  read_through(tables);
  for (const bool cold : {false, true})
    for (const auto turn : {Side::tigers, Side::men})
      if (auto done = measure(tables, **game, turn, cold, cold ? 200 : 5000); !done) return done;
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "Usage: probe_time DIR GAME\n");
    return 2;
  }
  const auto done = run(argv[1], argv[2]);
  if (done) return 0;
  fmt::print(stderr, "probe_time: {}\n", done.error().text());
  return 2;
}
