#include "cli/described.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace rimau::cli {
namespace {

// CLI11 keeps what a value is called and what is checked of it in one text: "LEVEL:{debug,info}", "N:1 to 10".
void describe_value(const CLI::Option& option, DescribedOption& described) {
  if (option.get_items_expected_max() == 0) return;
  const std::string type = option.get_type_name();
  described.value = type.substr(0, type.find(':'));
  const auto open = type.find('{');
  const auto close = type.find('}');
  if (open != std::string::npos && close != std::string::npos && open < close)
    for (const auto choice : split(std::string_view(type).substr(open + 1, close - open - 1), ','))
      described.choices.emplace_back(choice);
}

DescribedOption describe(const CLI::Option& option) {
  DescribedOption described;
  for (const auto& name : option.get_snames()) described.flags.push_back("-" + name);
  for (const auto& name : option.get_lnames()) described.flags.push_back("--" + name);
  describe_value(option, described);
  if (option.get_positional()) described.value = option.get_name();
  described.about = option.get_description();
  described.required = option.get_required();
  described.repeated = option.get_items_expected_max() > 1;
  return described;
}

}  // namespace

DescribedCommand describe(const CLI::App& app) {
  DescribedCommand described;
  described.program = (app.get_parent() == nullptr ? app : *app.get_parent()).get_name();
  described.name = app.get_parent() == nullptr ? "" : app.get_name();
  described.about = app.get_description();
  described.more = app.get_footer();
  for (const auto* option : app.get_options())
    (option->get_positional() ? described.positionals : described.options).push_back(describe(*option));
  return described;
}

std::vector<DescribedCommand> describe_all(const CLI::App& program) {
  std::vector<DescribedCommand> all{describe(program)};
  for (const auto* command : program.get_subcommands({})) all.push_back(describe(*command));
  return all;
}

}  // namespace rimau::cli
