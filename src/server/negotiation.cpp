#include "server/negotiation.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace rimau::server {
namespace {

// Fields of a header are separated by blanks and tabs only.
std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool same_token(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, lower, lower); }

// Takes the piece before the separator off the front of the text.
std::string_view next_piece(std::string_view& text, char separator) {
  const auto end = std::min(text.find(separator), text.size());
  const auto piece = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trimmed(piece);
}

// A q-value in thousandths: "0", "0.5", "1.000"; nothing for anything else.
std::optional<int> weight(std::string_view text) {
  if (text.empty() || (text[0] != '0' && text[0] != '1')) return std::nullopt;
  int thousandths = (text[0] - '0') * 1000;
  if (text.size() == 1) return thousandths;
  if (text[1] != '.' || text.size() > 5) return std::nullopt;
  int unit = 100;
  for (const char c : text.substr(2)) {
    if (c < '0' || c > '9') return std::nullopt;
    thousandths += (c - '0') * unit;
    unit /= 10;
  }
  return thousandths <= 1000 ? std::optional(thousandths) : std::nullopt;
}

// How much each encoding is wanted, in thousandths; 0: not at all.
struct Wishes {
  std::optional<int> identity, gzip, brotli, any;
};

Wishes wishes_of(std::string_view field) {
  Wishes wishes;
  while (!field.empty()) {
    auto item = next_piece(field, ',');
    const auto coding = next_piece(item, ';');
    int wanted = 1000;
    while (!item.empty()) {
      auto value = next_piece(item, ';');
      if (same_token(next_piece(value, '='), "q")) wanted = weight(value).value_or(0);
    }
    if (same_token(coding, "gzip") || same_token(coding, "x-gzip")) wishes.gzip = wanted;
    else if (same_token(coding, "br")) wishes.brotli = wanted;
    else if (same_token(coding, "identity")) wishes.identity = wanted;
    else if (coding == "*") wishes.any = wanted;
  }
  return wishes;
}

}  // namespace

std::string_view name(Encoding encoding) noexcept {
  constexpr std::array<std::string_view, 3> names{"identity", "gzip", "br"};
  return names[static_cast<std::size_t>(encoding)];
}

Encoding choose_encoding(std::string_view accept_encoding, bool has_gzip, bool has_brotli) noexcept {
  const auto wishes = wishes_of(accept_encoding);
  // What is not named is as welcome as "*"; identity, while nothing speaks against it, a little.
  auto best = Encoding::identity;
  int most = wishes.identity.value_or(wishes.any.value_or(1));
  const auto offer = [&](Encoding encoding, bool there, std::optional<int> wish) {
    const int wanted = wish.value_or(wishes.any.value_or(0));
    if (!there || wanted == 0 || wanted < most) return;
    best = encoding;
    most = wanted;
  };
  offer(Encoding::gzip, has_gzip, wishes.gzip);
  offer(Encoding::brotli, has_brotli, wishes.brotli);
  return best;
}

bool names_tag(std::string_view if_none_match, std::string_view tag) noexcept {
  if (trimmed(if_none_match) == "*") return true;
  while (!if_none_match.empty()) {
    auto candidate = next_piece(if_none_match, ',');
    if (candidate.starts_with("W/")) candidate.remove_prefix(2);
    if (candidate == tag) return true;
  }
  return false;
}

}  // namespace rimau::server
