#include "tablebase/writer.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/new_file.hpp"
#include "base/text.hpp"

namespace rimau::tablebase {
namespace {

// Higher levels take much longer and gain little, except where leaps are left out.
constexpr int compression_level = 3;
constexpr int compression_level_leaps = 9;

// Gives each free entry of a word the value before it where that is no better for the tigers, so that
// runs get longer. `before` is the value before the word, and that of its last entry afterwards.
enum class Before : std::uint8_t { none, draw, men, tigers };
void fill_word(std::uint64_t& men, std::uint64_t& tigers, std::uint64_t free, int count, Before& before) {
  const std::uint64_t last = std::uint64_t{1} << (count - 1);
  if (men == 0 && before != Before::men) {
    // A run of free wins of the tigers after a draw becomes draws: adding its first bit clears it.
    const std::uint64_t wins = tigers & free;
    const std::uint64_t draws_before = ~tigers << 1 | (before == Before::draw ? 1 : 0);
    const std::uint64_t runs = wins & ~(wins << 1) & draws_before;
    tigers &= ~(wins & ~(wins + runs));
    before = (tigers & last) != 0 ? Before::tigers : Before::draw;
    return;
  }
  for (int i = 0; i < count; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    auto value = (men & bit) != 0 ? Before::men : (tigers & bit) != 0 ? Before::tigers : Before::draw;
    const bool takes = (free & bit) != 0 && (before == Before::men || (before == Before::draw && value != Before::men));
    if (takes) {
      value = before;
      men = value == Before::men ? men | bit : men & ~bit;
      tigers &= ~bit;
    }
    before = value;
  }
}

}  // namespace

struct LevelWriter::State {
  // Entries of one slice that do not fill a block yet.
  struct Pending {
    std::uint32_t entries = 0;
    std::uint64_t written = 0;  // entries in finished blocks
    std::uint32_t next_block = 0;
    std::vector<Code> codes;
    std::vector<std::uint64_t> men;
    std::vector<std::uint64_t> tigers;
    std::vector<std::uint64_t> free;  // entries that may be worse for the tigers than they are
    std::vector<std::uint8_t> raw;
    std::vector<std::uint8_t> packed;
    // Finished blocks in the order of the slice; written out together so that the file does not
    // depend on the order in which threads finish.
    std::vector<std::uint8_t> bytes;
  };

  NewFile file;
  FileHeader header{};
  std::vector<SliceHeader> slices;
  std::vector<BlockEntry> index;
  std::vector<Pending> pending;

  // Blocks of each slice go to an unnamed file of their own and are copied together at the end.
  std::vector<Descriptor> slice_files;

  explicit State(NewFile its_file) : file(std::move(its_file)) {}

  void fill_raw(Pending& slice) const {
    slice.raw.assign(block_bytes(header.content, slice.entries), 0);
    if (header.content == Content::distances) {
      std::ranges::copy(slice.codes, slice.raw.begin());
      return;
    }
    const std::size_t plane = slice.raw.size() / 2;
    std::memcpy(slice.raw.data(), slice.men.data(), plane);
    std::memcpy(slice.raw.data() + plane, slice.tigers.data(), plane);
  }

  // The code that all pending entries share, if they do.
  [[nodiscard]] std::optional<Code> constant(const Pending& slice) const {
    if (header.content == Content::distances) {
      if (std::ranges::all_of(slice.codes, [&](Code code) { return code == slice.codes.front(); }))
        return slice.codes.front();
      return std::nullopt;
    }
    const auto uniform = [&](const std::vector<std::uint64_t>& plane) -> std::optional<bool> {
      const bool value = (plane[0] & 1) != 0;
      for (std::uint32_t at = 0; at < slice.entries; at += 64) {
        const int bits = static_cast<int>(std::min<std::uint32_t>(64, slice.entries - at));
        const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        if ((plane[at / 64] & mask) != (value ? mask : 0)) return std::nullopt;
      }
      return value;
    };
    const auto men = uniform(slice.men);
    const auto tigers = uniform(slice.tigers);
    if (!men || !tigers) return std::nullopt;
    return *men ? men_win_code(0) : *tigers ? tigers_win_code(0) : draw_code;
  }

  void fill_free(Pending& slice) const {
    if (header.content != Content::values) return;
    auto before = Before::none;
    for (std::uint32_t at = 0; at < slice.entries; at += 64)
      fill_word(slice.men[at / 64], slice.tigers[at / 64], slice.free[at / 64],
                static_cast<int>(std::min<std::uint32_t>(64, slice.entries - at)), before);
  }

  [[nodiscard]] Result<void> finish_block(std::size_t number) {
    auto& slice = pending[number];
    if (slices[number].leaves_out_leaps != 0) fill_free(slice);
    auto& entry = index[slices[number].first_block + slice.next_block];
    if (const auto code = constant(slice)) {
      entry = {0, *code};
    } else {
      fill_raw(slice);
      slice.packed.resize(ZSTD_compressBound(slice.raw.size()));
      const auto size = ZSTD_compress(slice.packed.data(), slice.packed.size(), slice.raw.data(), slice.raw.size(),
                                      header.content == Content::distances && slices[number].leaves_out_leaps != 0
                                          ? compression_level_leaps
                                          : compression_level);
      if (ZSTD_isError(size) != 0)
        return fail(ErrorKind::limit, cat("cannot compress: ", ZSTD_getErrorName(size)), {.file = file.path()});
      entry = {static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(XXH3_64bits(slice.packed.data(), size))};
      slice.bytes.insert(slice.bytes.end(), slice.packed.begin(),
                         slice.packed.begin() + static_cast<std::ptrdiff_t>(size));
    }
    slice.written += slice.entries;
    ++slice.next_block;
    slice.entries = 0;
    slice.codes.clear();
    std::ranges::fill(slice.men, 0);
    std::ranges::fill(slice.tigers, 0);
    std::ranges::fill(slice.free, 0);
    constexpr std::size_t flush_at = 1 << 20;
    return slice.bytes.size() < flush_at ? Result<void>{} : flush(number);
  }

  [[nodiscard]] Result<void> flush(std::size_t number) {
    auto& slice = pending[number];
    if (slice.bytes.empty()) return {};
    auto done = write_whole(slice_files[number], slice.bytes.data(), slice.bytes.size(), file.path());
    slice.bytes.clear();
    return done;
  }

  [[nodiscard]] Result<void> copy_slice(std::size_t number) {
    auto& from = slice_files[number];
    if (::lseek(from.get(), 0, SEEK_SET) < 0) return system_failure(file.path(), "seek");
    std::vector<char> buffer(1 << 20);
    for (;;) {
      const auto got = ::read(from.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return system_failure(file.path(), "read back");
      if (got == 0) break;
      if (auto done = file.write(buffer.data(), static_cast<std::size_t>(got)); !done) return done;
    }
    from.close();
    return {};
  }
};

LevelWriter::LevelWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
LevelWriter::LevelWriter(LevelWriter&&) noexcept = default;
LevelWriter& LevelWriter::operator=(LevelWriter&&) noexcept = default;
LevelWriter::~LevelWriter() = default;

Result<LevelWriter> LevelWriter::create(const std::string& folder, const Game& game, Level level, Content content,
                                        const TigerSets& sets, int first, int last, Leaps leaps, CodeScale scale) {
  const auto path = folder + "/" + file_name(level);
  auto file = NewFile::create(path);
  if (!file) return std::unexpected(file.error());
  auto state = std::make_unique<State>(*std::move(file));
  auto& header = state->header;
  header.magic = magic;
  header.version = format_version;
  header.fingerprint = game.fingerprint();
  header.points = static_cast<std::uint8_t>(game.board().size());
  header.tigers = static_cast<std::uint8_t>(sets.tigers());
  header.tigers_in_hand = static_cast<std::uint8_t>(level.tigers_in_hand);
  header.men_in_hand = static_cast<std::uint8_t>(level.men_in_hand);
  header.slices = static_cast<std::uint8_t>(last + 1);
  header.content = content;
  header.men_codes = static_cast<std::uint8_t>(scale.men_codes);
  const auto& id = game.id();
  std::copy_n(id.begin(), std::min(id.size(), header.game.size() - 1), header.game.begin());
  const int slots = game.board().size() - sets.tigers();
  std::uint64_t blocks = 0;
  for (int men = 0; men <= last; ++men) {
    const auto per_set = binomial(slots, men);
    const auto entries = men < first ? 0 : per_set * sets.representatives();
    const auto block = entries_per_block(per_set);
    state->slices.push_back(
        {.entries = entries,
         .block_entries = block,
         .first_block = static_cast<std::uint32_t>(blocks),
         .leaves_out_leaps = leaps == Leaps::left_out && may_leave_out_leaps(game, level, men) ? 1U : 0U});
    blocks += (entries + block - 1) / block;
    State::Pending pending;
    pending.men.assign(block / 64 + 2, 0);
    pending.tigers.assign(block / 64 + 2, 0);
    pending.free.assign(block / 64 + 2, 0);
    state->pending.push_back(std::move(pending));
    std::string nameless = path + ".XXXXXX";
    const auto& slice = state->slice_files.emplace_back(::mkostemp(nameless.data(), O_CLOEXEC));
    if (!slice.is_open()) return system_failure(path, "create a temporary file for");
    ::unlink(nameless.c_str());
  }
  if (blocks > UINT32_MAX) return fail(ErrorKind::limit, "too many blocks for one file", {.file = path});
  header.blocks = static_cast<std::uint32_t>(blocks);
  state->index.resize(blocks);
  return LevelWriter(std::move(state));
}

Result<void> LevelWriter::append(int slice, std::span<const Code> codes) {
  if (state_->header.content == Content::values) {
    for (const auto code : codes)
      if (auto done = append_bits(slice, men_win(code) ? 1 : 0, tigers_win(code) ? 1 : 0, 0, 1); !done) return done;
    return {};
  }
  const auto number = static_cast<std::size_t>(slice);
  auto& pending = state_->pending[number];
  const auto block = state_->slices[number].block_entries;
  while (!codes.empty()) {
    const auto taken = std::min<std::size_t>(codes.size(), block - pending.entries);
    pending.codes.insert(pending.codes.end(), codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(taken));
    pending.entries += static_cast<std::uint32_t>(taken);
    codes = codes.subspan(taken);
    if (pending.entries == block)
      if (auto done = state_->finish_block(number); !done) return done;
  }
  return {};
}

Result<void> LevelWriter::append_bits(int slice, std::uint64_t men, std::uint64_t tigers, std::uint64_t free,
                                      int count) {
  const auto number = static_cast<std::size_t>(slice);
  auto& pending = state_->pending[number];
  const auto block = state_->slices[number].block_entries;
  while (count > 0) {
    const int taken =
        static_cast<int>(std::min<std::uint32_t>(static_cast<std::uint32_t>(count), block - pending.entries));
    const std::uint64_t mask = taken == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << taken) - 1;
    const std::size_t word = pending.entries / 64;
    const int shift = static_cast<int>(pending.entries % 64);
    const auto put = [&](std::vector<std::uint64_t>& plane, std::uint64_t bits) {
      bits &= mask;
      plane[word] |= bits << shift;
      if (shift > 0) plane[word + 1] |= bits >> (64 - shift);
    };
    put(pending.men, men);
    put(pending.tigers, tigers);
    put(pending.free, free);
    pending.entries += static_cast<std::uint32_t>(taken);
    count -= taken;
    if (count > 0) men >>= taken, tigers >>= taken, free >>= taken;
    if (pending.entries == block)
      if (auto done = state_->finish_block(number); !done) return done;
  }
  return {};
}

Result<void> LevelWriter::finish(std::span<const SliceCount> counts) {
  auto& state = *state_;
  // 1. The last, partly filled block of each slice.
  std::uint64_t body = 0;
  for (std::size_t slice = 0; slice < state.slices.size(); ++slice) {
    if (state.pending[slice].entries > 0)
      if (auto done = state.finish_block(slice); !done) return done;
    if (auto done = state.flush(slice); !done) return done;
    auto& header = state.slices[slice];
    if (state.pending[slice].written != header.entries)
      return fail(ErrorKind::damaged,
                  cat("slice ", slice, " has ", state.pending[slice].written, " of ", header.entries, " entries"),
                  {.file = state.file.path()});
    header.positions = counts[slice].positions;
    header.men_win = counts[slice].men_win;
    header.tigers_win = counts[slice].tigers_win;
  }
  for (const auto& entry : state.index) body += entry.bytes;

  // 2. Header and index, then the blocks.
  std::vector<std::uint8_t> index(state.slices.size() * sizeof(SliceHeader) + state.index.size() * sizeof(BlockEntry));
  std::memcpy(index.data(), state.slices.data(), state.slices.size() * sizeof(SliceHeader));
  std::memcpy(index.data() + state.slices.size() * sizeof(SliceHeader), state.index.data(),
              state.index.size() * sizeof(BlockEntry));
  auto& header = state.header;
  header.index_checksum = XXH3_64bits(index.data(), index.size());
  header.file_bytes = sizeof(FileHeader) + index.size() + body;
  header.header_checksum = XXH3_64bits(&header, offsetof(FileHeader, header_checksum));
  if (auto done = state.file.write(&header, sizeof header); !done) return done;
  if (auto done = state.file.write(index.data(), index.size()); !done) return done;
  for (std::size_t slice = 0; slice < state.slices.size(); ++slice)
    if (auto done = state.copy_slice(slice); !done) return done;

  // 3. To the disk, then under its name.
  return state.file.place();
}

}  // namespace rimau::tablebase
