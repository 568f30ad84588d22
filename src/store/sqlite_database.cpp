#include "store/sqlite_database.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>

#include <array>
#include <cerrno>
#include <filesystem>

#include "base/text.hpp"

namespace rimau::store {
namespace {

// In the header of every database of ours: "RIMA".
constexpr int application = 0x52494d41;

// Each step makes the layout of its number (from 1) out of the one before. A step that has been released is
// never changed; what comes later is another step.
constexpr std::array<const char*, 1> steps{
    R"sql(
CREATE TABLE games (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  listed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
  game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX games_listed ON games (created) WHERE listed;
CREATE INDEX games_changed ON games (changed);
)sql"};

int number(SQLite::Database& database, const char* query) { return database.execAndGet(query).getInt(); }

}  // namespace

std::string database_path(const std::string& folder) { return folder + "/games.db"; }

Error error_of(const SQLite::Exception& exception, const std::string& path) {
  const auto made = [&](ErrorKind kind, std::string message) {
    return Error{kind, std::move(message), {.file = path}};
  };
  switch (exception.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return made(ErrorKind::busy, "another program keeps the database locked");
    case SQLITE_FULL:
      return made(ErrorKind::unavailable, "there is no room on the disk");
    case SQLITE_CORRUPT:
      return made(ErrorKind::damaged, cat("the database is damaged: ", exception.what()));
    case SQLITE_NOTADB:
      return made(ErrorKind::unsupported, "this is no database");
    default:
      return made(ErrorKind::unavailable, exception.what());
  }
}

Result<void> check_database(SQLite::Database& database, const std::string& path) {
  const int version = number(database, "PRAGMA user_version");
  const bool empty = number(database, "SELECT count(*) FROM sqlite_schema") == 0;
  if (!empty && number(database, "PRAGMA application_id") != application)
    return fail(ErrorKind::unsupported, "this database is not of rimau", {.file = path});
  if (version > static_cast<int>(steps.size()))
    return fail(ErrorKind::unsupported,
                cat("the database has layout ", version, "; this rimau knows those up to ", steps.size()),
                {.file = path});
  const auto found = database.execAndGet("PRAGMA integrity_check(1)").getString();
  if (found != "ok")
    return fail(ErrorKind::damaged, cat("the database is damaged: ", shown(found, 200)), {.file = path});
  return {};
}

void migrate(SQLite::Database& database) {
  for (int at = number(database, "PRAGMA user_version"); at < static_cast<int>(steps.size()); ++at) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    database.exec(steps[static_cast<std::size_t>(at)]);
    database.exec(cat("PRAGMA user_version = ", at + 1));
    database.exec(cat("PRAGMA application_id = ", application));
    transaction.commit();
  }
}

Result<FolderLock> FolderLock::take(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const auto path = folder + "/lock";
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file.is_open()) return system_failure(path, "open");
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return FolderLock(std::move(file));
  if (errno != EWOULDBLOCK) return system_failure(path, "lock");
  return fail(ErrorKind::busy, "another rimau uses this folder; end it first", {.file = folder});
}

}  // namespace rimau::store
