// The sentences of the terminal game.
#pragma once

#include <string>
#include <string_view>

#include "rules/play.hpp"
#include "tablebase/tables.hpp"
#include "terminal/session.hpp"

namespace rimau::terminal {

// "goat", "goats": what a game calls the pieces of a side, in English.
[[nodiscard]] std::string piece_name(const Game& game, Side side, int count);
// "3 goats"
[[nodiscard]] std::string counted(const Game& game, Side side, int count);
// "you" or "computer"; with two people or none, empty.
[[nodiscard]] std::string seat_name(const Seats& seats, Side side);

// What a turn did: "the tiger leaps a3xe3 and takes 3 men".
[[nodiscard]] std::string describe(const Game& game, const Position& before, Move move);
// How a game ended, empty when it has not: "The men have won: the tiger is hemmed in."
[[nodiscard]] std::string describe(const Game& game, const Outcome& outcome);

// What tables know: "With best play the men win in 12 turns."
[[nodiscard]] std::string describe(const Game& game, const tablebase::Value& value);

}  // namespace rimau::terminal
