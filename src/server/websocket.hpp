// WebSocket frames (RFC 6455) of the server's side, without sockets: bytes in, messages out. Any bytes may come in.
//
// There are no extensions, so a set reserved bit (a compressed frame) is an error, and only texts are taken.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace rimau::server {

// The value of Sec-WebSocket-Accept for a Sec-WebSocket-Key; nothing for a key that is not 16 bytes as base64.
[[nodiscard]] std::optional<std::string> websocket_accept(std::string_view key);

// A whole frame as the server sends it.
[[nodiscard]] std::string text_frame(std::string_view text);
[[nodiscard]] std::string ping_frame();
[[nodiscard]] std::string pong_frame(std::string_view payload);                      // at most 125 bytes
[[nodiscard]] std::string close_frame(std::uint16_t code, std::string_view reason);  // of the reason at most 123 bytes

// One thread at a time.
class FrameReader {
 public:
  struct Text {
    std::string text;  // UTF-8
  };
  struct Ping {
    std::string payload;
  };
  struct Pong {};
  // The client ends the connection; 1005 when it gives no code.
  struct Close {
    std::uint16_t code = 1005;
  };
  // What has come is not allowed; the connection has to end with this code, and nothing more is read.
  struct Fault {
    std::uint16_t code = 1002;
    std::string_view why;
  };
  using Event = std::variant<Text, Ping, Pong, Close, Fault>;

  // A message may have so many bytes in so many frames.
  explicit FrameReader(std::size_t max_message_bytes, unsigned max_pieces = 64)
      : max_bytes_(max_message_bytes), max_pieces_(max_pieces) {}

  // More bytes of the client's; next() has to be called until there is nothing before more are put. So no more is kept
  // than the largest frame and what was put last.
  void put(std::string_view bytes) { bytes_ += bytes; }
  // What comes next in the bytes so far, if it is whole.
  [[nodiscard]] std::optional<Event> next();
  // Whether part of a frame or message is there and waits for the rest.
  [[nodiscard]] bool is_waiting() const noexcept { return !bytes_.empty() || pieces_ > 0; }

 private:
  struct Head {
    std::uint8_t opcode = 0;
    bool is_final = false;
    std::size_t size = 0;  // of the head
    std::uint64_t payload = 0;
  };

  [[nodiscard]] std::optional<std::variant<Head, Fault>> head() const;
  [[nodiscard]] std::optional<Fault> fault_of(const Head& head) const;
  [[nodiscard]] std::string take(const Head& head);
  [[nodiscard]] std::optional<Event> of(const Head& head, std::string payload);
  Event stop(Fault fault);

  const std::size_t max_bytes_;
  const unsigned max_pieces_;
  std::string bytes_;
  std::string message_;
  unsigned pieces_ = 0;  // of the message so far
  bool stopped_ = false;
};

}  // namespace rimau::server
