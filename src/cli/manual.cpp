// The command manual: pages for man, made from the commands themselves.
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
    const auto file = cat(folder, "/", manual_name(command), ".1");
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
  const auto name = program.get_name();
  command->footer(examples({{cat(name, " manual solve | man -l -"), cat("read the page of ", name, " solve")},
                            {cat(name, " manual --out man1"), "files for an installation"}}));
  command->callback([request, &program, &chosen] {
    chosen = [request, &program](Session&) -> Result<int> {
      const auto all = describe_all(program);
      if (!request->out.empty()) return write_all(all, request->out);
      const auto found = std::ranges::find(all, request->command, &DescribedCommand::name);
      if (found == all.end())
        return fail(ErrorKind::unknown,
                    cat("no command \"", shown(request->command), "\"; see ", program.get_name(), " --help"));
      put(manual_page(*found, all));
      return 0;
    };
  });
}

}  // namespace rimau::cli
