// Online play as the HTTP server offers it: who may open a WebSocket, and the way between it and the hub.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "online/hub.hpp"
#include "server/message.hpp"
#include "server/rate_limiter.hpp"

namespace rimau::server {

struct OnlineOptions {
  // Origins (as browsers write them) of the pages that may connect. None: pages of this server itself, asked under an
  // IP address, localhost or a name without dots; a name with dots may be another's, pointed here.
  std::vector<std::string> origins;
  unsigned sockets_per_address = 64;  // 0: no limit
  double games_per_hour = 60;         // that one address may make; 0: no limit
  double games_at_once = 30;
  online::HubOptions hub;
};

// Thread-safe.
class OnlineService {
 public:
  OnlineService(const Catalogue& catalogue, std::unique_ptr<store::Store> store,
                std::shared_ptr<const tablebase::Tables> tables, OnlineOptions options);

  // The answer to a GET of /api/online: 101 with the conversation, or why not.
  [[nodiscard]] Response connect(const Request& request);

  [[nodiscard]] bool works() const noexcept { return hub_->works(); }
  [[nodiscard]] online::HubCounts counts() const { return hub_->counts(); }

 private:
  class Talk;
  class Place;

  [[nodiscard]] bool is_allowed(const Request& request) const;

  const OnlineOptions options_;
  std::unique_ptr<RateLimiter> games_;
  std::unique_ptr<online::Hub> hub_;

  struct Sockets {
    std::mutex mutex;
    std::map<std::string, unsigned, std::less<>> of_network;  // guarded by it
  };
  // Shared with conversations, which may end after the service.
  const std::shared_ptr<Sockets> sockets_ = std::make_shared<Sockets>();
};

}  // namespace rimau::server
