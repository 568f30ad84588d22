#include "cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "base/threads.hpp"

namespace rimau::cli {

Result<GamePosition> open_position(Session& session, const std::string& game, const std::string& position) {
  auto opened = session.open(game);
  if (!opened) return std::unexpected(std::move(opened).error());
  if (position.empty()) return GamePosition{*opened, start_position(**opened)};
  auto read = parse_position(session.catalogue, **opened, position);
  if (!read) return std::unexpected(std::move(read).error());
  return GamePosition{*opened, *read};
}

void add_game_argument(CLI::App& command, std::string& game) {
  command.add_option("GAME", game, "A game, as id or id:key=value,... (see rimau games)")->required()->type_name("");
}

CLI::Option* add_position_option(CLI::App& command, std::string& position) {
  return command
      .add_option("--position", position, "Start from this position, a line of text\n(default: the game's start)")
      ->type_name("TEXT")
      ->check(not_empty());
}

void Start::add_to(CLI::App& command) {
  add_game_argument(command, game);
  add_position_option(command, position);
  command.add_option("--after", after, "Make these moves first")->type_name("MOVE");
}

Result<Play> Start::open(Session& session) const {
  auto from = open_position(session, game, position);
  if (!from) return std::unexpected(std::move(from).error());
  Play play(from->game, from->position);
  int number = 0;
  // A move holds no blank, so several may come in one argument.
  for (const auto& argument : after)
    for (const auto text : split(argument, ' ')) {
      if (text.empty()) continue;
      ++number;
      const auto refuse = [&](const Error& error) {
        return fail(error.kind, error.message, {.field = cat("--after, move ", number)});
      };
      const auto move = parse_move(play.game(), text);
      if (!move) return refuse(move.error());
      if (const auto made = play.play(*move); !made) return refuse(made.error());
    }
  return play;
}

void add_threads_option(CLI::App& command, unsigned& threads) {
  constexpr unsigned max_threads = 256;
  threads = default_threads();
  command.add_option("--threads", threads, "Threads to use (default: as many as there are cores)")
      ->type_name("N")
      ->check(number_between(1, max_threads));
}

void add_memory_option(CLI::App& command, unsigned& gib, std::string about) {
  constexpr unsigned max_gib = 4096;
  command.add_option("--memory", gib, std::move(about))->type_name("GiB")->check(number_between(1, max_gib));
}

CLI::Validator number_between(unsigned min, unsigned max) {
  const auto range = cat(min, " to ", max);
  return CLI::Validator(
      [min, max, range](std::string& text) {
        const auto number = parse_number(text, max);
        if (number && *number >= min) return std::string();
        return cat("found \"", shown(text), "\", expected a number from ", range);
      },
      range);
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& text) { return text.empty() ? std::string("found nothing, expected a text") : std::string(); },
      "");
}

std::string examples(const std::vector<std::pair<std::string, std::string>>& lines) {
  std::string text = "Examples:";
  for (const auto& [command, meaning] : lines) text += fmt::format("\n  {}\n      {}", command, meaning);
  return text;
}

std::string told(const Outcome& outcome) {
  switch (outcome.verdict) {
    case Verdict::open:
      return "the game goes on";
    case Verdict::draw:
      return cat("the game is drawn (", name(outcome.reason), ")");
    case Verdict::tigers:
    case Verdict::men:
      break;
  }
  return cat("the ", name(outcome.verdict), " have won (", name(outcome.reason), ")");
}

}  // namespace rimau::cli
