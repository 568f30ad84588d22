// Speed of counting and of playing at random. Numbers of one machine are in docs/performance.md.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "game/catalogue.hpp"
#include "notation/notation.hpp"
#include "rules/playout.hpp"

namespace rimau {
namespace {

// In the middle of the men's drops, most kinds of move within three plies.
constexpr const char* middle_game =
    "rimau-24 tigers=c3 men=b2,b4,d1,d4,e2,e4,f2,f3,g1,g5,h3,i5 hand=0/0 captured=9 turn=tigers stage=play ply=60";
constexpr int longest_playout = 1000;  // plies

// Perft to `depth`; its speed is in leaves counted a second.
void perft_of_middle_game(benchmark::State& state) {
  Catalogue catalogue;
  const auto read = parse_position(catalogue, middle_game);
  if (!read) return state.SkipWithError(read.error().text().c_str());
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += perft(*read->game, read->position, static_cast<int>(state.range(0)));
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}
BENCHMARK(perft_of_middle_game)->Arg(4)->Arg(6)->Unit(benchmark::kMillisecond);

// Random games from the start; their speed is in plies a second.
void playouts(benchmark::State& state, const std::string& id) {
  Catalogue catalogue;
  const auto game = *catalogue.open(id);
  const auto start = start_position(*game);
  Random random(1);
  std::int64_t plies = 0;
  std::int64_t games = 0;
  for (auto _ : state) {
    plies += playout(*game, start, longest_playout, [&random](unsigned bound) { return random.below(bound); }).plies;
    ++games;
  }
  state.SetItemsProcessed(plies);
  state.counters["plies/game"] = static_cast<double>(plies) / static_cast<double>(games);
}

// The same by the plain functions, one after another: what the playout has to beat.
void plain_playouts(benchmark::State& state, const std::string& id) {
  Catalogue catalogue;
  const auto game = *catalogue.open(id);
  const auto start = start_position(*game);
  Random random(1);
  std::int64_t plies = 0;
  for (auto _ : state) {
    Position position = start;
    for (int ply = 0; ply < longest_playout; ++ply, ++plies) {
      const int count = count_moves(*game, position);
      if (count == 0) break;
      position = play_unchecked(*game, position, random_move(*game, position, count, [&random](unsigned bound) {
        return random.below(bound);
      }));
    }
  }
  state.SetItemsProcessed(plies);
}

[[maybe_unused]] const bool registered = [] {
  Catalogue catalogue;
  for (const auto& id : catalogue.ids()) {
    benchmark::RegisterBenchmark(("playouts/" + id).c_str(), playouts, id);
    benchmark::RegisterBenchmark(("plain_playouts/" + id).c_str(), plain_playouts, id);
  }
  return true;
}();

}  // namespace
}  // namespace rimau

BENCHMARK_MAIN();
