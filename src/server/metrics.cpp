#include "server/metrics.hpp"

#include <fmt/format.h>

#include <string_view>

namespace rimau::server {
namespace {

void add(std::string& out, std::string_view name, std::string_view type, std::string_view help, std::uint64_t value) {
  out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
}

// Seconds that requests took from their coming to their answer, which comes after what they changed is on the disk.
void add_answers(std::string& out, const online::HubCounts& counts) {
  constexpr std::string_view name = "rimau_online_answer_seconds";
  out +=
      fmt::format("# HELP {0} Time from a request to its answer, for what was written.\n# TYPE {0} histogram\n", name);
  std::uint64_t total = 0;
  for (std::size_t n = 0; n < counts.answered.size(); ++n) {
    total += counts.answered[n];
    if (n < online::answer_bounds_ms.size())
      out += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", name, online::answer_bounds_ms[n] / 1000.0, total);
    else out += fmt::format("{}_bucket{{le=\"+Inf\"}} {}\n", name, total);
  }
  out += fmt::format("{0}_sum {1:.6f}\n{0}_count {2}\n", name, static_cast<double>(counts.answer_us) / 1e6, total);
}

}  // namespace

std::string metrics_text(std::uint64_t requests, const std::optional<online::HubCounts>& online) {
  std::string out;
  add(out, "rimau_http_requests_total", "counter", "HTTP requests answered.", requests);
  if (!online) return out;
  add(out, "rimau_online_connections", "gauge", "WebSockets open.", online->connections);
  add(out, "rimau_online_games", "gauge", "Games in memory.", online->tables);
  add(out, "rimau_online_watchers", "gauge", "Connections that watch a game, counted for each game.", online->watchers);
  add(out, "rimau_online_thoughts_waiting", "gauge", "Moves of the computer not yet begun.", online->thoughts_waiting);
  add(out, "rimau_online_writes_waiting", "gauge", "Jobs that wait for the store.", online->jobs_waiting);
  add(out, "rimau_online_messages_total", "counter", "Messages from clients.", online->messages);
  add(out, "rimau_online_no_messages_total", "counter", "Texts that were no message and ended a connection.",
      online->no_messages);
  add(out, "rimau_online_refusals_total", "counter", "Requests refused.", online->refusals);
  add(out, "rimau_online_games_made_total", "counter", "Games made.", online->games_made);
  add(out, "rimau_online_events_total", "counter", "Events written.", online->events);
  add(out, "rimau_online_commits_total", "counter", "Commits in which they were written.", online->batches);
  add(out, "rimau_online_write_failures_total", "counter", "Events and games that could not be written.",
      online->write_failures);
  add_answers(out, *online);
  return out;
}

}  // namespace rimau::server
