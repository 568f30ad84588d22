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
#include "rules/play.hpp"

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
void add_analyze(CLI::App& program, Command& chosen);
void add_backup(CLI::App& program, Command& chosen);
void add_bench(CLI::App& program, Command& chosen);
void add_board(CLI::App& program, Command& chosen);
void add_completion(CLI::App& program, Command& chosen);
void add_engine(CLI::App& program, Command& chosen);
void add_games(CLI::App& program, Command& chosen);
void add_manual(CLI::App& program, Command& chosen);
void add_match(CLI::App& program, Command& chosen);
void add_moves(CLI::App& program, Command& chosen);
void add_perft(CLI::App& program, Command& chosen);
void add_play(CLI::App& program, Command& chosen);
void add_probe(CLI::App& program, Command& chosen);
void add_prove(CLI::App& program, Command& chosen);
void add_puzzles(CLI::App& program, Command& chosen);
void add_restore(CLI::App& program, Command& chosen);
void add_rules(CLI::App& program, Command& chosen);
void add_serve(CLI::App& program, Command& chosen);
void add_solve(CLI::App& program, Command& chosen);
void add_stats(CLI::App& program, Command& chosen);
void add_verify(CLI::App& program, Command& chosen);

// The game and, when `position` is not empty, that position, else the game's start.
[[nodiscard]] Result<GamePosition> open_position(Session& session, const std::string& game,
                                                 const std::string& position);

// Where a command starts from, as the user says it. add_to() adds the options to a subcommand.
struct Start {
  std::string game;
  std::string position;
  std::vector<std::string> after;

  void add_to(CLI::App& command);
  // The moves made from the position. Fails as open_position(), or naming the first move that is
  // misspelt, illegal, or made after the game's end.
  [[nodiscard]] Result<Play> open(Session& session) const;
};

// Adds the GAME argument.
void add_game_argument(CLI::App& command, std::string& game);
// Adds --position.
CLI::Option* add_position_option(CLI::App& command, std::string& position);

// Adds --threads for work that is divided among threads; as many as there are cores unless the user says otherwise.
void add_threads_option(CLI::App& command, unsigned& threads);
// --memory, in GiB, for a command that needs much of it.
void add_memory_option(CLI::App& command, unsigned& gib, std::string about);

// For a numeric option: refuses all but a plain decimal number in [min, max], saying so.
[[nodiscard]] CLI::Validator number_between(unsigned min, unsigned max);

// For a text option: refuses an empty one, which is a script's unset variable more often than a wish.
[[nodiscard]] CLI::Validator not_empty();

// A help text's last part: examples, one a line, each a command and what it does.
[[nodiscard]] std::string examples(const std::vector<std::pair<std::string, std::string>>& lines);

// "the tigers win: threshold", … for people.
[[nodiscard]] std::string told(const Outcome& outcome);

}  // namespace rimau::cli
