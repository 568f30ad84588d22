// Several servers over one store: what others have done is read and told, and who is connected there counts as here.
//
// Shouts: "here GAME SIDE 1" and "… 0" when the holder of a seat comes or is gone; "who GAME", which those with holders
// answer; "alive" every ten seconds, so that a server that dies takes its players with it.
#include <spdlog/spdlog.h>

#include "base/text.hpp"
#include "online/hub.hpp"
#include "online/hub_state.hpp"

namespace rimau::online {
namespace {

constexpr Time alive_ms = 10'000;
constexpr Time dead_ms = 25'000;

}  // namespace

void Hub::heard(const store::Heard& heard) {
  const std::scoped_lock lock(mutex_);
  if (ending_) return;
  switch (heard.what) {
    case store::Heard::What::changed:
      if (const auto table = find(heard.text)) hear_of(table, heard.event);
      break;
    case store::Heard::What::shouted:
      programs_[heard.from] = now();
      understand(heard.from, heard.text);
      break;
    case store::Heard::What::silence:
      for (const auto& [game, table] : tables_) {
        refresh(table);
        shout(cat("who ", game));
      }
      break;
  }
}

void Hub::understand(const std::string& from, const std::string& text) {
  const auto words = split(text, ' ');
  const auto table = words.size() > 1 ? find(std::string(words[1])) : nullptr;
  if (!table) return;
  if (words[0] == "who") {
    for (const auto side : {Side::tigers, Side::men})
      if (table->connections[static_cast<std::size_t>(side)] > 0) shout_seat(*table, side);
  } else if (words[0] == "here" && words.size() == 4) {
    const auto side = words[2] == name(Side::tigers) ? Side::tigers : Side::men;
    set_here(*table, side, [&] { table->elsewhere[from][static_cast<std::size_t>(side)] = words[3] == "1"; });
  }
}

void Hub::shout(std::string text) {
  if (!shared_ || ending_) return;
  writer_->run_later([text = std::move(text)](store::Store& store) { store.shout(text); });
}

void Hub::shout_seat(const Table& table, Side side) {
  shout(cat("here ", table.game, " ", name(side), table.connections[static_cast<std::size_t>(side)] > 0 ? " 1" : " 0"));
}

// What comes next is told; whatever is not clear is read.
void Hub::hear_of(const std::shared_ptr<Table>& table, const std::optional<store::Event>& event) {
  const bool clear = event && table->room && !table->removed && table->pending == 0;
  if (clear && event->number == table->room->number() + 1) catch_up(*table, {*event});
  else if (!clear || event->number > table->room->number()) refresh(table);
}

// Reads what has been added since. Anything of our own that waits to be written has the number of what is there by now,
// so it fails, and the room is read anew.
void Hub::refresh(const std::shared_ptr<Table>& table) {
  writer_->run_later([this, table](store::Store& store) {
    std::uint32_t number = 0;
    {
      const std::scoped_lock lock(mutex_);
      if (!table->room || table->removed) return;
      number = table->room->number();
    }
    const auto kept = store.read(table->game, number);
    const std::scoped_lock lock(mutex_);
    if (!table->room || table->removed || table->room->number() != number) return;
    if (kept) return catch_up(*table, kept->events);
    if (kept.error().kind == ErrorKind::unknown) forget(*table);
  });
}

void Hub::catch_up(Table& table, const std::vector<store::Event>& events) {
  auto& room = *table.room;
  auto from = room.ply();
  // By this clock: another server's may be some seconds off, which are nothing to days and much to a real clock.
  const auto time = now();
  const bool is_real = room.settings().clock.kind == ClockRule::Kind::real;
  for (const auto& [number, at, text] : events) {
    const auto event = parse_event(text);
    const auto applied =
        event ? room.apply(*event, is_real ? time : std::min(at, time)) : Result<void>(std::unexpected(event.error()));
    if (!applied) {
      spdlog::error("game={} what another server has added: {}", table.game.substr(0, 6), applied.error().text());
      table.room.reset();
      return;
    }
    from = std::min(from, room.ply());
    if (std::holds_alternative<Moved>(*event)) from = std::min(from, room.ply() - 1);
  }
  if (events.empty()) return;
  table.ticket = 0;
  tell_all(table, from);
}

void Hub::tend_programs() {
  const auto time = now();
  if (time - shouted_alive_ >= alive_ms) {
    shouted_alive_ = time;
    shout("alive");
  }
  for (auto program = programs_.begin(); program != programs_.end();) {
    if (time - program->second < dead_ms) {
      ++program;
      continue;
    }
    spdlog::warn("a server that shares the store is silent");
    for (const auto& [game, table] : tables_) {
      if (!table->elsewhere.contains(program->first)) continue;
      for (const auto side : {Side::tigers, Side::men})
        set_here(*table, side, [&] { table->elsewhere[program->first][static_cast<std::size_t>(side)] = false; });
      table->elsewhere.erase(program->first);
    }
    program = programs_.erase(program);
  }
}

}  // namespace rimau::online
