// Heads of requests, with whatever follows them: the same is read in whatever pieces they come, and what is answered on
// a connection that goes on is one request for any reader.
#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "check.hpp"
#include "server/http_head.hpp"

using namespace rimau;
using namespace rimau::server;

namespace {

struct Read {
  bool done = false;
  std::size_t used = 0;
  int refused = 0;  // with that status
  bool keeps_alive = false;
  std::string request;
  bool operator==(const Read&) const = default;
};

// What is read when so many bytes come at once.
Read read(std::string_view bytes, std::size_t at_once) {
  HeadReader reader;
  Read result;
  std::size_t come = 0;
  while (come < bytes.size() && !reader.is_done()) {
    come = std::min(bytes.size(), come + at_once);
    for (std::size_t used = 1; used > 0 && !reader.is_done();) {
      used = reader.put(bytes.substr(result.used, come - result.used));
      fuzz::check(used <= come - result.used, "no more is used than there is");
      result.used += used;
    }
    fuzz::check(reader.is_done() || come - result.used < max_head_bytes, "a head is bounded");
  }
  result.done = reader.is_done();
  if (!result.done) return {.done = false};
  const auto refusal = reader.refusal();
  result.refused = refusal ? refusal->status : 0;
  // How far it was read before it was refused is nobody's concern.
  if (refusal) return {.done = true, .refused = result.refused};
  result.keeps_alive = reader.keeps_alive();
  const auto request = reader.request();
  result.request = join(
      {request.method, request.target, request.address, request.accept_encoding, request.if_none_match, request.host,
       request.origin, request.connection, request.upgrade, request.websocket_key, request.websocket_version},
      "\n");
  return result;
}

// Whether the same is accepted. When a head that is not is refused, at once or with its end, is nobody's concern.
bool same(const Read& a, const Read& b) {
  const auto accepted = [](const Read& read) { return read.done && read.refused == 0; };
  return (!accepted(a) && !accepted(b)) || a == b;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = fuzz::text_of(data, size);
  const auto whole = read(bytes, std::max<std::size_t>(1, bytes.size()));
  fuzz::check(same(whole, read(bytes, 1)), "the same in single bytes");
  fuzz::check(same(whole, read(bytes, 100)), "the same in pieces");
  if (!whole.done || whole.refused != 0) return 0;
  const auto head = lower(bytes.substr(0, whole.used));
  fuzz::check(head.ends_with("\r\n\r\n"), "a head ends with an empty line");
  fuzz::check(head.find("\r\n\r\n") + 4 == head.size(), "with the first one");
  if (!whole.keeps_alive) return 0;
  fuzz::check(head.find("\ntransfer-encoding") == std::string::npos, "nothing is smuggled in by an encoding");
  const auto length = head.find("\ncontent-length:");
  fuzz::check(length == std::string::npos || head.find("\ncontent-length", length + 1) == std::string::npos,
              "a length is said once");
  const auto host = head.find("\nhost:");
  fuzz::check(host == std::string::npos || head.find("\nhost:", host + 1) == std::string::npos, "a host is said once");
  return 0;
}
