#include "search/weights.hpp"

#include <iterator>

namespace rimau {
namespace {

// clang-format off
constexpr Weights fitted[] = {
  // The last is for all other games.
  {"", 250,
   {0, 0, 1600, 6400, 80, 0, 96, -1440, 192, 96, 0, -64},
   {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
};
// clang-format on

}  // namespace

const Weights& weights_of(std::string_view game) noexcept {
  const auto name = game.substr(0, game.find(':'));
  for (const auto& weights : fitted)
    if (weights.game == name) return weights;
  return fitted[std::size(fitted) - 1];
}

}  // namespace rimau
