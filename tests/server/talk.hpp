// A client of online play: a WebSocket, and messages over it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/client.hpp"

namespace rimau::testing {

// A frame as a client sends it; the head's first byte is given, with or without a mask.
[[nodiscard]] std::string client_frame(std::string_view payload, unsigned char first = 0x81, bool masked = true);

class Talk {
 public:
  using Json = nlohmann::json;

  // Connects and reads the greeting; `fields` are added to the request's head.
  explicit Talk(int port, std::string_view fields = "");

  // The status that the request was answered with; 101 when all is well.
  [[nodiscard]] int status() const noexcept { return status_; }
  [[nodiscard]] const Json& welcome() const noexcept { return welcome_; }
  [[nodiscard]] std::string token() const { return welcome_.value("token", ""); }

  // Sends bytes as they are.
  bool send_bytes(std::string_view bytes) { return client_.send(bytes); }
  bool send_text(std::string_view text) { return client_.send(client_frame(text)); }
  // Sends a message; v and a new id are added where there is none. The id.
  std::string send(Json message);
  // Sends a message and reads up to its answer; null when none comes. What comes before is kept for next().
  [[nodiscard]] Json ask(Json message);
  // The answer to what was sent; as above.
  [[nodiscard]] Json answer(const std::string& id);
  // The next message that was not read yet; null when none comes within so long.
  [[nodiscard]] Json next(int ms = 5000);
  // Reads until a message (seen before or not) fits; null when none does.
  template <class Fits>
  [[nodiscard]] Json until(Fits&& fits) {
    for (;;) {
      auto message = next();
      if (message.is_null() || fits(message)) return message;
    }
  }
  // The code that the server closes the connection with; 0 when it does not, 1006 when it ends without.
  [[nodiscard]] int close_code(int ms = 5000);
  // Ends without a word.
  void cut() { client_.close(); }

 private:
  // The next frame's text; nothing when none comes.
  [[nodiscard]] std::optional<std::string> read(int ms);

  Client client_;
  int status_ = 0;
  Json welcome_;
  std::vector<Json> unread_;
  int close_code_ = 0;
  static inline int messages_ = 0;
};

}  // namespace rimau::testing
