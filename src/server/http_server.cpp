#include "server/http_server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <csignal>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "base/text.hpp"
#include "server/addresses.hpp"

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

bool is_loopback(const tcp::endpoint& peer) {
  const auto address = peer.address();
  return address.is_loopback() || (address.is_v6() && address.to_v6().is_v4_mapped() &&
                                   asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback());
}

// One connection, on a strand of its own: requests are read and answered one after another, so that pipelined ones are
// answered in order.
class Session {
 public:
  // `draining`: whether the request under way is to be the last.
  Session(tcp::socket socket, const HttpOptions& options, const Handler& handler, const std::atomic<bool>& draining,
          std::string address)
      : stream_(std::move(socket)),
        options_(options),
        handler_(handler),
        draining_(draining),
        address_(std::move(address)) {}

  [[nodiscard]] auto executor() { return stream_.get_executor(); }

  asio::awaitable<void> run() {
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
      const bool head_only = !error && parser->get().method() == http::verb::head;
      if (!co_await write(*response, head_only)) co_return;
      if (response->close) {
        co_await close_gently();
        co_return;
      }
    }
  }

  // Tells a client that there is no room; to be used instead of run().
  asio::awaitable<void> turn_away() {
    auto response = text_response(503, "Too many connections; try again in a few seconds.");
    response.fields.emplace_back("Retry-After", "5");
    response.close = true;
    if (co_await write(response, false)) co_await close_gently();
  }

  // Ends the connection if no request is under way. On the session's strand.
  void end_if_idle() {
    if (waiting_) stream_.close();
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

  Response answer(const Parser& parser) {
    const auto& head = parser.get();
    Request request{.method = std::string(view(head.method_string())),
                    .target = std::string(view(head.target())),
                    .address = address_,
                    .accept_encoding = joined_field(parser, http::field::accept_encoding),
                    .if_none_match = joined_field(parser, http::field::if_none_match)};
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
  bool waiting_ = false;  // nothing is owed to the client
};

// Why the port cannot be had, and what to do.
Error listen_error(const HttpOptions& options, error_code error) {
  const auto where = cat("port ", options.port, " of ", options.address);
  if (error == asio::error::address_in_use)
    return {ErrorKind::unavailable,
            cat(where,
                " is taken by another program (or by another rimau); end that, or choose another port with "
                "--port N, or any free one with --port 0"),
            {}};
  if (error == asio::error::access_denied)
    return {ErrorKind::unavailable, cat(where, " is not for everybody; choose one from 1024 with --port N"), {}};
  if (error == boost::system::errc::address_not_available)
    return {ErrorKind::unavailable,
            cat("this machine has no address ", options.address, "; expected one of its own with --host"),
            {}};
  return {ErrorKind::unavailable, cat("cannot listen on ", where, ": ", error.message()), {}};
}

// The sessions that there are.
class Sessions {
 public:
  struct Counts {
    std::size_t all;
    std::size_t of_network;
  };

  [[nodiscard]] Counts counts(const std::string& network) {
    const std::scoped_lock lock(mutex_);
    const auto own = of_network_.find(network);
    return {sessions_.size(), own == of_network_.end() ? 0 : own->second};
  }
  void add(const std::shared_ptr<Session>& session, const std::string& network) {
    const std::scoped_lock lock(mutex_);
    sessions_.insert(session);
    ++of_network_[network];
  }
  void remove(const std::shared_ptr<Session>& session, const std::string& network) {
    const std::scoped_lock lock(mutex_);
    sessions_.erase(session);
    const auto count = of_network_.find(network);
    if (--count->second == 0) of_network_.erase(count);
  }
  [[nodiscard]] std::vector<std::shared_ptr<Session>> all() {
    const std::scoped_lock lock(mutex_);
    return {sessions_.begin(), sessions_.end()};
  }

 private:
  std::mutex mutex_;  // guards what follows
  std::set<std::shared_ptr<Session>> sessions_;
  std::map<std::string, std::size_t, std::less<>> of_network_;
};

// A session's place among them, for as long as this lives. Outlives the server if it has to: the last of
// them go when the io_context does.
class Membership {
 public:
  Membership(std::shared_ptr<Sessions> sessions, std::shared_ptr<Session> session, std::string network)
      : sessions_(std::move(sessions)), session_(std::move(session)), network_(std::move(network)) {
    sessions_->add(session_, network_);
  }
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;
  ~Membership() { sessions_->remove(session_, network_); }

 private:
  std::shared_ptr<Sessions> sessions_;
  std::shared_ptr<Session> session_;
  std::string network_;
};

asio::awaitable<void> serve(std::shared_ptr<Session> session, std::shared_ptr<Membership> /*kept meanwhile*/,
                            bool turned_away) {
  if (turned_away) co_await session->turn_away();
  else co_await session->run();
}

}  // namespace

class HttpServer::State {
 public:
  State(const HttpOptions& options, Handler handler) : options_(options), handler_(std::move(handler)) {}

  Result<void> listen() {
    error_code error;
    const auto address =
        asio::ip::make_address(options_.address == "localhost" ? "127.0.0.1" : options_.address, error);
    if (error)
      return fail(ErrorKind::text, cat("found \"", shown(options_.address), "\", expected an IP address or localhost"),
                  {.field = "--host"});
    const tcp::endpoint endpoint(address, options_.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) port_ = acceptor_.local_endpoint(error).port();
    if (error) return std::unexpected(listen_error(options_, error));
    // Requested at once, so that a signal that comes before run() is not lost.
    signals_.async_wait([this](error_code failed, int) { on_signal(failed); });
    asio::co_spawn(strand_, accept(), asio::detached);
    return {};
  }

  [[nodiscard]] unsigned short port() const noexcept { return port_; }

  void run() {
    std::vector<std::jthread> others;
    for (unsigned n = 1; n < options_.threads; ++n) {
      try {
        others.emplace_back([this] { work(); });
      } catch (const std::system_error& error) {
        spdlog::warn("{} threads instead of {}: {}", n, options_.threads, error.what());
        break;
      }
    }
    work();
  }

  void stop() {
    if (!draining_.exchange(true)) asio::post(strand_, [this] { drain(); });
  }

 private:
  void work() {
    for (;;) {
      try {
        context_.run();
        return;
      } catch (const std::exception& error) {
        spdlog::error("{}", shown(error.what(), 500));
      }
    }
  }

  asio::awaitable<void> accept() {
    while (!draining_) {
      auto [error, socket] =
          co_await acceptor_.async_accept(asio::any_io_executor(asio::make_strand(context_)), as_result);
      if (draining_) co_return;
      if (error) {
        if (error == asio::error::connection_aborted) continue;
        // Out of descriptors or memory: others may end meanwhile.
        spdlog::error("cannot accept a connection: {}", error.message());
        asio::steady_timer pause(strand_, std::chrono::milliseconds(100));
        co_await pause.async_wait(as_result);
        continue;
      }
      begin(std::move(socket));
    }
  }

  void begin(tcp::socket socket) {
    error_code error;
    const auto peer = socket.remote_endpoint(error);
    if (error) return;
    socket.set_option(tcp::no_delay(true), error);
    const auto address = peer.address().to_string();
    const auto network = network_of(address);
    const auto [all, own] = sessions_->counts(network);
    // Even being turned away takes something; beyond that the door is simply shut.
    if (all >= options_.max_connections + 256) return;
    const bool full =
        all >= options_.max_connections || (!is_loopback(peer) && own >= std::max(1U, options_.max_connections / 2));
    if (full) log_full(address);
    const auto session = std::make_shared<Session>(std::move(socket), options_, handler_, draining_, address);
    auto membership = std::make_shared<Membership>(sessions_, session, network);
    asio::co_spawn(session->executor(), serve(session, std::move(membership), full),
                   [](const std::exception_ptr& failure) {
                     if (failure) spdlog::error("a session has failed");
                   });
  }

  // At most a line a second: being full is when lines would be many.
  void log_full(const std::string& address) {
    const auto now = std::chrono::steady_clock::now();
    if (now - logged_full_ < std::chrono::seconds(1)) return;
    logged_full_ = now;
    spdlog::warn("too many connections; {} was turned away", address);
  }

  void on_signal(error_code failed) {
    if (failed) return;
    stop();
    signals_.async_wait([this](error_code again, int) {
      if (!again) context_.stop();
    });
  }

  // 1. No more connections. 2. Idle ones end, the others after their request. 3. When all have ended, or
  // have had their time, run() returns.
  void drain() {
    error_code ignored;
    acceptor_.close(ignored);
    const auto sessions = sessions_->all();
    spdlog::info("stopping; {} connections", sessions.size());
    for (const auto& session : sessions) asio::post(session->executor(), [session] { session->end_if_idle(); });
    asio::co_spawn(strand_, wait_for_sessions(), asio::detached);
  }

  asio::awaitable<void> wait_for_sessions() {
    const auto end = std::chrono::steady_clock::now() + options_.drain_time;
    asio::steady_timer pause(strand_);
    while (!sessions_->all().empty() && std::chrono::steady_clock::now() < end) {
      pause.expires_after(std::chrono::milliseconds(10));
      co_await pause.async_wait(as_result);
    }
    context_.stop();
  }

  // Before the context, in whose last moments sessions still use them.
  const HttpOptions options_;
  const Handler handler_;
  std::atomic<bool> draining_ = false;
  const std::shared_ptr<Sessions> sessions_ = std::make_shared<Sessions>();
  asio::io_context context_;
  asio::any_io_executor strand_{asio::make_strand(context_)};  // of all that is no session's
  tcp::acceptor acceptor_{strand_};
  asio::signal_set signals_{strand_, SIGINT, SIGTERM};
  unsigned short port_ = 0;
  std::chrono::steady_clock::time_point logged_full_;
};

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpServer::HttpServer(HttpServer&&) noexcept = default;
HttpServer& HttpServer::operator=(HttpServer&&) noexcept = default;
HttpServer::~HttpServer() = default;

Result<HttpServer> HttpServer::open(const HttpOptions& options, Handler handler) {
  auto state = std::make_unique<State>(options, std::move(handler));
  if (auto listening = state->listen(); !listening) return std::unexpected(std::move(listening).error());
  return HttpServer(std::move(state));
}

unsigned short HttpServer::port() const noexcept { return state_->port(); }
void HttpServer::run() { state_->run(); }
void HttpServer::stop() { state_->stop(); }

}  // namespace rimau::server
