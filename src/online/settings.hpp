// What two players have agreed on before the first turn, and what the requests about a game can be refused for.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "base/errors.hpp"
#include "game/side.hpp"
#include "store/store.hpp"

namespace rimau::online {

// Milliseconds since 1970-01-01, UTC; of times that are compared or subtracted all come from one source.
using store::Time;

// How long players may take. Spans are in milliseconds.
struct ClockRule {
  enum class Kind : std::uint8_t {
    none,
    days,  // so many for each turn
    real,  // a stock for the whole game, and something added after each turn
  };
  Kind kind = Kind::none;
  int days = 0;
  std::int64_t initial = 0;
  std::int64_t increment = 0;

  bool operator==(const ClockRule&) const = default;
};

inline constexpr std::int64_t day_ms = 24LL * 3600 * 1000;
inline constexpr int max_days = 30;
inline constexpr std::int64_t min_initial = 10'000;
inline constexpr std::int64_t max_initial = 3 * 3'600'000;
inline constexpr std::int64_t max_increment = 180'000;

// Why something asked for was not done, as docs/online.md lists the codes. Nothing has changed then.
struct Refusal {
  enum class Code : std::uint8_t { text, unknown, illegal, turn, stale, over, taken, name, busy, limit, unavailable };
  Code code = Code::text;
  std::string message;  // one sentence
  std::string field;    // of the message, where one is at fault
  int retry = 0;        // seconds after which it may succeed, 0: not known

  bool operator==(const Refusal&) const = default;
};

template <class T>
using Judged = std::expected<T, Refusal>;

[[nodiscard]] std::unexpected<Refusal> refuse(Refusal::Code code, std::string message, std::string field = {},
                                              int retry = 0);
[[nodiscard]] std::string_view name(Refusal::Code code) noexcept;
// What an error of the core or the store is for a player.
[[nodiscard]] Refusal refusal_of(const Error& error);

// Who sits on one side.
struct Seat {
  enum class Kind : std::uint8_t { open, person, computer };
  Kind kind = Kind::open;
  std::string name;  // of a person; empty: none
  std::string hash;  // of a person's token
  int level = 0;     // of the computer

  bool operator==(const Seat&) const = default;
};

// A game's head in the store: what does not change from its making on.
struct Settings {
  std::string rules;  // GAME, canonical
  ClockRule clock;
  bool listed = false;
  bool is_private = false;
  bool chance = false;  // the sides were drawn
  std::string salt;     // of the tokens' hashes
  Side maker = Side::tigers;
  Seat tigers;
  Seat men;

  [[nodiscard]] const Seat& seat(Side side) const noexcept { return side == Side::tigers ? tigers : men; }
  [[nodiscard]] Seat& seat(Side side) noexcept { return side == Side::tigers ? tigers : men; }
  bool operator==(const Settings&) const = default;
};

[[nodiscard]] std::string format_settings(const Settings& settings);
// Fails as `damaged` when the text is none that format_settings() has written.
[[nodiscard]] Result<Settings> parse_settings(std::string_view text);

}  // namespace rimau::online
