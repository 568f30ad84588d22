// What the server answers, whatever carries the questions: the web app's files, the JSON API, and the way to
// online play.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "game/catalogue.hpp"
#include "server/message.hpp"
#include "server/online_service.hpp"
#include "server/probe_service.hpp"
#include "server/rate_limiter.hpp"
#include "server/site.hpp"
#include "server/target.hpp"
#include "tablebase/tables.hpp"

namespace rimau::server {

// How often one address may probe.
struct ProbeRate {
  double per_second = 50;  // in the long run; 0: as often as it likes
  double burst = 500;      // at once: the graph of a long game
};

// Thread-safe. All that is asked of it can be asked by anybody.
class App {
 public:
  // `online` may be null: nobody plays through this server.
  App(const Catalogue& catalogue, Site site, std::shared_ptr<const tablebase::Tables> tables, const ProbeRate& rate,
      std::shared_ptr<OnlineService> online = nullptr);

  // Never fails: what is wrong with the request is said in the response. The body of a HEAD's response is
  // there too. Blocks while tables are read.
  [[nodiscard]] Response respond(const Request& request);

 private:
  [[nodiscard]] Response route(const Target& target, const Request& request);
  [[nodiscard]] Response probe(const Target& target, const Request& request);
  [[nodiscard]] Response readiness() const;
  [[nodiscard]] Response metrics() const;

  const Site site_;
  Body games_;
  Body tables_;
  ProbeService probes_;
  std::optional<RateLimiter> limiter_;
  const std::shared_ptr<OnlineService> online_;
  std::atomic<std::uint64_t> requests_ = 0;
};

}  // namespace rimau::server
