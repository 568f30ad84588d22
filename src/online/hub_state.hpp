// What a hub keeps of each connection and each game. Used inside this folder only.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "online/hub.hpp"

namespace rimau::online {

inline constexpr std::size_t max_watched = 16;

[[nodiscard]] inline Refusal no_such_game() {
  return {Refusal::Code::unknown, "there is no such game, or it is not for you"};
}

struct Hub::Connection {
  Connection(std::shared_ptr<Listener> listener_, std::string address_, double burst)
      : listener(std::move(listener_)), address(std::move(address_)), bucket(burst, TokenBucket::Clock::now()) {}

  std::shared_ptr<Listener> listener;  // null after leave()
  const std::string address;
  TokenBucket bucket;
  int refused_in_a_row = 0;
  std::map<std::string, std::optional<Side>> watched;  // games, and the seats it speaks for
};

struct Hub::Table {
  std::string game;
  std::optional<Room> room;  // while it is being read there is none
  bool loading = false;
  bool removed = false;
  std::vector<std::pair<Asker, WithTable>> waiting;  // for the room
  std::set<std::shared_ptr<Connection>> watchers;
  std::array<int, 2> connections{};  // of the seats' holders
  std::array<Time, 2> away_since{};
  std::map<std::string, std::array<bool, 2>> elsewhere;  // the same at other servers
  // Things to be told that wait for the writer; while there are any, all others wait behind them.
  std::size_t pending = 0;
  // Changes when the room is thrown away because the store has not taken what it allowed.
  std::uint64_t generation = 0;
  std::uint64_t ticket = 0;  // of the thought under way, 0: none
  Time touched = 0;

  [[nodiscard]] Presence presence() const {
    return {.here = {is_here(Side::tigers), is_here(Side::men)}, .away_since = away_since};
  }
  [[nodiscard]] bool is_here(Side side) const {
    const auto at = static_cast<std::size_t>(side);
    return connections[at] > 0 || std::ranges::any_of(elsewhere, [at](const auto& other) { return other.second[at]; });
  }
};

}  // namespace rimau::online
