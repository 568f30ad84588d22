// Errors as JSON, alike in all modules.
#pragma once

#include <string>

#include "base/errors.hpp"

namespace rimau::wasm {

// {"error": {"kind", "text", "line", "column", "field"}}
[[nodiscard]] std::string error_json(const Error& error);

}  // namespace rimau::wasm
