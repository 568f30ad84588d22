// A board as the page draws it.
#pragma once

#include "board/board.hpp"
#include "wasm/json.hpp"

namespace rimau::wasm {

// {"id", "spacing": distance of the two nearest points, "points": [{"name", "x", "y", "label": [x, y], "flippedLabel":
// [x, y]}], "lines": [[point index, …]]}. x to the right and y downwards, in the board's own units. A label is the
// centre of the point's name where it covers nothing; flipped, the whole board is turned by half a turn, and so are the
// coordinates of flippedLabel.
void write_board(Json& out, const Board& board);

}  // namespace rimau::wasm
