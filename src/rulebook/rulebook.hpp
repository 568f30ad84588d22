// A game's rules told to people: first as facts worked out from the compiled game, then as its file
// tells them.
#pragma once

#include <string>
#include <vector>

#include "game/catalogue.hpp"
#include "rulebook/phrases.hpp"

namespace rimau {

// "key=value|value|1..9": what may be chosen.
[[nodiscard]] std::string option_values(const std::string& key, const OptionSpec& option);

// The lines of the text, each at most `width` columns (at least 20) and without a line end; parts are
// separated by empty lines. The catalogue names the board. What the game's file does not say in that
// language is told in English.
[[nodiscard]] std::vector<std::string> rules_text(const Catalogue& catalogue, const Game& game, Language language,
                                                  int width);

}  // namespace rimau
