#include "solver/verify_all.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>

#include "base/text.hpp"
#include "base/threads.hpp"
#include "board/symmetry.hpp"
#include "solver/verify_parts.hpp"

namespace rimau::solver {
namespace {

using tablebase::Level;
using tablebase::LevelFile;

// A turn of the tigers from a given set: possible when `empty` is and `over` are all men.
struct Turn {
  std::uint64_t empty;
  std::uint64_t over;
  int taken;
  std::uint32_t representative;  // of the set after it
  Moved moved;                   // the men left, in the numbering of that set
};

// One slice with one side to move: a Worth for each representative set of tigers and rank.
struct Slice {
  std::uint64_t per_set = 0;
  std::vector<Worth> worths;
};

class Check {
 public:
  Check(const tablebase::Tables& tables, const Game& game, unsigned threads, VerifyReport& report, Faults& faults,
        const VerifyProgress& progress)
      : tables_(tables), game_(game), threads_(threads), report_(report), faults_(faults), progress_(progress) {}

  Result<void> run() {
    if (const auto* sliding = tables_.find(game_, {0, 0}); sliding != nullptr) worths_ = Worths::of(sliding->scale());
    std::vector<Level> levels;
    for (const auto& file : tables_.files())
      if (tables_.find(game_, file.level()) == &file) levels.push_back(file.level());
    std::ranges::sort(levels, {}, [](Level level) { return std::pair(level.tigers_in_hand, level.men_in_hand); });
    for (const auto level : levels) {
      if (auto done = check_level(level); !done) return done;
      if (faults_.too_many()) break;
    }
    return {};
  }

 private:
  [[nodiscard]] std::string place(Level level, int men) const {
    return cat(tables_.find(game_, level)->path(), ": ", men, " men on the board");
  }

  Result<void> check_level(Level level) {
    const auto& file = *tables_.find(game_, level);
    const TigerSets sets(game_, game_.rules().tigers - level.tigers_in_hand);
    const Ranks ranks(game_.board().size() - sets.tigers());
    std::map<int, Slice> men_to_move;  // of this level, those that captures still lead to
    std::erase_if(whole_, [&](const auto& slice) { return slice.first.first + 1 < level.men_in_hand; });
    for (int men = 0; men < file.slices(); ++men) {
      if (file.slice(men).entries == 0) continue;
      if (progress_ && !progress_(cat("tigers in hand ", level.tigers_in_hand, ", men in hand ", level.men_in_hand),
                                  double(men) / file.slices()))
        return fail(ErrorKind::cancelled, "stopped");
      if (file.leaves_out_leaps(men))
        if (auto done = fill_in(level, men, sets, ranks, men_to_move); !done) return done;
      // While tigers are in hand, their turn leads to a level with one fewer, and so do the men's counts.
      if (level.tigers_in_hand == 0) {
        auto slice = men_to_move_slice(level, men, sets, ranks);
        if (!slice) return std::unexpected(std::move(slice).error());
        men_to_move[men] = *std::move(slice);
      }
      if (auto done = check_slice(level, men, sets, ranks, men_to_move); !done) return done;
      men_to_move.erase(men_to_move.begin(), men_to_move.lower_bound(men - longest_run() + 1));
      if (faults_.too_many()) break;
    }
    return {};
  }

  [[nodiscard]] int longest_run() const {
    int longest = 0;
    for (const auto point : game_.points())
      for (const auto& leap : game_.leaps(point)) longest = std::max(longest, leap.over.size());
    return longest;
  }

  [[nodiscard]] bool decided(Level level, int men) const {
    return men + level.men_in_hand <= game_.rules().men_left_when_tigers_win();
  }

  // Fills in what a slice leaves out: the worth of the tigers' best leap, from the men's turn after it.
  // men_to_move holds the slices of this level that are known already.
  Result<void> fill_in(Level level, int men, const TigerSets& sets, const Ranks& ranks,
                       const std::map<int, Slice>& men_to_move) {
    if (level.tigers_in_hand > 0 || whole_.contains({level.men_in_hand, men})) return {};
    const auto& file = *tables_.find(game_, level);
    std::map<int, Slice> made;
    std::map<int, const Slice*> after;  // by men left
    for (int taken = 1; taken <= std::min(longest_run(), men); taken += 2) {
      if (const auto known = men_to_move.find(men - taken); known != men_to_move.end()) {
        after[men - taken] = &known->second;
        continue;
      }
      auto slice = men_to_move_slice(level, men - taken, sets, ranks);
      if (!slice) return std::unexpected(std::move(slice).error());
      after[men - taken] = &(made[men - taken] = *std::move(slice));
    }
    Slice whole;
    whole.per_set = binomial(ranks.slots(), men);
    whole.worths.resize(whole.per_set * sets.representatives());
    const bool exact = file.has_distances();
    std::vector<std::vector<Worth>> read(threads_);
    auto done = over_sets(sets, [&](std::uint32_t representative, unsigned worker) -> Result<void> {
      auto& worths = read[worker];
      if (auto got = read_raw(file, men, representative, whole.per_set, worths); !got) return got;
      auto* const out = whole.worths.data() + representative * whole.per_set;
      std::ranges::copy(worths, out);
      for (const auto& turn : turns(level, sets.representative(representative), sets)) {
        if (turn.taken == 0 || turn.taken > men) continue;
        const auto& next = *after.at(men - turn.taken);
        const auto* const worth_after = next.worths.data() + turn.representative * next.per_set;
        each_occupancy(ranks.slots(), men, [&](std::uint64_t rank, std::uint64_t occupancy) {
          // Distances are exact where there are any; a value may be worse for the tigers than the leap.
          if (exact && worths[rank] != unknown) return;
          if ((occupancy & turn.empty) != 0 || (occupancy & turn.over) != turn.over) return;
          const Worth worth = worths_.before_tigers(worth_after[ranks(turn.moved(occupancy))]);
          if (out[rank] == unknown || worth < out[rank]) out[rank] = exact ? worth : worths_.without_rounds(worth);
        });
      }
      return {};
    });
    if (!done) return done;
    whole_[{level.men_in_hand, men}] = std::move(whole);
    return {};
  }

  // The slice's worths with the tigers to move for one set of tigers, from the file.
  Result<void> read_set(const LevelFile& file, int men, std::uint32_t representative, std::uint64_t per_set,
                        std::vector<Worth>& worths) const {
    worths.resize(per_set);
    const auto found = whole_.find({file.level().men_in_hand, men});
    if (file.level().tigers_in_hand == 0 && found != whole_.end()) {
      std::copy_n(found->second.worths.begin() + static_cast<std::ptrdiff_t>(representative * per_set), per_set,
                  worths.begin());
      return {};
    }
    return read_raw(file, men, representative, per_set, worths);
  }

  // The same without what the file leaves out.
  Result<void> read_raw(const LevelFile& file, int men, std::uint32_t representative, std::uint64_t per_set,
                        std::vector<Worth>& worths) const {
    worths.resize(per_set);
    const auto& header = file.slice(men);
    std::uint64_t entry = representative * per_set;
    for (std::uint64_t done = 0; done < per_set;) {
      const auto number = static_cast<std::uint32_t>(entry / header.block_entries);
      auto codes = file.block(men, number);
      if (!codes) return std::unexpected(std::move(codes).error());
      for (std::uint64_t at = entry % header.block_entries; at < codes->size() && done < per_set; ++at, ++done, ++entry)
        worths[done] = worths_.of_code((*codes)[at], file.scale());
    }
    return {};
  }

  // Runs body(representative, worker) for all; the first error of any ends it.
  template <class Body>
  Result<void> over_sets(const TigerSets& sets, Body&& body) const {
    std::mutex guard;  // of error
    std::optional<Error> error;
    std::atomic<bool> stop{false};
    parallel_for(sets.representatives(), threads_, [&](std::size_t representative, unsigned worker) {
      if (stop) return;
      auto done = body(static_cast<std::uint32_t>(representative), worker);
      if (done) return;
      const std::lock_guard lock(guard);
      stop = true;
      if (!error) error = std::move(done).error();
    });
    if (error) return std::unexpected(*std::move(error));
    return {};
  }

  // Calls visit(rank, occupancy) for every set of so many men on the slots, in order of rank.
  template <class Visit>
  static void each_occupancy(int slots, int men, Visit&& visit) {
    const auto count = binomial(slots, men);
    PointSet set = PointSet::first_points(men);
    for (std::uint64_t rank = 0; rank < count; ++rank) {
      visit(rank, set.bits());
      if (men > 0) set = next_of_same_size(set);
    }
  }

  // The men's turn: drops into the level below, or steps within the slice, or a pass.
  Result<Slice> men_to_move_slice(Level level, int men, const TigerSets& sets, const Ranks& ranks) {
    Slice slice;
    slice.per_set = binomial(ranks.slots(), men);
    slice.worths.assign(slice.per_set * sets.representatives(), lost_at_once);
    if (decided(level, men)) return slice;
    const bool drops = level.men_in_hand > 0;
    const Level below{level.tigers_in_hand, level.men_in_hand - (drops ? 1 : 0)};
    const auto* file = tables_.find(game_, below);
    const int next_men = men + (drops ? 1 : 0);
    if (file == nullptr || next_men >= file->slices() || file->slice(next_men).entries == 0)
      return fail(ErrorKind::unknown, cat("the level with ", below.tigers_in_hand, " tigers and ", below.men_in_hand,
                                          " men in hand is missing; the levels above cannot be checked"));
    if (file->leaves_out_leaps(next_men))
      if (auto filled = fill_in(below, next_men, sets, ranks, {}); !filled) return std::unexpected(filled.error());
    const auto next_per_set = binomial(ranks.slots(), next_men);
    std::vector<std::vector<Worth>> read(threads_);
    auto done = over_sets(sets, [&](std::uint32_t representative, unsigned worker) -> Result<void> {
      auto& next = read[worker];
      if (auto got = read_set(*file, next_men, representative, next_per_set, next); !got) return got;
      const auto steps = steps_between_slots(sets.representative(representative));
      auto* const out = slice.worths.data() + representative * slice.per_set;
      const std::uint64_t all = PointSet::first_points(ranks.slots()).bits();
      each_occupancy(ranks.slots(), men, [&](std::uint64_t rank, std::uint64_t occupancy) {
        Worth best = 0;
        if (drops) {
          for (std::uint64_t empty = all & ~occupancy; empty != 0; empty &= empty - 1)
            best = std::max(best, next[ranks(occupancy | (empty & (~empty + 1)))]);
        } else {
          for (std::uint64_t rest = occupancy; rest != 0; rest &= rest - 1) {
            const std::uint64_t man = rest & (~rest + 1);
            for (std::uint64_t to = steps[static_cast<std::size_t>(std::countr_zero(rest))] & ~occupancy; to != 0;
                 to &= to - 1)
              best = std::max(best, next[ranks((occupancy ^ man) | (to & (~to + 1)))]);
          }
          if (best == 0 && game_.rules().stuck_loses) return;  // lost at once, as set
          if (best == 0) best = next[rank];                    // pass
        }
        out[rank] = worths_.before_men(best);
      });
      return {};
    });
    if (!done) return std::unexpected(std::move(done).error());
    return slice;
  }

  // For each slot the slots one step away, as bits; slots are the points without a tiger in order.
  [[nodiscard]] std::vector<std::uint64_t> steps_between_slots(PointSet tigers) const {
    const auto free = game_.points() - tigers;
    std::vector<std::uint64_t> steps;
    for (const auto point : free) steps.push_back(compress(game_.steps(point) & free, free));
    return steps;
  }

  // Every turn the tigers could have from a set: drops while some are in hand, else steps and leaps.
  [[nodiscard]] std::vector<Turn> turns(Level level, PointSet tigers, const TigerSets& after) const {
    const auto free = game_.points() - tigers;
    std::vector<Turn> turns;
    const auto add = [&](PointSet next_tigers, Point landing, PointSet over) {
      const auto to = after.image_of(next_tigers);
      const auto& symmetry = game_.symmetries()[to.symmetry];
      const auto next_free = game_.points() - after.representative(to.representative);
      std::vector<int> places;
      for (const auto point : free) {
        const auto target = symmetry[static_cast<std::size_t>(point.index())];
        const bool keeps_man = point != landing && !over.contains(point);
        places.push_back(keeps_man ? std::popcount(next_free.bits() & PointSet::first_points(target.index()).bits())
                                   : -1);
      }
      turns.push_back({compress(landing, free), compress(over, free), over.size(), to.representative, Moved(places)});
    };
    if (level.tigers_in_hand > 0) {
      for (const auto point : free) add(tigers | point, point, PointSet());
      return turns;
    }
    for (const auto tiger : tigers) {
      for (const auto to : game_.steps(tiger) & free) add((tigers - PointSet(tiger)) | to, to, PointSet());
      for (const auto& leap : game_.leaps(tiger))
        if (free.contains(leap.over | leap.landing))
          add((tigers - PointSet(tiger)) | leap.landing, leap.landing, leap.over);
    }
    return turns;
  }

  Result<void> check_slice(Level level, int men, const TigerSets& sets, const Ranks& ranks,
                           const std::map<int, Slice>& men_to_move) {
    const auto& file = *tables_.find(game_, level);
    // After a tiger's drop one more is on the board: those slices are of another level.
    std::optional<TigerSets> more_tigers;
    std::optional<Ranks> fewer_slots;
    std::map<int, Slice> after_drop;
    if (level.tigers_in_hand > 0) {
      more_tigers.emplace(game_, sets.tigers() + 1);
      fewer_slots.emplace(ranks.slots() - 1);
      auto slice = men_to_move_slice({level.tigers_in_hand - 1, level.men_in_hand}, men, *more_tigers, *fewer_slots);
      if (!slice) return std::unexpected(std::move(slice).error());
      after_drop[men] = *std::move(slice);
    }
    const auto& after_sets = more_tigers ? *more_tigers : sets;
    const auto& after_ranks = fewer_slots ? *fewer_slots : ranks;
    const auto& successors = more_tigers ? after_drop : men_to_move;
    const auto per_set = binomial(ranks.slots(), men);
    std::vector<std::vector<Worth>> read(threads_);
    std::vector<std::vector<Worth>> best(threads_);
    std::vector<std::array<std::uint64_t, 4>> counts(threads_);
    const bool counts_men_to_move = level.tigers_in_hand == 0;
    const Worth* const own_men_to_move = counts_men_to_move ? men_to_move.at(men).worths.data() : nullptr;

    auto done = over_sets(sets, [&](std::uint32_t representative, unsigned worker) -> Result<void> {
      if (auto got = read_set(file, men, representative, per_set, read[worker]); !got) return got;
      auto& expected = best[worker];
      expected.assign(per_set, decided(level, men) ? lost_at_once : unknown);
      if (!decided(level, men)) {
        for (const auto& turn : turns(level, sets.representative(representative), after_sets)) {
          const auto found = successors.find(men - turn.taken);
          if (found == successors.end()) continue;  // more men to take than there are
          const auto* const next = found->second.worths.data() + turn.representative * found->second.per_set;
          each_occupancy(ranks.slots(), men, [&](std::uint64_t rank, std::uint64_t occupancy) {
            if ((occupancy & turn.empty) != 0 || (occupancy & turn.over) != turn.over) return;
            const Worth worth = next[after_ranks(turn.moved(occupancy))];
            if (expected[rank] == unknown || worth < expected[rank]) expected[rank] = worth;
          });
        }
        for (auto& worth : expected) worth = worth == unknown ? immobilised : worths_.before_tigers(worth);
      }
      const auto weight = static_cast<std::uint64_t>(sets.orbit(representative));
      for (std::uint64_t rank = 0; rank < per_set; ++rank) {
        const Worth wanted = file.has_distances() ? expected[rank] : worths_.without_rounds(expected[rank]);
        const Worth found = read[worker][rank];
        if (found != wanted)
          faults_.add(cat(place(level, men), ": set ", representative, ", rank ", rank, ": found ", describe(found),
                          ", expected ", describe(wanted)));
        counts[worker][0] += found > worths_.even ? weight : 0;
        counts[worker][2] += found < worths_.even ? weight : 0;
        if (!counts_men_to_move) continue;
        const Worth men_worth = own_men_to_move[representative * per_set + rank];
        counts[worker][1] += men_worth > worths_.even ? weight : 0;
        counts[worker][3] += men_worth < worths_.even ? weight : 0;
      }
      return {};
    });
    if (!done) return done;
    report_.positions += per_set * sets.representatives();
    check_counts(level, men, sets, per_set, counts);
    return {};
  }

  void check_counts(Level level, int men, const TigerSets& sets, std::uint64_t per_set,
                    const std::vector<std::array<std::uint64_t, 4>>& counts) {
    std::array<std::uint64_t, 4> sum{};
    for (const auto& part : counts)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
    const auto& header = tables_.find(game_, level)->slice(men);
    const auto compare = [&](std::string_view what, std::uint64_t found, std::uint64_t wanted) {
      if (found != wanted)
        faults_.add(cat(place(level, men), ": the header counts ", found, " ", what, ", expected ", wanted));
    };
    compare("positions", header.positions, per_set * sets.size());
    compare("men's wins with the tigers to move", header.men_win[0], sum[0]);
    compare("tigers' wins with the tigers to move", header.tigers_win[0], sum[2]);
    if (level.tigers_in_hand > 0) return;  // the men's turn there belongs to the level they drop from
    compare("men's wins with the men to move", header.men_win[1], sum[1]);
    compare("tigers' wins with the men to move", header.tigers_win[1], sum[3]);
  }

  [[nodiscard]] std::string describe(Worth worth) const {
    if (worth == unknown) return "the best leap, of which there is none";
    if (worth == worths_.even) return "draw";
    return worth > worths_.even ? cat("men in ", 2 * (255 - worth)) : cat("tigers in ", 2 * (worth - 1) + 1);
  }

  const tablebase::Tables& tables_;
  const Game& game_;
  // Slices that leave out leaps, filled in: by men in hand and on the board, no tiger in hand; of the level at hand
  // and the one below.
  std::map<std::pair<int, int>, Slice> whole_;
  Worths worths_;
  unsigned threads_;
  VerifyReport& report_;
  Faults& faults_;
  const VerifyProgress& progress_;
};

constexpr std::size_t kept_faults = 20;

}  // namespace

void Faults::add(std::string text) {
  const std::lock_guard lock(guard_);
  ++report_.fault_count;
  if (report_.faults.size() < kept_faults) report_.faults.push_back(std::move(text));
}

bool Faults::too_many() const {
  const std::lock_guard lock(guard_);
  return report_.fault_count >= kept_faults;
}

Result<void> verify_all(const tablebase::Tables& tables, const Game& game, unsigned threads, VerifyReport& report,
                        Faults& faults, const VerifyProgress& progress) {
  return Check(tables, game, threads, report, faults, progress).run();
}

}  // namespace rimau::solver
