#include "server/http_head.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

#include "base/text.hpp"

namespace rimau::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Parser = http::request_parser<http::empty_body>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// Several fields of one name, joined by commas as RFC 9110, 5.3 allows.
std::string joined_field(const Parser& parser, http::field name) {
  std::string joined;
  const auto [first, last] = parser.get().equal_range(name);
  for (auto at = first; at != last; ++at) {
    if (!joined.empty()) joined += ", ";
    joined += view(at->value());
  }
  return joined;
}

std::size_t count_fields(const Parser& parser, http::field name) {
  const auto [first, last] = parser.get().equal_range(name);
  return static_cast<std::size_t>(std::distance(first, last));
}

// Whether the text can be a host with a port (RFC 9112, 3.2). Anything else, such as a field that was folded
// into it, is something that another reader may understand differently.
bool is_host(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || std::string_view("-._~:[]%").find(c) != std::string_view::npos;
  });
}

// Whether bytes follow that are not the next request, by any reading of the head.
bool has_body(const Parser& parser) {
  return parser.get().method() == http::verb::connect || count_fields(parser, http::field::transfer_encoding) > 0 ||
         parser.content_length().value_or(0) > 0 || count_fields(parser, http::field::content_length) > 1;
}

// Why a head that follows the grammar is refused all the same; nothing when it is not, or when its method is
// none of ours, which the handler says better.
std::optional<Response> refusal_of(const Parser& parser) {
  const auto& head = parser.get();
  const auto hosts = count_fields(parser, http::field::host);
  if (hosts > 1 || (hosts == 0 && head.version() >= 11)) return text_response(400, "Expected exactly one Host field.");
  if (!is_host(view(head[http::field::host]))) return text_response(400, "Expected a name or an address as Host.");
  if (head.method() != http::verb::get && head.method() != http::verb::head) return std::nullopt;
  if (count_fields(parser, http::field::transfer_encoding) > 0)
    return text_response(501, "Transfer-Encoding is not supported: no request here has a body.");
  if (count_fields(parser, http::field::content_length) > 1)
    return text_response(400, "Expected at most one Content-Length field.");
  if (parser.content_length().value_or(0) > 0) return text_response(413, "No request here has a body.");
  return std::nullopt;
}

Response refusal_of(error_code error, bool has_start_line) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return has_start_line ? text_response(431, cat("The request's head has more than ", max_head_bytes, " bytes."))
                          : text_response(414, "The request's target is too long.");
  if (error == http::error::bad_version) return text_response(505, "Expected HTTP/1.0 or HTTP/1.1.");
  return text_response(400, cat("The request is no HTTP: ", error.message(), "."));
}

std::string last_of_list(std::string_view list) { return std::string(trim(list.substr(list.find_last_of(',') + 1))); }

}  // namespace

struct HeadReader::State {
  State() {
    parser.header_limit(max_head_bytes);
    parser.body_limit(boost::none);  // announced ones are refused, with words
  }
  Parser parser;
  error_code error;
};

HeadReader::HeadReader() : state_(std::make_unique<State>()) {}
HeadReader::~HeadReader() = default;

std::size_t HeadReader::put(std::string_view bytes) {
  if (is_done()) return 0;
  auto& [parser, error] = *state_;
  const auto used = parser.put(boost::asio::buffer(bytes.data(), bytes.size()), error);
  if (error == http::error::need_more) error = {};
  return used;
}

bool HeadReader::is_done() const noexcept { return state_->error || state_->parser.is_header_done(); }

Request HeadReader::request() const {
  const auto& parser = state_->parser;
  const auto& head = parser.get();
  const auto forwarded = head.equal_range("X-Forwarded-For");
  std::string address;
  for (auto at = forwarded.first; at != forwarded.second; ++at) address = last_of_list(view(at->value()));
  return {.method = std::string(view(head.method_string())),
          .target = std::string(view(head.target())),
          .address = address,
          .accept_encoding = joined_field(parser, http::field::accept_encoding),
          .if_none_match = joined_field(parser, http::field::if_none_match),
          .host = joined_field(parser, http::field::host),
          .origin = joined_field(parser, http::field::origin),
          .connection = joined_field(parser, http::field::connection),
          .upgrade = joined_field(parser, http::field::upgrade),
          .websocket_key = joined_field(parser, http::field::sec_websocket_key),
          .websocket_version = joined_field(parser, http::field::sec_websocket_version)};
}

std::optional<Response> HeadReader::refusal() const {
  const auto& [parser, error] = *state_;
  return error ? refusal_of(error, !parser.get().target().empty()) : refusal_of(parser);
}

bool HeadReader::keeps_alive() const {
  const auto& [parser, error] = *state_;
  return !error && !has_body(parser) && parser.get().keep_alive();
}

bool HeadReader::is_head_method() const { return !state_->error && state_->parser.get().method() == http::verb::head; }

}  // namespace rimau::server
