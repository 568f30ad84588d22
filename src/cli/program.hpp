// What the programs share: reading the files and the command line that they are given.
#pragma once

#include "cli/command.hpp"

namespace rimau::cli {

// Adds --game-file to the program, and adds the games of those files to the session's catalogue.
void add_game_file_option(CLI::App& program, std::vector<std::string>& files);
[[nodiscard]] Result<void> read_game_files(Session& session);

// What came of reading the command line: help and version go to standard output; a mistake is told on one line, with
// where to read more. The program's exit code.
[[nodiscard]] int report(const CLI::App& program, const CLI::ParseError& error);

}  // namespace rimau::cli
