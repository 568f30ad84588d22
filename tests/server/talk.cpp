#include "server/talk.hpp"

#include "base/text.hpp"

namespace rimau::testing {

std::string client_frame(std::string_view payload, unsigned char first, bool masked) {
  std::string out{static_cast<char>(first)};
  const auto put = [&out](std::size_t byte) { out += static_cast<char>(byte & 0xFF); };
  const std::size_t mask_bit = masked ? 0x80 : 0;
  if (payload.size() < 126) {
    put(payload.size() | mask_bit);
  } else if (payload.size() < 65536) {
    put(126 | mask_bit);
    put(payload.size() >> 8);
    put(payload.size());
  } else {
    put(127 | mask_bit);
    for (int shift = 56; shift >= 0; shift -= 8) put(payload.size() >> shift);
  }
  if (!masked) return out.append(payload);
  const std::string_view mask = "\x12\x34\x56\x78";
  out += mask;
  for (std::size_t n = 0; n < payload.size(); ++n) out += static_cast<char>(payload[n] ^ mask[n % 4]);
  return out;
}

Talk::Talk(int port, std::string_view fields) : client_(port) {
  client_.send(cat("GET /api/online HTTP/1.1\r\nHost: localhost:", port,
                   "\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                   fields, "\r\n"));
  const auto reply = client_.reply();
  if (!reply) return;
  status_ = reply->status;
  if (status_ == 101 && reply->field("sec-websocket-accept") != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") status_ = -1;
  if (status_ == 101) welcome_ = next();
}

std::optional<std::string> Talk::read(int ms) {
  for (;;) {
    const auto head = client_.bytes(2, ms);
    if (head.size() < 2) {
      if (close_code_ == 0 && client_.is_closed_within(0)) close_code_ = 1006;
      return std::nullopt;
    }
    std::size_t size = static_cast<unsigned char>(head[1]);
    if (size >= 126) {
      const auto bytes = client_.bytes(size == 126 ? 2 : 8, ms);
      size = 0;
      for (const char byte : bytes) size = size << 8 | static_cast<unsigned char>(byte);
    }
    auto payload = client_.bytes(size, ms);
    const auto opcode = static_cast<unsigned char>(head[0]) & 0x0F;
    if (opcode == 1) return payload;
    if (opcode == 8) {
      close_code_ = payload.size() < 2
                        ? 1005
                        : static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
      return std::nullopt;
    }
    if (opcode == 9) client_.send(client_frame(payload, 0x8A));
  }
}

Talk::Json Talk::next(int ms) {
  if (!unread_.empty()) {
    auto message = std::move(unread_.front());
    unread_.erase(unread_.begin());
    return message;
  }
  const auto text = read(ms);
  return text ? Json::parse(*text) : Json();
}

std::string Talk::send(Json message) {
  if (!message.contains("v")) message["v"] = 1;
  if (!message.contains("id")) message["id"] = cat("n", ++messages_);
  send_text(message.dump());
  return message["id"].is_string() ? message["id"].get<std::string>() : "";
}

Talk::Json Talk::answer(const std::string& id) {
  const auto fits = [&id](const Json& message) { return message.value("re", "") == id; };
  for (auto at = unread_.begin(); at != unread_.end(); ++at) {
    if (!fits(*at)) continue;
    auto found = std::move(*at);
    unread_.erase(at);
    return found;
  }
  std::vector<Json> others;
  Json found;
  while (found.is_null()) {
    const auto text = read(5000);
    if (!text) break;
    auto message = Json::parse(*text);
    if (fits(message)) found = std::move(message);
    else unread_.push_back(std::move(message));
  }
  return found;
}

Talk::Json Talk::ask(Json message) { return answer(send(std::move(message))); }

int Talk::close_code(int ms) {
  unread_.clear();
  while (read(ms)) {
  }
  return close_code_;
}

}  // namespace rimau::testing
