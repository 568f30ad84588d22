// How many requests a second a server answers, and how long each takes: so many connections, each asking for
// the next thing as soon as it has the last. The driver takes its share of the same machine.
//
//   http_load PORT SECONDS CONNECTIONS TARGET [ACCEPT-ENCODING]
//
// A TARGET that holds "@" is asked for with a number in its place, another one each time.
#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/text.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using rimau::cat;

struct Load {
  int port = 0;
  int seconds = 0;
  std::string target;
  std::string encoding;
};

struct Tally {
  std::vector<float> milliseconds;
  std::map<int, std::size_t> by_status;
  std::size_t bytes = 0;
  std::size_t broken = 0;
};

int connected(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return socket;
  ::close(socket);
  return -1;
}

// The status of the next response, 0 when the connection is over; its bytes are added to `bytes`.
int read_response(int socket, std::size_t& bytes) {
  static thread_local std::string buffer(1 << 18, '\0');
  std::size_t have = 0;
  std::size_t wanted = 0;
  int status = 0;
  while (wanted == 0 || have < wanted) {
    // The head is kept whole; of the body only the length matters.
    const auto offset = wanted == 0 ? have : 0;
    const auto got = ::recv(socket, buffer.data() + offset, buffer.size() - offset, 0);
    if (got <= 0) return 0;
    have += static_cast<std::size_t>(got);
    if (wanted > 0) continue;
    const std::string_view seen(buffer.data(), have);
    const auto end = seen.find("\r\n\r\n");
    if (end == std::string_view::npos) continue;
    status = std::atoi(buffer.c_str() + 9);
    const auto length = seen.substr(0, end).find("Content-Length: ");
    wanted = end + 4 + (length == std::string_view::npos ? 0 : std::strtoul(buffer.c_str() + length + 16, nullptr, 10));
  }
  bytes += have;
  return status;
}

void drive(const Load& load, std::atomic<unsigned>& number, Tally& tally) {
  const auto end = Clock::now() + std::chrono::seconds(load.seconds);
  const auto at = load.target.find('@');
  int socket = -1;
  while (Clock::now() < end) {
    if (socket < 0 && (socket = connected(load.port)) < 0) {
      ++tally.broken;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    auto target = load.target;
    if (at != std::string::npos) target.replace(at, 1, std::to_string(number.fetch_add(1)));
    const auto request =
        cat("GET ", target, " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ", load.encoding, "\r\n\r\n");
    const auto start = Clock::now();
    const bool sent =
        ::send(socket, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size());
    const int status = sent ? read_response(socket, tally.bytes) : 0;
    if (status == 0) {
      ++tally.broken;
      ::close(socket);
      socket = -1;
      continue;
    }
    tally.milliseconds.push_back(std::chrono::duration<float, std::milli>(Clock::now() - start).count());
    ++tally.by_status[status];
  }
  if (socket >= 0) ::close(socket);
}

void report(const std::vector<Tally>& tallies, int seconds) {
  Tally all;
  for (const auto& tally : tallies) {
    all.milliseconds.insert(all.milliseconds.end(), tally.milliseconds.begin(), tally.milliseconds.end());
    for (const auto& [status, count] : tally.by_status) all.by_status[status] += count;
    all.bytes += tally.bytes;
    all.broken += tally.broken;
  }
  std::ranges::sort(all.milliseconds);
  const auto quantile = [&](double part) {
    if (all.milliseconds.empty()) return 0.0F;
    return all.milliseconds[static_cast<std::size_t>(part * double(all.milliseconds.size() - 1))];
  };
  fmt::print("{:.0f} responses a second, {:.1f} MB a second, {} broken connections\n",
             double(all.milliseconds.size()) / seconds, double(all.bytes) / seconds / 1e6, all.broken);
  fmt::print("milliseconds: median {:.2f}, 99 % {:.2f}, longest {:.2f}\n", quantile(0.5), quantile(0.99), quantile(1));
  for (const auto& [status, count] : all.by_status) fmt::print("status {}: {}\n", status, count);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: http_load PORT SECONDS CONNECTIONS TARGET [ACCEPT-ENCODING]\n");
    return 2;
  }
  const Load load{.port = std::atoi(argv[1]),
                  .seconds = std::max(1, std::atoi(argv[2])),
                  .target = argv[4],
                  .encoding = argc > 5 ? argv[5] : "br"};
  std::vector<Tally> tallies(static_cast<std::size_t>(std::max(1, std::atoi(argv[3]))));
  std::atomic<unsigned> number = 0;
  {
    std::vector<std::jthread> threads;
    for (auto& tally : tallies) threads.emplace_back([&] { drive(load, number, tally); });
  }
  report(tallies, load.seconds);
}
