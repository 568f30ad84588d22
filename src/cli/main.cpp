// The rimau program: reads the command line, runs one command, reports its error.
#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

namespace rimau::cli {
namespace {

constexpr std::size_t max_game_file_bytes = 1 << 20;
constexpr std::size_t max_error_bytes = 2000;
constexpr int usage_error = 2;

Result<void> read_game_files(Session& session) {
  for (const auto& path : session.game_files) {
    const auto name = shown(path, 200);
    auto text = read_file(path, max_game_file_bytes);
    if (!text) {
      auto error = std::move(text).error();
      error.place.file = name;
      return std::unexpected(std::move(error));
    }
    if (auto added = session.catalogue.add(*text, name); !added) return added;
  }
  return {};
}

Result<int> run(Session& session, const Command& chosen) {
  if (auto read = read_game_files(session); !read) return std::unexpected(read.error());
  auto done = chosen(session);
  if (auto written = flush(); done && !written) return std::unexpected(written.error());
  return done;
}

// Help and version go to standard output; a mistake is told on one line, with where to read more.
int report(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    program.exit(error);
    return flush() ? 0 : usage_error;
  }
  const auto chosen = program.get_subcommands();
  const auto unread = program.remaining();
  auto message = shown(error.what(), max_error_bytes);
  if (chosen.empty()) {
    std::vector<std::string> names;
    for (const auto* command : program.get_subcommands({})) names.push_back(command->get_name());
    message = cat(unread.empty() ? "no command" : cat("no command \"", shown(unread.front()), "\""),
                  "; expected one of ", join(names, ", "));
  }
  fmt::print(stderr, "rimau: {}\nTry: rimau {}--help\n", message,
             chosen.empty() ? "" : chosen.front()->get_name() + " ");
  return usage_error;
}

int main(int argc, char** argv) {
  // A reader that has seen enough ("| head") ends the program quietly, whatever it was started with.
  std::signal(SIGPIPE, SIG_DFL);

  CLI::App program("Play, study and solve the tiger hunt games of the Malay world.", "rimau");
  program.require_subcommand(1);
  program.fallthrough();
  program.set_version_flag("--version", RIMAU_VERSION);
  program.footer("rimau COMMAND --help tells more about a command.");

  Session session;
  Command chosen;
  program
      .add_option("--game-file", session.game_files,
                  "Add the games of a TOML file to the catalogue;\nmay be repeated, before or after the command")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_games(program, chosen);
  add_rules(program, chosen);
  add_moves(program, chosen);
  add_perft(program, chosen);
  add_board(program, chosen);
  add_bench(program, chosen);
  add_play(program, chosen);
  add_analyze(program, chosen);
  add_engine(program, chosen);
  add_match(program, chosen);
  add_prove(program, chosen);
  add_puzzles(program, chosen);
  add_solve(program, chosen);
  add_verify(program, chosen);
  add_stats(program, chosen);
  add_probe(program, chosen);
  add_serve(program, chosen);
  add_manual(program, chosen);
  add_completion(program, chosen);
  add_backup(program, chosen);
  add_restore(program, chosen);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report(program, error);
  }
  const auto result = run(session, chosen);
  if (result) return *result;
  fmt::print(stderr, "rimau: {}\n", result.error().text());
  return exit_code(result.error().kind);
}

}  // namespace
}  // namespace rimau::cli

int main(int argc, char** argv) try { return rimau::cli::main(argc, argv); } catch (const std::bad_alloc&) {
  fmt::print(stderr, "rimau: the system refused the memory that is needed\n");
  return 2;
} catch (const std::exception& error) {
  fmt::print(stderr, "rimau: {}\n", rimau::shown(error.what(), 2000));
  return 2;
}
