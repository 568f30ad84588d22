// What a client says it can take and what it already has (RFC 9110, 12.5.3 and 13.1.2).
#pragma once

#include <string_view>

namespace rimau::server {

enum class Encoding { identity, gzip, brotli };

[[nodiscard]] std::string_view name(Encoding encoding) noexcept;

// The encoding to send, of those there are (identity always is): the one with the highest q-value; of
// equal ones brotli before gzip before identity. Identity when there is no such field, when it cannot be
// read, and when nothing is acceptable: a client that refuses everything is better served than sent away.
[[nodiscard]] Encoding choose_encoding(std::string_view accept_encoding, bool has_gzip, bool has_brotli) noexcept;

// Whether an If-None-Match field names that entity tag, by the weak comparison, or is "*".
[[nodiscard]] bool names_tag(std::string_view if_none_match, std::string_view tag) noexcept;

}  // namespace rimau::server
