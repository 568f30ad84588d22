#include "online/secrets.hpp"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include "base/text.hpp"

namespace rimau::online {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t token_bytes = 16;

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

std::string base64url(std::span<const unsigned char> bytes) {
  std::string out;
  unsigned bits = 0;
  int held = 0;
  for (const auto byte : bytes) {
    bits = bits << 8 | byte;
    for (held += 8; held >= 6; held -= 6) out += digits[bits >> (held - 6) & 63];
  }
  if (held > 0) out += digits[bits << (6 - held) & 63];
  return out;
}

// Of the parts with their lengths, so that where one ends and the next begins counts too.
Digest sha256(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const auto part : parts) all += cat(part.size(), ':', part);
  Digest digest{};
  ::SHA256(reinterpret_cast<const unsigned char*>(all.data()), all.size(), digest.data());
  return digest;
}

}  // namespace

Result<std::string> random_token() {
  std::array<unsigned char, token_bytes> bytes{};
  // So few bytes come at once or not at all, but for a signal while the system gathers its first ones.
  ssize_t got = 0;
  do got = ::getrandom(bytes.data(), bytes.size(), 0);
  while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(bytes.size()))
    return fail(ErrorKind::unavailable, cat("the system has no random numbers: ", std::strerror(errno)));
  return base64url(bytes);
}

bool is_token(std::string_view text) noexcept {
  if (text.size() != token_chars || text.find_first_not_of(digits) != std::string_view::npos) return false;
  return digits.find(text.back()) % 16 == 0;  // the last character holds two bits
}

std::string derived_token(std::initializer_list<std::string_view> parts) {
  const auto digest = sha256(parts);
  return base64url(std::span(digest).first(token_bytes));
}

std::string token_hash(std::string_view salt, std::string_view token) { return base64url(sha256({salt, token})); }

bool same_secret(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace rimau::online
