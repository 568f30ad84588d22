#include "server/websocket.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <array>
#include <utility>

#include "base/text.hpp"

namespace rimau::server {
namespace {

constexpr std::uint8_t continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10;
constexpr std::size_t max_control_bytes = 125;
constexpr std::string_view handshake_guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

constexpr bool is_control(std::uint8_t opcode) noexcept { return opcode >= close; }

std::uint8_t byte_at(std::string_view bytes, std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); }

std::string frame(std::uint8_t opcode, std::string_view payload) {
  std::string out;
  out.reserve(payload.size() + 10);
  const auto put = [&out](std::uint64_t byte) { out += static_cast<char>(byte & 0xFF); };
  put(0x80U | opcode);
  const std::uint64_t size = payload.size();
  if (size < 126) {
    put(size);
  } else if (size < 65536) {
    put(126);
    put(size >> 8);
    put(size);
  } else {
    put(127);
    for (int shift = 56; shift >= 0; shift -= 8) put(size >> shift);
  }
  out += payload;
  return out;
}

// Codes that may be sent in a frame (RFC 6455, 7.4).
constexpr bool is_close_code(unsigned code) noexcept {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

}  // namespace

std::optional<std::string> websocket_accept(std::string_view key) {
  // 16 bytes are 24 characters, of which the last two fill up.
  if (key.size() != 24 || !key.ends_with("==")) return std::nullopt;
  for (const char c : key.substr(0, 22)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && c != '+' && c != '/') return std::nullopt;
  }
  const auto all = cat(key, handshake_guid);
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
  ::SHA1(reinterpret_cast<const unsigned char*>(all.data()), all.size(), digest.data());
  std::array<unsigned char, 32> encoded{};
  const int size = ::EVP_EncodeBlock(encoded.data(), digest.data(), static_cast<int>(digest.size()));
  return std::string(encoded.begin(), encoded.begin() + size);
}

std::string text_frame(std::string_view payload) { return frame(text, payload); }
std::string ping_frame() { return frame(ping, {}); }
std::string pong_frame(std::string_view payload) { return frame(pong, payload.substr(0, max_control_bytes)); }

std::string close_frame(std::uint16_t code, std::string_view reason) {
  reason = reason.substr(0, max_control_bytes - 2);
  if (const auto bad = find_invalid_utf8(reason); bad != std::string_view::npos) reason = reason.substr(0, bad);
  return frame(close, cat(static_cast<char>(code >> 8), static_cast<char>(code & 0xFF), reason));
}

FrameReader::Event FrameReader::stop(Fault fault) {
  stopped_ = true;
  bytes_.clear();
  message_.clear();
  pieces_ = 0;
  return fault;
}

std::optional<FrameReader::Event> FrameReader::next() {
  while (!stopped_) {
    const auto found = head();
    if (!found) return std::nullopt;
    if (const auto* fault = std::get_if<Fault>(&*found)) return stop(*fault);
    const auto& head = std::get<Head>(*found);
    if (bytes_.size() - head.size < head.payload) return std::nullopt;
    if (auto event = of(head, take(head))) return event;
  }
  bytes_.clear();
  return std::nullopt;
}

// What is refused is refused as soon as the bytes that show it are there, before its payload.
std::optional<std::variant<FrameReader::Head, FrameReader::Fault>> FrameReader::head() const {
  if (bytes_.size() < 2) return std::nullopt;
  const auto first = byte_at(bytes_, 0);
  const auto second = byte_at(bytes_, 1);
  if ((first & 0x70U) != 0) return Fault{1002, "a reserved bit is set; there are no extensions"};
  if ((second & 0x80U) == 0) return Fault{1002, "a frame is not masked"};
  const unsigned short_size = second & 0x7FU;
  const std::size_t size_bytes = short_size < 126 ? 0 : short_size == 126 ? 2 : 8;
  Head head{.opcode = static_cast<std::uint8_t>(first & 0x0FU),
            .is_final = (first & 0x80U) != 0,
            .size = 2 + size_bytes + 4,
            .payload = short_size};
  if (size_bytes > 0) {
    if (bytes_.size() < 2 + size_bytes) return std::nullopt;
    head.payload = 0;
    for (std::size_t n = 0; n < size_bytes; ++n) head.payload = head.payload << 8 | byte_at(bytes_, 2 + n);
    if (head.payload < (size_bytes == 2 ? 126U : 65536U) || head.payload >> 63 != 0)
      return Fault{1002, "a length is not written as it has to be"};
  }
  if (const auto fault = fault_of(head)) return *fault;
  if (bytes_.size() < head.size) return std::nullopt;
  return head;
}

std::optional<FrameReader::Fault> FrameReader::fault_of(const Head& head) const {
  if (is_control(head.opcode)) {
    if (head.opcode > pong) return Fault{1002, "an unknown kind of frame"};
    if (!head.is_final || head.payload > max_control_bytes) return Fault{1002, "a control frame in pieces or too long"};
    return std::nullopt;
  }
  if (head.opcode > binary) return Fault{1002, "an unknown kind of frame"};
  if (head.opcode == binary) return Fault{1003, "only texts are taken"};
  if ((head.opcode == continuation) != (pieces_ > 0))
    return Fault{1002, "a piece of no message, or a message in another"};
  if (pieces_ >= max_pieces_) return Fault{1008, "a message in too many pieces"};
  if (head.payload > max_bytes_ - message_.size()) return Fault{1009, "a message is too long"};
  return std::nullopt;
}

// The payload, unmasked; the frame is removed from the bytes.
std::string FrameReader::take(const Head& head) {
  const auto size = static_cast<std::size_t>(head.payload);
  std::string payload = bytes_.substr(head.size, size);
  const auto mask = bytes_.substr(head.size - 4, 4);
  for (std::size_t n = 0; n < size; ++n) payload[n] = static_cast<char>(payload[n] ^ mask[n % 4]);
  bytes_.erase(0, head.size + size);
  return payload;
}

std::optional<FrameReader::Event> FrameReader::of(const Head& head, std::string payload) {
  if (head.opcode == ping) return Ping{std::move(payload)};
  if (head.opcode == pong) return Pong{};
  if (head.opcode == close) {
    if (payload.empty()) return Close{};
    const auto code = payload.size() < 2 ? 0U : byte_at(payload, 0) * 256U + byte_at(payload, 1);
    if (!is_close_code(code)) return stop({1002, "a close frame without a code"});
    if (find_invalid_utf8(std::string_view(payload).substr(2)) != std::string_view::npos)
      return stop({1007, "a reason that is no UTF-8"});
    return Close{static_cast<std::uint16_t>(code)};
  }
  message_ += payload;
  ++pieces_;
  if (!head.is_final) return std::nullopt;
  pieces_ = 0;
  if (find_invalid_utf8(message_) != std::string_view::npos) return stop({1007, "a text that is no UTF-8"});
  return Text{std::exchange(message_, {})};
}

}  // namespace rimau::server
