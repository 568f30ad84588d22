#include "wasm/json.hpp"

#include <cmath>

#include "base/text.hpp"

namespace rimau::wasm {

void Json::separate() {
  if (!first_) out_ += ',';
  first_ = false;
}

Json& Json::open(char bracket) {
  separate();
  out_ += bracket;
  first_ = true;
  return *this;
}

Json& Json::close(char bracket) {
  out_ += bracket;
  first_ = false;
  return *this;
}

Json& Json::plain(std::string_view text) {
  separate();
  out_ += text;
  return *this;
}

Json& Json::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ':';
  first_ = true;
  return *this;
}

Json& Json::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

// At most four decimals: all that a drawing needs.
Json& Json::value(double number) {
  const auto scaled = std::llround(std::abs(number) * 10'000);
  auto text = cat(number < 0 && scaled != 0 ? "-" : "", scaled / 10'000);
  if (scaled % 10'000 != 0) {
    text += cat('.', std::to_string(10'000 + scaled % 10'000).substr(1));
    text.erase(text.find_last_not_of('0') + 1);
  }
  return plain(text);
}

void Json::quote(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out_ += '"';
  while (!text.empty()) {
    const char c = text.front();
    const auto length = utf8_length(text);
    if (length == 0) {
      out_ += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out_ += cat('\\', c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out_ += cat("\\u00", digits[static_cast<std::size_t>(c >> 4)], digits[static_cast<std::size_t>(c & 15)]);
    } else {
      out_ += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out_ += '"';
}

}  // namespace rimau::wasm
