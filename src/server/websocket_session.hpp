// One WebSocket connection after its handshake.
#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/token_bucket.hpp"
#include "server/conversation.hpp"
#include "server/websocket.hpp"
#include "server/websocket_times.hpp"

namespace rimau::server {

// On the strand of its socket, but for Line's functions.
class WebSocketSession final : public Line, public std::enable_shared_from_this<WebSocketSession> {
 public:
  // `unread`: what the client has sent after its request's head.
  WebSocketSession(boost::asio::ip::tcp::socket socket, std::string_view unread,
                   std::shared_ptr<Conversation> conversation, const WebSocketTimes& times);

  // Until the connection is over.
  boost::asio::awaitable<void> run();

  // Ends the conversation if it goes on. When no thread runs this any more.
  void abandon();

  void send(std::shared_ptr<const std::string> text) override;
  void close(std::uint16_t code, std::string_view reason) override;

 private:
  using Clock = std::chrono::steady_clock;

  boost::asio::awaitable<void> watch();
  void take_events();
  void push(std::string frame);
  void push_close(std::uint16_t code, std::string_view reason);
  // The same for what a client must not do, which the log tells.
  void refuse(std::uint16_t code, std::string_view why);
  void write();
  void written(bool failed);
  void cut();
  void end();

  boost::asio::ip::tcp::socket socket_;
  boost::asio::any_io_executor strand_;
  const std::shared_ptr<Conversation> conversation_;
  const WebSocketTimes times_;
  FrameReader reader_{max_heard_bytes};
  TokenBucket controls_;
  boost::asio::steady_timer timer_;
  std::array<char, 4096> bytes_{};
  std::deque<std::string> queue_;     // frames; those being written are gone from it
  std::vector<std::string> written_;  // being written
  std::size_t unsent_ = 0;
  Clock::time_point heard_;          // when anything came last
  Clock::time_point message_began_;  // when the part of a message that is there began to come
  Clock::time_point write_began_;
  Clock::time_point closing_since_;
  bool begun_ = false;
  bool pinged_ = false;
  bool writing_ = false;
  bool closing_ = false;  // the close frame is in the queue, or gone
  bool over_ = false;
};

}  // namespace rimau::server
