// The target of an HTTP request (RFC 9112, 3.2; RFC 3986), taken apart and decoded. Any bytes may come in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"

namespace rimau::server {

// The longest target that is looked at.
inline constexpr std::size_t max_target_bytes = 8192;
// More parameters than any request of ours has.
inline constexpr std::size_t max_parameters = 32;

struct Target {
  using Parameter = std::pair<std::string, std::string>;

  // Begins with "/"; decoded. No segment is "." or "..", none holds a slash, a backslash or a control
  // character, and all is UTF-8: as a file name it can only lead downwards.
  std::string path;
  std::vector<Parameter> query;  // decoded, "+" as a blank; in the order given

  // The value of the only parameter of that name. Fails as `text`, naming the parameter, when there is
  // none or more than one.
  [[nodiscard]] Result<std::string> parameter(std::string_view name) const;
};

// Reads "/path?query", or the same after "http://host". Fails as `text` with the column (bytes, from 1), as
// `limit` when it is too long or has too many parameters.
[[nodiscard]] Result<Target> parse_target(std::string_view text);

// The path with everything but letters, digits and -._~/ written %XX.
[[nodiscard]] std::string encoded_path(std::string_view path);

}  // namespace rimau::server
