#include "server/addresses.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/text.hpp"

namespace rimau::server {
namespace {

std::string text_of(const in_addr& address) {
  std::array<char, INET_ADDRSTRLEN> text{};
  return ::inet_ntop(AF_INET, &address, text.data(), text.size()) != nullptr ? text.data() : "";
}

}  // namespace

std::vector<std::string> local_addresses() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(first, ::freeifaddrs);
  std::vector<std::string> addresses;
  for (const auto* at = first; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || at->ifa_addr->sa_family != AF_INET) continue;
    if ((at->ifa_flags & IFF_UP) == 0 || (at->ifa_flags & IFF_LOOPBACK) != 0) continue;
    addresses.push_back(text_of(reinterpret_cast<const sockaddr_in*>(at->ifa_addr)->sin_addr));
  }
  return addresses;
}

std::string network_of(std::string_view address) {
  const std::string text(address.substr(0, address.find('%')));
  in6_addr parsed{};
  if (::inet_pton(AF_INET6, text.c_str(), &parsed) != 1) return std::string(address);
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) {
    in_addr last{};
    std::copy_n(parsed.s6_addr + 12, 4, reinterpret_cast<unsigned char*>(&last));
    return text_of(last);
  }
  std::fill_n(parsed.s6_addr + 8, 8, std::uint8_t{0});
  std::array<char, INET6_ADDRSTRLEN> network{};
  ::inet_ntop(AF_INET6, &parsed, network.data(), network.size());
  return cat(network.data(), "/64");
}

std::string url_of(std::string_view address, unsigned port) {
  const bool v6 = address.find(':') != std::string_view::npos;
  return v6 ? cat("http://[", address, "]:", port, "/") : cat("http://", address, ":", port, "/");
}

}  // namespace rimau::server
