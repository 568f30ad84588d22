#include "search/weights.hpp"

#include <iterator>

namespace rimau {
namespace {

// clang-format off
// Fitted: meurimueng-rimueng-do and pulijudam (docs/engine.md). The others are set by hand.
constexpr Weights sets[] = {
  {"bagh-chal", 250,
   {0, 0, 8000, 6400, 80, 0, 96, -1440, 192, 96, 0, -64},
   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
  {"meurimueng-rimueng-do", 184,
   {-1286, 220, 3039, 10714, 59, -1223, 21, 235, 442, 113, 183, 6},
   {24, -1, 2254, 14055, -9, 1177, 0, -900, -277, -89, -548, -15}},
  {"pulijudam", 247,
   {-2055, 53, 5154, 4612, -65, -439, 34, -707, 209, -149, 8, -8},
   {-30, -356, 1364, -8699, 30, -1314, -7, 498, 93, -251, 1940, 69}},
  {"demala-diviyan-keliya", 250,
   {0, 0, 12800, 6400, 80, 0, 96, -1440, 192, 96, 0, -64},
   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
  {"rimau-22", 250,
   {0, 0, 30400, 6400, 80, 0, 96, -1440, 192, 96, 0, -64},
   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
  {"rimau-24", 250,
   {0, 0, 33600, 6400, 80, 0, 96, -1440, 192, 96, 0, -64},
   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
  {"rimau-rimau", 250,
   {0, 0, 33600, 6400, 80, 0, 96, -1440, 192, 96, 0, -64},
   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
  // The last is for all other games.
  {"", 250,
   {0, 0, 12800, 6400, 80, 0, 96, -1440, 192, 96, 0, -64},
   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
};
// clang-format on

}  // namespace

const Weights& weights_of(std::string_view game) noexcept {
  const auto name = game.substr(0, game.find(':'));
  for (const auto& weights : sets)
    if (weights.game == name) return weights;
  return sets[std::size(sets) - 1];
}

}  // namespace rimau
