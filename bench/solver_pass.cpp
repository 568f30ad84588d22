// How fast the two solvers pass over positions, on one core.
//
//     solver_pass [TIMES]
//
// Solves the sliding phase of Pulijudam with one tiger densely, and the slice of seven men of Rimau, TIMES times each
// (3 when absent), and prints for each run the positions a second (a position counted once for each side to move,
// before symmetry, and, for the second number, once in every round). Processor seconds count, so other programs disturb
// little; compare runs before and after a change on one machine.
#include <fmt/core.h>

#include <cstdlib>
#include <ctime>

#include "game/catalogue.hpp"
#include "solver/dense.hpp"
#include "solver/sliding_slice.hpp"

namespace {

using namespace rimau;
using namespace rimau::solver;

double processor_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

template <class T>
T must(Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", result.error().text());
  std::exit(2);
}
void must(const Result<void>& result) {
  if (result) return;
  fmt::print(stderr, "{}\n", result.error().text());
  std::exit(2);
}

void print(std::string_view what, std::uint64_t positions, int rounds, double seconds) {
  fmt::print(
      "{}: {} positions in {:.2f} processor seconds, {:.1f} million a second; {} rounds, {:.0f} million a round\n",
      what, positions, seconds, double(positions) / seconds / 1e6, rounds, double(positions) * rounds / seconds / 1e6);
}

void dense(const Game& game) {
  auto solver = must(DenseSolver::make(game, 1, {}));
  const auto before = processor_seconds();
  must(solver.solve_sliding({}));
  const auto seconds = processor_seconds() - before;
  std::uint64_t positions = 0;
  for (const auto& count : solver.counts()) positions += 2 * count.positions;
  print(game.id(), positions, solver.rounds(), seconds);
}

void slices(const Game& game, int most_men) {
  const SliceSpace space(game, most_men, {});
  MenToMove lower(1);
  for (int men = 1; men <= most_men; ++men) {
    auto slice = must(SlidingSlice::make(space, men, lower, 1));
    const auto before = processor_seconds();
    must(slice.solve({}));
    const auto seconds = processor_seconds() - before;
    const auto positions = 2 * binomial(space.slots, men) * space.sets.size();
    if (men == most_men) print(fmt::format("{}, {} men", game.id(), men), positions, slice.rounds(), seconds);
    lower.resize(static_cast<std::size_t>(men) + 1);
    lower.back() = slice.take_men_to_move();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int times = argc > 1 ? std::max(1, std::atoi(argv[1])) : 3;
  Catalogue games;
  const auto pulijudam = must(games.open("pulijudam:tigers=1"));
  const auto rimau_game = must(games.open("rimau-24"));
  for (int run = 0; run < times; ++run) {
    dense(*pulijudam);
    slices(*rimau_game, 7);
  }
}
