#include "solver/level_slice.hpp"

namespace rimau::solver {

using tablebase::draw_code;
using tablebase::men_win_code;
using tablebase::tigers_win_code;

void drop_men(const SliceSpace& space, const MenSets& men_sets, std::span<const Code> below, tablebase::CodeScale scale,
              std::span<Code> codes) {
  const auto all = PointSet::first_points(space.slots).bits();
  men_sets.each([&](std::uint64_t rank, std::uint64_t set) {
    bool draws = false;
    for (auto empty = all & ~set; empty != 0; empty &= empty - 1) {
      const auto code = below[space.ranks(set | (empty & (~empty + 1)))];
      if (scale.men_win(code)) {
        codes[rank] = men_win_code(0);
        return;
      }
      draws |= code == draw_code;
    }
    codes[rank] = draws ? draw_code : tigers_win_code(0);
  });
}

void move_tigers(const SliceSpace& space, const MenSets& men_sets, int men_in_hand, const MenToMove& men_to_move,
                 std::uint32_t representative, std::span<Code> codes) {
  auto moves = tiger_steps(*space.game, space.sets, representative);
  for (auto& leap : tiger_leaps(*space.game, space.sets, representative)) moves.push_back(std::move(leap));
  std::erase_if(moves, [&](const SetMove& move) { return std::popcount(move.over) > men_sets.men(); });
  std::vector<const Code*> after;  // of each move, the codes it leads to; null: decided
  for (const auto& move : moves) {
    const int left = men_sets.men() - std::popcount(move.over);
    const auto& slice = men_to_move[static_cast<std::size_t>(left)];
    const bool decided = space.decided(left + men_in_hand);
    after.push_back(decided ? nullptr : slice.data() + move.to * binomial(space.slots, left));
  }
  men_sets.each([&](std::uint64_t rank, std::uint64_t set) {
    bool draws = false;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (!moves[i].possible(set)) continue;
      const auto code =
          after[i] == nullptr ? tigers_win_code(0) : after[i][space.ranks(moves[i].map(set & ~moves[i].over))];
      if (tablebase::tigers_win(code)) {
        codes[rank] = tigers_win_code(0);
        return;
      }
      draws |= code == draw_code;
    }
    codes[rank] = draws ? draw_code : men_win_code(0);
  });
}

}  // namespace rimau::solver
