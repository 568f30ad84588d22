#include "tablebase/reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>

#include "base/descriptor.hpp"
#include "base/text.hpp"

namespace rimau::tablebase {

namespace {

std::unexpected<Error> refuse(ErrorKind kind, const std::string& path, std::string message) {
  return fail(kind, std::move(message), {.file = path});
}

std::uint64_t blocks_of(const SliceHeader& slice) {
  return slice.entries / slice.block_entries + (slice.entries % slice.block_entries != 0 ? 1 : 0);
}

// Making one takes a good part of the time of unpacking a block. Null when there is no memory.
ZSTD_DCtx* unpacker() {
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  thread_local const std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
  return context.get();
}

// The codes of eight entries, by their bits: those of the men's wins, or of the tigers'.
using EightCodes = std::array<Code, 8>;
constexpr std::array<EightCodes, 256> eight_codes(Code win) {
  std::array<EightCodes, 256> codes{};
  for (std::size_t bits = 0; bits < codes.size(); ++bits)
    for (std::size_t i = 0; i < 8; ++i) codes[bits][i] = (bits >> i & 1) != 0 ? win : draw_code;
  return codes;
}

// Of a plane of bits for the men's wins and one for the tigers'. Nothing when one has both.
std::optional<std::vector<Code>> codes_of(std::span<const Code> planes, std::uint32_t entries) {
  static_assert(draw_code == 0);  // so that both may be put together with "or"
  static constexpr auto men = eight_codes(men_win_code(0));
  static constexpr auto tigers = eight_codes(tigers_win_code(0));
  const std::size_t bytes = planes.size() / 2;
  std::vector<Code> codes(bytes * 8);
  Code both = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto a = std::bit_cast<std::uint64_t>(men[planes[i]]);
    const auto b = std::bit_cast<std::uint64_t>(tigers[planes[bytes + i]]);
    both = static_cast<Code>(both | (planes[i] & planes[bytes + i]));
    const auto eight = a | b;
    std::memcpy(&codes[i * 8], &eight, sizeof eight);
  }
  if (both != 0) return std::nullopt;
  codes.resize(entries);
  return codes;
}

// Whether an entry of the index is one that a writer makes.
bool is_plausible(const BlockEntry& entry, Content content, bool leaves_out_leaps) {
  if (entry.bytes > 0) return entry.bytes <= ZSTD_compressBound(block_bytes(content, largest_block_entries));
  if (content == Content::values)
    return entry.checksum == draw_code || entry.checksum == men_win_code(0) || entry.checksum == tigers_win_code(0);
  return entry.checksum <= last_code || (leaves_out_leaps && entry.checksum == as_leap_code);
}

}  // namespace

// Reading, rather than mapping, turns a file that shrinks under us into an error instead of a signal.
Result<void> LevelFile::read_at(void* data, std::size_t size, std::uint64_t offset) const {
  auto* bytes = static_cast<char*>(data);
  while (size > 0) {
    const auto got = ::pread(descriptor_->get(), bytes, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure(path_, "read");
    if (got == 0)
      return refuse(ErrorKind::damaged, path_, cat("the file ends at byte ", offset, "; expected ", size, " more"));
    bytes += got;
    size -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

Result<LevelFile> LevelFile::open(const std::string& path) {
  LevelFile file;
  file.path_ = path;
  // Without waiting, in case somebody has put a pipe in the file's place.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return system_failure(path, "open");
  file.descriptor_ = std::make_shared<const Descriptor>(fd);
  struct stat status{};
  if (::fstat(fd, &status) != 0) return system_failure(path, "read");
  if (!S_ISREG(status.st_mode)) return refuse(ErrorKind::unavailable, path, "not a regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  auto& header = file.header_;
  if (size < sizeof header)
    return refuse(ErrorKind::damaged, path, cat("only ", size, " bytes; a table file has at least ", sizeof header));
  if (auto read = file.read_at(&header, sizeof header, 0); !read) return std::unexpected(std::move(read).error());
  if (header.magic != magic) return refuse(ErrorKind::unsupported, path, "not a table file");
  if (header.version != format_version)
    return refuse(ErrorKind::unsupported, path,
                  cat("table format ", header.version, "; this program reads ", format_version));
  if (header.header_checksum != XXH3_64bits(&header, offsetof(FileHeader, header_checksum)))
    return refuse(ErrorKind::damaged, path, "the header's checksum does not match");
  if (header.file_bytes != size)
    return refuse(ErrorKind::damaged, path, cat(size, " bytes; the header says ", header.file_bytes));
  const bool odd_scale =
      file.scale().men_codes >= last_code || (header.content == Content::values && file.scale() != CodeScale{});
  if (odd_scale || header.content > Content::values || header.points > max_points || header.tigers > header.points ||
      header.slices == 0 || header.slices > header.points - header.tigers + 1)
    return refuse(ErrorKind::unsupported, path, "the header holds values that this program does not know");
  if (auto read = file.read_index(); !read) return std::unexpected(std::move(read).error());
  return file;
}

Result<void> LevelFile::read_index() {
  const std::size_t slice_bytes = header_.slices * sizeof(SliceHeader);
  const std::size_t index_bytes = std::size_t{header_.blocks} * sizeof(BlockEntry);
  const std::uint64_t body = sizeof(FileHeader) + slice_bytes + index_bytes;
  if (body > header_.file_bytes) return refuse(ErrorKind::damaged, path_, "the index is larger than the file");
  std::vector<std::uint8_t> bytes(slice_bytes + index_bytes);
  if (auto read = read_at(bytes.data(), bytes.size(), sizeof(FileHeader)); !read) return read;
  if (XXH3_64bits(bytes.data(), bytes.size()) != header_.index_checksum)
    return refuse(ErrorKind::damaged, path_, "the index's checksum does not match");
  slices_.resize(header_.slices);
  index_.resize(header_.blocks);
  std::memcpy(slices_.data(), bytes.data(), slice_bytes);
  if (index_bytes > 0) std::memcpy(index_.data(), bytes.data() + slice_bytes, index_bytes);

  if (auto well = check_slices(); !well) return well;
  std::uint64_t offset = body;
  for (int men = 0; men < slices(); ++men)
    for (std::uint32_t number = 0; number < blocks(men); ++number) {
      const auto& entry = index_[slice(men).first_block + number];
      if (!is_plausible(entry, header_.content, leaves_out_leaps(men)))
        return refuse(ErrorKind::damaged, path_, "the index has a bad entry");
      offsets_.push_back(offset);
      offset += entry.bytes;
    }
  if (offset != header_.file_bytes)
    return refuse(ErrorKind::damaged, path_, "the blocks do not add up to the file's size");
  return {};
}

// Every slice has entries for the same number of tigers' sets, or none, and blocks that hold them all.
Result<void> LevelFile::check_slices() const {
  const std::uint64_t all_sets = binomial(header_.points, header_.tigers);
  std::uint64_t sets = 0;
  std::uint64_t block = 0;
  for (int men = 0; men < header_.slices; ++men) {
    const auto& slice = this->slice(men);
    const auto per_set = binomial(header_.points - header_.tigers, men);
    const auto slice_sets = slice.entries / per_set;
    if (slice.entries % per_set != 0 || slice_sets > all_sets || (sets != 0 && slice_sets != 0 && slice_sets != sets))
      return refuse(ErrorKind::damaged, path_, cat("a slice of ", men, " men cannot have ", slice.entries, " entries"));
    if (slice_sets != 0) sets = slice_sets;
    if (slice.leaves_out_leaps > 1)
      return refuse(ErrorKind::unsupported, path_, "a slice's header holds values that this program does not know");
    if (slice.block_entries == 0 || slice.block_entries > largest_block_entries || slice.first_block != block)
      return refuse(ErrorKind::damaged, path_, "the slices' blocks do not follow one another");
    const auto blocks = blocks_of(slice);
    if (blocks > header_.blocks - block) return refuse(ErrorKind::damaged, path_, "the slices' blocks do not add up");
    block += blocks;
  }
  if (block != header_.blocks) return refuse(ErrorKind::damaged, path_, "the slices' blocks do not add up");
  return {};
}

Result<void> LevelFile::check_game(const Game& game) const {
  const auto& rules = game.rules();
  if (header_.points != game.board().size() || header_.tigers + header_.tigers_in_hand != rules.tigers)
    return refuse(ErrorKind::unsupported, path_,
                  cat("made for ", header_.tigers + header_.tigers_in_hand, " tigers on ", header_.points,
                      " points, not for ", game.id()));
  if (header_.fingerprint != game.fingerprint())
    return refuse(ErrorKind::unsupported, path_, cat("made under other rules than those of ", game.id()));
  for (int men = 0; men < slices(); ++men)
    if (leaves_out_leaps(men) && !may_leave_out_leaps(game, level(), men))
      return refuse(ErrorKind::unsupported, path_, cat("the slice of ", men, " men leaves out what it must hold"));
  return {};
}

bool LevelFile::names(const Game& game) const noexcept {
  const auto& name = header_.game;
  return std::string_view(name.begin(), std::ranges::find(name, '\0')) ==
         std::string_view(game.id()).substr(0, name.size() - 1);
}

Result<void> LevelFile::check_sets(const TigerSets& sets) const {
  for (int men = 0; men < slices(); ++men) {
    const auto expected = sets.representatives() * binomial(header_.points - sets.tigers(), men);
    if (slice(men).entries != 0 && slice(men).entries != expected)
      return refuse(ErrorKind::damaged, path_,
                    cat("the slice of ", men, " men has ", slice(men).entries, " entries; expected ", expected));
  }
  return {};
}

std::uint32_t LevelFile::blocks(int men) const noexcept { return static_cast<std::uint32_t>(blocks_of(slice(men))); }

Result<std::vector<Code>> LevelFile::block(int men, std::uint32_t number) const {
  if (men < 0 || men >= slices() || number >= blocks(men))
    return refuse(ErrorKind::damaged, path_, cat("there is no block ", number, " of ", men, " men"));
  const auto& header = slice(men);
  const auto first = std::uint64_t{number} * header.block_entries;
  const auto entries =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(header.block_entries, header.entries - first));
  const auto at = header.first_block + number;
  const auto& entry = index_[at];
  if (entry.bytes == 0) return std::vector<Code>(entries, static_cast<Code>(entry.checksum));

  std::vector<std::uint8_t> packed(entry.bytes);
  if (auto read = read_at(packed.data(), packed.size(), offsets_[at]); !read)
    return std::unexpected(std::move(read).error());
  const auto damaged = [&] {
    return refuse(ErrorKind::damaged, path_, cat("block ", at, " (", men, " men) is damaged"));
  };
  if (static_cast<std::uint32_t>(XXH3_64bits(packed.data(), packed.size())) != entry.checksum) return damaged();
  std::vector<Code> raw(block_bytes(header_.content, entries));
  auto* const context = unpacker();
  if (context == nullptr) return refuse(ErrorKind::limit, path_, "no memory to unpack a block");
  const auto size = ZSTD_decompressDCtx(context, raw.data(), raw.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) != 0 || size != raw.size()) return damaged();
  if (has_distances()) {
    // Without a way out, the compiler looks at many at once.
    Code largest = 0;
    for (const auto code : raw) largest = std::max(largest, code);
    if (largest > last_code && !leaves_out_leaps(men)) return damaged();
    return raw;
  }
  auto codes = codes_of(raw, entries);
  if (!codes) return damaged();
  return *std::move(codes);
}

}  // namespace rimau::tablebase
