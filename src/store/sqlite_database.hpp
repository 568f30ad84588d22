// What the store and its backups share: our database files, opened and checked. SQLiteCpp throws; here its
// exceptions become errors.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "base/descriptor.hpp"
#include "base/errors.hpp"

namespace rimau::store {

[[nodiscard]] std::string database_path(const std::string& folder);

[[nodiscard]] Error error_of(const SQLite::Exception& exception, const std::string& path);

// What work() gives, or the error that SQLite throws meanwhile.
template <class Work>
[[nodiscard]] auto guarded(const std::string& path, Work&& work) -> decltype(work()) {
  try {
    return std::forward<Work>(work)();
  } catch (const SQLite::Exception& exception) {
    return std::unexpected(error_of(exception, path));
  }
}

// Whether the database is ours, of a layout that is known (an empty one counts), and whole. Throws as SQLite does.
[[nodiscard]] Result<void> check_database(SQLite::Database& database, const std::string& path);

// Brings the layout to the present one, each step in a transaction of its own. Throws as SQLite does.
void migrate(SQLite::Database& database);

// That a folder's database is this process's alone, for as long as this lives.
class FolderLock {
 public:
  // Makes the folder if it is missing. Fails as `busy` when another process has the lock.
  [[nodiscard]] static Result<FolderLock> take(const std::string& folder);

 private:
  explicit FolderLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace rimau::store
