// One connection of the HTTP server.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>

#include "server/http_server.hpp"

namespace rimau::server {

// On a strand of its own: requests are read and answered one after another, so that pipelined ones are answered in
// order.
class HttpSession {
 public:
  virtual ~HttpSession() = default;
  [[nodiscard]] virtual boost::asio::any_io_executor executor() = 0;
  // Until the connection is over.
  virtual boost::asio::awaitable<void> run() = 0;
  // Tells a client that there is no room; to be used instead of run().
  virtual boost::asio::awaitable<void> turn_away() = 0;
  // Ends the connection if no request is under way. On the session's strand.
  virtual void drain() = 0;
  // What it holds of others is let go. When no thread runs it any more.
  virtual void abandon() = 0;
};

// `draining`: whether the request under way is to be the last. What is given by reference has to outlive it.
[[nodiscard]] std::shared_ptr<HttpSession> make_http_session(boost::asio::ip::tcp::socket socket,
                                                             const HttpOptions& options, const Handler& handler,
                                                             const std::atomic<bool>& draining, std::string address);

}  // namespace rimau::server
