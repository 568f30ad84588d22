// rimau games: the catalogue.
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "rulebook/rulebook.hpp"

namespace rimau::cli {

namespace {

std::string pieces(int count, std::string_view one) { return cat(count, ' ', count == 1 ? one : cat(one, 's')); }

void list_option(const std::string& key, const OptionSpec& option) {
  print("    {} (default {})\n", option_values(key, option), option.initial);
  put_wrapped(option.about.get("en"), 8);
}

Result<void> list_game(Session& session, const std::string& id) {
  const auto opened = session.open(id);
  if (!opened) return std::unexpected(opened.error());
  const auto& game = **opened;
  const auto& spec = game.spec();
  const auto& rules = game.rules();
  auto title = cat(id, " ", spec.name.get("en"));
  if (const auto origin = spec.origin.get("en"); !origin.empty()) title += cat(" (", origin, ")");
  put(shown(title, 400) + "\n");
  put_wrapped(cat("Board: ", session.catalogue.board_name(spec.board, "en"), ", ", game.board().size(), " points. ",
                  pieces(rules.tigers, "tiger"), " against ", rules.men, " men; the ", name(rules.first), " begin."),
              4);
  for (const auto& [key, option] : spec.options) list_option(key, option);
  put("\n");
  return {};
}

Result<int> list_games(Session& session) {
  const auto ids = session.catalogue.ids();
  for (const auto& id : ids)
    if (auto listed = list_game(session, id); !listed) return std::unexpected(listed.error());
  put("Every game also has\n");
  const auto spec = session.catalogue.spec(ids.front());
  for (const auto& [key, option] : Catalogue::options(*spec))
    if (!spec->options.contains(key)) list_option(key, option);
  put("\n");
  put_wrapped(
      "Options are written after the game's id, as in pulijudam:tigers=4,win=all. \"rimau rules GAME\" tells a "
      "game's rules.");
  return 0;
}

}  // namespace

void add_games(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("games", "List the games and their options");
  command->footer("Each game begins with its id at the start of a line; what follows is indented.\n\n" +
                  examples({{"rimau games", "all games"},
                            {"rimau games --game-file mine.toml", "and those of a file of your own"}}));
  command->callback([&chosen] { chosen = list_games; });
}

}  // namespace rimau::cli
