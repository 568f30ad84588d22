// Games in memory: how they come there, how what happens in them is written and told.
#include <spdlog/spdlog.h>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "online/hub.hpp"
#include "online/hub_state.hpp"

namespace rimau::online {
namespace {

constexpr std::size_t most_waiting = 1000;

// Who knows a whole id may see the game; a log shows enough to find it again.
std::string_view shown_id(std::string_view id) { return id.substr(0, 6); }

std::uint32_t kept_moves(const Room& room, std::uint32_t before) { return std::min(before, room.ply()); }

}  // namespace

std::shared_ptr<Hub::Table> Hub::find(const std::string& game) const {
  const auto found = tables_.find(game);
  return found == tables_.end() ? nullptr : found->second;
}

void Hub::with_table(const Asker& asker, const std::string& game, WithTable work) {
  auto table = find(game);
  if (!table) {
    table = std::make_shared<Table>();
    table->game = game;
    table->generation = ++generations_;
    table->touched = now();
    table->away_since = {table->touched, table->touched};
    tables_.emplace(game, table);
  }
  if (table->removed) return refuse(asker, game, no_such_game());
  if (table->room) {
    end_if_time_is_up(*table);
    return work(*table);
  }
  if (table->waiting.size() >= most_waiting)
    return refuse(asker, game, {Refusal::Code::busy, "too many are waiting for this game", {}, 2});
  table->waiting.emplace_back(asker, std::move(work));
  if (!table->loading) load(table);
}

void Hub::with_seat(const Asker& asker, const std::string& game, WithSeat work) {
  with_table(asker, game, [this, asker, game, work = std::move(work)](Table& table) {
    const auto watched = asker.connection->watched.find(game);
    const bool watching = watched != asker.connection->watched.end();
    if (watching && watched->second) return work(table, *watched->second);
    if (!watching && !table.room->visible_to_all()) return refuse(asker, game, no_such_game());
    refuse(asker, game, {Refusal::Code::illegal, "you have no seat in this game; watch it with your token first"});
  });
}

void Hub::load(const std::shared_ptr<Table>& table) {
  table->loading = true;
  writer_->run([this, table](store::Store& store) {
    const auto kept = store.read(table->game);
    const std::scoped_lock lock(mutex_);
    loaded(table, kept);
  });
}

void Hub::loaded(const std::shared_ptr<Table>& table, const Result<store::Kept>& kept) {
  table->loading = false;
  auto room = kept ? Room::rebuild(catalogue_, *kept, {.now = now(), .began = clock_.began()})
                   : Result<Room>(std::unexpected(kept.error()));
  const auto waiting = std::exchange(table->waiting, {});
  if (room) {
    table->room.emplace(*std::move(room));
    shout(cat("who ", table->game));
    // Those who watched it before the server lost it see what is true now.
    if (!table->watchers.empty()) tell_all(*table, 0);
    for (const auto& [asker, work] : waiting) work(*table);
    return;
  }
  const bool none = room.error().kind == ErrorKind::unknown && !kept;
  if (!none) spdlog::error("game={} cannot be read: {}", shown_id(table->game), shown(room.error().text(), 300));
  const auto refusal = none ? no_such_game() : refusal_of(room.error());
  for (const auto& [asker, work] : waiting) refuse(asker, table->game, refusal);
  if (none) forget(*table);
  else if (table->watchers.empty()) tables_.erase(table->game);
}

void Hub::forget(Table& table) {
  const auto kept = find(table.game);  // lives as long as this
  table.removed = true;
  broadcast(table, std::make_shared<const std::string>(gone_text(table.game)));
  for (const auto& watcher : table.watchers) watcher->watched.erase(table.game);
  table.watchers.clear();
  tables_.erase(table.game);
}

void Hub::commit(Table& table, const Event& event, const MakeAnswer& make_answer, Failure failed) {
  auto& room = *table.room;
  const auto time = now();
  const auto before = room.ply();
  if (const auto applied = room.apply(event, time); !applied) {
    spdlog::error("game={} an event that does not fit: {}", shown_id(table.game), applied.error().text());
    if (failed) failed(refusal_of(applied.error()));
    return;
  }
  // A thought about a position that is gone.
  if (std::holds_alternative<TakenBack>(event) || std::holds_alternative<Ended>(event)) table.ticket = 0;
  const auto text = std::make_shared<const std::string>(
      state_text(room, table.presence(), kept_moves(room, before), time, std::nullopt));
  auto answer = make_answer ? make_answer(table) : Answer{};
  store::Addition addition{
      .id = table.game, .event = {.number = room.number(), .at = time, .text = format_event(event)}, .listed = {}};
  if (room.settings().listed && std::holds_alternative<Joined>(event)) addition.listed = false;
  ++table.pending;
  writer_->add(std::move(addition), table.generation,
               [this, kept = find(table.game), generation = table.generation, text, answer = std::move(answer),
                failed = std::move(failed)](const auto& written) {
                 const std::scoped_lock lock(mutex_);
                 --kept->pending;
                 if (!written) return not_written(kept, generation, written.error(), failed);
                 broadcast(*kept, text);
                 if (answer) answer();
                 think_if_due(*kept);
               });
}

// The store has what it had before, and the room is made from that again. What was allowed after the event that failed
// fails too, since its number does not follow.
void Hub::not_written(const std::shared_ptr<Table>& table, std::uint64_t generation, const Error& error,
                      const Failure& failed) {
  ++counts_.write_failures;
  spdlog::error("game={} not written: {}", shown_id(table->game), shown(error.text(), 300));
  if (failed) {
    // Another process was first, and this one knew too little.
    if (error.kind == ErrorKind::illegal)
      failed({Refusal::Code::stale, "something else has happened in the game; nothing was changed"});
    else failed(refusal_of(error));
  }
  if (generation != table->generation || table->removed) return;
  table->generation = ++generations_;
  table->ticket = 0;
  table->room.reset();
  if (!table->loading) load(table);
}

void Hub::in_order(Table& table, Answer say) {
  if (table.pending == 0) return say();
  ++table.pending;
  writer_->run([this, kept = find(table.game), say = std::move(say)](store::Store&) {
    const std::scoped_lock lock(mutex_);
    --kept->pending;
    say();
  });
}

void Hub::broadcast(const Table& table, const Text& text) {
  for (const auto& watcher : table.watchers) watcher->listener->tell(text);
}

void Hub::tell_all(Table& table, std::uint32_t from) {
  if (!table.room || table.watchers.empty()) return;
  const auto text =
      std::make_shared<const std::string>(state_text(*table.room, table.presence(), from, now(), std::nullopt));
  in_order(table, [kept = find(table.game), text] { broadcast(*kept, text); });
}

void Hub::set_here(Table& table, Side side, const std::function<void()>& change) {
  const bool was_here = table.is_here(side);
  change();
  if (was_here == table.is_here(side)) return;
  if (was_here) table.away_since[static_cast<std::size_t>(side)] = now();
  if (table.room) tell_all(table, table.room->ply());
}

void Hub::seat_changes(Table& table, Side side, int by) {
  auto& connections = table.connections[static_cast<std::size_t>(side)];
  const int before = connections;
  set_here(table, side, [&] { connections += by; });
  if ((before > 0) != (connections > 0)) shout_seat(table, side);
}

void Hub::subscribe(const std::shared_ptr<Connection>& connection, Table& table, std::optional<Side> side) {
  if (!connection->listener || table.removed) return;
  table.watchers.insert(connection);
  auto& seat = connection->watched[table.game];
  const auto before = std::exchange(seat, side);
  if (before == side) return;
  if (before) seat_changes(table, *before, -1);
  if (side) seat_changes(table, *side, +1);
}

void Hub::unsubscribe(const std::shared_ptr<Connection>& connection, const std::string& game) {
  const auto watched = connection->watched.extract(game);
  const auto table = find(game);
  if (!watched || !table) return;
  table->watchers.erase(connection);
  if (watched.mapped()) seat_changes(*table, *watched.mapped(), -1);
}

void Hub::end_if_time_is_up(Table& table) {
  if (const auto event = table.room->time_up(now())) commit(table, *event, {}, {});
}

void Hub::think_if_due(Table& table) {
  if (ending_ || table.removed || table.ticket != 0 || !table.room || !table.room->computer_to_move()) return;
  const auto& room = *table.room;
  table.ticket = ++tickets_;
  thinkers_->think(room.play(), room.seat(room.turn()).level,
                   [this, game = table.game, ticket = table.ticket](Move move) { thought(game, ticket, move); });
}

void Hub::thought(const std::string& game, std::uint64_t ticket, Move move) {
  const std::scoped_lock lock(mutex_);
  const auto table = find(game);
  if (!table || table->ticket != ticket) return;
  table->ticket = 0;
  if (!table->room || !table->room->computer_to_move()) return;
  const auto& room = *table->room;
  const auto judged = room.move(room.turn(), room.ply(), {}, format_move(room.play().game(), move), now());
  if (judged && *judged) commit(*table, **judged, {}, {});
  else if (!judged) spdlog::warn("game={} the computer's move: {}", shown_id(game), judged.error().message);
}

}  // namespace rimau::online
