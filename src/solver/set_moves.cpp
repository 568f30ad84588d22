#include "solver/set_moves.hpp"

#include "board/symmetry.hpp"

namespace rimau::solver {
namespace {

// The men's slots as tigers go from one set to another and the whole is mapped by a symmetry.
SlotsMap map_of(const Game& game, PointSet tigers, PointSet next_tigers, const Board::Permutation& symmetry) {
  const auto next_free = game.points() - image(next_tigers, symmetry);
  std::vector<std::uint8_t> to;
  for (const auto point : game.points() - tigers) {
    const auto target = symmetry[static_cast<std::size_t>(point.index())];
    const auto below = next_free & PointSet::first_points(target.index());
    to.push_back(next_tigers.contains(point) ? SlotsMap::nowhere : static_cast<std::uint8_t>(below.size()));
  }
  return SlotsMap(to);
}

// A move of the representative's tigers, its result as the symmetry maps it.
SetMove move_of(const Game& game, PointSet tigers, PointSet next_tigers, const Leap& move, std::uint32_t to,
                const Board::Permutation& symmetry) {
  const auto free = game.points() - tigers;
  return {to, compress(move.landing, free), compress(move.over, free), map_of(game, tigers, next_tigers, symmetry)};
}

PointSet moved(PointSet tigers, Point from, Point to) noexcept { return (tigers - PointSet(from)) | to; }

}  // namespace

int longest_leap(const Game& game) {
  int longest = 0;
  for (const auto point : game.points())
    for (const auto& leap : game.leaps(point)) longest = std::max(longest, leap.over.size());
  return longest;
}

std::vector<SetMove> tiger_steps(const Game& game, const TigerSets& sets, std::uint32_t representative) {
  const auto tigers = sets.representative(representative);
  std::vector<SetMove> moves;
  for (const auto tiger : tigers)
    for (const auto landing : game.steps(tiger) - tigers) {
      const auto next = moved(tigers, tiger, landing);
      const auto to = sets.image_of(next);
      moves.push_back(
          move_of(game, tigers, next, {PointSet(), landing}, to.representative, game.symmetries()[to.symmetry]));
    }
  return moves;
}

std::vector<SetMove> tiger_leaps(const Game& game, const TigerSets& sets, std::uint32_t representative) {
  const auto tigers = sets.representative(representative);
  const auto free = game.points() - tigers;
  std::vector<SetMove> moves;
  for (const auto tiger : tigers)
    for (const auto& leap : game.leaps(tiger)) {
      if (!free.contains(leap.over | leap.landing)) continue;
      const auto next = moved(tigers, tiger, leap.landing);
      const auto to = sets.image_of(next);
      moves.push_back(move_of(game, tigers, next, leap, to.representative, game.symmetries()[to.symmetry]));
    }
  return moves;
}

std::vector<SetMove> tiger_steps_back(const Game& game, const TigerSets& sets, std::uint32_t representative) {
  // Steps can be gone both ways, so taking one back is another step.
  const auto tigers = sets.representative(representative);
  std::vector<SetMove> moves;
  for (const auto tiger : tigers)
    for (const auto landing : game.steps(tiger) - tigers) {
      const auto before = moved(tigers, tiger, landing);
      const auto to = sets.image_of(before).representative;
      for (const auto& symmetry : game.symmetries())
        if (image(before, symmetry) == sets.representative(to))
          moves.push_back(move_of(game, tigers, before, {PointSet(), landing}, to, symmetry));
    }
  return moves;
}

MoveBack taken_back(std::uint32_t representative, const SetMove& move, int slots) {
  std::vector<std::uint8_t> back(static_cast<std::size_t>(slots), SlotsMap::nowhere);
  auto empty = PointSet::first_points(slots).bits();
  each_bit(empty & ~move.landing & ~move.over, [&](int slot) {
    const auto image = move.map(std::uint64_t{1} << slot);
    back[static_cast<std::size_t>(std::countr_zero(image))] = static_cast<std::uint8_t>(slot);
    empty &= ~image;
  });
  return {representative, empty, move.over, SlotsMap(back)};
}

std::uint64_t tiger_exits(const Game& game, PointSet tigers) {
  PointSet exits;
  for (const auto tiger : tigers) exits |= game.steps(tiger) - tigers;
  return compress(exits, game.points() - tigers);
}

std::vector<std::uint64_t> men_steps(const Game& game, PointSet tigers) {
  const auto free = game.points() - tigers;
  std::vector<std::uint64_t> steps;
  for (const auto point : free) steps.push_back(compress(game.steps(point) & free, free));
  return steps;
}

}  // namespace rimau::solver
