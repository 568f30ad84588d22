// How a room comes from its events, and what is told of it afterwards.
#include <algorithm>
#include <chrono>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "online/room.hpp"

namespace rimau::online {
namespace {

Result<void> damaged(std::string why) { return fail(ErrorKind::damaged, std::move(why)); }

std::string date_of(Time time) {
  const auto days = std::chrono::floor<std::chrono::days>(std::chrono::sys_time(std::chrono::milliseconds(time)));
  const std::chrono::year_month_day date(days);
  const auto two = [](unsigned number) { return cat(number < 10 ? "0" : "", number); };
  return cat(static_cast<int>(date.year()), '.', two(static_cast<unsigned>(date.month())), '.',
             two(static_cast<unsigned>(date.day())));
}

std::string name_of(const Seat& seat) {
  if (seat.kind == Seat::Kind::computer) return cat("rimau, level ", seat.level);
  return seat.name.empty() ? "anonymous" : seat.name;
}

}  // namespace

// Each changes the room, or fails having changed nothing.
class Room::Applier {
 public:
  Applier(Room& room, Time at) : room_(room), at_(at) {}

  Result<void> operator()(const Joined& event) const {
    if (room_.open_side() != event.side) return damaged("the seat is not open");
    room_.seats_[index(event.side)] = event.seat;
    begin_turn();
    return {};
  }

  Result<void> operator()(const Moved& event) const {
    if (room_.status() != Status::playing || event.ply != room_.ply()) return damaged("a move out of turn");
    const auto mover = room_.turn();
    const auto move = parse_move(room_.play_.game(), event.move);
    if (!move) return std::unexpected(move.error());
    if (auto made = room_.play_.play(*move); !made) return made;
    room_.turns_.push_back({event.id, event.left});
    set_stock(mover, event.left);
    begin_turn();
    return {};
  }

  Result<void> operator()(const Offered& event) const {
    room_.offers_[index(event.what)][index(event.by)] = true;
    return {};
  }

  Result<void> operator()(const Declined& event) const {
    room_.offers_[index(event.what)][index(event.by)] = false;
    return {};
  }

  Result<void> operator()(const TakenBack& event) const {
    if (room_.status() != Status::playing || event.plies == 0 || event.plies > room_.ply())
      return damaged("a takeback of moves that there are not");
    set_stock(room_.turn(), event.left);
    for (std::uint32_t n = 0; n < event.plies; ++n) {
      room_.play_.undo();
      if (!room_.turns_.back().id.empty()) room_.taken_back_.insert(std::move(room_.turns_.back().id));
      room_.turns_.pop_back();
    }
    begin_turn();
    return {};
  }

  Result<void> operator()(const Ended& event) const {
    if (room_.status() != Status::playing) return damaged("an end of a game that does not go on");
    const auto [verdict, reason] = event.outcome;
    const auto loser = verdict == Verdict::tigers ? Side::men : Side::tigers;
    const bool by_clock = reason == Reason::time && !event.absence;
    const auto shown_by_clock = by_clock ? 0 : room_.left(room_.turn(), at_).value_or(0);
    const auto mover = room_.turn();
    bool ended = false;
    if (reason == Reason::agreement && verdict == Verdict::draw) ended = room_.play_.agree_draw();
    else if (reason == Reason::resignation) ended = room_.play_.resign(loser);
    else if (reason == Reason::time) ended = room_.play_.flag(loser);
    if (!ended) return damaged("an end that players cannot bring about");
    room_.absence_ = event.absence;
    set_stock(mover, shown_by_clock);
    room_.offers_ = {};
    return {};
  }

  Result<void> operator()(const Rematched& event) const {
    if (room_.status() != Status::over) return damaged("a rematch of a game that goes on");
    room_.rematch_ = event.game;
    room_.offers_ = {};
    return {};
  }

 private:
  void set_stock(Side side, std::int64_t left) const {
    if (room_.settings_.clock.kind == ClockRule::Kind::real) room_.stock_[index(side)] = left;
  }
  // Offers lapse with the position that they were made in.
  void begin_turn() const {
    room_.turn_began_ = at_;
    room_.offers_ = {};
  }

  Room& room_;
  Time at_;
};

Result<void> Room::apply(const Event& event, Time at) {
  auto applied = std::visit(Applier(*this, at), event);
  if (applied) ++number_;
  return applied;
}

Result<Room> Room::rebuild(Catalogue& catalogue, const store::Kept& kept, const Times& times) {
  const auto refuse = [&kept](Error error) {
    error.place.file = cat("game ", shown(kept.head.id.substr(0, 6)), "…");
    return std::unexpected(std::move(error));
  };
  auto settings = parse_settings(kept.head.text);
  if (!settings) return refuse(std::move(settings).error());
  auto game = catalogue.open(settings->rules);
  if (!game) return refuse(std::move(game).error());
  Room room(kept.head.id, *std::move(settings), *std::move(game), kept.head.created);
  for (const auto& [number, at, text] : kept.events) {
    const auto event = parse_event(text);
    auto applied = event ? room.apply(*event, at) : Result<void>(std::unexpected(event.error()));
    if (applied && number == room.number()) continue;
    auto error = applied ? Error{ErrorKind::damaged, "an event is missing", {}} : std::move(applied).error();
    error.kind = ErrorKind::damaged;
    error.place.field = cat("event ", number);
    return refuse(std::move(error));
  }
  room.resume(times);
  return room;
}

void Room::resume(const Times& times) {
  const auto& clock = settings_.clock;
  if (clock.kind == ClockRule::Kind::real) {
    turn_began_ = times.now;
    return;
  }
  // Without a clock, the time after which absence may be claimed.
  const auto turn = clock.kind == ClockRule::Kind::days ? clock.days * day_ms : away_ms_none;
  turn_began_ = std::min(std::max(turn_began_, times.began - std::max(Time{0}, turn - grace_ms)), times.now);
}

Record Room::record() const {
  auto record = record_of(play_);
  (void)record.set_tag("Event", "online");
  (void)record.set_tag("Date", date_of(created_));
  (void)record.set_tag("Tigers", name_of(seat(Side::tigers)));
  (void)record.set_tag("Men", name_of(seat(Side::men)));
  if (settings_.clock.kind != ClockRule::Kind::real) return record;
  const auto line = record.mainline();
  for (std::size_t n = 0; n < line.size() && n < turns_.size(); ++n)
    record.set_clock(line[n], static_cast<std::uint32_t>(turns_[n].left / 1000));
  return record;
}

}  // namespace rimau::online
