// The rimau program: reads the command line, runs one command, reports its error.
#include <fmt/core.h>

#include <cstdio>
#include <exception>

#include "base/files.hpp"
#include "cli/command.hpp"

namespace rimau::cli {
namespace {

constexpr std::size_t max_game_file_bytes = 1 << 20;
constexpr int usage_error = 2;

Result<void> read_game_files(Session& session) {
  for (const auto& path : session.game_files) {
    const auto text = read_file(path, max_game_file_bytes);
    if (!text) return std::unexpected(text.error());
    if (auto added = session.catalogue.add(*text, path); !added) return added;
  }
  return {};
}

Result<int> run(Session& session, const Command& chosen) {
  if (auto read = read_game_files(session); !read) return std::unexpected(read.error());
  return chosen(session);
}

int main(int argc, char** argv) {
  CLI::App program("Play, study and solve the tiger hunt games of the Malay world.", "rimau");
  program.require_subcommand(1);
  program.fallthrough();
  program.set_version_flag("--version", RIMAU_VERSION);

  Session session;
  Command chosen;
  program.add_option("--game-file", session.game_files, "Add the games of a TOML file to the catalogue")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_games(program, chosen);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : usage_error;
  }
  const auto result = run(session, chosen);
  if (std::fflush(stdout) != 0) return usage_error;
  if (result) return *result;
  fmt::print(stderr, "rimau: {}\n", result.error().text());
  return exit_code(result.error().kind);
}

}  // namespace
}  // namespace rimau::cli

int main(int argc, char** argv) try { return rimau::cli::main(argc, argv); } catch (const std::exception& error) {
  fmt::print(stderr, "rimau: {}\n", error.what());
  return 2;
}
