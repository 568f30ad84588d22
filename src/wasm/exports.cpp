// A module's door: texts in and out of its memory.
#include <cstdlib>

#include "wasm/exports.hpp"

namespace {

// The page's part: told of progress, answers whether to go on.
extern "C" __attribute__((import_module("rimau"), import_name("report"))) int report(const char* text, unsigned size);

bool tell(std::string_view text) { return report(text.data(), static_cast<unsigned>(text.size())) != 0; }

std::string answer;

}  // namespace

// The libraries' own would bring printf along. A trap is an exception for the page.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

extern "C" {

[[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

// Room for a request; null when there is no memory for it.
__attribute__((export_name("allocate"))) void* allocate(unsigned size) { return std::malloc(size); }
__attribute__((export_name("release"))) void release(void* memory) { std::free(memory); }

// Carries the request out (see module.hpp and solver_module.hpp) and answers with the answer's length; it stays at
// answer_at() until the next call.
__attribute__((export_name("call"))) unsigned call(const char* request, unsigned size) {
  answer = rimau::wasm::answer_to({request, size}, tell);
  return static_cast<unsigned>(answer.size());
}
__attribute__((export_name("answer_at"))) const char* answer_at() { return answer.data(); }
}
