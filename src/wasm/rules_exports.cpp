#include "wasm/exports.hpp"
#include "wasm/module.hpp"

std::string rimau::wasm::answer_to(std::string_view request, bool (*tell)(std::string_view text)) {
  static Module module(tell);
  return module.call(request);
}
