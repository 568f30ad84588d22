// The game in the terminal, from its options to its end.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tablebase/tables.hpp"
#include "terminal/session.hpp"

namespace rimau::terminal {

struct PlayOptions {
  std::string game;            // GAME text; empty: that of the position or record, else rimau-24
  std::optional<Seats> seats;  // absent: those of the record, else a person who plays the tigers
  std::optional<int> level;    // of the computer; absent: that of the record, else usual_level
  std::string position;        // a position to start from; empty: the game's start
  std::string load;            // a record to go on with; empty: none
  std::string save;            // a file that the record is written to after every turn; empty: none
  bool plain = false;          // line by line even on a terminal
  enum class Unfinished : std::uint8_t { ask, resume, leave } unfinished = Unfinished::ask;
  // Opens the tables for the game that is played; null, or no function: plays without.
  std::function<std::shared_ptr<const tablebase::Tables>(const Game&)> tables;
  std::optional<std::uint64_t> seed;  // of the computer's choices; absent: a new one each time
};

// Plays on standard input and output until the person leaves, and leaves the terminal as it was; blocks.
// The answer is the exit code. Fails, before anything is shown, when an option does not fit: an unknown
// game, a position or record of another game, a file that cannot be read.
[[nodiscard]] Result<int> play(Catalogue& catalogue, const PlayOptions& options);

}  // namespace rimau::terminal
