// One who makes moves: the computer player within this process, or a program outside.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "match/settings.hpp"
#include "rules/play.hpp"
#include "tablebase/tables.hpp"

namespace rimau::match {

// The time left to both sides, by Side, in milliseconds, as far as they play by a clock.
struct Clocks {
  std::array<long long, 2> left{};
  std::array<long long, 2> increment{};
};

// One thread at a time.
class Player {
 public:
  Player() = default;
  virtual ~Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Forgets the games before; what the player draws at random follows from `seed`. Starts a program that
  // is not running. Fails as `unavailable` when that is impossible.
  [[nodiscard]] virtual Result<void> begin_game(const std::shared_ptr<const Game>& game, std::uint64_t seed) = 0;
  // A move for the side to move of a game that is not over. It is legal. Fails as `cancelled` when
  // keep_going has returned false, as `limit` when no answer came in time, as `illegal` or
  // `unavailable` for any other misbehaviour, which the message tells; the player may then be asked again
  // only after begin_game(). Blocks; a program that does not answer is ended.
  [[nodiscard]] virtual Result<Move> choose(const Play& play, const Clocks& clocks) = 0;
};

// How players are made.
struct Surroundings {
  std::shared_ptr<const tablebase::Tables> tables;  // may be null
  std::function<bool()> keep_going;                 // asked often, from the players' threads
  unsigned margin_ms = 500;                         // beyond its time that a program is waited for
  unsigned timeout_ms = 60'000;                     // for an answer that has no time limit, and for starting
};

[[nodiscard]] std::unique_ptr<Player> make_player(const Settings& settings, const Surroundings& surroundings);

// The words of a "go" that tells these limits.
[[nodiscard]] std::string go_words(const Budget& budget, const Clocks& clocks, Side first_player);

}  // namespace rimau::match
