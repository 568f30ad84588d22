// HTTP/1.1 over TCP: listens, reads requests, writes what a handler answers.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/errors.hpp"
#include "server/message.hpp"
#include "server/websocket_times.hpp"

namespace rimau::server {

struct HttpOptions {
  std::string address = "127.0.0.1";  // IPv4 or IPv6, or "localhost"
  unsigned short port = 0;            // 0: any that is free
  unsigned threads = 1;
  // Connections at once; one more is told to come back later (503). Half of them at most may be of one
  // network (see network_of()), but for this machine's own.
  unsigned max_connections = 1024;
  bool behind_proxy = false;  // the last address of X-Forwarded-For is that of the one who asks

  // How long a client may take: between requests, for a request's head, to take the next part of a response.
  std::chrono::milliseconds idle_time{60'000};
  std::chrono::milliseconds head_time{10'000};
  std::chrono::milliseconds write_time{20'000};
  // How long the requests under way may take once the server is told to stop.
  std::chrono::milliseconds drain_time{5'000};
  WebSocketTimes websocket;
};

// Called from several threads at once; what it throws is logged and answered with 500.
using Handler = std::function<Response(const Request&)>;

// What is refused without asking the handler: heads that are no HTTP/1, too large or too slow; more than one
// Host or none; Transfer-Encoding and any body, since nothing here takes one (so there is nothing to smuggle
// a request in). The connection ends with such an answer.
class HttpServer {
 public:
  // Listens; clients may connect from now on. Fails as `unavailable`, saying what can be done, when the
  // address or port cannot be had.
  [[nodiscard]] static Result<HttpServer> open(const HttpOptions& options, Handler handler);

  HttpServer(HttpServer&&) noexcept;
  HttpServer& operator=(HttpServer&&) noexcept;
  ~HttpServer();

  [[nodiscard]] unsigned short port() const noexcept;

  // Serves until SIGINT or SIGTERM comes or stop() is called: then takes no more connections, finishes the
  // requests under way and returns. A second signal does not wait for them. Blocks.
  void run();
  // May be called from any thread, before or during run().
  void stop();

 private:
  class State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rimau::server
