// rimau rules: a game's rules and their sources.
#include <algorithm>

#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "rulebook/rulebook.hpp"

namespace rimau::cli {
namespace {

struct Request {
  std::string game;
  std::string language = "en";
};

Result<int> tell_rules(Session& session, const Request& request) {
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  const auto code = std::ranges::find(language_codes, request.language);
  if (code == language_codes.end())
    return fail(ErrorKind::unknown, cat("no language \"", shown(request.language), "\"; expected en, ms, id or es"),
                {.field = "--language"});
  const auto language = static_cast<Language>(code - language_codes.begin());
  put_lines(rules_text(session.catalogue, **game, language, text_width()));
  return 0;
}

}  // namespace

void add_rules(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("rules", "Tell a game's rules and where they come from");
  auto request = std::make_shared<Request>();
  add_game_argument(*command, request->game);
  command->add_option("--language", request->language, "en, ms (Malay), id (Indonesian) or es (Spanish)\n(default: en)")
      ->type_name("CODE");
  command->footer("The first part is worked out from the game itself, with the options that GAME names.\n\n" +
                  examples({{"rimau rules rimau-24", "the rules of Rimau"},
                            {"rimau rules pulijudam:tigers=4 --language ms", "of a variant, in Malay"}}));
  command->callback(
      [&chosen, request] { chosen = [request](Session& session) { return tell_rules(session, *request); }; });
}

}  // namespace rimau::cli
