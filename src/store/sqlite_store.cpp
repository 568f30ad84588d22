#include "store/sqlite_store.hpp"

#include <algorithm>
#include <mutex>

#include "base/text.hpp"
#include "store/checks.hpp"
#include "store/sqlite_database.hpp"

namespace rimau::store {
namespace {

// When a game was changed last, 0 if there is none. Whatever changes now is no older, even if the clock has gone back,
// so that it is not taken for one that nobody has played for long.
constexpr std::string_view newest = "(SELECT coalesce(max(changed), 0) FROM games)";

// A statement that is used again and again.
class Prepared {
 public:
  Prepared(SQLite::Database& database, const std::string& query) : statement_(database, query) {}

  // The statement with these values for its question marks.
  template <class... Values>
  SQLite::Statement& with(const Values&... values) {
    statement_.reset();
    int at = 0;
    (statement_.bind(++at, values), ...);
    return statement_;
  }

 private:
  SQLite::Statement statement_;
};

// Ends the reading of a statement, which would keep old pages of the database from being given back.
class Reading {
 public:
  explicit Reading(SQLite::Statement& statement) : statement_(statement) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { statement_.tryReset(); }

 private:
  SQLite::Statement& statement_;
};

class SqliteStore final : public Store {
 public:
  SqliteStore(std::string path, FolderLock lock, SQLite::Database database)
      : path_(std::move(path)), lock_(std::move(lock)), database_(std::move(database)) {}

  Result<void> create(const Head& head, bool listed) override {
    if (auto fits = check_id(head.id); !fits) return fits;
    if (auto fits = check_text(head.text); !fits) return fits;
    return locked([&]() -> Result<void> {
      if (create_.with(head.id, head.text, head.created, listed ? 1 : 0).exec() == 1) return {};
      return fail(ErrorKind::illegal, cat("there is a game ", head.id));
    });
  }

  std::vector<Result<void>> add(std::span<const Addition> additions) override {
    std::vector<Result<void>> results(additions.size());
    const auto done = locked([&]() -> Result<void> {
      SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
      for (std::size_t n = 0; n < additions.size(); ++n) results[n] = add_one(additions[n]);
      transaction.commit();
      return {};
    });
    if (!done) std::ranges::fill(results, done);
    return results;
  }

  Result<Kept> read(const std::string& id, std::uint32_t after) override {
    return locked([&]() -> Result<Kept> {
      // Both statements see the database of one moment.
      SQLite::Transaction transaction(database_);
      auto& game = game_.with(id);
      const Reading reading_game(game);
      if (!game.executeStep()) return no_game();
      Kept kept{.head = {.id = id, .text = game.getColumn(0).getString(), .created = game.getColumn(1).getInt64()},
                .listed = game.getColumn(2).getInt() != 0,
                .events = {}};
      auto& events = events_.with(id, static_cast<std::int64_t>(after));
      const Reading reading_events(events);
      while (events.executeStep())
        kept.events.push_back({.number = events.getColumn(0).getUInt(),
                               .at = events.getColumn(1).getInt64(),
                               .text = events.getColumn(2).getString()});
      return kept;
    });
  }

  Result<std::vector<std::string>> listed(unsigned limit) override {
    return locked([&]() -> Result<std::vector<std::string>> {
      std::vector<std::string> ids;
      auto& statement = listed_.with(static_cast<std::int64_t>(limit));
      const Reading reading(statement);
      while (statement.executeStep()) ids.push_back(statement.getColumn(0).getString());
      return ids;
    });
  }

  Result<void> remove(const std::string& id) override {
    return locked([&]() -> Result<void> {
      remove_.with(id).exec();
      return {};
    });
  }

  Result<std::uint64_t> remove_unchanged_since(Time time) override {
    return locked([&]() -> Result<std::uint64_t> { return static_cast<std::uint64_t>(remove_old_.with(time).exec()); });
  }

 private:
  static std::unexpected<Error> no_game() { return fail(ErrorKind::unknown, "there is no such game"); }

  // A statement that has failed is reset before it is used again, by Prepared::with().
  template <class Work>
  auto locked(Work&& work) -> decltype(work()) {
    const std::scoped_lock guard(mutex_);
    return guarded(path_, std::forward<Work>(work));
  }

  Result<void> add_one(const Addition& addition) {
    if (auto fits = check_text(addition.event.text); !fits) return fits;
    const auto& [number, at, text] = addition.event;
    const auto last = last_number(addition.id);
    if (!last) return std::unexpected(last.error());
    if (number != *last + 1)
      return fail(ErrorKind::illegal,
                  cat("event ", number, " of a game that has ", *last, "; the next is ", *last + 1));
    add_.with(addition.id, number, at, text).exec();
    touch_.with(at, addition.id).exec();
    if (addition.listed) list_.with(*addition.listed ? 1 : 0, addition.id).exec();
    return {};
  }

  Result<std::uint32_t> last_number(const std::string& id) {
    auto& statement = last_.with(id, id);
    const Reading reading(statement);
    if (!statement.executeStep()) return no_game();
    return statement.getColumn(0).getUInt();
  }

  const std::string path_;
  const FolderLock lock_;
  std::mutex mutex_;  // guards what follows
  SQLite::Database database_;
  Prepared create_{database_, cat("INSERT OR IGNORE INTO games VALUES (?1, ?2, ?3, max(?3, ", newest, "), ?4)")};
  Prepared game_{database_, "SELECT text, created, listed FROM games WHERE id = ?"};
  Prepared events_{database_, "SELECT number, at, text FROM events WHERE game = ? AND number > ? ORDER BY number"};
  Prepared last_{database_,
                 "SELECT coalesce((SELECT max(number) FROM events WHERE game = ?), 0) FROM games WHERE id = ?"};
  Prepared add_{database_, "INSERT INTO events VALUES (?, ?, ?, ?)"};
  Prepared touch_{database_, cat("UPDATE games SET changed = max(?, ", newest, ") WHERE id = ?")};
  Prepared list_{database_, "UPDATE games SET listed = ? WHERE id = ?"};
  Prepared listed_{database_, "SELECT id FROM games WHERE listed ORDER BY created DESC, id LIMIT ?"};
  Prepared remove_{database_, "DELETE FROM games WHERE id = ?"};
  Prepared remove_old_{database_, "DELETE FROM games WHERE changed < ?"};
};

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite(const std::string& folder, const SqliteOptions& options) {
  auto lock = FolderLock::take(folder);
  if (!lock) return std::unexpected(std::move(lock).error());
  const auto path = database_path(folder);
  return guarded(path, [&]() -> Result<std::unique_ptr<Store>> {
    SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                              static_cast<int>(options.patience.count()));
    if (auto good = check_database(database, path); !good) return std::unexpected(std::move(good).error());
    if (database.execAndGet("PRAGMA journal_mode = WAL").getString() != "wal")
      return fail(ErrorKind::unavailable, "the file system does not allow SQLite's WAL mode", {.file = path});
    // In WAL mode only FULL has every commit on the disk before it returns.
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF");
    migrate(database);
    return std::make_unique<SqliteStore>(path, *std::move(lock), std::move(database));
  });
}

}  // namespace rimau::store
