// What every store refuses before it asks its database.
#pragma once

#include <string_view>

#include "base/errors.hpp"

namespace rimau::store {

// Fails as `limit` for a text that is too long, as `text` for one that is no UTF-8.
[[nodiscard]] Result<void> check_text(std::string_view text);
[[nodiscard]] Result<void> check_id(std::string_view id);

}  // namespace rimau::store
