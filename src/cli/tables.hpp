// What the commands that work with tables share.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "tablebase/tables.hpp"

namespace rimau::cli {

// Opens the folders' tables; tells what was left out on standard error, one line each.
[[nodiscard]] tablebase::Tables open_tables(const std::vector<std::string>& folders);

// Adds --tables, which may be repeated, to a command that plays or thinks.
void add_tables_option(CLI::App& command, std::vector<std::string>& folders);
// The tables of these folders for a program that can do without; null when none of them is of use for the
// game, which is told on standard error, as is all that was left out. Null and silent for no folders.
[[nodiscard]] std::shared_ptr<const tablebase::Tables> tables_for_play(const std::vector<std::string>& folders,
                                                                       const Game& game);

// The games whose tables are there, as the tables name them, each once, in byte order.
[[nodiscard]] std::vector<std::string> games_of(const tablebase::Tables& tables);

// "men in 36", "tigers", "draw".
[[nodiscard]] std::string told(const tablebase::Value& value);

// Whether the user has asked the running command to stop (Ctrl-C, SIGTERM), once watch_for_stop() has
// been called. A second request ends the program at once.
void watch_for_stop();
[[nodiscard]] bool stop_requested();

// One line on standard error that says how far a long command is: redrawn on a terminal, elsewhere a
// line every ten seconds. Nothing for the first two seconds.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  // rate: positions a second and their sum so far, where they mean something.
  void show(std::string_view phase, double done, std::optional<std::uint64_t> positions);
  // A line of its own, which stays.
  void note(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace rimau::cli
