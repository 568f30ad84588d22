// Reads table files: one level at a time, one block at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tablebase/format.hpp"
#include "tablebase/index.hpp"

namespace rimau {
class Descriptor;
}

namespace rimau::tablebase {

// An open table file. Immutable after open(); may be shared by threads, which read at their own
// offsets. The file may be truncated, overwritten or deleted meanwhile: reads then fail, nothing else.
class LevelFile {
 public:
  // Checks header, index and size. Fails with the file's name as `unavailable` (cannot be read),
  // `damaged` (checksums, size, counts) or `unsupported` (no table file, another version).
  [[nodiscard]] static Result<LevelFile> open(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const FileHeader& header() const noexcept { return header_; }
  [[nodiscard]] Level level() const noexcept { return {header_.tigers_in_hand, header_.men_in_hand}; }
  [[nodiscard]] int slices() const noexcept { return header_.slices; }
  [[nodiscard]] const SliceHeader& slice(int men) const noexcept { return slices_[static_cast<std::size_t>(men)]; }
  // How the codes of its blocks are to be read.
  [[nodiscard]] CodeScale scale() const noexcept {
    return header_.men_codes == 0 ? CodeScale{} : CodeScale{header_.men_codes};
  }
  [[nodiscard]] bool has_distances() const noexcept { return header_.content == Content::distances; }

  // Whether entries of the slice say less than the position's value (may_leave_out_leaps).
  [[nodiscard]] bool leaves_out_leaps(int men) const noexcept { return slice(men).leaves_out_leaps != 0; }

  // Whether its positions mean the same in this game: rules, board, pieces.
  [[nodiscard]] Result<void> check_game(const Game& game) const;
  // Whether its slices have an entry for every position; `sets` are the game's tigers on the board at
  // this level.
  [[nodiscard]] Result<void> check_sets(const TigerSets& sets) const;
  // Whether it says that it was made for this game, by name.
  [[nodiscard]] bool names(const Game& game) const noexcept;

  // The codes of one block of a slice, decoded; with values only, wins have the code of round 0. as_leap_code
  // occurs only in slices that leave out leaps. Block
  // numbers count from 0 within the slice. Fails, naming the file, as `damaged` (also for a block that the
  // slice does not have) or `unavailable`.
  [[nodiscard]] Result<std::vector<Code>> block(int men, std::uint32_t number) const;
  [[nodiscard]] std::uint32_t blocks(int men) const noexcept;

 private:
  LevelFile() = default;
  [[nodiscard]] Result<void> read_at(void* data, std::size_t size, std::uint64_t offset) const;
  [[nodiscard]] Result<void> read_index();
  [[nodiscard]] Result<void> check_slices() const;

  std::string path_;
  std::shared_ptr<const Descriptor> descriptor_;
  FileHeader header_{};
  std::vector<SliceHeader> slices_;
  std::vector<BlockEntry> index_;
  std::vector<std::uint64_t> offsets_;
};

}  // namespace rimau::tablebase
