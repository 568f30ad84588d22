#include "tablebase/entry.hpp"

#include "board/symmetry.hpp"

namespace rimau {

std::uint64_t entry_of(const Game& game, const TigerSets& sets, PointSet tigers, PointSet men) noexcept {
  const auto to = sets.image_of(tigers);
  const auto mapped = image(men, game.symmetries()[to.symmetry]);
  const auto free = game.points() - sets.representative(to.representative);
  return to.representative * binomial(free.size(), men.size()) + rank_of(PointSet(compress(mapped, free)));
}

}  // namespace rimau
