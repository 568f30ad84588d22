#include "online/room.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "online/names.hpp"
#include "online/secrets.hpp"

namespace rimau::online {
namespace {

using enum Refusal::Code;

// So many that no two people who play come near; somebody who takes back and moves for ever does.
constexpr std::uint32_t max_events = 4 * max_turns;

std::string seconds_left(std::int64_t ms) { return cat("not yet; in ", (ms + 999) / 1000, " s"); }

}  // namespace

Room::Room(std::string id, Settings settings, std::shared_ptr<const Game> game, Time created)
    : id_(std::move(id)),
      settings_(std::move(settings)),
      created_(created),
      play_(std::move(game)),
      seats_{settings_.tigers, settings_.men},
      stock_{settings_.clock.initial, settings_.clock.initial},
      turn_began_(created) {}

std::optional<Side> Room::open_side() const noexcept {
  for (const auto side : {Side::tigers, Side::men})
    if (seat(side).kind == Seat::Kind::open) return side;
  return std::nullopt;
}

Room::Status Room::status() const noexcept {
  if (open_side()) return Status::waiting;
  return play_.outcome().over() ? Status::over : Status::playing;
}

bool Room::clock_runs() const noexcept {
  if (status() != Status::playing || seat(turn()).kind != Seat::Kind::person) return false;
  return settings_.clock.kind == ClockRule::Kind::days || (settings_.clock.kind == ClockRule::Kind::real && ply() >= 2);
}

std::optional<std::int64_t> Room::left(Side side, Time now) const noexcept {
  const auto& clock = settings_.clock;
  if (clock.kind == ClockRule::Kind::none) return std::nullopt;
  const auto stock = clock.kind == ClockRule::Kind::days ? clock.days * day_ms : stock_[index(side)];
  if (side != turn() || !clock_runs()) return stock;
  return std::max(std::int64_t{0}, stock - std::max(std::int64_t{0}, now - turn_began_));
}

std::optional<Side> Room::holder(std::string_view token) const {
  if (!is_token(token)) return std::nullopt;
  const auto hash = token_hash(settings_.salt, token);
  for (const auto side : {Side::tigers, Side::men})
    if (seat(side).kind == Seat::Kind::person && same_secret(seat(side).hash, hash)) return side;
  return std::nullopt;
}

Judged<void> Room::must_go_on() const {
  if (status() == Status::waiting) return refuse(illegal, "the other seat is still open");
  if (status() == Status::over) return refuse(over, "the game is over");
  if (number_ >= max_events) return refuse(limit, "more has happened in this game than the server keeps");
  return {};
}

Judged<void> Room::must_be_at(std::uint32_t at) const {
  if (at == ply()) return {};
  return refuse(stale, cat("found ply ", at, ", the game is at ply ", ply()), "ply");
}

Judged<std::optional<Event>> Room::join(std::string_view token, std::string_view name) const {
  if (holder(token)) return std::nullopt;
  const auto side = open_side();
  if (!side) return refuse(taken, "both seats are taken");
  const auto& other = seat(opponent(*side));
  if (!name.empty() && !other.name.empty() && look_of(name) == look_of(other.name))
    return refuse(Refusal::Code::name, "the other player's name looks the same", "name");
  return Joined{
      .side = *side,
      .seat = {.kind = Seat::Kind::person, .name = std::string(name), .hash = token_hash(settings_.salt, token)}};
}

Judged<std::optional<Event>> Room::seat_computer(Side by, int level) const {
  const Seat computer{.kind = Seat::Kind::computer, .level = level};
  if (seat(opponent(by)) == computer) return std::nullopt;
  const auto side = open_side();
  if (!side) return refuse(taken, "both seats are taken");
  return Joined{.side = *side, .seat = computer};
}

Judged<std::optional<Event>> Room::move(Side by, std::uint32_t at, const std::string& id, std::string_view text,
                                        Time now) const {
  // 1. The same message again, perhaps because its answer was lost.
  if (at < turns_.size() && !id.empty() && turns_[at].id == id && play_.positions()[at].turn == by) return std::nullopt;
  // 2. Whether it can be made now.
  if (auto allowed = must_go_on(); !allowed) return std::unexpected(allowed.error());
  if (taken_back_.contains(id)) return refuse(stale, "this move was taken back", "id");
  if (auto allowed = must_be_at(at); !allowed) return std::unexpected(allowed.error());
  if (by != turn()) return refuse(Refusal::Code::turn, "it is the other side's turn");
  if (at >= max_turns) return refuse(limit, cat("a game has at most ", max_turns, " turns; agree on a draw"));
  if (time_up(now)) return refuse(over, "the time is up");
  // 3. Whether the rules allow it.
  const auto move = parse_legal_move(play_.game(), play_.position(), text);
  if (!move) {
    auto refusal = refusal_of(move.error());
    refusal.field = "move";
    return std::unexpected(std::move(refusal));
  }
  const auto left = clock_runs() ? mover_left(now) + settings_.clock.increment : mover_left(now);
  return Moved{.ply = at, .id = id, .move = format_move(play_.game(), *move), .left = left};
}

Judged<std::uint32_t> Room::plies_to_take_back(Side by) const {
  const std::uint32_t plies = by == turn() ? 2 : 1;
  if (ply() < plies) return refuse(illegal, "there is no move of yours to take back");
  return plies;
}

Judged<std::optional<Event>> Room::agreed(Side asker, Offer what, Time now) const {
  switch (what) {
    case Offer::takeback: {
      const auto plies = plies_to_take_back(asker);
      if (!plies) return std::unexpected(plies.error());
      return TakenBack{.plies = *plies, .left = mover_left(now)};
    }
    case Offer::draw:
      return Ended{.outcome = {Verdict::draw, Reason::agreement}};
    case Offer::rematch:
      break;
  }
  return Rematched{.game = next_id()};
}

Judged<std::optional<Event>> Room::offer(Side by, Offer what, std::uint32_t at, Time now) const {
  if (what == Offer::rematch) {
    if (status() != Status::over) return refuse(illegal, "the game is not over");
    if (!rematch_.empty()) return std::nullopt;
  } else if (auto allowed = must_go_on(); !allowed) {
    return std::unexpected(allowed.error());
  }
  if (auto allowed = must_be_at(at); !allowed) return std::unexpected(allowed.error());
  if (stands(what, by)) return std::nullopt;
  const bool is_computer = seat(opponent(by)).kind == Seat::Kind::computer;
  if (is_computer && what == Offer::draw) return refuse(illegal, "the computer plays on");
  if (is_computer || stands(what, opponent(by))) return agreed(is_computer ? by : opponent(by), what, now);
  if (what == Offer::takeback)
    if (const auto plies = plies_to_take_back(by); !plies) return std::unexpected(plies.error());
  return Offered{.by = by, .what = what};
}

Judged<std::optional<Event>> Room::accept(Side by, Offer what, std::uint32_t at, Time now) const {
  if (what == Offer::rematch) {
    if (!rematch_.empty()) return std::nullopt;
  } else if (auto allowed = must_go_on(); !allowed) {
    return std::unexpected(allowed.error());
  }
  if (auto allowed = must_be_at(at); !allowed) return std::unexpected(allowed.error());
  if (!stands(what, opponent(by))) return refuse(illegal, "there is no such offer (any more)", "what");
  return agreed(opponent(by), what, now);
}

Judged<std::optional<Event>> Room::decline(Side by, Offer what, std::uint32_t at) const {
  if (what != Offer::rematch)
    if (auto allowed = must_go_on(); !allowed) return std::unexpected(allowed.error());
  if (auto allowed = must_be_at(at); !allowed) return std::unexpected(allowed.error());
  for (const auto side : {opponent(by), by})
    if (stands(what, side)) return Declined{.by = side, .what = what};
  return std::nullopt;
}

Judged<Event> Room::resign(Side by) const {
  if (auto allowed = must_go_on(); !allowed) return std::unexpected(allowed.error());
  return Ended{.outcome = {win_of(opponent(by)), Reason::resignation}};
}

std::optional<Event> Room::time_up(Time now) const {
  if (!clock_runs() || mover_left(now) > 0) return std::nullopt;
  return Ended{.outcome = {win_of(opponent(turn())), Reason::time}};
}

Judged<Event> Room::claim_time(Side by, Time now) const {
  if (auto allowed = must_go_on(); !allowed) return std::unexpected(allowed.error());
  if (auto event = time_up(now)) return *std::move(event);
  if (!clock_runs() || by == turn()) return refuse(illegal, "the opponent's clock does not run");
  const auto left = mover_left(now);
  return refuse(illegal, seconds_left(left), {}, static_cast<int>((left + 999) / 1000));
}

Judged<Event> Room::claim_absence(Side by, std::int64_t away, Time now) const {
  if (auto allowed = must_go_on(); !allowed) return std::unexpected(allowed.error());
  if (seat(opponent(by)).kind != Seat::Kind::person) return refuse(illegal, "the computer is never away");
  const auto kind = settings_.clock.kind;
  if (kind == ClockRule::Kind::days) return refuse(illegal, "in this game only the clock decides");
  if (away <= 0) return refuse(illegal, "the opponent is here");
  if (kind == ClockRule::Kind::none && by == turn()) return refuse(illegal, "it is your own turn");
  const auto wait = kind == ClockRule::Kind::real ? away_ms_real - away : away_ms_none - (now - turn_began_);
  if (wait > 0) return refuse(illegal, seconds_left(wait), {}, static_cast<int>((wait + 999) / 1000));
  return Ended{.outcome = {win_of(by), Reason::time}, .absence = true};
}

Judged<void> Room::removal(Side by) const {
  if (status() != Status::playing || ply() < 2 || seat(opponent(by)).kind == Seat::Kind::computer) return {};
  return refuse(illegal, "the game goes on; it can be removed when it is over");
}

Settings Room::next_settings() const {
  auto next = settings_;
  next.listed = false;
  next.chance = false;
  next.maker = opponent(settings_.maker);
  next.tigers = seat(Side::men);
  next.men = seat(Side::tigers);
  return next;
}

std::string Room::next_id() const {
  return derived_token({"rematch", id_, seat(Side::tigers).hash, seat(Side::men).hash});
}

std::string_view name(Room::Status status) noexcept {
  switch (status) {
    case Room::Status::waiting:
      return "waiting";
    case Room::Status::playing:
      return "playing";
    case Room::Status::over:
      break;
  }
  return "over";
}

}  // namespace rimau::online
