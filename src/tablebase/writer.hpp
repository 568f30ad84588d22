// Writes one level of a table, block by block, safely.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tablebase/format.hpp"
#include "tablebase/index.hpp"

namespace rimau::tablebase {

// Counts of one slice over all positions, before symmetry, by side to move (tigers, men).
struct SliceCount {
  std::uint64_t positions = 0;
  std::array<std::uint64_t, 2> men_win{};
  std::array<std::uint64_t, 2> tigers_win{};
};

// The file appears under its name only by finish(); until then, and after any failure, there is at
// most a temporary file, which the destructor removes. Slices may be written by different threads at
// once, one thread a slice; everything else is for one thread.
class LevelWriter {
 public:
  // Prepares folder/file_name(level) for slices of first to last men; `sets` are the tigers on the
  // board. Slices of fewer men are marked as empty. leaps: whether the entries given for slices that may
  // leave out leaps do so; scale: of the codes that are given as distances. Fails as `unavailable` when the folder
  // cannot be written.
  enum class Leaps : bool { stored, left_out };
  [[nodiscard]] static Result<LevelWriter> create(const std::string& folder, const Game& game, Level level,
                                                  Content content, const TigerSets& sets, int first, int last,
                                                  Leaps leaps = Leaps::stored, CodeScale scale = {});
  LevelWriter(LevelWriter&&) noexcept;
  LevelWriter& operator=(LevelWriter&&) noexcept;
  ~LevelWriter();

  // The next entries of a slice as codes (content: distances; or values, taking any code of a win).
  [[nodiscard]] Result<void> append(int slice, std::span<const Code> codes);
  // The next entries of a slice as bits, lowest first: whether the men, and whether the tigers, win, and
  // whether the entry may be any that is no better for the tigers.
  [[nodiscard]] Result<void> append_bits(int slice, std::uint64_t men, std::uint64_t tigers, std::uint64_t free,
                                         int count);

  // Completes the file and gives it its name; every slice must have all its entries.
  [[nodiscard]] Result<void> finish(std::span<const SliceCount> counts);

 private:
  struct State;
  explicit LevelWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rimau::tablebase
