// rimau play: a game in the terminal.
#include "terminal/play.hpp"

#include <map>
#include <memory>

#include "cli/tables.hpp"
#include "search/levels.hpp"

namespace rimau::cli {
namespace {

using terminal::Player;
using terminal::PlayOptions;
using terminal::Seats;

// What --as may say.
const std::map<std::string, Seats> seats_by_name{
    {"tigers", {.tigers = Player::person, .men = Player::computer}},
    {"men", {.tigers = Player::computer, .men = Player::person}},
    {"both", {.tigers = Player::person, .men = Player::person}},
    {"none", {.tigers = Player::computer, .men = Player::computer}},
};

}  // namespace

void add_play(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("play", "Play a game in the terminal, against the computer or a person");
  auto options = std::make_shared<PlayOptions>();
  auto as = std::make_shared<std::string>();
  auto tables = std::make_shared<std::vector<std::string>>();
  auto resume = std::make_shared<bool>(false);
  auto leave = std::make_shared<bool>(false);
  command->add_option("game", options->game, "The game, as id or id:key=value,… (rimau-24 if none is named)")
      ->type_name("GAME");
  command->add_option("--as", *as, "The side you play, both (two people at one keyboard), or none (watch)")
      ->type_name("tigers|men|both|none")
      ->check(CLI::IsMember({"tigers", "men", "both", "none"}));
  command
      ->add_option("--level", options->level,
                   "How well the computer plays, from 1 (a child's first game) to 10 (5 if not given)")
      ->type_name("N")
      ->check(CLI::Range(first_level, last_level));
  auto* position = command->add_option("--position", options->position, "Start from this position")->type_name("TEXT");
  auto* load = command->add_option("--load", options->load, "Go on with the first game of a record file")
                   ->type_name("FILE")
                   ->excludes(position);
  command->add_option("--save", options->save, "Write the record to this file, anew after every turn")
      ->type_name("FILE");
  command->add_flag("--plain", options->plain, "Line by line, also on a terminal");
  auto* resume_flag = command->add_flag("--resume", *resume, "Go on with the unfinished game without asking")
                          ->excludes(position)
                          ->excludes(load);
  command->add_flag("--new", *leave, "Begin a new game without asking for the unfinished one")->excludes(resume_flag);
  command->add_option("--seed", options->seed, "Makes the computer's choices repeatable")->type_name("N");
  add_tables_option(*command, *tables);
  command->footer(
      "With tables the computer plays perfectly at level 10 where they hold the position, and a hint\n"
      "tells who wins with best play (draws by repetition or quiet turns left out of account).\n"
      "Examples:\n"
      "  rimau play                          Rimau with 24 men; you are the tiger\n"
      "  rimau play bagh-chal --as men       Bagh-chal; you are the goats\n"
      "  rimau play rimau-rimau --as both    two people at one keyboard\n"
      "  rimau play --load game.rec          go on with a recorded game\n"
      "On a terminal the keys are listed by ?, line by line by \"help\".");
  command->callback([&chosen, options, as, resume, leave, tables] {
    if (!as->empty()) options->seats = seats_by_name.at(*as);
    options->tables = [tables](const Game& game) { return tables_for_play(*tables, game); };
    if (*resume) options->unfinished = PlayOptions::Unfinished::resume;
    if (*leave) options->unfinished = PlayOptions::Unfinished::leave;
    chosen = [options](Session& session) { return terminal::play(session.catalogue, *options); };
  });
}

}  // namespace rimau::cli
