// What the server tells its clients, as texts of messages (docs/online.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "online/room.hpp"
#include "online/settings.hpp"

namespace rimau::online {

// Whether the holders of the two seats have a connection open, and since when not.
struct Presence {
  std::array<bool, 2> here{};
  std::array<Time, 2> away_since{};
};

// The answer to whom a state is told; none when it is told to all.
struct Addressee {
  std::string_view re;
  std::optional<Side> you;
};

// The room's state, with the moves after the first `from`.
[[nodiscard]] std::string state_text(const Room& room, const Presence& presence, std::uint32_t from, Time now,
                                     const std::optional<Addressee>& addressee);

[[nodiscard]] std::string welcome_text(std::string_view token, Time now);
[[nodiscard]] std::string pong_text(std::string_view re);
[[nodiscard]] std::string token_text(std::string_view re, std::string_view token);
[[nodiscard]] std::string done_text(std::string_view re, std::string_view game, std::uint32_t number,
                                    std::uint32_t ply);
[[nodiscard]] std::string gone_text(std::string_view game);
[[nodiscard]] std::string record_text(std::string_view re, std::string_view game, std::string_view text);
[[nodiscard]] std::string error_text(std::string_view re, std::string_view game, const Refusal& refusal);

// A game on the open list.
struct Challenge {
  std::string game;
  std::string rules;
  Time created = 0;
  std::string name;
  std::optional<Side> side;
  ClockRule clock;
  bool here = false;
};
[[nodiscard]] std::string list_text(std::string_view re, const std::vector<Challenge>& challenges);

}  // namespace rimau::online
