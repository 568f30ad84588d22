// What is asked and what is answered, as far as the server has a use for it; knows no socket.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "server/conversation.hpp"

namespace rimau::server {

// The head of an HTTP request. Nothing in it has been checked but its grammar.
struct Request {
  std::string method = "GET";
  std::string target = "/";
  std::string address;  // of the one who asks, as text
  // Fields; several of one name are joined by ", ". Empty when not sent.
  std::string accept_encoding;
  std::string if_none_match;
  std::string host;
  std::string origin;
  std::string connection;
  std::string upgrade;
  std::string websocket_key;
  std::string websocket_version;
};

using Body = std::shared_ptr<const std::string>;

struct Response {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> fields;
  Body body;  // null: empty
  // Whether the connection ends with it.
  bool close = false;
  // With status 101: who talks over the connection from now on.
  std::shared_ptr<Conversation> conversation;
};

// The words that go with a status ("Not Found").
[[nodiscard]] std::string_view reason_phrase(int status) noexcept;

// The status line and all fields up to the empty line: those of the response, Date, Content-Length,
// Connection, and what every response says about security.
[[nodiscard]] std::string head_of(const Response& response, std::chrono::system_clock::time_point now);

// A one-line answer for people.
[[nodiscard]] Response text_response(int status, std::string_view text);

// What a page may load and run. Only documents and scripts (a worker has the policy of its own response)
// run anything, and the one thing beyond our own files that they need is to compile WebAssembly.
inline constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
inline constexpr std::string_view other_policy = "default-src 'none'; frame-ancestors 'none'";

// An ETag that changes with the bytes, strong; `variant` tells encodings of one thing apart.
[[nodiscard]] std::string entity_tag(std::string_view bytes, std::string_view variant = "");

}  // namespace rimau::server
