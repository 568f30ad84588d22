#include "solver/levels.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "base/threads.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace rimau::solver {
namespace {

using tablebase::Content;
using tablebase::LevelFile;
using tablebase::LevelWriter;
using tablebase::men_win_code;
using tablebase::tigers_win_code;

// The bits of `word` under `mask`, moved together.
Word gathered(Word word, Word mask) noexcept {
#if defined(__BMI2__)
  return _pext_u64(word, mask);
#else
  Word out = 0;
  for (int place = 0; mask != 0; mask &= mask - 1, ++place) out |= (word >> std::countr_zero(mask) & 1) << place;
  return out;
#endif
}

Word scattered(Word bits, Word mask) noexcept {
#if defined(__BMI2__)
  return _pdep_u64(bits, mask);
#else
  Word out = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) out |= (bits & 1) << std::countr_zero(mask);
  return out;
#endif
}

// Where a slice's sets of men lie in a table, in order of rank when the slots are the points in
// increasing order: for each word the bits with the right number of men.
struct SlicePlace {
  std::uint32_t word;
  Word mask;
};

std::vector<std::vector<SlicePlace>> slice_places(int slots, int slices) {
  std::vector<std::vector<SlicePlace>> places(static_cast<std::size_t>(slices));
  const Word valid = slots >= word_slots ? ~Word{0} : (Word{1} << (1 << slots)) - 1;
  for (std::size_t word = 0; word < used_words(slots); ++word) {
    std::array<Word, word_slots + 1> masks{};
    for (int bit = 0; bit < 64; ++bit)
      masks[static_cast<std::size_t>(std::popcount(static_cast<unsigned>(bit)))] |= Word{1} << bit & valid;
    for (std::size_t inner = 0; inner <= word_slots; ++inner) {
      const std::size_t men = static_cast<std::size_t>(std::popcount(word)) + inner;
      if (men < places.size() && masks[inner] != 0)
        places[men].push_back({static_cast<std::uint32_t>(word), masks[inner]});
    }
  }
  return places;
}

// out: the table with its slots renumbered to the points in increasing order (or back).
void renumber(Table out, ConstTable table, const SlotMap& map, int slots, Table scratch) {
  std::ranges::fill(out, 0);
  add_tiger_move(out, table, false, {map, 0, no_landing}, slots, scratch);
}

struct MarkScratch {
  explicit MarkScratch(std::size_t words) : marks(words), spare(words) {}
  std::vector<Word> marks;
  std::vector<Word> spare;
};

bool is_set(ConstTable table, std::uint32_t occupancy) noexcept {
  return (table[occupancy / 64] >> (occupancy % 64) & 1) != 0;
}

// Occupancies in one numbering from those in another, by table.
class Renumbering {
 public:
  explicit Renumbering(const SlotMap& map, int slots) {
    for (std::size_t half = 0; half < 2; ++half)
      for (std::uint32_t bits = 0; bits < parts_[half].size(); ++bits)
        for (int bit = 0; bit < half_bits; ++bit) {
          const int slot = static_cast<int>(half) * half_bits + bit;
          if (slot < slots && (bits >> bit & 1) != 0)
            parts_[half][bits] |= std::uint32_t{1} << map[static_cast<std::size_t>(slot)];
        }
  }
  [[nodiscard]] std::uint32_t operator()(std::uint32_t occupancy) const noexcept {
    return parts_[0][occupancy & (parts_[0].size() - 1)] | parts_[1][occupancy >> half_bits];
  }

 private:
  static constexpr int half_bits = 12;
  std::array<std::array<std::uint32_t, 1 << half_bits>, 2> parts_{};
};

// Representatives are treated in batches: first each by itself, then each slice over the batch, so
// that both parts run on all threads and the file's order is kept.
constexpr std::size_t batch_bytes = std::size_t{64} << 20;

// How many representatives of so many bytes each are treated together.
std::uint32_t batch_size(const DenseSolver& solver, std::size_t bytes_each) {
  return static_cast<std::uint32_t>(
      std::clamp<std::size_t>(batch_bytes / bytes_each, 1, solver.sets().representatives()));
}

template <class Prepare, class Emit>
Result<void> in_batches(const DenseSolver& solver, std::size_t bytes_each, int slices, unsigned threads,
                        const Progress& progress, std::string_view phase, Prepare&& prepare, Emit&& emit) {
  const std::uint32_t count = solver.sets().representatives();
  const auto batch = batch_size(solver, bytes_each);
  for (std::uint32_t begin = 0; begin < count; begin += batch) {
    const auto end = std::min(count, begin + batch);
    parallel_for(end - begin, threads,
                 [&](std::size_t i, unsigned worker) { prepare(begin + static_cast<std::uint32_t>(i), i, worker); });
    std::mutex guard;  // of error
    std::optional<Error> error;
    parallel_for(static_cast<std::size_t>(slices), threads, [&](std::size_t slice, unsigned) {
      if (auto done = emit(static_cast<int>(slice), end - begin); !done) {
        const std::lock_guard lock(guard);
        if (!error) error = std::move(done).error();
      }
    });
    if (error) return std::unexpected(*std::move(error));
    if (progress && !progress({phase, double(end) / count, solver.positions()}))
      return fail(ErrorKind::cancelled, "stopped");
  }
  return {};
}

Result<void> write_values(const DenseSolver& solver, const std::vector<std::vector<SlicePlace>>& places,
                          LevelWriter& writer, unsigned threads, const Progress& progress, std::string_view phase) {
  const std::size_t words = words_for(solver.slots());
  const int slices = static_cast<int>(places.size());
  std::vector<MarkScratch> workers(threads, MarkScratch(words));
  constexpr std::size_t planes = 3;  // the men's wins, the tigers', what is worth no more than its best leap
  const std::size_t bytes_each = planes * words * sizeof(Word);
  std::vector<Word> batch(batch_size(solver, bytes_each) * planes * words);
  const auto plane = [&](std::size_t i, std::size_t which) {
    return Table(batch.data() + (planes * i + which) * words, words);
  };
  return in_batches(
      solver, bytes_each, slices, threads, progress, phase,
      [&](std::uint32_t representative, std::size_t i, unsigned worker) {
        const auto map = solver.numbering().from_sorted(solver.sets().representative(representative));
        auto& [marks, spare] = workers[worker];
        for (const auto winner : {Side::men, Side::tigers})
          renumber(plane(i, winner == Side::men ? 0 : 1), solver.wins(winner, Side::tigers, representative), map,
                   solver.slots(), spare);
        solver.mark_as_leaps(representative, DenseSolver::Values::draws_and_wins, marks, spare);
        renumber(plane(i, 2), marks, map, solver.slots(), spare);
      },
      [&](int slice, std::size_t filled) -> Result<void> {
        for (std::size_t i = 0; i < filled; ++i)
          for (const auto& [word, mask] : places[static_cast<std::size_t>(slice)])
            if (auto done =
                    writer.append_bits(slice, gathered(plane(i, 0)[word], mask), gathered(plane(i, 1)[word], mask),
                                       gathered(plane(i, 2)[word], mask), std::popcount(mask));
                !done)
              return done;
        return {};
      });
}

Result<void> write_distances(const DenseSolver& solver, const std::vector<std::vector<SlicePlace>>& places,
                             LevelWriter& writer, unsigned threads, const Progress& progress, std::string_view phase) {
  const std::size_t size = words_for(solver.slots()) * 64;
  const int slices = static_cast<int>(places.size());
  std::vector<MarkScratch> workers(threads, MarkScratch(words_for(solver.slots())));
  std::vector<Code> batch(batch_size(solver, size) * size);
  return in_batches(
      solver, size, slices, threads, progress, phase,
      [&](std::uint32_t representative, std::size_t i, unsigned worker) {
        auto& [marks, spare] = workers[worker];
        solver.mark_as_leaps(representative, DenseSolver::Values::draws, marks, spare);
        const Renumbering there(solver.numbering().from_sorted(solver.sets().representative(representative)),
                                solver.slots());
        const auto codes = solver.codes(representative);
        for (std::uint32_t occupancy = 0; occupancy < size; ++occupancy)
          batch[i * size + occupancy] =
              is_set(marks, there(occupancy)) ? tablebase::as_leap_code : codes[there(occupancy)];
      },
      [&](int slice, std::size_t filled) -> Result<void> {
        std::vector<Code> codes;
        for (std::size_t i = 0; i < filled; ++i) {
          codes.clear();
          for (const auto& [word, mask] : places[static_cast<std::size_t>(slice)])
            for (Word rest = mask; rest != 0; rest &= rest - 1)
              codes.push_back(
                  batch[i * size + std::size_t{word} * 64 + static_cast<std::size_t>(std::countr_zero(rest))]);
          if (auto done = writer.append(slice, codes); !done) return done;
        }
        return {};
      });
}

int slices_of(const DenseSolver& solver, const Game& game) {
  return std::min(game.rules().men_in_play() - solver.level(), solver.slots()) + 1;
}

}  // namespace

Result<void> write_level(const DenseSolver& solver, const Game& game, const std::string& folder, unsigned threads,
                         const Progress& progress) {
  const int level = solver.level();
  const int slices = slices_of(solver, game);
  const auto content = level == 0 ? Content::distances : Content::values;
  auto writer = LevelWriter::create(folder, game, {0, level}, content, solver.sets(), 0, slices - 1,
                                    LevelWriter::Leaps::left_out, level == 0 ? solver.scale() : tablebase::CodeScale{});
  if (!writer) return std::unexpected(std::move(writer).error());
  const auto places = slice_places(solver.slots(), slices);
  const auto phase = level == 0 ? std::string("writing the sliding phase") : cat("writing men in hand: ", level);
  auto done = (level == 0 ? write_distances : write_values)(solver, places, *writer, threads, progress, phase);
  if (!done) return done;
  auto counts = solver.counts();
  counts.resize(static_cast<std::size_t>(slices));
  return writer->finish(counts);
}

Result<void> load_level(DenseSolver& solver, const Game& game, const LevelFile& file, unsigned threads,
                        const Progress& progress) {
  if (auto fits = file.check_sets(solver.sets()); !fits) return fits;
  if (auto begun = solver.begin_loading(file.level().men_in_hand); !begun) return begun;
  const auto places = slice_places(solver.slots(), slices_of(solver, game));
  const std::size_t words = words_for(solver.slots());
  const auto scale = file.scale();
  const auto phase = cat("reading men in hand: ", file.level().men_in_hand);
  const auto count = solver.sets().representatives();
  struct Worker {
    explicit Worker(std::size_t n) : men(n), tigers(n), marks(n), scratch(n) {}
    std::vector<Word> men, tigers, marks, scratch;
    std::vector<std::pair<std::uint32_t, std::vector<Code>>> kept;  // the last block of each slice
  };
  std::vector<Worker> workers(threads, Worker(words));
  for (auto& worker : workers) worker.kept.assign(places.size(), {UINT32_MAX, {}});
  std::mutex guard;  // of error and of calls of progress
  std::optional<Error> error;
  std::atomic<bool> stop{false};
  const auto load = [&](std::uint32_t representative, Worker& worker) -> Result<void> {
    std::ranges::fill(worker.men, 0);
    std::ranges::fill(worker.tigers, 0);
    std::ranges::fill(worker.marks, 0);
    for (int men = 0; men < static_cast<int>(places.size()); ++men) {
      const auto& slice = file.slice(men);
      auto entry = representative * binomial(solver.slots(), men);
      auto& [kept, codes] = worker.kept[static_cast<std::size_t>(men)];
      for (const auto& [word, mask] : places[static_cast<std::size_t>(men)]) {
        Word men_bits = 0;
        Word tiger_bits = 0;
        Word mark_bits = 0;
        for (int i = 0; i < std::popcount(mask); ++i, ++entry) {
          const auto block = static_cast<std::uint32_t>(entry / slice.block_entries);
          if (block != kept) {
            auto read = file.block(men, block);
            if (!read) return std::unexpected(std::move(read).error());
            kept = block;
            codes = *std::move(read);
          }
          const Code code = codes[entry % slice.block_entries];
          men_bits |= Word{scale.men_win(code)} << i;
          tiger_bits |= Word{scale.tigers_win(code)} << i;
          mark_bits |= Word{code == tablebase::as_leap_code} << i;
        }
        worker.men[word] |= scattered(men_bits, mask);
        worker.tigers[word] |= scattered(tiger_bits, mask);
        worker.marks[word] |= scattered(mark_bits, mask);
      }
    }
    const auto map = solver.numbering().to_sorted(solver.sets().representative(representative));
    renumber(solver.wins(Side::men, Side::tigers, representative), worker.men, map, solver.slots(), worker.scratch);
    renumber(solver.wins(Side::tigers, Side::tigers, representative), worker.tigers, map, solver.slots(),
             worker.scratch);
    renumber(solver.left_out(representative), worker.marks, map, solver.slots(), worker.scratch);
    return {};
  };
  parallel_for(count, threads, [&](std::size_t representative, unsigned worker) {
    if (stop) return;
    auto done = load(static_cast<std::uint32_t>(representative), workers[worker]);
    if (done && (representative & 255) != 0) return;
    const std::lock_guard lock(guard);
    if (!done) {
      stop = true;
      if (!error) error = std::move(done).error();
    } else if (progress && !progress({phase, double(representative) / count, solver.positions()})) {
      stop = true;
      if (!error) error = Error{ErrorKind::cancelled, "stopped", {}};
    }
  });
  if (error) return std::unexpected(*std::move(error));
  return solver.finish_loading();
}

std::vector<Code> men_to_move_slice(const DenseSolver& solver, int men, unsigned threads) {
  const auto places = slice_places(solver.slots(), men + 1).back();
  const auto per_set = binomial(solver.slots(), men);
  const std::size_t words = words_for(solver.slots());
  std::vector<Code> slice(per_set * solver.sets().representatives());
  std::vector<std::array<std::vector<Word>, 3>> scratch(threads);
  for (auto& tables : scratch)
    for (auto& table : tables) table.resize(words);
  parallel_for(solver.sets().representatives(), threads, [&](std::size_t number, unsigned worker) {
    const auto representative = static_cast<std::uint32_t>(number);
    auto& [men_wins, tiger_wins, spare] = scratch[worker];
    const auto map = solver.numbering().from_sorted(solver.sets().representative(representative));
    renumber(men_wins, solver.wins(Side::men, Side::men, representative), map, solver.slots(), spare);
    renumber(tiger_wins, solver.wins(Side::tigers, Side::men, representative), map, solver.slots(), spare);
    auto out = slice.begin() + static_cast<std::ptrdiff_t>(number * per_set);
    for (const auto& [word, mask] : places)
      for (Word rest = mask; rest != 0; rest &= rest - 1) {
        const Word bit = rest & (~rest + 1);
        *out++ = (men_wins[word] & bit) != 0     ? men_win_code(0)
                 : (tiger_wins[word] & bit) != 0 ? tigers_win_code(0)
                                                 : tablebase::draw_code;
      }
  });
  return slice;
}

}  // namespace rimau::solver
