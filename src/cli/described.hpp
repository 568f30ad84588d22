// The program's commands and options as data, read from what CLI11 was told: what the manual and the completions are
// made from, so that they cannot say anything else than --help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rimau::cli {

struct DescribedOption {
  std::vector<std::string> flags;    // "--help", "-h"; empty for a positional
  std::string value;                 // what its value is called, empty if it takes none
  std::vector<std::string> choices;  // the values it takes, if they are few
  std::string about;
  bool required = false;
  bool repeated = false;
};

struct DescribedCommand {
  std::string program;
  std::string name;   // empty for the program itself
  std::string about;  // one line
  std::vector<DescribedOption> positionals;
  std::vector<DescribedOption> options;
  std::string more;  // paragraphs and examples
};

[[nodiscard]] DescribedCommand describe(const CLI::App& app);
// The program itself, then its commands in the order of --help.
[[nodiscard]] std::vector<DescribedCommand> describe_all(const CLI::App& program);

// What a page for man(1) about the command is called: "rimau" or "rimau-COMMAND".
[[nodiscard]] std::string manual_name(const DescribedCommand& command);
// The page, by roff's man macros. The same whenever and wherever it is made.
[[nodiscard]] std::string manual_page(const DescribedCommand& command, const std::vector<DescribedCommand>& all);

// A script that completes commands, options and their values, for bash to source.
[[nodiscard]] std::string bash_completion(const std::vector<DescribedCommand>& all);

}  // namespace rimau::cli
