#include "server/proxy.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>

namespace rimau::testing {
namespace {

constexpr int look_ms = 20;  // how often to see whether the network is silent, or over

sockaddr_in here(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int connect_to(int port) {
  const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto address = here(port);
  if (::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return made;
  ::close(made);
  return -1;
}

}  // namespace

Proxy::Proxy(int to) : listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  auto address = here(0);
  socklen_t size = sizeof address;
  if (::bind(listening_, reinterpret_cast<const sockaddr*>(&address), size) == 0 && ::listen(listening_, 16) == 0 &&
      ::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) == 0)
    port_ = ntohs(address.sin_port);
  thread_ = std::thread([this, to] { work(to); });
}

Proxy::~Proxy() {
  ending_ = true;
  thread_.join();
  for (const auto& pair : pairs_)
    for (const int end : pair) ::close(end);
  ::close(listening_);
}

void Proxy::work(int to) {
  while (!ending_) {
    if (silent_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(look_ms));
      continue;
    }
    std::vector<pollfd> ends{{.fd = listening_, .events = POLLIN, .revents = 0}};
    for (const auto& pair : pairs_)
      for (const int end : pair) ends.push_back({.fd = end, .events = POLLIN, .revents = 0});
    if (::poll(ends.data(), ends.size(), look_ms) <= 0) continue;
    const std::scoped_lock lock(carrying_);
    if (silent_) continue;
    std::vector<Pair> going;
    for (std::size_t n = 0; n < pairs_.size(); ++n) {
      bool open = true;
      for (const int from : {0, 1})
        if (open && ends[1 + 2 * n + static_cast<std::size_t>(from)].revents != 0) open = carry(pairs_[n], from);
      if (open) going.push_back(pairs_[n]);
      else
        for (const int end : pairs_[n]) ::close(end);
    }
    pairs_ = std::move(going);
    if (ends[0].revents == 0) continue;
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    const int server = connect_to(to);
    if (client >= 0 && server >= 0) pairs_.push_back({client, server});
    else
      for (const int end : {client, server}) ::close(end);
  }
}

bool Proxy::carry(const Pair& pair, int from) {
  std::array<char, 4096> bytes;
  const auto got = ::recv(pair[static_cast<std::size_t>(from)], bytes.data(), bytes.size(), 0);
  if (got <= 0) return false;
  return ::send(pair[static_cast<std::size_t>(1 - from)], bytes.data(), static_cast<std::size_t>(got), MSG_NOSIGNAL) ==
         got;
}

}  // namespace rimau::testing
