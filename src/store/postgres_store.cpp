#include "store/postgres_store.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <map>
#include <mutex>
#include <pqxx/pqxx>
#include <thread>

#include "base/text.hpp"
#include "store/checks.hpp"

namespace rimau::store {
namespace {

constexpr const char* rimau_channel = "rimau";
constexpr int migration_lock = 0x52494d41;  // "RIMA", of all that share the database

// Each step makes the layout of its number (from 1) out of the one before. A step that has been released is never
// changed; what comes later is another step.
constexpr std::array<const char*, 1> steps{R"sql(
CREATE TABLE rimau_games (
  id TEXT COLLATE "C" PRIMARY KEY,
  text TEXT NOT NULL,
  created BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  listed BOOLEAN NOT NULL
);
CREATE TABLE rimau_events (
  game TEXT COLLATE "C" NOT NULL REFERENCES rimau_games (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at BIGINT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (game, number)
);
CREATE INDEX rimau_games_listed ON rimau_games (created) WHERE listed;
CREATE INDEX rimau_games_changed ON rimau_games (changed);
)sql"};

// Whatever changes is no older than what has changed before, even if the clock has gone back, so that it is not taken
// for a game that nobody has played for long.
constexpr const char* create_query = R"sql(
INSERT INTO rimau_games VALUES ($1, $2, $3, greatest($3, (SELECT max(changed) FROM rimau_games)), $4)
ON CONFLICT DO NOTHING
)sql";
// Events of different games in one statement, which is of one moment and, where it stands alone, takes one way to the
// database and back. The games' rows are locked, in one order for all programs, so that none is removed meanwhile; an
// event that another program has added in this moment is a conflict, and nothing is done. $6, $7: the channel and this
// program's name.
constexpr const char* add_query = R"sql(
WITH wanted AS (
  SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::integer[])
    WITH ORDINALITY AS wanted (game, number, at, text, listed, place)
),
games AS (SELECT id FROM rimau_games WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE),
added AS (
  INSERT INTO rimau_events SELECT id, number, at, text FROM wanted JOIN games ON id = game
  WHERE (SELECT coalesce(max(number), 0) FROM rimau_events AS events WHERE events.game = id) + 1 = number
  ON CONFLICT DO NOTHING RETURNING game
),
touched AS (
  UPDATE rimau_games AS kept SET changed = greatest(at, (SELECT max(changed) FROM rimau_games)),
    listed = CASE wanted.listed WHEN 0 THEN false WHEN 1 THEN true ELSE kept.listed END
  FROM wanted JOIN added USING (game) WHERE kept.id = game
)
SELECT games.id IS NOT NULL, added.game IS NOT NULL, CASE WHEN added.game IS NOT NULL THEN
  pg_notify($6::text, CASE WHEN octet_length(text) < 7000
    THEN concat_ws(' ', $7::text, 'e', wanted.game, number, at, text) ELSE concat_ws(' ', $7::text, 'c', wanted.game) END)
END
FROM wanted LEFT JOIN games ON games.id = wanted.game LEFT JOIN added ON added.game = wanted.game ORDER BY place
)sql";
constexpr const char* read_query = R"sql(
SELECT games.text, created, listed, number, at, events.text FROM rimau_games AS games
LEFT JOIN rimau_events AS events ON game = id AND number > $2 WHERE id = $1 ORDER BY number
)sql";

// Tried again when two programs wait for each other.
constexpr int tries = 3;

Error error_of(const std::exception& exception) {
  // Without the statement, which may hold a game, and on one line.
  auto why = std::string(exception.what());
  why = why.substr(0, why.find('\n'));
  return {ErrorKind::unavailable, cat("the database: ", shown(why, 200)), {}};
}

// Names this process among all that share a database.
std::string program_name() {
  return cat(static_cast<std::int64_t>(::getpid()), "-",
             static_cast<std::int64_t>(std::chrono::system_clock::now().time_since_epoch().count()));
}

void migrate(pqxx::connection& connection) {
  pqxx::work work(connection);
  work.exec_params("SELECT pg_advisory_xact_lock($1)", migration_lock);
  work.exec("CREATE TABLE IF NOT EXISTS rimau_layout (number INTEGER NOT NULL)");
  const auto found = work.exec1("SELECT coalesce(max(number), 0) FROM rimau_layout")[0].as<int>();
  if (found > static_cast<int>(steps.size()))
    throw std::domain_error(cat("the tables have layout ", found, "; this rimau knows those up to ", steps.size()));
  for (auto at = static_cast<std::size_t>(found); at < steps.size(); ++at) {
    work.exec(steps[at]);
    work.exec_params("INSERT INTO rimau_layout VALUES ($1)", static_cast<int>(at + 1));
  }
  work.commit();
}

std::unique_ptr<pqxx::connection> connect(const std::string& url) {
  auto connection = std::make_unique<pqxx::connection>(url);
  pqxx::nontransaction set(*connection);
  // Acknowledged is on the disk; and nobody waits for ever for a lock.
  set.exec("SET synchronous_commit = on; SET lock_timeout = '5s'; SET client_min_messages = warning");
  return connection;
}

void prepare(pqxx::connection& connection) {
  connection.prepare("add", add_query);
  connection.prepare("read", read_query);
}

// The text of an array, as PostgreSQL reads it.
class ArrayText {
 public:
  void put(std::string_view element) {
    text_ += text_.size() == 1 ? "\"" : ",\"";
    for (const char c : element) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
  }
  [[nodiscard]] std::string text() const { return text_ + '}'; }

 private:
  std::string text_ = "{";
};

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// Hears what is notified, in a thread of its own, and connects again when it has to.
class Ear {
 public:
  Ear(std::string url, std::string self, std::function<void(const Heard&)> hear)
      : url_(std::move(url)), self_(std::move(self)), hear_(std::move(hear)), thread_([this] { work(); }) {}
  ~Ear() {
    ending_ = true;
    thread_.join();
  }
  Ear(const Ear&) = delete;
  Ear& operator=(const Ear&) = delete;

 private:
  class Receiver final : public pqxx::notification_receiver {
   public:
    Receiver(pqxx::connection& connection, const Ear& ear)
        : notification_receiver(connection, rimau_channel), ear_(ear) {}
    void operator()(const std::string& payload, int) override { ear_.take(payload); }

   private:
    const Ear& ear_;
  };

  void work() {
    while (!ending_) {
      try {
        pqxx::connection connection(url_);
        const Receiver receiver(connection, *this);
        hear_({.what = Heard::What::silence, .from = {}, .text = {}});
        while (!ending_) connection.await_notification(0, 200'000);
      } catch (const std::exception&) {
        for (int n = 0; n < 10 && !ending_; ++n) std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    }
  }

  // "PROGRAM e GAME NUMBER AT TEXT" for an event, "PROGRAM c GAME" for one that is too long or a game that is removed,
  // "PROGRAM s TEXT" for what is shouted.
  void take(std::string_view rest) const {
    const auto word = [&rest] {
      const auto found = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), found.size() + 1));
      return found;
    };
    const auto from = word();
    const auto what = word();
    if (from == self_) return;
    Heard heard{.what = what == "s" ? Heard::What::shouted : Heard::What::changed, .from = std::string(from)};
    if (what != "e") {
      heard.text = rest;
      return hear_(heard);
    }
    heard.text = word();
    Event event;
    if (read_number(word(), event.number) && read_number(word(), event.at)) {
      event.text = rest;
      heard.event = std::move(event);
    }
    hear_(heard);
  }

  const std::string url_;
  const std::string self_;
  const std::function<void(const Heard&)> hear_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

class PostgresStore final : public Store {
 public:
  PostgresStore(std::string url, std::unique_ptr<pqxx::connection> connection)
      : url_(std::move(url)), connection_(std::move(connection)) {}

  Result<void> create(const Head& head, bool listed) override {
    if (auto fits = check_id(head.id); !fits) return fits;
    if (auto fits = check_text(head.text); !fits) return fits;
    return transact([&](pqxx::work& work) -> Result<void> {
      const auto done = work.exec_params(create_query, head.id, head.text, head.created, listed);
      if (done.affected_rows() == 1) return {};
      return fail(ErrorKind::illegal, cat("there is a game ", head.id));
    });
  }

  std::vector<Result<void>> add(std::span<const Addition> additions) override {
    std::vector<Result<void>> results(additions.size());
    // What comes after another of its game waits for the next round.
    std::vector<std::vector<std::size_t>> rounds;
    std::map<std::string_view, std::size_t> seen;
    for (std::size_t n = 0; n < additions.size(); ++n) {
      if (!check_id(additions[n].id)) results[n] = no_game();
      else results[n] = check_text(additions[n].event.text);
      if (!results[n]) continue;
      const auto round = seen[additions[n].id]++;
      if (round == rounds.size()) rounds.emplace_back();
      rounds[round].push_back(n);
    }
    if (rounds.empty()) return results;
    const auto add_all = [&](auto& work) -> Result<void> {
      for (const auto& round : rounds) add_round(work, additions, round, results);
      return {};
    };
    const auto done = rounds.size() == 1 ? transact<pqxx::nontransaction>(add_all) : transact(add_all);
    if (!done) std::ranges::fill(results, done);
    return results;
  }

  Result<Kept> read(const std::string& id, std::uint32_t after) override {
    return transact<pqxx::nontransaction>([&](pqxx::nontransaction& work) -> Result<Kept> {
      const auto rows = work.exec_prepared("read", id, static_cast<std::int64_t>(after));
      if (rows.empty()) return no_game();
      Kept kept{.head = {.id = id, .text = rows[0][0].as<std::string>(), .created = rows[0][1].as<Time>()},
                .listed = rows[0][2].as<bool>(),
                .events = {}};
      for (const auto& row : rows)
        if (!row[3].is_null())
          kept.events.push_back({row[3].as<std::uint32_t>(), row[4].as<Time>(), row[5].as<std::string>()});
      return kept;
    });
  }

  Result<std::vector<std::string>> listed(unsigned limit) override {
    return transact([&](pqxx::work& work) -> Result<std::vector<std::string>> {
      std::vector<std::string> ids;
      for (const auto& row : work.exec_params(
               "SELECT id FROM rimau_games WHERE listed ORDER BY created DESC, id LIMIT $1", static_cast<int>(limit)))
        ids.push_back(row[0].as<std::string>());
      return ids;
    });
  }

  Result<void> remove(const std::string& id) override {
    return transact([&](pqxx::work& work) -> Result<void> {
      work.exec_params("DELETE FROM rimau_games WHERE id = $1", id);
      notify(work, 'c', id);
      return {};
    });
  }

  Result<std::uint64_t> remove_unchanged_since(Time time) override {
    return transact([&](pqxx::work& work) -> Result<std::uint64_t> {
      return work.exec_params("DELETE FROM rimau_games WHERE changed < $1", time).affected_rows();
    });
  }

  [[nodiscard]] bool is_shared() const noexcept override { return true; }
  void listen(std::function<void(const Heard&)> hear) override {
    ear_ = std::make_unique<Ear>(url_, self_, std::move(hear));
  }
  void shout(std::string_view text) override {
    (void)transact<pqxx::nontransaction>([&](pqxx::nontransaction& work) -> Result<void> {
      notify(work, 's', text);
      return {};
    });
  }

 private:
  static std::unexpected<Error> no_game() { return fail(ErrorKind::unknown, "there is no such game"); }

  // What work gives, committed, or the error that the database throws meanwhile.
  template <class Transaction = pqxx::work, class Work>
  auto transact(Work&& work) -> decltype(work(std::declval<Transaction&>())) {
    const std::scoped_lock guard(mutex_);
    for (int tried = 1;; ++tried) {
      try {
        if (!connection_) {
          connection_ = connect(url_);
          prepare(*connection_);
        }
        Transaction transaction(*connection_);
        auto result = work(transaction);
        transaction.commit();
        return result;
      } catch (const pqxx::deadlock_detected& exception) {
        if (tried == tries) return std::unexpected(error_of(exception));
      } catch (const pqxx::broken_connection& exception) {
        connection_.reset();
        return std::unexpected(error_of(exception));
      } catch (const std::exception& exception) {
        if (connection_ && !connection_->is_open()) connection_.reset();
        return std::unexpected(error_of(exception));
      }
    }
  }

  // At most one event of each game.
  void add_round(pqxx::transaction_base& work, std::span<const Addition> additions,
                 const std::vector<std::size_t>& round, std::vector<Result<void>>& results) const {
    ArrayText ids, numbers, times, texts, listed;
    for (const auto n : round) {
      const auto& [id, event, changed] = additions[n];
      ids.put(id);
      numbers.put(std::to_string(event.number));
      times.put(std::to_string(event.at));
      texts.put(event.text);
      listed.put(changed ? (*changed ? "1" : "0") : "-1");
    }
    const auto rows =
        work.exec_prepared_n(static_cast<pqxx::result::size_type>(round.size()), "add", ids.text(), numbers.text(),
                             times.text(), texts.text(), listed.text(), rimau_channel, self_);
    for (std::size_t at = 0; at < round.size(); ++at) {
      const auto row = rows[static_cast<pqxx::result::size_type>(at)];
      if (row[1].as<bool>()) continue;
      const auto number = additions[round[at]].event.number;
      results[round[at]] =
          row[0].as<bool>()
              ? Result<void>(fail(ErrorKind::illegal, cat("event ", number, " is not the next of its game")))
              : no_game();
    }
  }

  void notify(pqxx::transaction_base& work, char what, std::string_view text) {
    work.exec_params("SELECT pg_notify($1, $2)", rimau_channel, cat(self_, ' ', what, ' ', text));
  }

  const std::string url_;
  const std::string self_ = program_name();
  std::mutex mutex_;  // guards connection_
  std::unique_ptr<pqxx::connection> connection_;
  std::unique_ptr<Ear> ear_;
};

}  // namespace

bool is_postgres_url(std::string_view text) noexcept {
  return text.starts_with("postgresql://") || text.starts_with("postgres://");
}

Result<std::unique_ptr<Store>> open_postgres(const std::string& url) {
  try {
    auto connection = connect(url);
    migrate(*connection);
    prepare(*connection);
    return std::make_unique<PostgresStore>(url, std::move(connection));
  } catch (const std::domain_error& newer) {
    return fail(ErrorKind::unsupported, newer.what(), {.field = "--store"});
  } catch (const std::exception& exception) {
    auto error = error_of(exception);
    error.place.field = "--store";
    return std::unexpected(std::move(error));
  }
}

}  // namespace rimau::store
