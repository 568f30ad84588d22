// WebSocket frames: whatever bytes come, in whatever pieces, the same is read; never more than is allowed is kept.
#include <string>
#include <vector>

#include "base/text.hpp"
#include "check.hpp"
#include "server/websocket.hpp"

using namespace rimau;
using namespace rimau::server;

namespace {

constexpr std::size_t most_bytes = 1000;

// What is read when so many bytes come at once, each event as a text.
std::vector<std::string> read(std::string_view bytes, std::size_t at_once) {
  FrameReader reader(most_bytes);
  std::vector<std::string> events;
  while (!bytes.empty()) {
    reader.put(bytes.substr(0, at_once));
    bytes.remove_prefix(std::min(at_once, bytes.size()));
    while (const auto event = reader.next()) {
      if (const auto* text = std::get_if<FrameReader::Text>(&*event)) {
        fuzz::check(text->text.size() <= most_bytes, "a message is no longer than allowed");
        fuzz::check(find_invalid_utf8(text->text) == std::string_view::npos, "a message is UTF-8");
        events.push_back(cat("text ", text->text));
      } else if (const auto* ping = std::get_if<FrameReader::Ping>(&*event)) {
        fuzz::check(ping->payload.size() <= 125, "a ping is short");
        events.push_back(cat("ping ", ping->payload));
      } else if (const auto* close = std::get_if<FrameReader::Close>(&*event)) {
        events.push_back(cat("close ", close->code));
      } else if (const auto* fault = std::get_if<FrameReader::Fault>(&*event)) {
        events.push_back(cat("fault ", fault->code));
        fuzz::check(!reader.next(), "nothing is read after a fault");
      } else {
        events.emplace_back("pong");
      }
    }
  }
  return events;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = fuzz::text_of(data, size);
  const auto whole = read(bytes, bytes.size());
  fuzz::check(whole == read(bytes, 1), "the same in single bytes");
  fuzz::check(whole == read(bytes, 7), "the same in pieces");
  (void)websocket_accept(bytes);
  return 0;
}
