#include "solver/solve.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>

#include "solver/levels.hpp"
#include "solver/tiger_drops.hpp"
#include "tablebase/tables.hpp"

namespace rimau::solver {
namespace {

namespace fs = std::filesystem;
using tablebase::Level;
using tablebase::LevelFile;
using tablebase::Tables;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string gibibytes(std::uint64_t bytes) {
  const auto tenths = (bytes * 10 >> 30) + 1;
  return cat(tenths / 10, '.', tenths % 10, " GiB");
}

// One run over a game small enough for whole occupancy tables.
class Run {
 public:
  Run(const Game& game, const SolveOptions& options, const Progress& progress)
      : game_(game),
        options_(options),
        progress_([this, &progress](const Status& status) { return tell(progress, status); }),
        folder_(options.folder + "/" + tablebase::folder_name(game)) {}

  Result<SolveReport> execute() {
    const auto start = Clock::now();
    if (auto ready = prepare_folder(); !ready) return std::unexpected(std::move(ready).error());
    auto solver = DenseSolver::make(game_, options_.threads, progress_);
    if (!solver) return std::unexpected(std::move(solver).error());
    if (auto done = levels(*solver); !done) return std::unexpected(std::move(done).error());
    report_.folder = folder_;
    report_.total_seconds = seconds_since(start);
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder_, ignored)) report_.bytes += entry.file_size(ignored);
    return report_;
  }

 private:
  // The part of the run that is being done: from `begin` to `end` of it.
  struct Share {
    double begin = 0;
    double end = 1;
  };

  // Passes on the status with the share of the whole run, which never goes back.
  bool tell(const Progress& progress, Status status) {
    if (!progress) return true;
    told_ = std::max(told_, share_.begin + (share_.end - share_.begin) * status.done);
    status.done = told_;
    positions_ = std::max(positions_, status.positions);
    status.positions = positions_;
    return progress(status);
  }

  // Shares by experience: the fixpoints take about half of a run, the levels the rest.
  static constexpr double sliding_share = 0.5;
  [[nodiscard]] double share_at(int level, double part) const {
    return sliding_share + (1 - sliding_share) * (level - 1 + part) / game_.rules().men_in_play();
  }

  Result<void> prepare_folder() {
    std::error_code error;
    if (!fs::is_directory(options_.folder, error))
      return fail(ErrorKind::unavailable, "no such folder", {.file = options_.folder});
    fs::create_directory(folder_, error);
    if (error) return fail(ErrorKind::unavailable, cat("cannot create: ", error.message()), {.file = folder_});
    finished_ = Tables::open({folder_});
    if (!options_.resume && !finished_.files().empty())
      return fail(ErrorKind::illegal, "holds tables already; resume to complete them, or remove them first",
                  {.file = folder_});
    return {};
  }

  // The finished file of a level, if there is one that holds all its slices.
  const LevelFile* finished(Level level) const {
    const auto* file = finished_.find(game_, level);
    const int needed = game_.rules().men_in_play() - level.men_in_hand;
    return file != nullptr && file->slices() > std::min(needed, game_.board().size() - game_.rules().tigers) ? file
                                                                                                             : nullptr;
  }

  Result<void> levels(DenseSolver& solver) {
    const int top = game_.rules().men_in_play();
    // 1. The highest level from which everything below is finished is read instead of solved.
    int begun = -1;
    while (begun < top && finished({0, begun + 1}) != nullptr) ++begun;
    if (begun >= 0) {
      // The drops of tigers need the levels they hang on to be made again.
      const int needed = drops_done() ? begun : std::min(begun, lowest_drop_level() - 1);
      if (auto done = load_level(solver, game_, *finished({0, needed}), options_.threads, progress_); !done)
        return done;
      begun = needed;
    } else {
      if (auto done = sliding(solver); !done) return done;
      begun = 0;
    }
    // 2. One level after another.
    for (int level = begun + 1; level <= top; ++level) {
      share_ = {share_at(level, 0), share_at(level, 0.4)};
      if (auto done = solver.next_level(); !done) return done;
      share_ = {share_at(level, 0.4), share_at(level, 1)};
      if (finished({0, level}) == nullptr)
        if (auto done = write_level(solver, game_, folder_, options_.threads, progress_); !done) return done;
      if (auto done = tiger_drops_from(solver); !done) return done;
    }
    return {};
  }

  Result<void> sliding(DenseSolver& solver) {
    const auto start = Clock::now();
    share_ = {0, 0.9 * sliding_share};
    if (auto done = solver.solve_sliding(); !done) return done;
    share_ = {0.9 * sliding_share, sliding_share};
    report_.sliding_seconds = seconds_since(start);
    report_.rounds = solver.rounds();
    for (const auto& count : solver.counts()) report_.sliding_positions += 2 * count.positions;
    return write_level(solver, game_, folder_, options_.threads, progress_);
  }

  int tigers_in_hand() const { return game_.rules().tigers - game_.rules().tigers_at.size(); }
  int lowest_drop_level() const { return DropSchedule{&game_, true}.men_in_hand(1); }

  bool drops_done() const {
    for (const bool men_began : {false, true})
      for (int in_hand = 1; in_hand <= tigers_in_hand(); ++in_hand)
        if (finished_.find(game_, {in_hand, DropSchedule{&game_, men_began}.men_in_hand(in_hand)}) == nullptr)
          return false;
    return true;
  }

  // The tigers' drops that end at the solver's present level.
  Result<void> tiger_drops_from(const DenseSolver& solver) {
    if (tigers_in_hand() == 0) return {};
    for (const bool men_began : {false, true}) {
      const DropSchedule schedule{&game_, men_began};
      if (schedule.men_in_hand(1) != solver.level()) continue;
      auto last = men_to_move_slice(solver, schedule.men_on_board(1), options_.threads);
      if (auto done = solve_tiger_drops(schedule, std::move(last), folder_, options_.threads, progress_); !done)
        return done;
    }
    return {};
  }

  const Game& game_;
  const SolveOptions& options_;
  Progress progress_;
  std::string folder_;
  Share share_;
  double told_ = 0;
  std::uint64_t positions_ = 0;
  Tables finished_;
  SolveReport report_;
};

}  // namespace

std::uint64_t memory_needed(const Game& game, const SolveOptions&) { return DenseSolver::memory_needed(game); }

Result<SolveReport> solve(const Game& game, const SolveOptions& options, const Progress& progress) {
  if (!drops_are_regular(game))
    return fail(ErrorKind::unsupported,
                "the men's hand is empty before the tigers' drops end; such a game cannot be solved");
  const auto needed = memory_needed(game, options);
  if (needed > options.memory_bytes)
    return fail(ErrorKind::limit,
                cat("needs ", gibibytes(needed), " of memory; allowed are ", gibibytes(options.memory_bytes)));
  return Run(game, options, progress).execute();
}

}  // namespace rimau::solver
