#include "solver/level_codes.hpp"

namespace rimau::solver {

using tablebase::LevelFile;
using tablebase::LevelWriter;

Result<void> read_codes_into(const LevelFile& file, int men, std::uint64_t first, std::span<Code> out) {
  auto at = out.begin();
  return read_codes(file, men, first, out.size(), [&](std::span<const Code> codes) -> Result<void> {
    at = std::ranges::copy(codes, at).out;
    return {};
  });
}

Result<void> copy_slice(const LevelFile& file, int men, std::uint64_t entries, LevelWriter& writer) {
  return read_codes(file, men, 0, entries, [&](std::span<const Code> codes) { return writer.append(men, codes); });
}

Result<void> append_decided(int men, std::uint64_t entries, LevelWriter& writer, tablebase::CodeScale scale) {
  constexpr std::uint64_t most_at_once = 1 << 20;
  const std::vector<Code> codes(std::min(entries, most_at_once), scale.tigers_win_code(0));
  for (std::uint64_t left = entries; left > 0;) {
    const auto count = std::min<std::uint64_t>(left, codes.size());
    if (auto done = writer.append(men, std::span(codes).first(count)); !done) return done;
    left -= count;
  }
  return {};
}

SliceCount decided_counts(const SliceSpace& space, int men) {
  SliceCount counts;
  counts.positions = binomial(space.slots, men) * space.sets.size();
  counts.tigers_win = {counts.positions, counts.positions};
  return counts;
}

SliceCount counts_in(const LevelFile& file, int men) {
  const auto& header = file.slice(men);
  return {header.positions, header.men_win, header.tigers_win};
}

void count_codes(const SliceSpace& space, std::uint32_t representative, Side side, std::span<const Code> codes,
                 tablebase::CodeScale scale, SliceCount& counts) {
  const auto weight = static_cast<std::uint64_t>(space.sets.orbit(representative));
  const auto index = static_cast<std::size_t>(side);
  std::uint64_t men_wins = 0;
  std::uint64_t tiger_wins = 0;
  for (const auto code : codes) men_wins += scale.men_win(code), tiger_wins += scale.tigers_win(code);
  counts.men_win[index] += weight * men_wins;
  counts.tigers_win[index] += weight * tiger_wins;
}

}  // namespace rimau::solver
