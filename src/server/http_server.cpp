#include "server/http_server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "base/text.hpp"
#include "server/addresses.hpp"
#include "server/http_session.hpp"

namespace rimau::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// Completions give (error, result) instead of throwing.
constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

bool is_loopback(const tcp::endpoint& peer) {
  const auto address = peer.address();
  return address.is_loopback() || (address.is_v6() && address.to_v6().is_v4_mapped() &&
                                   asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback());
}

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
  void add(const std::shared_ptr<HttpSession>& session, const std::string& network) {
    const std::scoped_lock lock(mutex_);
    sessions_.insert(session);
    ++of_network_[network];
  }
  void remove(const std::shared_ptr<HttpSession>& session, const std::string& network) {
    const std::scoped_lock lock(mutex_);
    sessions_.erase(session);
    const auto count = of_network_.find(network);
    if (--count->second == 0) of_network_.erase(count);
  }
  [[nodiscard]] std::vector<std::shared_ptr<HttpSession>> all() {
    const std::scoped_lock lock(mutex_);
    return {sessions_.begin(), sessions_.end()};
  }

 private:
  std::mutex mutex_;  // guards what follows
  std::set<std::shared_ptr<HttpSession>> sessions_;
  std::map<std::string, std::size_t, std::less<>> of_network_;
};

// A session's place among them, for as long as this lives. Outlives the server if it has to: the last of
// them go when the io_context does.
class Membership {
 public:
  Membership(std::shared_ptr<Sessions> sessions, std::shared_ptr<HttpSession> session, std::string network)
      : sessions_(std::move(sessions)), session_(std::move(session)), network_(std::move(network)) {
    sessions_->add(session_, network_);
  }
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;
  ~Membership() { sessions_->remove(session_, network_); }

 private:
  std::shared_ptr<Sessions> sessions_;
  std::shared_ptr<HttpSession> session_;
  std::string network_;
};

asio::awaitable<void> serve(std::shared_ptr<HttpSession> session, std::shared_ptr<Membership> /*kept meanwhile*/,
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
    (void)spdlog::default_logger_raw();  // made before there is more than one thread
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
    others.clear();
    // Those that did not end in time: others must not talk to them any more.
    for (const auto& session : sessions_->all()) session->abandon();
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
    const auto session = make_http_session(std::move(socket), options_, handler_, draining_, address);
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
    for (const auto& session : sessions) asio::post(session->executor(), [session] { session->drain(); });
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
