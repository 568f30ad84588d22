// rimau completion: completions for bash, made from the commands themselves. One function, with what the commands take
// laid down as tables.
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/described.hpp"
#include "cli/output.hpp"

namespace rimau::cli {
namespace {

std::string flags_of(const DescribedCommand& command) {
  std::vector<std::string> flags;
  for (const auto& option : command.options)
    for (const auto& flag : option.flags)
      if (flag.starts_with("--")) flags.push_back(flag);
  return join(flags, " ");
}

// What completes a value: a list of words, names of files or folders, the games, or nothing that we know.
std::string completion_of(const DescribedOption& option) {
  if (!option.choices.empty()) return cat("words ", join(option.choices, " "));
  if (option.value == "FILE") return "files";
  if (option.value == "DIR") return "folders";
  if (option.value == "GAME" || option.value == "game") return "games";
  return "nothing";
}

// A case of the table: "COMMAND FLAG" or "COMMAND" (for what is no option) and how it is completed.
std::string entries(const DescribedCommand& command) {
  std::string out;
  for (const auto& option : command.options) {
    if (option.value.empty()) continue;
    for (const auto& flag : option.flags)
      out += cat("    '", command.name, " ", flag, "') how='", completion_of(option), "' ;;\n");
  }
  if (!command.positionals.empty()) {
    // One place is completed like another: by what the first knows, else the next.
    std::string how = "nothing";
    for (const auto& positional : command.positionals)
      if (how == "nothing") how = completion_of(positional);
    out += cat("    '", command.name, "') how='", how, "' ;;\n");
  }
  return out;
}

}  // namespace

std::string bash_completion(const std::vector<DescribedCommand>& all) {
  std::vector<std::string> names;
  std::string flags;
  std::string values;
  for (const auto& command : all) {
    if (!command.name.empty()) names.push_back(command.name);
    flags += cat("    '", command.name, "') flags='", flags_of(command), "' ;;\n");
    values += entries(command);
  }
  const auto commands = join(names, " ");
  return cat(R"BASH(# Completes rimau's commands, options and values in bash; made by "rimau completion".
_rimau_flags() {
  case $1 in
)BASH",
             flags, R"BASH(  esac
}
_rimau_value() {
  case $1 in
)BASH",
             values, R"BASH(  esac
}
_rimau() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' how='' flags='' i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case " )BASH",
             commands, R"BASH( " in *" ${COMP_WORDS[i]} "*)
      command=${COMP_WORDS[i]}
      break
      ;;
    esac
  done
  _rimau_value "$command $before"
  if [[ -z $how && $word == -* ]]; then
    _rimau_flags "$command"
    how="words $flags"
  elif [[ -z $how && -z $command ]]; then
    how='words )BASH",
             commands, R"BASH('
  elif [[ -z $how ]]; then
    _rimau_value "$command"
  fi
  COMPREPLY=()
  case $how in
    words*) mapfile -t COMPREPLY < <(compgen -W "${how#words}" -- "$word") ;;
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    games)
      local ids
      ids=$(rimau games 2>/dev/null | sed -n 's/^\([a-z0-9-]*\) [A-Z].*/\1/p')
      mapfile -t COMPREPLY < <(compgen -W "$ids" -- "$word")
      ;;
  esac
}
complete -F _rimau rimau
)BASH");
}

void add_completion(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("completion", "Print a script that lets bash complete rimau's commands");
  command->footer(examples({{"source <(rimau completion)", "for this shell"}}));
  command->callback([&program, &chosen] {
    chosen = [&program](Session&) -> Result<int> {
      put(bash_completion(describe_all(program)));
      return 0;
    };
  });
}

}  // namespace rimau::cli
