#include "online/hub.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdlib>

#include "base/text.hpp"
#include "online/hub_state.hpp"
#include "online/secrets.hpp"

namespace rimau::online {
namespace {

constexpr auto tick_time = std::chrono::milliseconds(500);
constexpr Time idle_ms = 60'000;
constexpr Time late_thought_ms = 15'000;
constexpr Time old_games_ms = 3'600'000;
// A wall clock that has moved by more than what correcting it little by little does.
constexpr Time set_clock_ms = 60'000;
// Refusals in a row after which somebody is not asking any more but attacking.
constexpr int most_refused = 200;
// More jobs of the writer than it does in the time that people wait.
constexpr std::size_t most_jobs = 20'000;

}  // namespace

Hub::Hub(Catalogue catalogue, std::unique_ptr<store::Store> store, std::shared_ptr<const tablebase::Tables> tables,
         HubOptions options)
    : catalogue_(std::move(catalogue)),
      options_(std::move(options)),
      clock_(options_.clocks),
      removed_old_(clock_.began()) {
  shared_ = store->is_shared();
  auto& shared_store = *store;
  writer_ = std::make_unique<Writer>(std::move(store));
  thinkers_ = std::make_unique<Thinkers>(std::max(1U, options_.thinkers), std::move(tables));
  ticker_ = std::thread([this] { run_clock(); });
  if (shared_) shared_store.listen([this](const store::Heard& told) { heard(told); });
}

Hub::~Hub() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  end_.notify_one();
  ticker_.join();
  // No more moves of the computer's, then what has been allowed is written.
  thinkers_->stop();
  writer_->finish();
}

void Hub::run_clock() {
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, tick_time, [this] { return ending_; })) {
    lock.unlock();
    tick();
    lock.lock();
  }
}

void Hub::tick() {
  const std::scoped_lock lock(mutex_);
  const auto time = now();
  for (auto at = tables_.begin(); at != tables_.end();) {
    auto& table = *at->second;
    if (table.room) {
      end_if_time_is_up(table);
      // Where several servers have the game, the one that wrote the last move thinks; the others only if it does not.
      if (!shared_ || time - table.room->turn_began() > late_thought_ms) think_if_due(table);
    } else if (!table.loading) {
      load(at->second);
    }
    const bool in_use = !table.watchers.empty() || table.pending > 0 || !table.room || table.ticket != 0;
    if (in_use) table.touched = time;
    // A real clock goes on when both have left.
    const bool ticking =
        table.room && table.room->clock_runs() && table.room->settings().clock.kind == ClockRule::Kind::real;
    if (!in_use && !ticking && time - table.touched > idle_ms) at = tables_.erase(at);
    else ++at;
  }
  if (shared_) tend_programs();
  if (options_.keep_days > 0 && time - removed_old_ > old_games_ms) remove_old();
  look_at_wall_clock();
}

void Hub::look_at_wall_clock() {
  const auto ahead = clock_.ahead();
  if (std::abs(ahead - ahead_) < set_clock_ms) return;
  ahead_ = ahead;
  spdlog::warn(
      "the system's clock was set, or the machine slept: it is {} s {} the time of games, which goes on evenly",
      std::abs(ahead) / 1000, ahead < 0 ? "behind" : "ahead of");
}

// An hour after the start at the earliest, and by the earlier of two clocks: a machine that begins with a clock in the
// future, or whose clock goes there, has some time to be put right before games look old.
void Hub::remove_old() {
  removed_old_ = now();
  const auto oldest = removed_old_ + std::min(Time{0}, clock_.ahead()) - options_.keep_days * day_ms;
  writer_->run([oldest](store::Store& store) { (void)store.remove_unchanged_since(oldest); });
}

std::shared_ptr<Hub::Connection> Hub::enter(std::shared_ptr<Listener> listener, std::string address) {
  auto connection =
      std::make_shared<Connection>(std::move(listener), std::move(address), std::max(1.0, options_.messages_at_once));
  const auto token = random_token();
  const std::scoped_lock lock(mutex_);
  ++counts_.connections;
  if (token) connection->listener->tell(std::make_shared<const std::string>(welcome_text(*token, now())));
  else connection->listener->end(1011, "no random numbers");
  return connection;
}

void Hub::hear(const std::shared_ptr<Connection>& connection, std::string_view text) {
  const auto parsed = parse_message(text);
  const std::scoped_lock lock(mutex_);
  if (!connection->listener) return;
  ++counts_.messages;
  if (!parsed) {
    if (const auto* none = std::get_if<NoMessage>(&parsed.error())) {
      ++counts_.no_messages;
      end(*connection, none->is_json ? 1008 : 1007, none->why);
      return;
    }
  }
  const auto& id = parsed ? parsed->id : std::get<BadRequest>(parsed.error()).id;
  const Asker asker{connection, id, TokenBucket::Clock::now()};
  if (options_.messages_per_second > 0) {
    const auto wait = connection->bucket.take(options_.messages_per_second, options_.messages_at_once, asker.since);
    if (wait) {
      if (++connection->refused_in_a_row > most_refused) end(*connection, 1008, "asked too often");
      else refuse(asker, {}, {Refusal::Code::busy, "asked too often", {}, *wait});
      return;
    }
    connection->refused_in_a_row = 0;
  }
  if (!parsed) return refuse(asker, {}, std::get<BadRequest>(parsed.error()).refusal);
  if (writer_->waiting() > most_jobs)
    return refuse(asker, {}, {Refusal::Code::busy, "the server has too much to write", {}, 2});
  std::visit([&](const auto& request) { on(asker, request); }, parsed->request);
}

void Hub::end(const Connection& connection, std::uint16_t code, std::string_view why) {
  spdlog::info("online: a connection is ended with {}: {}", code, shown(why, 100));
  connection.listener->end(code, why.substr(0, 100));
}

void Hub::leave(const std::shared_ptr<Connection>& connection) {
  const std::scoped_lock lock(mutex_);
  if (!connection->listener) return;
  while (!connection->watched.empty()) {
    const auto game = connection->watched.begin()->first;
    unsubscribe(connection, game);
  }
  connection->listener.reset();
  --counts_.connections;
}

HubCounts Hub::counts() const {
  const std::scoped_lock lock(mutex_);
  auto counts = counts_;
  counts.tables = tables_.size();
  for (const auto& [game, table] : tables_) counts.watchers += table->watchers.size();
  counts.thoughts_waiting = thinkers_->waiting();
  counts.jobs_waiting = writer_->waiting();
  counts.events = writer_->written();
  counts.batches = writer_->batches();
  return counts;
}

}  // namespace rimau::online
