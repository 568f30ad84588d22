#include "store/checks.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "store/store.hpp"

namespace rimau::store {

Result<void> check_text(std::string_view text) {
  if (text.size() > max_text_bytes)
    return fail(ErrorKind::limit, cat("a text of ", text.size(), " bytes; at most ", max_text_bytes));
  if (find_invalid_utf8(text) != std::string_view::npos || text.find('\0') != std::string_view::npos)
    return fail(ErrorKind::text, "a text that is no UTF-8");
  return {};
}

Result<void> check_id(std::string_view id) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (!id.empty() && id.size() <= max_id_bytes && std::ranges::all_of(id, fits)) return {};
  return fail(ErrorKind::text, cat("found the id \"", shown(id), "\", expected letters, digits, - and _"));
}

}  // namespace rimau::store
