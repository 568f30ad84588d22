#include "solver/men_sets.hpp"

namespace rimau::solver {

MenRanks::MenRanks(int most_men)
    : low_(part(0, 0)),
      middle_(part(part_bits, std::min(most_men, part_bits))),
      high_(part(2 * part_bits, std::min(most_men, 2 * part_bits))) {}

std::uint64_t MenRanks::bytes(int most_men) noexcept {
  const int rows = 3 + std::min(most_men, part_bits) + std::min(most_men, 2 * part_bits);
  return static_cast<std::uint64_t>(rows) * (part_mask + 1) * sizeof(std::uint64_t);
}

std::vector<std::uint64_t> MenRanks::part(int first, int most_below) {
  std::vector<std::uint64_t> table;
  table.reserve(static_cast<std::size_t>(most_below + 1) << part_bits);
  for (int below = 0; below <= most_below; ++below)
    for (std::uint64_t bits = 0; bits <= part_mask; ++bits) {
      std::uint64_t rank = 0;
      int place = below;
      each_bit(bits, [&](int bit) { rank += binomial(first + bit, ++place); });
      table.push_back(rank);
    }
  return table;
}

MenSets::MenSets(int men, std::uint64_t begin, std::uint64_t end) : men_(men), size_(end - begin) {
  firsts_.reserve((size_ + block_sets - 1) / block_sets);
  for (std::uint64_t rank = begin; rank < end; rank += block_sets) firsts_.push_back(unrank(rank, men).bits());
}

std::uint64_t MenSets::bytes(std::uint64_t sets) noexcept { return (sets / block_sets + 1) * sizeof(std::uint64_t); }

SlotsMap::SlotsMap(std::span<const std::uint8_t> to) : parts_((to.size() + part_bits - 1) / part_bits) {
  for (std::size_t part = 0; part < parts_.size(); ++part)
    for (std::size_t bits = 1; bits < part_size; ++bits) {
      const auto slot = part * part_bits + static_cast<std::size_t>(std::countr_zero(bits));
      parts_[part][bits] = parts_[part][bits & (bits - 1)];
      if (slot < to.size() && to[slot] != nowhere) parts_[part][bits] |= std::uint64_t{1} << to[slot];
    }
}

SlotsMap SlotsMap::onto(PointSet slots) {
  std::vector<std::uint8_t> to;
  for (const auto slot : slots) to.push_back(static_cast<std::uint8_t>(slot.index()));
  return SlotsMap(to);
}

}  // namespace rimau::solver
