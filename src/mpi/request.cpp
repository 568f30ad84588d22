#include "mpi/request.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "mpi/post.hpp"
#include "solver/dense.hpp"
#include "solver/sliding_slice.hpp"
#include "solver/sparse.hpp"
#include "solver/tiger_drops.hpp"

namespace rimau::mpi {

int men_to_solve(const Game& game, const solver::SolveOptions& options) {
  return options.max_men > 0 ? options.max_men : game.rules().men_in_play();
}

std::uint64_t shared_memory_needed(const Game& game, int most_men, int ranks) {
  const solver::SliceSpace space(game, 0, {});
  const auto share = [&](int men) {
    return (binomial(space.slots, men) / static_cast<std::uint64_t>(ranks) + 1) * space.sets.representatives();
  };
  const int longest = solver::longest_leap(game);
  std::uint64_t peak = 0;
  for (int level = 0; level <= most_men; ++level)
    for (int men = 0; men <= std::min(most_men - level, space.slots); ++men) {
      if (space.decided(men + level)) continue;
      // A slice with both sides to move, those below that captures lead to, one set of tigers of the level below, and
      // the numbering.
      auto bytes = 2 * share(men) + share(men + 1) / space.sets.representatives() +
                   solver::MenSets::bytes(share(men) / space.sets.representatives());
      for (int below = std::max(0, men - longest); below < men; ++below)
        if (!space.decided(below + level)) bytes += share(below);
      peak = std::max(peak, bytes);
    }
  constexpr std::uint64_t fixed = std::uint64_t{64} << 20;  // the program, MPI, files being written, moves
  return peak + solver::MenRanks::bytes(most_men) + space.sets.size() * sizeof(TigerSets::Image) +
         Post::memory_needed(ranks) + fixed;
}

Result<void> check_request(const Game& game, const solver::SolveOptions& options, const World& world) {
  if (game.rules().tigers != game.rules().tigers_at.size() || !solver::drops_are_regular(game))
    return fail(ErrorKind::unsupported, "games whose tigers start in hand are solved by one process only: rimau solve");
  if (options.max_men > game.rules().men_in_play())
    return fail(ErrorKind::illegal,
                cat("the game has ", game.rules().men_in_play(), " men in play, not ", options.max_men));
  const int men = men_to_solve(game, options);
  if (men == game.rules().men_in_play() && solver::DenseSolver::possible(game))
    return fail(ErrorKind::unsupported, "with all its men the game is small enough for one process: rimau solve");
  const auto needed = shared_memory_needed(game, men, world.ranks());
  if (needed > options.memory_bytes)
    return fail(ErrorKind::limit,
                cat(men, " men need ", solver::gibibytes(needed), " of memory in each of ", world.ranks(),
                    " processes; allowed are ", solver::gibibytes(options.memory_bytes)));
  return {};
}

}  // namespace rimau::mpi
