// What the commands share: the session they run in and how they are added to the program.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "game/catalogue.hpp"
#include "notation/notation.hpp"

namespace rimau::cli {

// The state of one run of the program.
struct Session {
  std::vector<std::string> game_files;  // from --game-file, before they are read
  Catalogue catalogue;

  // A game by its GAME text; every command opens games through this.
  [[nodiscard]] Result<std::shared_ptr<const Game>> open(const std::string& game) { return catalogue.open(game); }
};

// What a command does once its arguments are read: the exit code, or an error that main reports.
using Command = std::function<Result<int>(Session&)>;

// Each adds one subcommand to the program; when the user chose it, `chosen` is set to what to run.
void add_games(CLI::App& program, Command& chosen);

// The game and, when `position` is not empty, that position, else the game's start.
[[nodiscard]] Result<GamePosition> open_position(Session& session, const std::string& game,
                                                 const std::string& position);

}  // namespace rimau::cli
