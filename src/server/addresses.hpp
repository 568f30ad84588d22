// Addresses of this machine and of those who ask.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rimau::server {

// The addresses under which others in the local network reach this machine: IPv4, not loopback, of
// interfaces that are up; in the system's order. Empty when there is none.
[[nodiscard]] std::vector<std::string> local_addresses();

// What stands for all addresses of one subscriber: an IPv4 address itself (also when written as IPv6), the
// first 64 bits of an IPv6 address; any other text as it is.
[[nodiscard]] std::string network_of(std::string_view address);

// "http://ADDRESS:PORT/", an IPv6 address in brackets.
[[nodiscard]] std::string url_of(std::string_view address, unsigned port);

}  // namespace rimau::server
