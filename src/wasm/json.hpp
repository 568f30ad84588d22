// Writes JSON text; the core's own, so that the module needs no library for it.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace rimau::wasm {

// A value under construction. Commas are put in by themselves; the caller opens and closes what it opened and gives a
// key before each value in an object. Bytes that are no UTF-8 are written as U+FFFD.
class Json {
 public:
  Json& object() { return open('{'); }
  Json& end_object() { return close('}'); }
  Json& array() { return open('['); }
  Json& end_array() { return close(']'); }

  Json& key(std::string_view name);
  Json& value(std::string_view text);
  Json& value(const char* text) { return value(std::string_view(text)); }
  Json& value(bool truth) { return plain(truth ? "true" : "false"); }
  Json& value(double number);
  template <std::integral N>
    requires(!std::same_as<N, bool> && !std::same_as<N, char>)
  Json& value(N number) {
    return plain(std::to_string(number));
  }
  Json& null() { return plain("null"); }

  // key(name).value(what)
  template <class T>
  Json& member(std::string_view name, const T& what) {
    return key(name).value(what);
  }

  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  Json& open(char bracket);
  Json& close(char bracket);
  Json& plain(std::string_view text);
  void separate();
  void quote(std::string_view text);

  std::string out_;
  bool first_ = true;  // nothing stands before the next value that a comma must separate
};

}  // namespace rimau::wasm
