// The list of a game's openings, as text: what is proven of each, and what it took.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.hpp"
#include "proof/prove.hpp"

namespace rimau::proof {

// One line each after a header, fields separated by tabs: number, standing (men, no-wall, open), proof and disproof
// number, positions expanded, replies in the certificate, position.
[[nodiscard]] std::string written(const Game& game, std::span<const Opening> openings);

// What a list says of openings left open, for those of `openings` that are: their numbers and work. The list must be of
// the same openings. Fails as `text` naming the line.
[[nodiscard]] Result<void> take_up_open(std::string_view list, const Game& game, std::span<Opening> openings);

}  // namespace rimau::proof
