// Tokens and ids that nobody can guess, and how tokens are kept: salted and hashed.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/errors.hpp"

namespace rimau::online {

// Characters of 128 bits as base64url without padding (RFC 4648, 5).
inline constexpr std::size_t token_chars = 22;

// 128 bits from the system's random source. Fails as `unavailable` when it has none. Thread-safe.
[[nodiscard]] Result<std::string> random_token();

// Whether the text has the form of a token, which is that of an id too.
[[nodiscard]] bool is_token(std::string_view text) noexcept;

// 128 bits of SHA-256 over the parts, as a token: the same for the same parts, and nobody who lacks one of them can
// tell it. ("a", "bc") and ("ab", "c") give different ones.
[[nodiscard]] std::string derived_token(std::initializer_list<std::string_view> parts);

// SHA-256 of salt and token, as base64url.
[[nodiscard]] std::string token_hash(std::string_view salt, std::string_view token);

// Takes the same time wherever texts of one length differ.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace rimau::online
