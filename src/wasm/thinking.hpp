// The computer's thoughts for the page.
#pragma once

#include <string_view>

#include "game/catalogue.hpp"
#include "search/search.hpp"
#include "wasm/json.hpp"
#include "wasm/report.hpp"

namespace rimau::wasm {

// The game from a position through moves (separated by blanks). Fails as the position or the move does.
[[nodiscard]] Result<Play> play_of(Catalogue& catalogue, std::string_view start, std::string_view moves);

// {"depth", "nodes", "turn", "lines": [{"moves", "score", "winner", "plies"}]}: scores from the mover's view, 100 to a
// man; winner and plies where the end is certain, else null.
void write_report(Json& out, const Play& play, const SearchReport& report);

// Searches, telling each finished depth; the answer is the last report.
void think(Json& out, Searcher& searcher, const Play& play, const SearchLimits& limits, const Report& report);

// {"best", "score", "lost", "reply"}: the best move's score and this move's, both from the mover's view; whether the
// move loses by force where the best does not; the expected reply or null. Fails as `illegal`.
[[nodiscard]] Result<void> judge(Json& out, Searcher& searcher, const Play& play, Move move, std::uint64_t nodes);

}  // namespace rimau::wasm
