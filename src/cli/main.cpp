// The rimau program: reads the command line, runs one command, reports its error.
#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/program.hpp"

namespace rimau::cli {
namespace {

Result<int> run(Session& session, const Command& chosen) {
  if (auto read = read_game_files(session); !read) return std::unexpected(read.error());
  auto done = chosen(session);
  if (auto written = flush(); done && !written) return std::unexpected(written.error());
  return done;
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
  add_game_file_option(program, session.game_files);
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
