#include "cli/verify_proof.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "base/text.hpp"
#include "base/threads.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"
#include "proof/check.hpp"

namespace rimau::cli {
namespace {

std::vector<std::string> certificates_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == proof::certificate_extension) paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// What all certificates of a folder come to.
struct Total {
  std::vector<proof::NodeKey> starts;
  std::uint64_t positions = 0;
  std::uint64_t leaves = 0;
  std::uint64_t faults = 0;
  std::optional<Error> error;
  std::mutex guard;
};

void add(Total& total, const std::string& path, const proof::Certificate& certificate,
         const Result<proof::CheckReport>& report) {
  const std::lock_guard lock(total.guard);
  if (!report) {
    if (!total.error) total.error = Error(report.error()).in_file(path);
    return;
  }
  total.starts.push_back(certificate.start);
  total.positions += report->positions;
  total.leaves += report->leaves;
  total.faults += report->fault_count;
  for (const auto& fault : report->faults) print("{}: {}\n", path, shown(fault, 500));
}

}  // namespace

bool holds_certificates(const std::string& folder) { return !certificates_in(folder).empty(); }

Result<int> verify_proof(Session& session, const std::string& folder, const std::string& tables_folder,
                         unsigned threads) {
  if (tables_folder.empty())
    return fail(ErrorKind::text, "certificates end in tables: --tables must name their folder", {.file = folder});
  const auto paths = certificates_in(folder);
  const auto first = proof::read_certificate_file(paths.front());
  if (!first) return std::unexpected(first.error());
  const auto game = session.open(first->game);
  if (!game) return std::unexpected(game.error());
  const auto rest = session.open(first->rest);
  if (!rest) return std::unexpected(rest.error());
  const auto walled = proof::Walled::make(**game, **rest);
  if (!walled) return std::unexpected(walled.error());
  const auto tables = open_tables({tables_folder});
  watch_for_stop();
  Total total;
  {
    ProgressLine line;
    std::atomic<std::size_t> done{0};
    parallel_for(paths.size(), threads, [&](std::size_t number, unsigned worker) {
      if (const std::lock_guard lock(total.guard); total.error) return;
      const auto certificate = proof::read_certificate_file(paths[number]);
      if (!certificate) {
        const std::lock_guard lock(total.guard);
        if (!total.error) total.error = certificate.error();
        return;
      }
      const auto report = proof::check(*certificate, **game, *walled, &tables, [&](std::uint64_t) {
        if (worker == 0) line.show("certificates", double(done) / double(paths.size()), std::nullopt);
        return !stop_requested();
      });
      ++done;
      add(total, paths[number], *certificate, report);
    });
  }
  if (total.error) return std::unexpected(*total.error);
  const auto wanted = proof::openings(**game);
  const auto missing = std::ranges::count_if(wanted, [&](const proof::Node& node) {
    return std::ranges::find(total.starts, node.key()) == total.starts.end();
  });
  print("{}: {} certificates, {} positions with a reply and {} leaves checked, {} faults\n", (*game)->id(),
        paths.size(), total.positions, total.leaves, total.faults);
  print("of {} openings {} are without a certificate\n", wanted.size(), missing);
  if (total.faults > 0 || missing > 0) return 1;
  print("start: men\n");
  return 0;
}

}  // namespace rimau::cli
