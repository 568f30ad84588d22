#include "terminal/command.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace rimau::terminal {
namespace {

constexpr std::pair<std::string_view, Verb> verbs[] = {
    {"moves", Verb::moves}, {"hint", Verb::hint},           {"undo", Verb::undo},     {"redo", Verb::redo},
    {"board", Verb::board}, {"flip", Verb::flip},           {"save", Verb::save},     {"load", Verb::load},
    {"new", Verb::restart}, {"pause", Verb::pause},         {"resign", Verb::resign}, {"draw", Verb::draw},
    {"rules", Verb::rules}, {"help", Verb::help},           {"?", Verb::help},        {"quit", Verb::quit},
    {"exit", Verb::quit},   {"overwrite", Verb::overwrite},
};

constexpr CommandHelp commands[] = {
    {"moves", "list the legal moves"},
    {"hint", "ask the computer for a move"},
    {"undo", "take back your last turn and the reply to it"},
    {"redo", "make again what was taken back"},
    {"board", "show the board"},
    {"flip", "turn the board round"},
    {"save FILE", "write the game as a record"},
    {"overwrite FILE", "the same, replacing a file that is there"},
    {"load FILE", "go on with a recorded game"},
    {"new", "begin anew"},
    {"resign", "give the game up"},
    {"draw", "agree a draw (two people at one keyboard)"},
    {"rules", "the rules of this game"},
    {"help", "this help"},
    {"quit", "leave; an unfinished game is kept"},
};

constexpr CommandHelp moves[] = {
    {"b2-b3", "a step"},
    {"a3xe3", "a leap, from and landing"},
    {"@d4", "a drop"},
    {"d2,e3,f4", "an opening turn: the men to remove, in order"},
    {"d2,e3,f4/c3-e1", "the same, and the tiger goes to e1"},
    {"pass", "when that is the only move"},
};

}  // namespace

Command parse_command(std::string_view line) {
  const auto text = trim(line);
  if (text.empty()) return {};
  const auto end = std::min(text.find_first_of(" \t"), text.size());
  const auto* found = std::ranges::find(verbs, text.substr(0, end), &std::pair<std::string_view, Verb>::first);
  if (found == std::ranges::end(verbs)) return {Verb::move, std::string(text)};
  return {found->second, std::string(trim(text.substr(end)))};
}

std::span<const CommandHelp> command_help() { return commands; }
std::span<const CommandHelp> move_help() { return moves; }

}  // namespace rimau::terminal
