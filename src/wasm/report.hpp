#pragma once

#include <functional>
#include <string_view>

namespace rimau::wasm {

// Told of progress as a JSON text; answers whether to go on.
using Report = std::function<bool(std::string_view)>;

}  // namespace rimau::wasm
