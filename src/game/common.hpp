// What holds in every game, whatever its file says.
#pragma once

#include <map>
#include <string>

#include "game/spec.hpp"

namespace rimau {

// The options that every game has, by key: repetition, quiet, stuck.
[[nodiscard]] const std::map<std::string, OptionSpec, std::less<>>& common_options();

// The game with the rule texts that hold for all (stuck, draws) where its file has none about that
// topic. They cite no source: all are rulings. What is not English in them is a draft, and so is the
// game's text in those languages.
[[nodiscard]] GameSpec with_common_texts(GameSpec game);

}  // namespace rimau
