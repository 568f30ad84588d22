#include "mpi/shared_run.hpp"

#include <sys/resource.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/text.hpp"
#include "base/threads.hpp"
#include "mpi/gather.hpp"
#include "mpi/request.hpp"
#include "solver/level_codes.hpp"
#include "solver/shared_slices.hpp"
#include "solver/sparse.hpp"
#include "solver/table_folder.hpp"

namespace rimau::mpi {
namespace {

namespace fs = std::filesystem;
using solver::Code;
using solver::SliceCount;
using solver::SliceSpace;
using tablebase::CodeScale;
using tablebase::Content;
using tablebase::LevelFile;
using tablebase::LevelWriter;
using Clock = std::chrono::steady_clock;
using Codes = BigArray<Code>;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// What the leader found in the folder, and all go by.
struct Begun {
  int slices = 0;                   // of the sliding phase
  CodeScale scale;                  // of its file
  std::vector<std::int64_t> level;  // by men in hand: whether it is finished
};

// One run, on one of the processes.
class SharedRun {
 public:
  SharedRun(const Game& game, int most_men, const World& world, std::string folder, const solver::TableFolder* tables,
            solver::RunProgress& progress, SharedReport& report)
      : game_(game),
        most_men_(most_men),
        world_(world),
        folder_(std::move(folder)),
        tables_(tables),
        progress_(progress),
        report_(report),
        post_(world),
        begun_(find_begun()),
        space_(game, most_men, begun_.scale),
        longest_leap_(solver::longest_leap(game)) {
    for (int men = 0; men <= last_slice(0); ++men) total_work_ += sliding_work(men);
    for (int level = 1; level <= most_men_; ++level)
      for (int men = 0; men <= last_slice(level); ++men) total_work_ += double(space_.entries(men));
  }

  Result<void> execute() {
    if (begun_.level[0] == 0)
      if (auto done = sliding(); !done) return done;
    report_.sliding = post_.traffic();
    for (int level = 1; level <= most_men_; ++level) {
      men_to_move_.clear();
      if (auto done = solve_level(level); !done) return done;
    }
    report_.levels = {post_.traffic().bytes - report_.sliding.bytes,
                      post_.traffic().messages - report_.sliding.messages};
    return {};
  }

 private:
  static constexpr double rounds_worth = 4;
  [[nodiscard]] double sliding_work(int men) const { return rounds_worth * double(space_.entries(men)); }
  void begin_part(double work) {
    progress_.part(done_work_ / total_work_, (done_work_ + work) / total_work_);
    done_work_ += work;
  }
  [[nodiscard]] int last_slice(int level) const {
    return std::min(most_men_ - level, game_.board().size() - game_.rules().tigers);
  }
  [[nodiscard]] std::string level_path(int level) const { return folder_ + "/" + tablebase::file_name({0, level}); }

  bool tell(std::string_view phase, double done, std::uint64_t positions) {
    positions_ += positions * static_cast<std::uint64_t>(world_.ranks());  // about as many elsewhere
    const auto now = Clock::now();
    if (now < next_report_) return true;
    next_report_ = now + std::chrono::milliseconds(200);
    return progress_({phase, done, positions_});
  }
  // Together.
  Result<void> going_on(std::string_view phase, double done) {
    if (world_.any(!tell(phase, done, 0))) return fail(ErrorKind::cancelled, "stopped");
    return {};
  }

  Begun find_begun() const {
    Begun begun;
    begun.scale = solver::usual_scale(game_);
    begun.level.resize(static_cast<std::size_t>(most_men_) + 1);
    if (tables_ != nullptr) {
      if (const auto* file = tables_->tables().find(game_, {0, 0})) {
        begun.slices = file->slices();
        begun.scale = file->scale();
      }
      for (int level = 0; level <= most_men_; ++level)
        begun.level[static_cast<std::size_t>(level)] = tables_->finished(game_, {0, level}, most_men_) != nullptr;
    }
    std::array<std::int64_t, 2> numbers{begun.slices, begun.scale.men_codes};
    world_.spread(numbers);
    begun.slices = static_cast<int>(numbers[0]);
    begun.scale.men_codes = static_cast<int>(numbers[1]);
    world_.spread(begun.level);
    return begun;
  }

  // Together: a file of the folder, which all must see.
  Result<LevelFile> open_level(int level) const {
    auto file = LevelFile::open(level_path(level));
    auto opened = file ? Result<void>() : std::unexpected(file.error());
    if (auto done = world_.agree(std::move(opened)); !done) return std::unexpected(std::move(done).error());
    return file;
  }

  [[nodiscard]] std::uint64_t share_entries(int men) const {
    return space_.share(men, &post_).size() * space_.sets.representatives();
  }

  // ---- The sliding phase.

  Result<void> sliding() {
    const auto start = Clock::now();
    const auto processor_start = processor_seconds();
    int men = 0;
    // 1. A finished file of fewer men is where to go on from.
    if (begun_.slices > 0) {
      auto file = open_level(0);
      if (!file) return std::unexpected(std::move(file).error());
      for (; men < begun_.slices; ++men) {
        begin_part(sliding_work(men));
        if (auto done = take_up(*file, men); !done) return done;
      }
    }
    // 2. Then one slice after another.
    for (; men <= last_slice(0); ++men) {
      begin_part(sliding_work(men));
      men_to_move_.resize(static_cast<std::size_t>(men) + 1);
      if (!space_.decided(men)) {
        if (auto done = solve_slice(men); !done) return done;
      } else if (men == last_slice(0)) {
        if (auto done = write_sliding(men, {}, solver::decided_counts(space_, men)); !done) return done;
      }
    }
    report_.solved.sliding_seconds = seconds_since(start);
    report_.processor_seconds = processor_seconds() - processor_start;
    return {};
  }

  Result<void> solve_slice(int men) {
    const Meter meter(post_);
    auto slice = solver::SlidingSlice::make(space_, men, men_to_move_, 1, &post_);
    auto made = slice ? Result<void>() : std::unexpected(slice.error());
    if (auto agreed = world_.agree(std::move(made)); !agreed) return agreed;
    auto done = slice->solve([&](const std::string& doing, double share, std::uint64_t positions) {
      return tell(cat(men, " men on the board, ", doing), share, positions);
    });
    if (!done) return done;
    report_.solved.rounds += slice->rounds();
    auto men_to_move = slice->take_men_to_move();
    const auto codes = slice->tigers_to_move().slice(0, slice->tigers_to_move().size());
    const auto used = meter.used();
    const auto counts = counts_of(men, codes, men_to_move.slice(0, men_to_move.size()), space_.scale);
    report_.costs.push_back(cost_of(world_, space_, {0, men, slice->rounds()}, counts, used));
    report_.solved.sliding_positions += 2 * counts.positions;
    report_.sliding_entries += 2 * space_.entries(men);
    men_to_move_[static_cast<std::size_t>(men)] = std::move(men_to_move);
    forget_below(men);
    return write_sliding(men, codes, counts);
  }

  // Drops the slices that no capture from one of more men leads to.
  void forget_below(int men) {
    for (int old = 0; old <= men - longest_leap_; ++old) men_to_move_[static_cast<std::size_t>(old)] = {};
  }

  // A slice of an earlier run: only what later slices need of it.
  Result<void> take_up(const LevelFile& file, int men) {
    men_to_move_.resize(static_cast<std::size_t>(men) + 1);
    if (space_.decided(men) || men + longest_leap_ < begun_.slices) return {};
    if (auto going = going_on(cat("reading ", men, " men on the board"), 0); !going) return going;
    auto tigers_to_move = Codes::make(share_entries(men));
    auto men_to_move = Codes::make(share_entries(men));
    Result<void> done;
    if (!tigers_to_move || !men_to_move)
      done = std::unexpected(tigers_to_move ? men_to_move.error() : tigers_to_move.error());
    const auto share = space_.share(men, &post_);
    for (std::uint32_t r = 0; done && r < space_.sets.representatives(); ++r)
      done = solver::read_codes_into(file, men, r * binomial(space_.slots, men) + share.begin,
                                     tigers_to_move->slice(r * share.size(), share.size()));
    done = world_.agree(std::move(done));
    if (done)
      done = solver::derive_shared_men_to_move(space_, men, tigers_to_move->slice(0, tigers_to_move->size()),
                                               men_to_move->slice(0, men_to_move->size()), post_);
    if (done) men_to_move_[static_cast<std::size_t>(men)] = *std::move(men_to_move);
    return done;
  }

  // The file of the sliding phase with the slices there were and one more; empty codes: a decided one.
  Result<void> write_sliding(int men, std::span<const Code> codes, const SliceCount& counts) {
    const auto start = Clock::now();
    auto written = Result<void>();
    std::optional<LevelWriter> writer;
    std::optional<LevelFile> before;
    if (world_.leads()) {
      auto made = LevelWriter::create(folder_, game_, {0, 0}, Content::distances, space_.sets, 0, men,
                                      LevelWriter::Leaps::stored, space_.scale);
      if (made) writer.emplace(*std::move(made));
      else written = std::unexpected(std::move(made).error());
      if (auto file = LevelFile::open(level_path(0))) before = *std::move(file);
    }
    if (auto done = world_.agree(std::move(written)); !done) return done;
    // The slices there were are copied while the new one comes in.
    Result<void> copied;
    std::jthread copying;
    if (world_.leads()) copying = std::jthread([&] { copied = copy_slices(before, men, *writer); });
    Result<void> done;
    if (!codes.empty() || !space_.decided(men)) {
      done = gather(world_, post_, space_, men, codes, [&](auto part) { return writer->append(men, part); });
    } else if (world_.leads()) {
      done = solver::append_decided(men, space_.entries(men), *writer, space_.scale);
    }
    if (copying.joinable()) copying.join();
    if (done) done = std::move(copied);
    if (world_.leads() && done) {
      std::vector<SliceCount> all;
      for (int old = 0; old < men; ++old)
        all.push_back(before && old < before->slices() ? solver::counts_in(*before, old)
                                                       : solver::decided_counts(space_, old));
      all.push_back(counts);
      done = writer->finish(all);
    }
    report_.writing_seconds += seconds_since(start);
    return world_.agree(std::move(done));
  }

  Result<void> copy_slices(const std::optional<LevelFile>& before, int count, LevelWriter& writer) const {
    Result<void> done;
    for (int men = 0; done && men < count; ++men)
      done = before && men < before->slices() ? solver::copy_slice(*before, men, space_.entries(men), writer)
                                              : solver::append_decided(men, space_.entries(men), writer, space_.scale);
    return done;
  }

  // Together, from the shares.
  SliceCount counts_of(int men, std::span<const Code> tigers_to_move, std::span<const Code> men_to_move,
                       CodeScale scale) const {
    SliceCount counts;
    const auto size = space_.share(men, &post_).size();
    for (std::uint32_t r = 0; r < space_.sets.representatives(); ++r) {
      solver::count_codes(space_, r, Side::tigers, tigers_to_move.subspan(r * size, size), scale, counts);
      solver::count_codes(space_, r, Side::men, men_to_move.subspan(r * size, size), scale, counts);
    }
    std::array<std::uint64_t, 4> numbers{counts.men_win[0], counts.men_win[1], counts.tigers_win[0],
                                         counts.tigers_win[1]};
    world_.add_up(numbers);
    counts.positions = binomial(space_.slots, men) * space_.sets.size();
    counts.men_win = {numbers[0], numbers[1]};
    counts.tigers_win = {numbers[2], numbers[3]};
    return counts;
  }

  // ---- The levels with men in hand. Codes are values: wins are of round 0.

  Result<void> solve_level(int level) {
    if (begun_.level[static_cast<std::size_t>(level)] != 0) {
      for (int men = 0; men <= last_slice(level); ++men) begin_part(double(space_.entries(men)));
      return {};
    }
    const auto below = open_level(level - 1);
    if (!below) return std::unexpected(below.error());
    std::optional<LevelWriter> writer;
    Result<void> done;
    if (world_.leads()) {
      auto made = LevelWriter::create(folder_, game_, {0, level}, Content::values, space_.sets, 0, last_slice(level));
      if (made) writer.emplace(*std::move(made));
      else done = std::unexpected(std::move(made).error());
    }
    done = world_.agree(std::move(done));
    std::vector<SliceCount> counts;
    for (int men = 0; done && men <= last_slice(level); ++men) {
      begin_part(double(space_.entries(men)));
      auto counted = level_slice(level, men, *below, writer);
      if (!counted) return std::unexpected(std::move(counted).error());
      counts.push_back(*counted);
      forget_below(men);
    }
    if (done && writer) done = writer->finish(counts);
    return world_.agree(std::move(done));
  }

  // The value that most positions of the slice have with the tigers to move.
  static Code usual_value(const LevelFile& file, int men) {
    const auto counts = solver::counts_in(file, men);
    const auto men_wins = counts.men_win[0];
    const auto tiger_wins = counts.tigers_win[0];
    const auto draws = counts.positions - men_wins - tiger_wins;
    if (draws >= men_wins && draws >= tiger_wins) return tablebase::draw_code;
    return men_wins >= tiger_wins ? tablebase::men_win_code(0) : tablebase::tigers_win_code(0);
  }

  Result<SliceCount> level_slice(int level, int men, const LevelFile& below, std::optional<LevelWriter>& writer) {
    men_to_move_.resize(static_cast<std::size_t>(men) + 1);
    if (space_.decided(men + level)) {
      auto done = writer ? solver::append_decided(men, space_.entries(men), *writer) : Result<void>();
      if (done = world_.agree(std::move(done)); !done) return std::unexpected(std::move(done).error());
      return solver::decided_counts(space_, men);
    }
    const auto phase = cat("men in hand: ", level, ", on the board: ", men);
    const Meter meter(post_);
    auto tigers_to_move = Codes::make(share_entries(men));
    auto men_to_move = Codes::make(share_entries(men));
    auto done = tigers_to_move && men_to_move
                    ? Result<void>()
                    : std::unexpected(tigers_to_move ? men_to_move.error() : tigers_to_move.error());
    done = world_.agree(std::move(done));
    // 1. The men's drops, out of the level below.
    const auto usual = men + 1 < below.slices() ? usual_value(below, men + 1) : tablebase::draw_code;
    if (done) done = going_on(phase, 0);
    const auto next = space_.share(men + 1, &post_);
    const auto read = [&](std::uint32_t representative, std::span<Code> codes) {
      return solver::read_codes_into(below, men + 1, representative * binomial(space_.slots, men + 1) + next.begin,
                                     codes);
    };
    if (done)
      done = solver::drop_shared_men(space_, men, read, below.scale(), usual,
                                     men_to_move->slice(0, men_to_move->size()), post_);
    // 2. The tigers' moves within the level.
    if (done) done = going_on(phase, 0.6);
    if (!done) return std::unexpected(std::move(done).error());
    auto& men_codes = men_to_move_[static_cast<std::size_t>(men)];
    men_codes = *std::move(men_to_move);
    const auto tiger_codes = tigers_to_move->slice(0, tigers_to_move->size());
    done = solver::move_shared_tigers(space_, men, level, men_to_move_, usual, tiger_codes, post_);
    const auto used = meter.used();
    const auto start = Clock::now();
    if (done)
      done = gather(world_, post_, space_, men, tiger_codes, [&](auto part) { return writer->append(men, part); });
    report_.writing_seconds += seconds_since(start);
    if (!done) return std::unexpected(std::move(done).error());
    const auto counts = counts_of(men, tiger_codes, men_codes.slice(0, men_codes.size()), {});
    report_.costs.push_back(cost_of(world_, space_, {level, men}, counts, used));
    return counts;
  }

  const Game& game_;
  int most_men_;
  const World& world_;
  std::string folder_;
  const solver::TableFolder* tables_;  // the leader's
  solver::RunProgress& progress_;
  SharedReport& report_;
  Post post_;
  Begun begun_;
  SliceSpace space_;
  int longest_leap_;
  solver::MenToMove men_to_move_;  // this process's shares, of the level being solved
  double total_work_ = 0;
  double done_work_ = 0;
  std::uint64_t positions_ = 0;
  Clock::time_point next_report_{};
};

}  // namespace

Result<SharedReport> solve_shared(const Game& game, const solver::SolveOptions& options, const World& world,
                                  const solver::Progress& progress) {
  const auto start = Clock::now();
  if (auto done = world.agree(check_request(game, options, world)); !done)
    return std::unexpected(std::move(done).error());
  // The leader prepares the folder; then all must see it.
  std::optional<solver::TableFolder> tables;
  Result<void> prepared;
  if (world.leads()) {
    auto made = solver::TableFolder::prepare(game, options.folder, options.resume);
    if (made) tables.emplace(*std::move(made));
    else prepared = std::unexpected(std::move(made).error());
  }
  prepared = world.agree(std::move(prepared));
  if (!prepared) return std::unexpected(std::move(prepared).error());
  const auto folder = options.folder + "/" + tablebase::folder_name(game);
  std::error_code error;
  if (!fs::is_directory(folder, error))
    prepared = fail(ErrorKind::unavailable, "no such folder; it must be one that all processes see", {.file = folder});
  prepared = world.agree(std::move(prepared));
  if (!prepared) return std::unexpected(std::move(prepared).error());

  solver::RunProgress run_progress(progress);
  SharedReport report;
  auto done =
      SharedRun(game, men_to_solve(game, options), world, folder, tables ? &*tables : nullptr, run_progress, report)
          .execute();
  if (!done) return std::unexpected(std::move(done).error());
  report.solved.folder = folder;
  if (tables) report.solved.bytes = tables->bytes();
  report.solved.total_seconds = seconds_since(start);
  const auto microseconds = static_cast<std::uint64_t>(report.processor_seconds * 1e6);
  std::array<std::uint64_t, 5> sums{report.sliding.bytes, report.sliding.messages, report.levels.bytes,
                                    report.levels.messages, microseconds};
  world.add_up(sums);
  report.sliding = {sums[0], sums[1]};
  report.levels = {sums[2], sums[3]};
  report.processor_seconds = double(sums[4]) / 1e6;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::array<std::uint64_t, 2> most{static_cast<std::uint64_t>(usage.ru_maxrss) << 10, microseconds};
  world.find_largest(most);
  report.most_memory = most[0];
  report.busiest_seconds = double(most[1]) / 1e6;
  return report;
}

}  // namespace rimau::mpi
