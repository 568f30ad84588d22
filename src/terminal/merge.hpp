// Going on with a recorded game without losing what the record tells beside its moves.
#pragma once

#include "notation/record.hpp"

namespace rimau::terminal {

// A record whose mainline is the game as played, with the tags, comments and variations of the record
// it was loaded from. What the record has after the game's last move is left out: it was taken back.
[[nodiscard]] Record merged(const Record& loaded, const Play& play);

}  // namespace rimau::terminal
