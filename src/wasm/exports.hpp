// What a WebAssembly file does behind its door.
#pragma once

#include <string>
#include <string_view>

namespace rimau::wasm {

// The answer of this file's module, defined once for each file; tell(text) reports progress and answers whether to go
// on.
[[nodiscard]] std::string answer_to(std::string_view request, bool (*tell)(std::string_view text));

}  // namespace rimau::wasm
