#include "wasm/error_json.hpp"

#include "wasm/json.hpp"

namespace rimau::wasm {

std::string error_json(const Error& error) {
  Json out;
  out.object().key("error").object();
  out.member("kind", name(error.kind)).member("text", error.message);
  out.member("line", error.place.line).member("column", error.place.column).member("field", error.place.field);
  out.end_object().end_object();
  return std::move(out).take();
}

}  // namespace rimau::wasm
