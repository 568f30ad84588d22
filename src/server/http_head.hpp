// The head of an HTTP request, read from bytes as they come; knows no socket.
//
// What two readers could understand differently is refused (RFC 9112, 11.2): more than one Host or none, folded fields,
// Transfer-Encoding, several Content-Length. A body is never read, so a head that announces one ends its connection.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "server/message.hpp"

namespace rimau::server {

// The largest head of a request, in bytes.
inline constexpr unsigned max_head_bytes = 16384;

class HeadReader {
 public:
  HeadReader();
  ~HeadReader();
  HeadReader(const HeadReader&) = delete;
  HeadReader& operator=(const HeadReader&) = delete;

  // Reads on in bytes that begin with those it has not used yet; how many it has used. Bytes that it has not used and
  // more have to be put again. Does nothing when it is done.
  std::size_t put(std::string_view bytes);
  // Whether the head is whole, or such that it needs no more to be refused.
  [[nodiscard]] bool is_done() const noexcept;

  // When it is done: what is asked, and why it is refused without asking anybody. The request's address is that in the
  // last X-Forwarded-For, empty without one.
  [[nodiscard]] Request request() const;
  [[nodiscard]] std::optional<Response> refusal() const;
  // Whether the client will read more answers, and whether what follows the head is the next request.
  [[nodiscard]] bool keeps_alive() const;
  [[nodiscard]] bool is_head_method() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rimau::server
