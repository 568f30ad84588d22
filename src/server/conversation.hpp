// A WebSocket connection as those see it who talk over it; knows neither sockets nor what is talked about.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rimau::server {

// The way to the client. Thread-safe; nothing blocks or throws.
class Line {
 public:
  virtual ~Line() = default;
  // Texts arrive in the order of the calls. A client that takes nothing of more than max_unsent_bytes is cut off.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  // After what has been sent before; nothing can be sent afterwards. A second call does nothing.
  virtual void close(std::uint16_t code, std::string_view reason) = 0;
};
inline constexpr std::size_t max_unsent_bytes = std::size_t{256} << 10;

// What the client says. Called one after another.
class Conversation {
 public:
  virtual ~Conversation() = default;
  virtual void begin(std::shared_ptr<Line> line) = 0;
  virtual void hear(std::string_view text) = 0;  // UTF-8
  // The connection is over; nothing is called any more.
  virtual void end() = 0;
};

// The longest message of a client.
inline constexpr std::size_t max_heard_bytes = 8192;

}  // namespace rimau::server
