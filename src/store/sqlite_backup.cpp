#include <SQLiteCpp/Backup.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/text.hpp"
#include "store/sqlite_database.hpp"
#include "store/sqlite_store.hpp"

namespace rimau::store {
namespace {

namespace fs = std::filesystem;

constexpr int patience_ms = 5000;

// A file that is removed again unless it gets its final name.
class Draft {
 public:
  explicit Draft(std::string path) : path_(std::move(path)) { remove_files(); }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() { remove_files(); }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  // Flushes it and gives it its name; flags are renameat2's.
  [[nodiscard]] Result<void> finish(const std::string& name, unsigned flags) {
    const auto failed = [&] { return fail(ErrorKind::unavailable, std::strerror(errno), {.file = name}); };
    if (!flush(path_, O_RDWR) || ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, name.c_str(), flags) != 0)
      return failed();
    const auto folder = fs::path(name).parent_path().string();
    if (!flush(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY)) return failed();
    return {};
  }

 private:
  static bool flush(const std::string& path, int flags) {
    const Descriptor file(::open(path.c_str(), flags | O_CLOEXEC));
    return file.is_open() && ::fsync(file.get()) == 0;
  }
  void remove_files() const {
    for (const auto* ending : {"", "-wal", "-shm", "-journal"}) ::unlink((path_ + ending).c_str());
  }

  std::string path_;
};

// Copies a database, page by page as of one moment, to a file that needs no other beside it.
Result<void> copy(SQLite::Database& from, const std::string& to) {
  SQLite::Database copy(to, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, patience_ms);
  {
    SQLite::Backup backup(copy, from);
    backup.executeStep(-1);
  }
  copy.execAndGet("PRAGMA journal_mode = DELETE");
  return check_database(copy, to);
}

}  // namespace

Result<void> backup_sqlite(const std::string& folder, const std::string& file) {
  const auto path = database_path(folder);
  if (!fs::exists(path)) return fail(ErrorKind::unavailable, "there are no games here", {.file = path});
  if (fs::exists(file))
    return fail(ErrorKind::unavailable, "there is such a file; choose another name", {.file = file});
  Draft draft(file + ".part");
  auto copied = guarded(path, [&] {
    SQLite::Database from(path, SQLite::OPEN_READWRITE, patience_ms);
    return copy(from, draft.path());
  });
  if (!copied) return copied;
  return draft.finish(file, RENAME_NOREPLACE);
}

Result<void> restore_sqlite(const std::string& file, const std::string& folder) {
  if (!fs::is_regular_file(file)) return fail(ErrorKind::unavailable, "there is no such file", {.file = file});
  // 1. The copy is good before anything is touched.
  const auto lock = FolderLock::take(folder);
  if (!lock) return std::unexpected(lock.error());
  const auto path = database_path(folder);
  Draft draft(path + ".part");
  auto copied = guarded(file, [&]() -> Result<void> {
    SQLite::Database from(file, SQLite::OPEN_READONLY, patience_ms);
    if (auto good = check_database(from, file); !good) return good;
    return copy(from, draft.path());
  });
  if (!copied) return copied;
  // 2. What the old -wal holds goes into the old file, so that it is whole should we stop here. If the old one
  // is damaged that fails, and does not matter.
  if (fs::exists(path)) {
    (void)guarded(path, [&]() -> Result<void> {
      SQLite::Database old(path, SQLite::OPEN_READWRITE, patience_ms);
      old.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      return {};
    });
  }
  // 3. Left there, they would be taken for the new file's.
  for (const auto* ending : {"-wal", "-shm"})
    if (::unlink((path + ending).c_str()) != 0 && errno != ENOENT)
      return fail(ErrorKind::unavailable, std::strerror(errno), {.file = path + ending});
  return draft.finish(path, 0);
}

}  // namespace rimau::store
