// rimau backup and rimau restore: a copy of the games that a server keeps, and the way back.
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "store/sqlite_store.hpp"

namespace rimau::cli {
namespace {

struct Request {
  std::string data;
  std::string file;
};

void add_arguments(CLI::App& command, Request& request, const char* about_file) {
  command.add_option("--data", request.data, "The folder of the games, as of rimau serve")
      ->type_name("DIR")
      ->required()
      ->check(not_empty())
      ->envname("RIMAU_DATA");
  command.add_option("FILE", request.file, about_file)->required()->type_name("")->check(not_empty());
}

Result<int> back_up(const Request& request) {
  if (auto done = store::backup_sqlite(request.data, request.file); !done) return std::unexpected(done.error());
  print("{} holds the games of {}, checked.\n", shown(request.file, 300), shown(request.data, 300));
  return 0;
}

Result<int> restore(const Request& request) {
  if (auto done = store::restore_sqlite(request.file, request.data); !done) return std::unexpected(done.error());
  print("{} holds the games of {}, checked.\n", shown(request.data, 300), shown(request.file, 300));
  return 0;
}

}  // namespace

void add_backup(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("backup", "Copy the games that a server keeps, while it runs");
  auto request = std::make_shared<Request>();
  add_arguments(*command, *request, "Where to put the copy; there must be no such file");
  command->footer(cat("The copy is of one moment, whole, and has been checked when it appears under its name.\n\n",
                      examples({{"rimau backup --data games monday.db", "the games in the folder games"}})));
  command->callback([request, &chosen] { chosen = [request](Session&) { return back_up(*request); }; });
}

void add_restore(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("restore", "Put the games of a backup in the place of a server's");
  auto request = std::make_shared<Request>();
  add_arguments(*command, *request, "What rimau backup has written");
  command->footer(cat("The server has to be stopped. Either all games are replaced or nothing.\n\n",
                      examples({{"rimau restore --data games monday.db", "the games as they were on Monday"}})));
  command->callback([request, &chosen] { chosen = [request](Session&) { return restore(*request); }; });
}

}  // namespace rimau::cli
