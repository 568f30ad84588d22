#include "server/message.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "base/text.hpp"

namespace rimau::server {
namespace {

bool has_field(const Response& response, std::string_view name) {
  return std::ranges::any_of(response.fields, [&](const auto& field) { return field.first == name; });
}

}  // namespace

std::string_view reason_phrase(int status) noexcept {
  switch (status) {
    case 101:
      return "Switching Protocols";
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 426:
      return "Upgrade Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "";
  }
}

std::string head_of(const Response& response, std::chrono::system_clock::time_point now) {
  auto head = fmt::format("HTTP/1.1 {} {}\r\nDate: {:%a, %d %b %Y %H:%M:%S} GMT\r\nServer: rimau\r\n", response.status,
                          reason_phrase(response.status), fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
  for (const auto& [name, value] : response.fields) head += cat(name, ": ", value, "\r\n");
  // What follows is about contents, and a change of protocol has none.
  if (response.status == 101) return head + "\r\n";
  if (!has_field(response, "Content-Security-Policy")) head += cat("Content-Security-Policy: ", other_policy, "\r\n");
  head +=
      "X-Content-Type-Options: nosniff\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n"
      "Cross-Origin-Embedder-Policy: require-corp\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "X-Frame-Options: DENY\r\n";
  if (response.status != 304) head += cat("Content-Length: ", response.body ? response.body->size() : 0, "\r\n");
  head += response.close ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n";
  return head;
}

Response text_response(int status, std::string_view text) {
  return {.status = status,
          .fields = {{"Content-Type", "text/plain; charset=utf-8"}, {"Cache-Control", "no-store"}},
          .body = std::make_shared<const std::string>(cat(text, '\n'))};
}

std::string entity_tag(std::string_view bytes, std::string_view variant) {
  const auto hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("\"{:016x}{:016x}{}{}\"", hash.high64, hash.low64, variant.empty() ? "" : "-", variant);
}

}  // namespace rimau::server
