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

#include "base/text.hpp"
#include "server/http_head.hpp"
#include "server/websocket_session.hpp"

namespace rimau::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

// Completions give (error, result) instead of throwing.
constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

constexpr std::size_t part_bytes = std::size_t{256} << 10;
constexpr std::size_t max_buffer_bytes = max_head_bytes + 4096;
constexpr auto linger_time = std::chrono::seconds(2);
constexpr std::size_t max_lingering_bytes = std::size_t{256} << 10;

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
      HeadReader head;
      stream_.expires_after(options_.head_time);
      if (!co_await read(head)) co_return;
      auto request = head.request();
      if (!options_.behind_proxy || request.address.empty()) request.address = address_;
      auto response = head.refusal();
      const bool refused = response.has_value();
      if (!refused) response = answer(request);
      // The bytes of a body would be taken for the next request.
      response->close = refused || draining_ || response->close || !head.keeps_alive();
      log(request, *response);
      if (response->conversation && !response->close) {
        co_await talk(*response);
        co_return;
      }
      if (!co_await write(*response, head.is_head_method())) co_return;
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

  // False when the connection is over before the head is whole.
  asio::awaitable<bool> read(HeadReader& head) {
    for (;;) {
      const auto unread = buffer_.cdata();
      buffer_.consume(head.put({static_cast<const char*>(unread.data()), unread.size()}));
      if (head.is_done()) co_return true;
      // There is some: a head of which so much is not read yet is refused.
      const auto room = std::min(buffer_.max_size() - buffer_.size(), std::size_t{4096});
      if (room == 0) co_return false;
      const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(room), as_result);
      if (error) co_return false;
      buffer_.commit(size);
    }
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

  Response answer(const Request& request) {
    try {
      return handler_(request);
    } catch (const std::exception& error) {
      spdlog::error("{} {}: {}", shown(request.method), shown(request.target, 200), shown(error.what(), 500));
      auto response = text_response(500, "The server has failed to answer this request.");
      response.close = true;
      return response;
    }
  }

  void log(const Request& request, const Response& response) const {
    spdlog::debug("{} \"{} {}\" {} {}", address_, shown(request.method), shown(request.target, 300), response.status,
                  response.body ? response.body->size() : 0);
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
