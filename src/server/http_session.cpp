#include "server/http_session.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <optional>

#include "base/text.hpp"
#include "server/websocket_session.hpp"

namespace rimau::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// Completions give (error, result) instead of throwing.
constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

constexpr std::size_t part_bytes = std::size_t{256} << 10;
constexpr std::size_t max_buffer_bytes = max_head_bytes + 4096;
constexpr auto linger_time = std::chrono::seconds(2);
constexpr std::size_t max_lingering_bytes = std::size_t{256} << 10;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

using Parser = http::request_parser<http::empty_body>;

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

// Of the parser's errors; nothing when the connection is simply over.
std::optional<Response> refusal_of(error_code error, bool has_start_line) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return has_start_line ? text_response(431, cat("The request's head has more than ", max_head_bytes, " bytes."))
                          : text_response(414, "The request's target is too long.");
  if (error == http::error::bad_version) return text_response(505, "Expected HTTP/1.0 or HTTP/1.1.");
  if (error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  if (error.category() != http::make_error_code(http::error::bad_method).category()) return std::nullopt;
  return text_response(400, cat("The request is no HTTP: ", error.message(), "."));
}

std::string last_of_list(std::string_view list) { return std::string(trim(list.substr(list.find_last_of(',') + 1))); }

class BeastSession final : public HttpSession {
 public:
  BeastSession(tcp::socket socket, const HttpOptions& options, const Handler& handler,
               const std::atomic<bool>& draining, std::string address)
      : stream_(std::move(socket)),
        options_(options),
        handler_(handler),
        draining_(draining),
        address_(std::move(address)) {}

  [[nodiscard]] asio::any_io_executor executor() override { return stream_.get_executor(); }

  asio::awaitable<void> run() override {
    while (!draining_) {
      if (!co_await wait_for_request()) co_return;
      std::optional<Parser> parser(std::in_place);
      parser->header_limit(max_head_bytes);
      parser->body_limit(boost::none);  // announced ones are refused below, with words
      stream_.expires_after(options_.head_time);
      const auto [error, size] = co_await http::async_read_header(stream_, buffer_, *parser, as_result);
      auto response = error ? refusal_of(error, !parser->get().target().empty()) : refusal_of(*parser);
      if (error && !response) co_return;
      const bool refused = response.has_value();
      if (!refused) response = answer(*parser);
      // The bytes of a body would be taken for the next request.
      response->close = refused || has_body(*parser) || draining_ || response->close || !parser->get().keep_alive();
      log(*parser, *response);
      if (response->conversation && !response->close) {
        co_await talk(*response);
        co_return;
      }
      const bool head_only = !error && parser->get().method() == http::verb::head;
      if (!co_await write(*response, head_only)) co_return;
      if (response->close) {
        co_await close_gently();
        co_return;
      }
    }
  }

  asio::awaitable<void> turn_away() override {
    auto response = text_response(503, "Too many connections; try again in a few seconds.");
    response.fields.emplace_back("Retry-After", "5");
    response.close = true;
    if (co_await write(response, false)) co_await close_gently();
  }

  void drain() override {
    if (talk_) talk_->close(1001, "the server stops");
    else if (waiting_) stream_.close();
  }

  void abandon() override {
    if (talk_) talk_->abandon();
  }

 private:
  // Until the first byte of a request is there; false when the connection is over.
  asio::awaitable<bool> wait_for_request() {
    if (buffer_.size() > 0) co_return true;
    stream_.expires_after(options_.idle_time);
    waiting_ = true;
    const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(4096), as_result);
    waiting_ = false;
    buffer_.commit(size);
    co_return !error;
  }

  // Goes on as a WebSocket.
  asio::awaitable<void> talk(const Response& response) {
    if (!co_await write(response, false)) co_return;
    stream_.expires_never();
    const auto unread = buffer_.cdata();
    talk_ = std::make_shared<WebSocketSession>(stream_.release_socket(),
                                               std::string_view(static_cast<const char*>(unread.data()), unread.size()),
                                               response.conversation, options_.websocket);
    buffer_ = beast::flat_buffer();
    if (draining_) talk_->close(1001, "the server stops");
    co_await talk_->run();
  }

  Response answer(const Parser& parser) {
    const auto& head = parser.get();
    Request request{.method = std::string(view(head.method_string())),
                    .target = std::string(view(head.target())),
                    .address = address_,
                    .accept_encoding = joined_field(parser, http::field::accept_encoding),
                    .if_none_match = joined_field(parser, http::field::if_none_match),
                    .host = joined_field(parser, http::field::host),
                    .origin = joined_field(parser, http::field::origin),
                    .connection = joined_field(parser, http::field::connection),
                    .upgrade = joined_field(parser, http::field::upgrade),
                    .websocket_key = joined_field(parser, http::field::sec_websocket_key),
                    .websocket_version = joined_field(parser, http::field::sec_websocket_version)};
    if (options_.behind_proxy && head.count("X-Forwarded-For") > 0)
      request.address = last_of_list(view(head["X-Forwarded-For"]));
    try {
      return handler_(request);
    } catch (const std::exception& error) {
      spdlog::error("{} {}: {}", shown(request.method), shown(request.target, 200), shown(error.what(), 500));
      auto response = text_response(500, "The server has failed to answer this request.");
      response.close = true;
      return response;
    }
  }

  void log(const Parser& parser, const Response& response) const {
    if (!spdlog::should_log(spdlog::level::debug)) return;
    const auto& head = parser.get();
    spdlog::debug("{} \"{} {}\" {} {}", address_, shown(view(head.method_string())), shown(view(head.target()), 300),
                  response.status, response.body ? response.body->size() : 0);
  }

  // False when the client does not take it.
  asio::awaitable<bool> write(const Response& response, bool head_only) {
    const auto head = head_of(response, std::chrono::system_clock::now());
    std::string_view body;
    if (response.body && !head_only) body = *response.body;
    std::size_t part = std::min(part_bytes, body.size());
    std::array<asio::const_buffer, 2> first{asio::buffer(head), asio::buffer(body.data(), part)};
    stream_.expires_after(options_.write_time);
    auto [error, size] = co_await asio::async_write(stream_, first, as_result);
    while (!error && part < body.size()) {
      body.remove_prefix(part);
      part = std::min(part_bytes, body.size());
      stream_.expires_after(options_.write_time);
      std::tie(error, size) = co_await asio::async_write(stream_, asio::buffer(body.data(), part), as_result);
    }
    co_return !error;
  }

  // Ends the connection so that the client still reads the response: what it has sent meanwhile is read, since
  // closing with unread bytes would reset the connection.
  asio::awaitable<void> close_gently() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(linger_time);
    waiting_ = true;
    std::array<char, 4096> unread;
    for (std::size_t total = 0; total < max_lingering_bytes;) {
      const auto [error, size] = co_await stream_.async_read_some(asio::buffer(unread), as_result);
      if (error) break;
      total += size;
    }
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{max_buffer_bytes};
  const HttpOptions& options_;
  const Handler& handler_;
  const std::atomic<bool>& draining_;
  const std::string address_;
  bool waiting_ = false;                    // nothing is owed to the client
  std::shared_ptr<WebSocketSession> talk_;  // what it has become
};

}  // namespace

std::shared_ptr<HttpSession> make_http_session(tcp::socket socket, const HttpOptions& options, const Handler& handler,
                                               const std::atomic<bool>& draining, std::string address) {
  return std::make_shared<BeastSession>(std::move(socket), options, handler, draining, std::move(address));
}

}  // namespace rimau::server
