// The judge of one game that two people play from afar: who may do what now, and what has come of it.
//
// Requests are judged by functions that change nothing; what they allow is an event, and apply() alone changes a room.
// So a room is always what its events make of it, whoever reads them, whenever.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "game/catalogue.hpp"
#include "notation/record.hpp"
#include "online/events.hpp"
#include "online/settings.hpp"
#include "rules/play.hpp"
#include "store/store.hpp"

namespace rimau::online {

inline constexpr std::uint32_t max_turns = 10'000;
// How long an opponent has to be away for the game to be claimed: with a real clock, without a clock.
inline constexpr std::int64_t away_ms_real = 60'000;
inline constexpr std::int64_t away_ms_none = 7 * day_ms;

// A player whose turn began before the server did has at least so much of it left, and all of it if it is shorter:
// while no server ran they could not move, and the clock of that time may have been wrong.
inline constexpr std::int64_t grace_ms = day_ms / 2;

// One thread at a time. Knows no socket and no store; times are told to it.
class Room {
 public:
  enum class Status : std::uint8_t { waiting, playing, over };

  // A game that nothing has happened in. `settings.rules` has to be the game's own id.
  Room(std::string id, Settings settings, std::shared_ptr<const Game> game, Time created);
  // A server's time: what it is now, and what it was when the server began.
  struct Times {
    Time now = 0;
    Time began = 0;
  };
  // A kept game. A real clock goes on from now. Others go by the times that events were kept with, which may be of
  // clocks that were wrong: a turn that began in the future begins now, and one that began before the server leaves
  // grace_ms after that. Fails as `damaged` when its texts are not what a room has written, or as Catalogue::open.
  [[nodiscard]] static Result<Room> rebuild(Catalogue& catalogue, const store::Kept& kept, const Times& times);

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] Time created() const noexcept { return created_; }
  // How many events it has had.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  [[nodiscard]] const Seat& seat(Side side) const noexcept { return seats_[index(side)]; }
  [[nodiscard]] std::optional<Side> open_side() const noexcept;
  [[nodiscard]] const Play& play() const noexcept { return play_; }
  [[nodiscard]] std::uint32_t ply() const noexcept { return static_cast<std::uint32_t>(play_.moves().size()); }
  [[nodiscard]] Side turn() const noexcept { return play_.position().turn; }
  [[nodiscard]] Status status() const noexcept;
  [[nodiscard]] bool ended_by_absence() const noexcept { return absence_; }
  [[nodiscard]] bool stands(Offer what, Side by) const noexcept { return offers_[index(what)][index(by)]; }
  [[nodiscard]] const std::string& rematch() const noexcept { return rematch_; }
  [[nodiscard]] bool computer_to_move() const noexcept {
    return status() == Status::playing && seat(turn()).kind == Seat::Kind::computer;
  }

  // Milliseconds that a side has; nothing without a clock. Of a days clock only the side to move has fewer than all.
  [[nodiscard]] std::optional<std::int64_t> left(Side side, Time now) const noexcept;
  [[nodiscard]] Time turn_began() const noexcept { return turn_began_; }
  // Whether the clock of the side to move runs.
  [[nodiscard]] bool clock_runs() const noexcept;

  // Whose token that is.
  [[nodiscard]] std::optional<Side> holder(std::string_view token) const;
  // Whether somebody without a seat may know of the game.
  [[nodiscard]] bool visible_to_all() const noexcept { return !settings_.is_private || open_side().has_value(); }

  // What follows judges requests and changes nothing. An empty optional: it has happened before, or there is
  // nothing to do.
  [[nodiscard]] Judged<std::optional<Event>> join(std::string_view token, std::string_view name) const;
  [[nodiscard]] Judged<std::optional<Event>> seat_computer(Side by, int level) const;
  [[nodiscard]] Judged<std::optional<Event>> move(Side by, std::uint32_t ply, const std::string& id,
                                                  std::string_view text, Time now) const;
  // Offers; to offer what the other side has offered is to accept it. For a rematch that both want the event
  // names the next game's id, whose settings are next_settings().
  [[nodiscard]] Judged<std::optional<Event>> offer(Side by, Offer what, std::uint32_t ply, Time now) const;
  [[nodiscard]] Judged<std::optional<Event>> accept(Side by, Offer what, std::uint32_t ply, Time now) const;
  [[nodiscard]] Judged<std::optional<Event>> decline(Side by, Offer what, std::uint32_t ply) const;
  [[nodiscard]] Judged<Event> resign(Side by) const;
  [[nodiscard]] Judged<Event> claim_time(Side by, Time now) const;
  // `away`: for how long no connection of the opponent's has been open, 0 if one is.
  [[nodiscard]] Judged<Event> claim_absence(Side by, std::int64_t away, Time now) const;
  [[nodiscard]] Judged<void> removal(Side by) const;
  // The end of a game whose time is up.
  [[nodiscard]] std::optional<Event> time_up(Time now) const;

  [[nodiscard]] Settings next_settings() const;
  [[nodiscard]] std::string next_id() const;

  // The next event has happened. Fails as `damaged`, changing nothing, for one that cannot happen here.
  [[nodiscard]] Result<void> apply(const Event& event, Time at);

  [[nodiscard]] Record record() const;

 private:
  void resume(const Times& times);

  struct Turn {
    std::string id;         // of the message that made it
    std::int64_t left = 0;  // on the mover's clock afterwards
  };
  class Applier;

  static constexpr std::size_t index(Side side) noexcept { return static_cast<std::size_t>(side); }
  static constexpr std::size_t index(Offer offer) noexcept { return static_cast<std::size_t>(offer); }

  [[nodiscard]] Judged<void> must_go_on() const;
  [[nodiscard]] Judged<void> must_be_at(std::uint32_t ply) const;
  [[nodiscard]] Judged<std::uint32_t> plies_to_take_back(Side by) const;
  [[nodiscard]] Judged<std::optional<Event>> agreed(Side asker, Offer what, Time now) const;
  [[nodiscard]] std::int64_t mover_left(Time now) const noexcept { return left(turn(), now).value_or(0); }

  std::string id_;
  Settings settings_;
  Time created_;
  Play play_;
  std::array<Seat, 2> seats_;
  std::uint32_t number_ = 0;
  std::vector<Turn> turns_;
  std::set<std::string, std::less<>> taken_back_;  // ids of moves that must not come again
  std::array<std::array<bool, 2>, offers> offers_{};
  std::array<std::int64_t, 2> stock_{};  // of a real clock, when the turn began
  Time turn_began_;
  bool absence_ = false;
  std::string rematch_;
};

[[nodiscard]] std::string_view name(Room::Status status) noexcept;

}  // namespace rimau::online
