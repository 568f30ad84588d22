// rimau verify: checks tables by the rules alone.
#include "solver/verify.hpp"

#include <filesystem>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"
#include "cli/verify_proof.hpp"

namespace rimau::cli {
namespace {

constexpr int found_faults = 1;

struct Request {
  std::string folder;
  std::string tables;  // that certificates end in
  solver::VerifyOptions options;
  unsigned sample = 10'000'000;
  unsigned seed = 1;
};

// Prints the outcome for one game; true when all is well.
bool print_report(const std::string& game, const solver::VerifyReport& report) {
  if (report.fault_count == 0) {
    print("{}: {} files and {} positions checked, no fault\n", game, report.files, report.positions);
    return true;
  }
  print("{}: {}{} faults\n", game, report.fault_count, report.fault_count > report.faults.size() ? " or more" : "");
  for (const auto& fault : report.faults) print("  {}\n", shown(fault, 500));
  return false;
}

Result<int> run(Session& session, Request request) {
  request.options.sample = request.sample;
  request.options.seed = request.seed;
  if (std::error_code ignored; !std::filesystem::is_directory(request.folder, ignored))
    return fail(ErrorKind::unavailable, "no such folder", {.file = shown(request.folder, 200)});
  if (holds_certificates(request.folder))
    return verify_proof(session, request.folder, request.tables, request.options.threads);
  const auto tables = open_tables({request.folder});
  bool well = tables.refusals().empty();
  if (tables.files().empty() && well)
    return fail(ErrorKind::unavailable, "holds no tables", {.file = shown(request.folder, 200)});
  watch_for_stop();
  for (const auto& id : games_of(tables)) {
    const auto game = session.open(id);
    if (!game) return std::unexpected(game.error());
    Result<solver::VerifyReport> report;
    {
      ProgressLine line;
      report = solver::verify(tables, **game, request.options, [&](std::string_view phase, double done) {
        line.show(cat(id, ": ", phase), done, std::nullopt);
        return !stop_requested();
      });
    }
    if (!report) return std::unexpected(report.error());
    well = print_report(id, *report) && well;
    if (auto written = flush(); !written) return std::unexpected(written.error());
  }
  return well ? 0 : found_faults;
}

}  // namespace

void add_verify(CLI::App& program, Command& chosen) {
  auto* command =
      program.add_subcommand("verify", "Check that tables, or certificates of a proof, follow from the rules");
  auto request = std::make_shared<Request>();
  command->add_option("DIR", request->folder, "The folder of tables or certificates")->required();
  command->add_option("--tables", request->tables, "The folder of the tables that certificates end in")
      ->type_name("DIR");
  command->add_flag("--all", request->options.all, "Every position, instead of a sample");
  command->add_option("--sample", request->sample, "How many positions to draw (default 10000000)")
      ->type_name("N")
      ->check(number_between(1, 4'000'000'000));
  command->add_option("--seed", request->seed, "Which sample to draw (default 1)")
      ->type_name("N")
      ->check(number_between(0, 4'000'000'000));
  add_threads_option(*command, request->options.threads);
  command->footer(cat(examples({{"rimau verify tables", "all checksums and ten million positions"},
                                {"rimau verify tables --all", "every position: an hour for the largest game"},
                                {"rimau verify proof --tables tables --game-file games/walled/rimau-walled.toml",
                                 "a proof of rimau prove"}}),
                      "\nExit code: 0 when all is well, 1 when there are faults, 2 when the check could not be made."));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
