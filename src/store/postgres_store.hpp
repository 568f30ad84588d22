// A store in a PostgreSQL database, which several servers share.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "store/store.hpp"

namespace rimau::store {

// Whether the text names such a database: postgresql://… or postgres://….
[[nodiscard]] bool is_postgres_url(std::string_view text) noexcept;

// Connects; makes the tables where there are none, and brings an older layout to the present one. A connection that is
// lost is made again with the next call. Fails as `unavailable` when the database cannot be reached, as `unsupported`
// when its tables are of a newer rimau. Errors do not tell the URL, which may hold a password.
[[nodiscard]] Result<std::unique_ptr<Store>> open_postgres(const std::string& url);

}  // namespace rimau::store
