#include "solver/solve.hpp"

#include <chrono>
#include <filesystem>
#include <new>
#include <system_error>

#include "base/text.hpp"
#include "solver/checkpoint.hpp"
#include "solver/dense.hpp"
#include "solver/levels.hpp"
#include "solver/sparse.hpp"
#include "solver/table_folder.hpp"
#include "solver/tiger_drops.hpp"

namespace rimau::solver {
namespace {

namespace fs = std::filesystem;
using tablebase::Level;
using tablebase::LevelFile;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// One run over a game small enough for whole occupancy tables.
class DenseRun {
 public:
  DenseRun(const Game& game, const SolveOptions& options, const TableFolder& folder, RunProgress& run_progress,
           SolveReport& report)
      : game_(game),
        options_(options),
        folder_(folder),
        run_progress_(run_progress),
        progress_(run_progress.function()),
        report_(report) {}

  Result<void> execute() {
    auto solver = DenseSolver::make(game_, options_.threads, progress_);
    if (!solver) return std::unexpected(std::move(solver).error());
    return levels(*solver);
  }

 private:
  // Shares by experience: the fixpoints take about half of a run, the levels the rest.
  static constexpr double sliding_share = 0.5;
  [[nodiscard]] double share_at(int level, double part) const {
    return sliding_share + (1 - sliding_share) * (level - 1 + part) / game_.rules().men_in_play();
  }

  const LevelFile* finished(Level level) const { return folder_.finished(game_, level, game_.rules().men_in_play()); }

  Result<void> levels(DenseSolver& solver) {
    const int top = game_.rules().men_in_play();
    // 1. The highest level from which everything below is finished is read instead of solved.
    int begun = -1;
    while (begun < top && finished({0, begun + 1}) != nullptr) ++begun;
    if (begun >= 0) {
      // The drops of tigers need the levels they hang on to be made again.
      int needed = tiger_drops_done(game_, folder_.tables()) ? begun : std::min(begun, lowest_drop_level() - 1);
      if (needed > 0 && needed % 2 == 0) --needed;  // levels with an even hand may leave out leaps
      if (auto done = load_level(solver, game_, *finished({0, needed}), options_.threads, progress_); !done)
        return done;
      begun = needed;
    } else {
      if (auto done = sliding(solver); !done) return done;
      begun = 0;
    }
    // 2. One level after another.
    for (int level = begun + 1; level <= top; ++level) {
      run_progress_.part(share_at(level, 0), share_at(level, 0.4));
      if (auto done = solver.next_level(); !done) return done;
      run_progress_.part(share_at(level, 0.4), share_at(level, 1));
      if (finished({0, level}) == nullptr)
        if (auto done = write_level(solver, game_, folder_.path(), options_.threads, progress_); !done) return done;
      if (auto done = tiger_drops_from(solver); !done) return done;
    }
    return {};
  }

  Result<void> sliding(DenseSolver& solver) {
    const auto start = Clock::now();
    run_progress_.part(0, 0.9 * sliding_share);
    const auto path = checkpoint_path(folder_.path());
    std::error_code ignored;
    if (options_.resume && fs::exists(path, ignored))
      if (auto done = load_checkpoint(solver, game_, path); !done) return done;
    auto last = Clock::now();
    const auto save = [&](DenseSolver::Mark mark) -> Result<void> {
      if (seconds_since(last) < options_.checkpoint_seconds) return {};
      auto saved = save_checkpoint(solver, game_, mark, path, options_.threads);
      last = Clock::now();
      return saved;
    };
    if (auto done = solver.solve_sliding(save); !done) return done;
    run_progress_.part(0.9 * sliding_share, sliding_share);
    report_.sliding_seconds = seconds_since(start);
    report_.rounds = solver.rounds();
    for (const auto& count : solver.counts()) report_.sliding_positions += 2 * count.positions;
    auto written = write_level(solver, game_, folder_.path(), options_.threads, progress_);
    if (written) fs::remove(path, ignored);
    return written;
  }

  int tigers_in_hand() const { return game_.rules().tigers - game_.rules().tigers_at.size(); }
  int lowest_drop_level() const { return DropSchedule{&game_, true}.men_in_hand(1); }

  // The tigers' drops that end at the solver's present level.
  Result<void> tiger_drops_from(const DenseSolver& solver) {
    if (tigers_in_hand() == 0) return {};
    for (const bool men_began : {false, true}) {
      const DropSchedule schedule{&game_, men_began};
      if (schedule.men_in_hand(1) != solver.level()) continue;
      auto last = men_to_move_slice(solver, schedule.men_on_board(1), options_.threads);
      if (auto done = solve_tiger_drops(schedule, std::move(last), folder_.path(), options_.threads, progress_); !done)
        return done;
    }
    return {};
  }

  const Game& game_;
  const SolveOptions& options_;
  const TableFolder& folder_;
  RunProgress& run_progress_;
  Progress progress_;
  SolveReport& report_;
};

int men_to_solve(const Game& game, const SolveOptions& options) {
  return options.max_men > 0 ? options.max_men : game.rules().men_in_play();
}

// Whole occupancy tables are much the faster way where they fit; they hold all men at once.
bool fits_densely(const Game& game, const SolveOptions& options) {
  return men_to_solve(game, options) == game.rules().men_in_play() && DenseSolver::possible(game) &&
         DenseSolver::memory_needed(game) <= options.memory_bytes;
}

// The least that any way to solve it needs.
std::uint64_t least_memory(const Game& game, const SolveOptions& options, int men) {
  const auto sparse = sparse_memory_needed(game, men, options.threads);
  return men == game.rules().men_in_play() && DenseSolver::possible(game)
             ? std::min(sparse, DenseSolver::memory_needed(game))
             : sparse;
}

Result<void> check_memory(const Game& game, const SolveOptions& options) {
  const int men = men_to_solve(game, options);
  const auto needed = least_memory(game, options, men);
  if (needed <= options.memory_bytes) return {};
  int fitting = men - 1;
  while (fitting > 0 && sparse_memory_needed(game, fitting, options.threads) > options.memory_bytes) --fitting;
  return fail(
      ErrorKind::limit,
      cat(men, " men need ", gibibytes(needed), " of memory; allowed are ", gibibytes(options.memory_bytes),
          fitting > 0 ? cat(", in which up to ", fitting, " men can be solved (--max-men ", fitting, ")") : ""));
}

}  // namespace

std::uint64_t memory_needed(const Game& game, const SolveOptions& options) {
  return fits_densely(game, options) ? DenseSolver::memory_needed(game)
                                     : least_memory(game, options, men_to_solve(game, options));
}

Result<SolveReport> solve(const Game& game, const SolveOptions& options, const Progress& progress) try {
  if (!drops_are_regular(game))
    return fail(ErrorKind::unsupported,
                "the men's hand is empty before the tigers' drops end; such a game cannot be solved");
  if (options.max_men > game.rules().men_in_play())
    return fail(ErrorKind::illegal,
                cat("the game has ", game.rules().men_in_play(), " men in play, not ", options.max_men));
  if (auto fits = check_memory(game, options); !fits) return std::unexpected(std::move(fits).error());
  const auto start = Clock::now();
  auto folder = TableFolder::prepare(game, options.folder, options.resume);
  if (!folder) return std::unexpected(std::move(folder).error());
  RunProgress run_progress(progress);
  SolveReport report;
  auto done = fits_densely(game, options)
                  ? DenseRun(game, options, *folder, run_progress, report).execute()
                  : solve_sparse(game, men_to_solve(game, options), options.threads, *folder, run_progress, report);
  if (!done) return std::unexpected(std::move(done).error());
  report.folder = folder->path();
  report.bytes = folder->bytes();
  report.total_seconds = seconds_since(start);
  return report;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::limit, "the system refused the memory that the run needs");
}

}  // namespace rimau::solver
