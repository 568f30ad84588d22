#include "server/online_service.hpp"

#include <arpa/inet.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/text.hpp"
#include "server/addresses.hpp"
#include "server/websocket.hpp"

namespace rimau::server {
namespace {

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool lists(std::string_view field, std::string_view word) {
  return std::ranges::any_of(split(field, ','), [word](auto part) { return same_word(trim(part), word); });
}

bool is_address(const std::string& host) {
  in6_addr parsed{};
  return ::inet_pton(AF_INET, host.c_str(), &parsed) == 1 || ::inet_pton(AF_INET6, host.c_str(), &parsed) == 1;
}

// Whether nobody else can make a name of theirs mean this.
bool is_own_name(std::string_view host_and_port) {
  if (host_and_port.starts_with('['))
    return is_address(std::string(host_and_port.substr(1, host_and_port.find(']') - 1)));
  const auto host = host_and_port.substr(0, host_and_port.find(':'));
  return is_address(std::string(host)) || host.find('.') == std::string_view::npos;
}

Response refusal(int status, std::string_view why) {
  auto response = text_response(status, why);
  if (status == 426)
    response.fields.insert(response.fields.end(), {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}});
  return response;
}

}  // namespace

// A socket's place among those of its network, for as long as this lives.
class OnlineService::Place {
 public:
  Place(std::shared_ptr<Sockets> sockets, std::string network)
      : sockets_(std::move(sockets)), network_(std::move(network)) {}
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    const std::scoped_lock lock(sockets_->mutex);
    const auto count = sockets_->of_network.find(network_);
    if (--count->second == 0) sockets_->of_network.erase(count);
  }

  // Nothing when the network has as many as it may.
  static std::unique_ptr<Place> take(const std::shared_ptr<Sockets>& sockets, const std::string& network,
                                     unsigned most) {
    const std::scoped_lock lock(sockets->mutex);
    auto& count = sockets->of_network[network];
    if (most > 0 && count >= most) return nullptr;
    ++count;
    return std::make_unique<Place>(sockets, network);
  }

 private:
  std::shared_ptr<Sockets> sockets_;
  std::string network_;
};

// Between one socket and the hub.
class OnlineService::Talk final : public Conversation {
 public:
  Talk(online::Hub& hub, std::string address, std::unique_ptr<Place> place)
      : hub_(hub), address_(std::move(address)), place_(std::move(place)) {}

  void begin(std::shared_ptr<Line> line) override {
    connection_ = hub_.enter(std::make_shared<Ear>(std::move(line)), address_);
  }
  void hear(std::string_view text) override { hub_.hear(connection_, text); }
  void end() override {
    hub_.leave(connection_);
    place_.reset();
  }

 private:
  struct Ear final : online::Listener {
    explicit Ear(std::shared_ptr<Line> line_) : line(std::move(line_)) {}
    void tell(online::Text text) override { line->send(std::move(text)); }
    void end(std::uint16_t code, std::string_view reason) override { line->close(code, reason); }
    std::shared_ptr<Line> line;
  };

  online::Hub& hub_;
  const std::string address_;
  std::unique_ptr<Place> place_;
  std::shared_ptr<online::Hub::Connection> connection_;
};

OnlineService::OnlineService(const Catalogue& catalogue, std::unique_ptr<store::Store> store,
                             std::shared_ptr<const tablebase::Tables> tables, OnlineOptions options)
    : options_(std::move(options)) {
  auto hub = options_.hub;
  if (options_.games_per_hour > 0) {
    games_ = std::make_unique<RateLimiter>(options_.games_per_hour / 3600, options_.games_at_once);
    hub.game_limit = [this](std::string_view address) { return games_->refusal(address, RateLimiter::Clock::now()); };
  }
  hub_ = std::make_unique<online::Hub>(catalogue, std::move(store), std::move(tables), std::move(hub));
}

bool OnlineService::is_allowed(const Request& request) const {
  if (request.origin.empty()) return true;  // no browser
  if (!options_.origins.empty()) return std::ranges::find(options_.origins, request.origin) != options_.origins.end();
  const bool own = request.origin == cat("http://", request.host) || request.origin == cat("https://", request.host);
  return own && is_own_name(request.host);
}

Response OnlineService::connect(const Request& request) {
  if (request.method != "GET" || !lists(request.connection, "upgrade") || !lists(request.upgrade, "websocket") ||
      request.websocket_version != "13")
    return refusal(426, "This is a WebSocket; see docs/online.md.");
  const auto accept = websocket_accept(request.websocket_key);
  if (!accept) return refusal(400, "Expected 16 bytes as base64 in Sec-WebSocket-Key.");
  if (!is_allowed(request)) {
    spdlog::warn("online: refused the origin {} at the host {}", shown(request.origin, 100), shown(request.host, 100));
    return refusal(403, "Pages of that origin may not connect; rimau serve --origin names those that may.");
  }
  auto place = Place::take(sockets_, network_of(request.address), options_.sockets_per_address);
  if (!place) {
    auto response = refusal(429, "Too many connections from your address; close one first.");
    response.fields.emplace_back("Retry-After", "10");
    return response;
  }
  return {.status = 101,
          .fields = {{"Connection", "Upgrade"}, {"Upgrade", "websocket"}, {"Sec-WebSocket-Accept", *accept}},
          .body = nullptr,
          .conversation = std::make_shared<Talk>(*hub_, request.address, std::move(place))};
}

}  // namespace rimau::server
