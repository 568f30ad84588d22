// A store in one SQLite database (in WAL mode).
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "store/store.hpp"

namespace rimau::store {

struct SqliteOptions {
  // How long to wait for another process that has locked the database.
  std::chrono::milliseconds patience{5000};
};

// Opens or makes FOLDER/games.db; a missing folder is made. An older layout is brought to the present one, step
// by step. The whole database is checked first. Fails as `damaged` when the check does, as `unsupported` when
// the file is no database of ours or of a newer rimau, else as Store does; the error names the file.
[[nodiscard]] Result<std::unique_ptr<Store>> open_sqlite(const std::string& folder, const SqliteOptions& options = {});

// Writes a copy of the folder's database to a file, whole and as of one moment, while servers go on using it.
// The file appears under its name only when it is complete and checked. Fails as `unavailable` when the folder
// has no database or the file exists.
[[nodiscard]] Result<void> backup_sqlite(const std::string& folder, const std::string& file);

// Puts the contents of such a copy in the place of the folder's database, which may be missing or have left
// its -wal and -shm files behind. Either all of it is replaced or nothing. Fails as `damaged` or `unsupported`
// when the copy is not whole or not ours, as `busy` while a server uses the database.
[[nodiscard]] Result<void> restore_sqlite(const std::string& file, const std::string& folder);

}  // namespace rimau::store
