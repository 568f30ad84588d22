// All games that are being played or watched through this server: who is connected, what is asked, what is told.
//
// Messages in, messages out; knows no socket. Rooms judge, the writer keeps, thinkers play for the computer. What an
// event has changed is told, and its request answered, only when the event is on the disk; everything that is told of
// one game is told in one order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/token_bucket.hpp"
#include "game/catalogue.hpp"
#include "online/even_clock.hpp"
#include "online/messages.hpp"
#include "online/room.hpp"
#include "online/thinkers.hpp"
#include "online/views.hpp"
#include "online/writer.hpp"

namespace rimau::online {

using Text = std::shared_ptr<const std::string>;

// The far end of a connection.
class Listener {
 public:
  virtual ~Listener() = default;
  // Never blocks and never throws; texts arrive in the order of the calls. After end() nothing does.
  virtual void tell(Text text) = 0;
  // Ends the connection with a WebSocket close code and a reason in at most 100 bytes.
  virtual void end(std::uint16_t code, std::string_view reason) = 0;
};

struct HubOptions {
  unsigned thinkers = 1;
  double messages_per_second = 20;  // of one connection; 0: no limit
  double messages_at_once = 60;
  int keep_days = 365;  // games in which nothing happens are removed after so many; 0: never
  // Whether somebody at that address may make another game now; else in how many seconds. May be empty. Called from
  // several threads.
  std::function<std::optional<int>(std::string_view address)> game_limit;
  Clocks clocks = {};
};

// What has been counted since the start, and what there is now.
struct HubCounts {
  std::uint64_t connections = 0;
  std::uint64_t tables = 0;  // games in memory
  std::uint64_t watchers = 0;
  std::uint64_t thoughts_waiting = 0;
  std::uint64_t jobs_waiting = 0;  // of the writer
  std::uint64_t messages = 0;
  std::uint64_t no_messages = 0;  // that ended a connection
  std::uint64_t refusals = 0;
  std::uint64_t events = 0;   // written
  std::uint64_t batches = 0;  // in so many commits
  std::uint64_t games_made = 0;
  std::uint64_t write_failures = 0;
  // Requests answered after they were written, by how long that took: at most 1, 2, 5, 10, 20, 50, 100, 200, 500,
  // 1000 ms, longer.
  std::array<std::uint64_t, 11> answered{};
  std::uint64_t answer_us = 0;  // all of them together
};
inline constexpr std::array<int, 10> answer_bounds_ms{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

// Thread-safe.
class Hub {
 public:
  struct Connection;

  // The catalogue is copied; `tables` may be null.
  Hub(Catalogue catalogue, std::unique_ptr<store::Store> store, std::shared_ptr<const tablebase::Tables> tables,
      HubOptions options);
  // Everything that was allowed is written first. Connections must not be used any more.
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  // Greets. The listener is let go by leave().
  [[nodiscard]] std::shared_ptr<Connection> enter(std::shared_ptr<Listener> listener, std::string address);
  // One message, of any bytes.
  void hear(const std::shared_ptr<Connection>& connection, std::string_view text);
  void leave(const std::shared_ptr<Connection>& connection);

  // Ends games whose time is up and forgets those that nobody watches; is also called every half second.
  void tick();

  // Whether games can be written; false after a failure until something could be written again.
  [[nodiscard]] bool works() const noexcept { return writer_->works(); }
  [[nodiscard]] HubCounts counts() const;

 private:
  struct Table;
  // Who asked, and what for.
  struct Asker {
    std::shared_ptr<Connection> connection;
    std::string id;
    TokenBucket::Clock::time_point since;
  };
  using Answer = std::function<void()>;
  using MakeAnswer = std::function<Answer(Table&)>;
  using Failure = std::function<void(const Refusal&)>;
  using WithTable = std::function<void(Table&)>;
  using WithSeat = std::function<void(Table&, Side)>;

  // Requests (hub_requests.cpp); all under the mutex.
  void on(const Asker& asker, const ask::Ping& request);
  void on(const Asker& asker, const ask::Token& request);
  void on(const Asker& asker, const ask::List& request);
  void on(const Asker& asker, const ask::Create& request);
  void on(const Asker& asker, const ask::Watch& request);
  void on(const Asker& asker, const ask::Leave& request);
  void on(const Asker& asker, const ask::Join& request);
  void on(const Asker& asker, const ask::Computer& request);
  void on(const Asker& asker, const ask::State& request);
  void on(const Asker& asker, const ask::Move& request);
  void on(const Asker& asker, const ask::About& request);
  void on(const Asker& asker, const ask::Resign& request);
  void on(const Asker& asker, const ask::Claim& request);
  void on(const Asker& asker, const ask::Record& request);
  void on(const Asker& asker, const ask::Delete& request);
  Judged<Settings> settings_of(const ask::Create& request, const std::string& message, const std::string& id);
  void made(const Asker& asker, const std::string& token, const store::Head& head, const Result<void>& created);
  void show(const Asker& asker, Table& table, std::optional<Side> side);
  void settle(const Asker& asker, Table& table, const Judged<std::optional<Event>>& judged);
  void move_when_fresh(const Asker& asker, const ask::Move& request);
  void make_rematch(const Asker& asker, Table& table, const Event& event);
  void done(const Asker& asker, Table& table);
  void refuse(const Asker& asker, std::string_view game, const Refusal& refusal);
  static void end(const Connection& connection, std::uint16_t code, std::string_view why);
  void answer(const Asker& asker, std::string text);
  void count_answer(const Asker& asker);
  // False, having refused, when the connection watches too many others.
  bool may_watch(const Asker& asker, const std::string& game);
  void load_challenges();
  [[nodiscard]] std::vector<Challenge> present_challenges() const;

  // Tables (hub_tables.cpp); all under the mutex.
  // Calls with the game's table, now or when it has been read; or refuses the asker when there is none or it cannot
  // be read.
  void with_table(const Asker& asker, const std::string& game, WithTable work);
  // The same for who watches it from a seat of theirs; refuses others.
  void with_seat(const Asker& asker, const std::string& game, WithSeat work);
  void load(const std::shared_ptr<Table>& table);
  void loaded(const std::shared_ptr<Table>& table, const Result<store::Kept>& kept);
  // There is no such game any more.
  void forget(Table& table);
  // Makes the event happen; when it is written, tells it to all and calls what make_answer has made right after it
  // had happened. Either may be empty.
  void commit(Table& table, const Event& event, const MakeAnswer& make_answer, Failure failed);
  void not_written(const std::shared_ptr<Table>& table, std::uint64_t generation, const Error& error,
                   const Failure& failed);
  // Says something about the game after all that has been committed.
  void in_order(Table& table, Answer say);
  void tell_all(Table& table, std::uint32_t from);
  static void broadcast(const Table& table, const Text& text);
  void subscribe(const std::shared_ptr<Connection>& connection, Table& table, std::optional<Side> side);
  void unsubscribe(const std::shared_ptr<Connection>& connection, const std::string& game);
  void seat_changes(Table& table, Side side, int by);
  // Makes a change after which somebody may have come to a seat or gone from it, and tells it.
  void set_here(Table& table, Side side, const std::function<void()>& change);
  void end_if_time_is_up(Table& table);
  void think_if_due(Table& table);
  void thought(const std::string& game, std::uint64_t ticket, Move move);
  [[nodiscard]] std::shared_ptr<Table> find(const std::string& game) const;

  // Other servers (hub_shared.cpp); all but heard() under the mutex.
  void heard(const store::Heard& heard);
  void understand(const std::string& from, const std::string& text);
  void shout(std::string text);
  void shout_seat(const Table& table, Side side);
  void hear_of(const std::shared_ptr<Table>& table, const std::optional<store::Event>& event);
  void refresh(const std::shared_ptr<Table>& table);
  void catch_up(Table& table, const std::vector<store::Event>& events);
  void tend_programs();

  [[nodiscard]] Time now() const { return clock_.now(); }
  void run_clock();
  void look_at_wall_clock();
  void remove_old();

  mutable std::mutex mutex_;  // guards what follows, up to the threads
  Catalogue catalogue_;
  HubOptions options_;
  const EvenClock clock_;
  Time ahead_ = 0;  // of the wall's clock, when that was told last
  std::unordered_map<std::string, std::shared_ptr<Table>> tables_;
  std::uint64_t tickets_ = 0;
  std::uint64_t generations_ = 0;
  HubCounts counts_;
  std::map<std::string, Challenge> known_challenges_;
  std::optional<TokenBucket::Clock::time_point> challenges_read_;  // when known_challenges_ were true
  std::vector<Asker> awaiting_challenges_;
  Time removed_old_ = 0;                  // or when the hub was made
  bool shared_ = false;                   // others use the store too
  std::map<std::string, Time> programs_;  // those, and when they were heard last
  Time shouted_alive_ = 0;
  bool ending_ = false;
  std::condition_variable end_;

  std::unique_ptr<Writer> writer_;
  std::unique_ptr<Thinkers> thinkers_;
  std::thread ticker_;
};

}  // namespace rimau::online
