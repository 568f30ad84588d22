#include "server/client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "base/text.hpp"

namespace rimau::testing {
namespace {

constexpr int patience_ms = 10'000;

std::vector<std::string> command(std::vector<std::string> options) {
  std::vector<std::string> all{RIMAU_PROGRAM, "serve", "--port", "0"};
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return out;
}

}  // namespace

Served::Served(std::vector<std::string> options) : program_(command(std::move(options))) {
  const auto said = program_.until("/\n");
  const auto colon = said ? said->rfind(':') : std::string::npos;
  if (colon != std::string::npos) port_ = std::atoi(said->c_str() + colon + 1);
}

std::pair<std::string, int> Served::stop() {
  program_.signal(SIGTERM);
  return program_.finish();
}

Client::Client(int port) {
  ::signal(SIGPIPE, SIG_IGN);
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ended_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0;
}

Client::~Client() { close(); }

void Client::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto put = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

std::optional<Reply> Client::reply(bool to_head) {
  const auto read_until = [&](auto&& enough) {
    while (!enough()) {
      if (ended_) return false;
      const auto more = read_some(socket_, patience_ms, ended_);
      if (more.empty() && !ended_) return false;
      unread_ += more;
    }
    return true;
  };
  if (!read_until([&] { return unread_.find("\r\n\r\n") != std::string::npos; })) return std::nullopt;
  const auto end = unread_.find("\r\n\r\n");
  Reply reply;
  bool first = true;
  for (auto line : split(std::string_view(unread_).substr(0, end), '\n')) {
    line = trim(line);
    if (first) reply.status = line.starts_with("HTTP/1.1 ") ? std::atoi(std::string(line.substr(9)).c_str()) : -1;
    else if (const auto colon = line.find(':'); colon != std::string_view::npos)
      reply.fields.emplace(lower(line.substr(0, colon)), trim(line.substr(colon + 1)));
    first = false;
  }
  unread_.erase(0, end + 4);
  const bool has_body = !to_head && reply.status != 304 && reply.status != 101;
  const auto length = has_body ? static_cast<std::size_t>(std::atoi(reply.field("content-length").c_str())) : 0;
  if (!read_until([&] { return unread_.size() >= length; })) return std::nullopt;
  reply.body = unread_.substr(0, length);
  unread_.erase(0, length);
  return reply;
}

std::optional<Reply> Client::get(std::string_view target, std::string_view fields) {
  if (!send(cat("GET ", target, " HTTP/1.1\r\nHost: localhost\r\n", fields, "\r\n"))) return std::nullopt;
  return reply();
}

std::string Client::bytes(std::size_t count, int ms) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
  while (unread_.size() < count && !ended_) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) break;
    unread_ += read_some(socket_, static_cast<int>(left.count()), ended_);
  }
  const auto found = unread_.substr(0, count);
  unread_.erase(0, found.size());
  return found;
}

bool Client::reply_begins() {
  if (unread_.empty() && !ended_) unread_ += read_some(socket_, patience_ms, ended_);
  return !unread_.empty();
}

bool Client::is_closed_within(int ms) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
  while (!ended_) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    (void)read_some(socket_, static_cast<int>(left.count()), ended_);
  }
  return true;
}

std::optional<Reply> get(int port, std::string_view target, std::string_view fields) {
  Client client(port);
  return client.get(target, fields);
}

}  // namespace rimau::testing
