#include "cli/program.hpp"

#include <fmt/core.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/output.hpp"

namespace rimau::cli {

void add_game_file_option(CLI::App& program, std::vector<std::string>& files) {
  program
      .add_option("--game-file", files,
                  "Add the games of a TOML file to the catalogue;\nmay be repeated, before or after the command")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

Result<void> read_game_files(Session& session) {
  constexpr std::size_t max_game_file_bytes = 1 << 20;
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

int report(const CLI::App& program, const CLI::ParseError& error) {
  constexpr std::size_t max_error_bytes = 2000;
  constexpr int usage_error = 2;
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
  fmt::print(stderr, "{0}: {1}\nTry: {0} {2}--help\n", program.get_name(), message,
             chosen.empty() ? "" : chosen.front()->get_name() + " ");
  return usage_error;
}

}  // namespace rimau::cli
