// The protocol's lines as words, and the positions they tell.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "game/catalogue.hpp"
#include "rules/play.hpp"

namespace rimau::protocol {

// The parts of a line between blanks and tabs; views of it.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line);

// The game so far as a line "position startpos [moves MOVE…]" (of `game`) or "position fen TEXT [moves
// MOVE…]" (which names its game itself) tells it. Fails as `text` for any other line, as the readers of
// positions and moves do, and naming the first illegal move by its number.
[[nodiscard]] Result<Play> read_position_line(Catalogue& catalogue, const std::shared_ptr<const Game>& game,
                                              std::string_view line);

}  // namespace rimau::protocol
