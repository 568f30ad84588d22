// Whole slices of table files: reading their codes in parts, and copying them from file to file.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "solver/sliding_slice.hpp"
#include "tablebase/reader.hpp"
#include "tablebase/writer.hpp"

namespace rimau::solver {

// Calls take(codes) for the codes of the slice from entry `first` on, `count` of them, in parts.
template <class Take>
Result<void> read_codes(const tablebase::LevelFile& file, int men, std::uint64_t first, std::uint64_t count,
                        Take&& take) {
  const std::uint64_t block_entries = file.slice(men).block_entries;
  while (count > 0) {
    auto codes = file.block(men, static_cast<std::uint32_t>(first / block_entries));
    if (!codes) return std::unexpected(std::move(codes).error());
    const auto begin = first % block_entries;
    const auto taken = std::min<std::uint64_t>(count, codes->size() - begin);
    if (auto done = take(std::span<const Code>(*codes).subspan(begin, taken)); !done) return done;
    first += taken;
    count -= taken;
  }
  return {};
}

[[nodiscard]] Result<void> read_codes_into(const tablebase::LevelFile& file, int men, std::uint64_t first,
                                           std::span<Code> out);

// Appends a slice of so many entries as it is in another file.
[[nodiscard]] Result<void> copy_slice(const tablebase::LevelFile& file, int men, std::uint64_t entries,
                                      tablebase::LevelWriter& writer);
// Appends a slice of so many entries, all of them won by the tigers.
[[nodiscard]] Result<void> append_decided(int men, std::uint64_t entries, tablebase::LevelWriter& writer,
                                          tablebase::CodeScale scale = {});

// The counts of a decided slice, and of one in a file.
[[nodiscard]] SliceCount decided_counts(const SliceSpace& space, int men);
[[nodiscard]] SliceCount counts_in(const tablebase::LevelFile& file, int men);
// Adds a representative's codes, with one side to move, to the slice's counts.
void count_codes(const SliceSpace& space, std::uint32_t representative, Side side, std::span<const Code> codes,
                 tablebase::CodeScale scale, SliceCount& counts);

}  // namespace rimau::solver
