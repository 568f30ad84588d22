#include "solver/sparse.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

#include "base/threads.hpp"
#include "solver/level_codes.hpp"
#include "solver/level_slice.hpp"
#include "solver/tiger_drops.hpp"

namespace rimau::solver {
namespace {

using tablebase::CodeScale;
using tablebase::Content;
using tablebase::Level;
using tablebase::LevelFile;
using tablebase::LevelWriter;
using Clock = std::chrono::steady_clock;

// The first error of several threads.
class FirstError {
 public:
  void keep(Error error) {
    const std::lock_guard lock(guard_);
    if (!error_) error_ = std::move(error);
    any_ = true;
  }
  [[nodiscard]] bool any() const noexcept { return any_; }
  [[nodiscard]] Result<void> result() && {
    if (error_) return std::unexpected(*std::move(error_));
    return {};
  }

 private:
  std::mutex guard_;  // of error_
  std::optional<Error> error_;
  std::atomic<bool> any_{false};
};

// How distances are coded: as in what is there already.
CodeScale scale_for(const Game& game, const TableFolder& folder) {
  const auto* begun = folder.tables().find(game, {0, 0});
  return begun != nullptr ? begun->scale() : usual_scale(game);
}

// One run. Slices are numbered by men on the board, a slice of a level is decided by the hand too.
class SparseRun {
 public:
  SparseRun(const Game& game, int most_men, unsigned threads, const TableFolder& folder, RunProgress& progress,
            SolveReport& report)
      : game_(game),
        most_men_(most_men),
        threads_(threads),
        folder_(folder),
        progress_(progress),
        report_(report),
        space_(game, most_men, scale_for(game, folder)),
        longest_leap_(longest_leap(game)) {
    // What is to be done, in positions: a sliding slice has many rounds, one of a level two passes.
    for (int men = 0; men <= last_slice(0); ++men) total_work_ += sliding_work(men);
    for (int level = 1; level <= most_men_; ++level)
      for (int men = 0; men <= last_slice(level); ++men) total_work_ += level_work(men);
  }

  Result<void> execute() {
    if (folder_.finished(game_, {0, 0}, most_men_) == nullptr)
      if (auto done = sliding(); !done) return done;
    for (int level = 1; level <= most_men_; ++level)
      if (auto done = solve_level(level); !done) return done;
    return {};
  }

 private:
  static constexpr double rounds_worth = 4;
  [[nodiscard]] double sliding_work(int men) const { return rounds_worth * double(space_.entries(men)); }
  [[nodiscard]] double level_work(int men) const { return double(space_.entries(men)); }
  void begin_part(double work) {
    progress_.part(done_work_ / total_work_, (done_work_ + work) / total_work_);
    done_work_ += work;
  }

  [[nodiscard]] int last_slice(int level) const { return std::min(most_men_ - level, space_.slots); }
  [[nodiscard]] std::string level_path(int level) const {
    return folder_.path() + "/" + tablebase::file_name({0, level});
  }

  // Several times a second from whatever calls it as often as it likes.
  bool tell(std::string_view phase, double done, std::uint64_t positions) {
    positions_ += positions;
    const auto now = Clock::now();
    if (now < next_report_) return true;
    next_report_ = now + std::chrono::milliseconds(200);
    return progress_({phase, done, positions_});
  }

  // ---- The sliding phase.

  Result<void> sliding() {
    const auto start = Clock::now();
    // 1. A finished file of fewer men is where to go on from.
    const auto* begun = folder_.tables().find(game_, {0, 0});
    std::optional<LevelFile> file;
    if (begun != nullptr) file = *begun;
    int men = 0;
    for (; file && men < file->slices(); ++men) {
      begin_part(sliding_work(men));
      if (auto done = take_up(*file, men); !done) return done;
    }
    // 2. Then one slice after another.
    for (; men <= last_slice(0); ++men) {
      begin_part(sliding_work(men));
      men_to_move_.resize(static_cast<std::size_t>(men) + 1);
      if (space_.decided(men)) {
        if (men < last_slice(0)) continue;
        if (auto done = write_sliding(file, men, {}, decided_counts(space_, men)); !done) return done;
      } else if (auto done = solve_slice(file, men); !done) {
        return done;
      }
      auto opened = LevelFile::open(level_path(0));
      if (!opened) return std::unexpected(std::move(opened).error());
      file = *std::move(opened);
    }
    report_.sliding_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    men_to_move_.clear();
    return {};
  }

  Result<void> solve_slice(const std::optional<LevelFile>& before, int men) {
    auto slice = SlidingSlice::make(space_, men, men_to_move_, threads_);
    if (!slice) return std::unexpected(std::move(slice).error());
    auto done = slice->solve([&](const std::string& doing, double share, std::uint64_t positions) {
      return tell(cat(men, " men on the board, ", doing), share, positions);
    });
    if (!done) return done;
    report_.rounds += slice->rounds();
    auto men_to_move = slice->take_men_to_move();
    const auto counts = counts_of(men, slice->tigers_to_move(), men_to_move, space_.scale);
    report_.sliding_positions += 2 * counts.positions;
    keep(men, std::move(men_to_move));
    forget_below(men);
    return write_sliding(before, men, slice->tigers_to_move().slice(0, slice->tigers_to_move().size()), counts);
  }

  // Keeps a slice's codes with the men to move.
  void keep(int men, BigArray<Code> codes) {
    men_to_move_.resize(static_cast<std::size_t>(men) + 1);
    men_to_move_[static_cast<std::size_t>(men)] = std::move(codes);
  }

  // Drops those that no capture from a slice of more men leads to.
  void forget_below(int men) {
    for (int old = 0; old <= men - longest_leap_; ++old) men_to_move_[static_cast<std::size_t>(old)] = {};
  }

  // A slice of an earlier run: only what later slices need of it.
  Result<void> take_up(const LevelFile& file, int men) {
    if (space_.decided(men) || men + longest_leap_ < file.slices()) {
      men_to_move_.resize(static_cast<std::size_t>(men) + 1);
      return {};
    }
    if (!tell(cat("reading ", men, " men on the board"), 0, 0)) return fail(ErrorKind::cancelled, "stopped");
    auto tigers_to_move = BigArray<Code>::make(space_.entries(men));
    if (!tigers_to_move) return std::unexpected(std::move(tigers_to_move).error());
    auto men_to_move = BigArray<Code>::make(space_.entries(men));
    if (!men_to_move) return std::unexpected(std::move(men_to_move).error());
    const auto codes = tigers_to_move->slice(0, tigers_to_move->size());
    if (auto done = read_codes_into(file, men, 0, codes); !done) return done;
    derive_men_to_move(space_, men, codes, men_to_move->slice(0, men_to_move->size()), threads_);
    keep(men, *std::move(men_to_move));
    return {};
  }

  // The file of the sliding phase with the slices there were and one more.
  Result<void> write_sliding(const std::optional<LevelFile>& before, int men, std::span<const Code> codes,
                             const SliceCount& counts) {
    auto writer = LevelWriter::create(folder_.path(), game_, {0, 0}, Content::distances, space_.sets, 0, men,
                                      LevelWriter::Leaps::stored, space_.scale);
    if (!writer) return std::unexpected(std::move(writer).error());
    std::vector<SliceCount> all;
    for (int old = 0; old < men; ++old) all.push_back(old_counts(before, old));
    all.push_back(counts);
    FirstError error;
    parallel_for(static_cast<std::size_t>(men) + 1, threads_, [&](std::size_t number, unsigned) {
      const int slice = men - static_cast<int>(number);  // the largest first
      auto done = slice == men && !codes.empty() ? writer->append(slice, codes)
                  : before && slice < before->slices()
                      ? copy_slice(*before, slice, space_.entries(slice), *writer)
                      : append_decided(slice, space_.entries(slice), *writer, space_.scale);
      if (!done) error.keep(std::move(done).error());
    });
    if (auto done = std::move(error).result(); !done) return done;
    return writer->finish(all);
  }

  [[nodiscard]] SliceCount old_counts(const std::optional<LevelFile>& file, int men) const {
    return file && men < file->slices() ? counts_in(*file, men) : decided_counts(space_, men);
  }

  [[nodiscard]] SliceCount counts_of(int men, const BigArray<Code>& tigers_to_move, const BigArray<Code>& men_to_move,
                                     CodeScale scale = {}) const {
    const auto per_set = binomial(space_.slots, men);
    std::vector<SliceCount> partial(threads_);
    parallel_for(space_.sets.representatives(), threads_, [&](std::size_t number, unsigned worker) {
      const auto representative = static_cast<std::uint32_t>(number);
      for (const auto side : {Side::tigers, Side::men})
        count_codes(space_, representative, side,
                    (side == Side::tigers ? tigers_to_move : men_to_move).slice(number * per_set, per_set), scale,
                    partial[worker]);
    });
    SliceCount counts;
    counts.positions = per_set * space_.sets.size();
    for (const auto& part : partial)
      for (const std::size_t side : {0U, 1U}) {
        counts.men_win[side] += part.men_win[side];
        counts.tigers_win[side] += part.tigers_win[side];
      }
    return counts;
  }

  // ---- The levels with men in hand. Codes are values: wins are of round 0.

  Result<void> solve_level(int level) {
    if (folder_.finished(game_, {0, level}, most_men_) != nullptr && !tiger_drops_missing(level)) {
      for (int men = 0; men <= last_slice(level); ++men) begin_part(level_work(men));
      return {};
    }
    const auto below = LevelFile::open(level_path(level - 1));
    if (!below) return std::unexpected(below.error());
    auto writer =
        LevelWriter::create(folder_.path(), game_, {0, level}, Content::values, space_.sets, 0, last_slice(level));
    if (!writer) return std::unexpected(std::move(writer).error());
    std::vector<SliceCount> counts;
    men_to_move_.clear();
    for (int men = 0; men <= last_slice(level); ++men) {
      begin_part(level_work(men));
      auto done = level_slice(level, men, *below, *writer);
      if (!done) return std::unexpected(std::move(done).error());
      counts.push_back(*done);
      if (auto dropped = tiger_drops(level, men); !dropped) return dropped;
      forget_below(men);
    }
    return writer->finish(counts);
  }

  Result<SliceCount> level_slice(int level, int men, const LevelFile& below, LevelWriter& writer) {
    if (space_.decided(men + level)) {
      men_to_move_.resize(static_cast<std::size_t>(men) + 1);
      if (auto done = append_decided(men, space_.entries(men), writer); !done)
        return std::unexpected(std::move(done).error());
      return decided_counts(space_, men);
    }
    auto men_codes = BigArray<Code>::make(space_.entries(men));
    if (!men_codes) return std::unexpected(std::move(men_codes).error());
    auto tiger_codes = BigArray<Code>::make(space_.entries(men));
    if (!tiger_codes) return std::unexpected(std::move(tiger_codes).error());
    const MenSets men_sets(space_.slots, men);
    const auto phase = cat("men in hand: ", level, ", on the board: ", men);
    if (auto done = drop_all_men(below, men_sets, *men_codes, phase); !done)
      return std::unexpected(std::move(done).error());
    keep(men, *std::move(men_codes));
    if (auto done = move_all_tigers(level, men_sets, *tiger_codes, phase); !done)
      return std::unexpected(std::move(done).error());
    if (auto done = writer.append(men, tiger_codes->slice(0, tiger_codes->size())); !done)
      return std::unexpected(std::move(done).error());
    return counts_of(men, *tiger_codes, men_to_move_.back());
  }

  // Runs body(representative) for all on all threads, until one fails.
  template <class Body>
  Result<void> over_representatives(std::string_view phase, double done, const MenSets& men_sets, Body&& body) {
    FirstError error;
    parallel_for(space_.sets.representatives(), threads_, [&](std::size_t number, unsigned worker) {
      if (error.any()) return;
      const auto representative = static_cast<std::uint32_t>(number);
      if (auto worked = body(representative); !worked) error.keep(std::move(worked).error());
      treated_ += men_sets.size() * static_cast<std::uint64_t>(space_.sets.orbit(representative));
      if (worker == 0 && !tell(phase, done, treated_.exchange(0))) error.keep({ErrorKind::cancelled, "stopped", {}});
    });
    return std::move(error).result();
  }

  Result<void> drop_all_men(const LevelFile& below, const MenSets& men_sets, const BigArray<Code>& men_codes,
                            std::string_view phase) {
    const auto next_size = binomial(space_.slots, men_sets.men() + 1);
    return over_representatives(phase, 0, men_sets, [&](std::uint32_t representative) -> Result<void> {
      std::vector<Code> next(next_size);
      if (auto done = read_codes_into(below, men_sets.men() + 1, representative * next_size, next); !done) return done;
      drop_men(space_, men_sets, next, below.scale(),
               men_codes.slice(representative * men_sets.size(), men_sets.size()));
      return {};
    });
  }

  Result<void> move_all_tigers(int level, const MenSets& men_sets, const BigArray<Code>& tiger_codes,
                               std::string_view phase) {
    return over_representatives(phase, 0.6, men_sets, [&](std::uint32_t representative) -> Result<void> {
      move_tigers(space_, men_sets, level, men_to_move_, representative,
                  tiger_codes.slice(representative * men_sets.size(), men_sets.size()));
      return {};
    });
  }

  // ---- The levels with tigers in hand, where the run goes up to all men.

  [[nodiscard]] bool tiger_drops_missing(int level) const {
    if (most_men_ < game_.rules().men_in_play() || tiger_drops_done(game_, folder_.tables())) return false;
    return DropSchedule{&game_, false}.men_in_hand(1) == level || DropSchedule{&game_, true}.men_in_hand(1) == level;
  }

  // The drops of tigers that end in the slice solved last.
  Result<void> tiger_drops(int level, int men) {
    if (!tiger_drops_missing(level)) return {};
    for (const bool men_began : {false, true}) {
      const DropSchedule schedule{&game_, men_began};
      if (schedule.men_in_hand(1) != level || schedule.men_on_board(1) != men) continue;
      const auto& codes = men_to_move_.back();
      auto done = solve_tiger_drops(schedule, {codes.data(), codes.data() + codes.size()}, folder_.path(), threads_,
                                    progress_.function());
      if (!done) return done;
    }
    return {};
  }

  const Game& game_;
  int most_men_;
  unsigned threads_;
  const TableFolder& folder_;
  RunProgress& progress_;
  SolveReport& report_;
  SliceSpace space_;
  int longest_leap_;
  MenToMove men_to_move_;  // of the level being solved
  double total_work_ = 0;
  double done_work_ = 0;
  std::atomic<std::uint64_t> treated_{0};
  std::uint64_t positions_ = 0;
  Clock::time_point next_report_{};
};

}  // namespace

std::uint64_t sparse_memory_needed(const Game& game, int most_men, unsigned threads) {
  const SliceSpace space(game, 0, {});
  const int longest = longest_leap(game);
  const auto top = std::min(most_men, space.slots);
  // A slice with both sides to move, those below that captures lead to, and the numbering.
  const auto slice = [&](int men, int hand) {
    auto bytes = 2 * space.entries(men) + MenSets::bytes(space.slots, men);
    for (int below = std::max(0, men - longest); below < men; ++below)
      if (!space.decided(below + hand)) bytes += space.entries(below);
    return bytes;
  };
  std::uint64_t peak = 0;
  for (int men = 0; men <= top; ++men)
    if (!space.decided(men)) peak = std::max(peak, slice(men, 0));
  for (int level = 1; level <= most_men; ++level)
    for (int men = 0; men <= std::min(most_men - level, space.slots); ++men)
      if (!space.decided(men + level))
        peak = std::max(peak, slice(men, level) + threads * binomial(space.slots, men + 1));
  // The drops of tigers, of which the slice of the first is copied.
  if (most_men == game.rules().men_in_play())
    for (int in_hand = 1; in_hand <= game.rules().tigers - game.rules().tigers_at.size(); ++in_hand)
      for (const bool men_began : {false, true}) {
        const int men = DropSchedule{&game, men_began}.men_on_board(in_hand);
        const int tigers = game.rules().tigers - in_hand;
        peak +=
            space.entries(men) + binomial(game.board().size(), tigers) * binomial(game.board().size() - tigers, men);
      }
  const std::uint64_t fixed = std::uint64_t{32} << 20;  // the program, files being written, moves
  return peak + MenRanks::bytes(most_men) + space.sets.size() * sizeof(TigerSets::Image) + fixed;
}

Result<void> check_complete_leaps(const TableFolder& folder) {
  for (const auto& file : folder.tables().files())
    for (int men = 0; men < file.slices(); ++men)
      if (file.leaves_out_leaps(men))
        return fail(ErrorKind::unsupported,
                    "begun with more memory, and can only be completed with as much: see --memory",
                    {.file = file.path()});
  return {};
}

Result<void> solve_sparse(const Game& game, int most_men, unsigned threads, const TableFolder& folder,
                          RunProgress& progress, SolveReport& report) {
  if (auto complete = check_complete_leaps(folder); !complete) return complete;
  return SparseRun(game, most_men, threads, folder, progress, report).execute();
}

}  // namespace rimau::solver
