// rimau manual, rimau completion: pages for man and completions for bash, made from the commands themselves.
#include <filesystem>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/described.hpp"
#include "cli/output.hpp"

namespace rimau::cli {
namespace {

Result<int> write_all(const std::vector<DescribedCommand>& all, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorKind::unavailable, error.message(), {.file = shown(folder, 200)});
  for (const auto& command : all) {
    const auto file = cat(folder, "/rimau", command.name.empty() ? "" : "-" + command.name, ".1");
    if (auto written = write_file(file, manual_page(command, all)); !written) return std::unexpected(written.error());
  }
  return 0;
}

}  // namespace

void add_manual(CLI::App& program, Command& chosen) {
  struct Request {
    std::string command;
    std::string out;
  };
  auto* command = program.add_subcommand("manual", "Print a command's page for man");
  auto request = std::make_shared<Request>();
  command->add_option("command", request->command, "The command (the program itself if none is named)")->type_name("");
  command->add_option("--out", request->out, "Write the pages of all commands into this folder instead")
      ->type_name("DIR")
      ->check(not_empty());
  command->footer(examples({{"rimau manual play | man -l -", "read the page of rimau play"},
                            {"rimau manual --out man1", "files for an installation"}}));
  command->callback([request, &program, &chosen] {
    chosen = [request, &program](Session&) -> Result<int> {
      const auto all = describe_all(program);
      if (!request->out.empty()) return write_all(all, request->out);
      const auto found = std::ranges::find(all, request->command, &DescribedCommand::name);
      if (found == all.end())
        return fail(ErrorKind::unknown, cat("no command \"", shown(request->command), "\"; see rimau --help"));
      put(manual_page(*found, all));
      return 0;
    };
  });
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
