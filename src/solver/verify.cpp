#include "solver/verify.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <optional>

#include "base/random.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "solver/verify_all.hpp"

namespace rimau::solver {
namespace {

using tablebase::Level;
using tablebase::LevelFile;
using tablebase::Probe;
using tablebase::Tables;
using tablebase::Value;

// Every block's checksum, and that it decodes.
void check_blocks(const LevelFile& file, unsigned threads, Faults& faults) {
  for (int men = 0; men < file.slices(); ++men)
    parallel_for(file.blocks(men), threads, [&](std::size_t number, unsigned) {
      if (auto block = file.block(men, static_cast<std::uint32_t>(number)); !block) faults.add(block.error().text());
    });
}

std::string describe(const Value& value) {
  if (value.verdict == Verdict::draw) return "draw";
  return cat(name(value.verdict), value.distance ? cat(" in ", *value.distance) : "");
}

// The sample: runs of neighbouring positions, for the sake of the blocks they share, from slices drawn
// in proportion to their size.
class Sampler {
 public:
  Sampler(const Tables& tables, const Game& game) : tables_(tables), game_(game) {
    for (const auto& file : tables.files()) {
      if (tables.find(game, file.level()) != &file) continue;
      for (int men = 0; men < file.slices(); ++men) {
        const auto entries = file.slice(men).entries;
        if (entries == 0 || men + file.level().men_in_hand <= game.rules().men_left_when_tigers_win()) continue;
        total_ += entries;
        slices_.push_back({&file, men, total_});
      }
    }
    for (int tigers = 0; tigers <= game.rules().tigers; ++tigers) sets_.emplace_back(game, tigers);
  }

  [[nodiscard]] bool empty() const { return slices_.empty(); }

  // Checks one run of at most `length` positions; returns how many.
  Result<std::uint64_t> check_run(Random& random, std::uint64_t length, Probe& probe, Faults& faults) const {
    const auto at = random.next() % total_;
    const auto& slice = *std::ranges::upper_bound(slices_, at, {}, &Slice::end);
    const auto entries = slice.file->slice(slice.men).entries;
    const auto first = random.next() % entries;
    const auto last = std::min(entries, first + length);
    for (auto entry = first; entry < last; ++entry)
      if (auto done = check(slice.file->level(), slice.men, entry, probe, faults); !done)
        return std::unexpected(std::move(done).error());
    return last - first;
  }

 private:
  struct Slice {
    const LevelFile* file;
    int men;
    std::uint64_t end;  // of its entries among all
  };

  [[nodiscard]] Position position_of(Level level, int men, std::uint64_t entry) const {
    const auto& sets = sets_[static_cast<std::size_t>(game_.rules().tigers - level.tigers_in_hand)];
    Position position;
    const auto per_set = binomial(game_.board().size() - sets.tigers(), men);
    position.tigers = sets.representative(static_cast<std::uint32_t>(entry / per_set));
    position.men = expand(unrank(entry % per_set, men).bits(), game_.points() - position.tigers);
    position.tigers_in_hand = static_cast<std::uint8_t>(level.tigers_in_hand);
    position.men_in_hand = static_cast<std::uint8_t>(level.men_in_hand);
    return position;
  }

  // The value in the table against the best of the values after each legal move.
  Result<void> check(Level level, int men, std::uint64_t entry, Probe& probe, Faults& faults) const {
    const auto position = position_of(level, men, entry);
    auto found = probe.value(position);
    if (!found) return std::unexpected(std::move(found).error());
    std::optional<Value> best;
    std::optional<Error> error;
    for_each_move(game_, position, [&](Move move) {
      if (error) return;
      auto value = probe.value(play_unchecked(game_, position, move));
      if (!value) error = std::move(value).error();
      else if (!best || better(Side::tigers, *value, *best)) best = *value;
    });
    if (error) return std::unexpected(*std::move(error));
    Value expected = best ? one_ply_back(*best) : Value{Verdict::men, 0};
    if (!found->distance) expected.distance.reset();
    if (*found == expected) return {};
    faults.add(cat(tables_.find(game_, level)->path(), ": ", men, " men, entry ", entry, ": found ", describe(*found),
                   ", expected ", describe(expected)));
    return {};
  }

  const Tables& tables_;
  const Game& game_;
  std::vector<Slice> slices_;
  std::vector<TigerSets> sets_;
  std::uint64_t total_ = 0;
};

Result<void> verify_sample(const Tables& tables, const Game& game, const VerifyOptions& options, VerifyReport& report,
                           Faults& faults, const VerifyProgress& progress) {
  const Sampler sampler(tables, game);
  if (sampler.empty()) return {};
  constexpr std::uint64_t run_length = 512;
  const std::size_t runs = (options.sample + run_length - 1) / run_length;
  std::mutex guard;  // of error and progress
  std::optional<Error> error;
  std::atomic<std::uint64_t> positions{0};
  std::atomic<bool> stop{false};
  std::vector<std::optional<Probe>> probes(options.threads);
  for (auto& probe : probes) probe.emplace(tables, game);
  parallel_for(runs, options.threads, [&](std::size_t run, unsigned worker) {
    if (stop) return;
    Random random(options.seed * 0x9E3779B97F4A7C15u + run);
    auto checked = sampler.check_run(random, run_length, *probes[worker], faults);
    if (checked) positions += *checked;
    const std::lock_guard lock(guard);
    if (!checked) {
      if (!error) error = std::move(checked).error();
      stop = true;
    } else if (faults.too_many()) {
      stop = true;
    } else if (progress && run % 64 == 0 && !progress("sample", double(run) / double(runs))) {
      if (!error) error = Error{ErrorKind::cancelled, "stopped", {}};
      stop = true;
    }
  });
  report.positions += positions;
  if (error) return std::unexpected(*std::move(error));
  return {};
}

}  // namespace

Result<VerifyReport> verify(const Tables& tables, const Game& game, const VerifyOptions& options,
                            const VerifyProgress& progress) try {
  VerifyReport report;
  Faults faults(report);
  for (const auto& file : tables.files()) {
    if (const auto fits = file.check_game(game); !fits) {
      if (file.names(game)) faults.add(fits.error().text());
      continue;
    }
    ++report.files;
    if (const auto whole = file.check_sets(TigerSets(game, file.header().tigers)); !whole)
      faults.add(whole.error().text());
    if (progress && !progress(cat("checksums of ", file.path()), 0)) return fail(ErrorKind::cancelled, "stopped");
    check_blocks(file, options.threads, faults);
  }
  if (report.fault_count > 0) return report;
  auto done = options.all ? verify_all(tables, game, options.threads, report, faults, progress)
                          : verify_sample(tables, game, options, report, faults, progress);
  if (done) return report;
  // A file that is missing or cannot be read is a fault of the tables, not of the check.
  auto error = std::move(done).error();
  const auto kind = error.kind;
  if (kind != ErrorKind::damaged && kind != ErrorKind::unavailable && kind != ErrorKind::unknown)
    return std::unexpected(std::move(error));
  faults.add(error.text());
  return report;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::limit, "the system refused the memory that the check needs");
}

}  // namespace rimau::solver
