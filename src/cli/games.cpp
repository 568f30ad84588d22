// rimau games: the catalogue.
#include <fmt/core.h>

#include "cli/command.hpp"

namespace rimau::cli {
namespace {

Result<int> list_games(Session& session) {
  for (const auto& id : session.catalogue.ids()) {
    const auto game = session.open(id);
    if (!game) return std::unexpected(game.error());
    const auto& rules = (*game)->rules();
    const auto& spec = (*game)->spec();
    fmt::print("{:<24}{:<26}{} points, {} {} against {} {}\n", id, spec.name.get("en"), (*game)->board().size(),
               rules.tigers, rules.tigers == 1 ? "tiger" : "tigers", rules.men, "men");
  }
  return 0;
}

}  // namespace

void add_games(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("games", "List the games and their options");
  command->callback([&chosen] { chosen = list_games; });
}

}  // namespace rimau::cli
