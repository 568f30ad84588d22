// What can happen in a game after it was made, as the store keeps it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/errors.hpp"
#include "game/side.hpp"
#include "online/settings.hpp"
#include "rules/outcome.hpp"

namespace rimau::online {

enum class Offer : std::uint8_t { takeback, draw, rematch };
inline constexpr int offers = 3;
[[nodiscard]] std::string_view name(Offer offer) noexcept;

// The open seat is taken.
struct Joined {
  Side side = Side::tigers;
  Seat seat;
  bool operator==(const Joined&) const = default;
};
struct Moved {
  std::uint32_t ply = 0;  // turns made before
  std::string id;         // of the message; empty for the computer's
  std::string move;
  std::int64_t left = 0;  // on the mover's clock after it; 0 without one
  bool operator==(const Moved&) const = default;
};
struct Offered {
  Side by = Side::tigers;
  Offer what = Offer::draw;
  bool operator==(const Offered&) const = default;
};
// An offer does not stand any more: the other side has declined or its own withdrawn it.
struct Declined {
  Side by = Side::tigers;  // whose offer it was
  Offer what = Offer::draw;
  bool operator==(const Declined&) const = default;
};
struct TakenBack {
  std::uint32_t plies = 0;
  std::int64_t left = 0;  // on the clock that ran, 0 without one
  bool operator==(const TakenBack&) const = default;
};
// Somebody has ended the game. The reason is resignation, agreement or time.
struct Ended {
  Outcome outcome;
  bool absence = false;  // told apart from time
  bool operator==(const Ended&) const = default;
};
struct Rematched {
  std::string game;
  bool operator==(const Rematched&) const = default;
};

using Event = std::variant<Joined, Moved, Offered, Declined, TakenBack, Ended, Rematched>;

[[nodiscard]] std::string format_event(const Event& event);
// Fails as `damaged` when the text is none that format_event() has written.
[[nodiscard]] Result<Event> parse_event(std::string_view text);

}  // namespace rimau::online
