// Two players meet: games from drawn openings, results, and when to stop. Native programs only.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "match/elo.hpp"
#include "match/openings.hpp"
#include "match/player.hpp"

namespace rimau::match {

enum class Adjudicate : std::uint8_t {
  none,  // every game is played to its end
  wins,  // one that the tables call won ends there
  all,   // one that they call drawn, too
};

enum class Seats : std::uint8_t { both, tigers, men };  // of the first player

struct Plan {
  std::shared_ptr<const Game> game;
  std::array<Settings, 2> players;
  OpeningOptions openings;
  int games = 100;
  Seats seats = Seats::both;  // both: each opening is played twice, the seats changed
  unsigned max_plies = 400;   // the opening's included; a game that has so many is cut off as a draw
  std::optional<Sprt> sprt;
  Adjudicate adjudicate = Adjudicate::wins;  // by surroundings.tables
  unsigned concurrency = 1;                  // games at a time
  Surroundings surroundings;
};

enum class Ending : std::uint8_t {
  rules,    // by the rules of the game
  fault,    // a player misbehaved
  cut_off,  // drawn, having had max_plies
  tables,   // adjudicated
};

// One finished game.
struct Finished {
  int number = 0;                  // from 1, in the order of beginning
  Side first_side = Side::tigers;  // where the first player sat
  Play play;                       // with its declared end, if it has one
  Outcome outcome;                 // as counted
  Ending ending = Ending::rules;
  std::size_t faulty = 0;  // the player (0 or 1) that misbehaved
  std::string note;        // how it ended, for people; empty when the rules say it

  // The first player's points: 0, 1/2 or 1.
  [[nodiscard]] double points() const noexcept;
};

struct Tally {
  int won = 0;
  int drawn = 0;
  int lost = 0;
  [[nodiscard]] int games() const noexcept { return won + drawn + lost; }
};

struct Summary {
  std::array<Tally, 2> by_side;  // the first player's results, by the Side it sat on
  Groups groups;                 // openings of which all games are finished
  std::array<int, 2> faults{};   // games lost by misbehaving, by player (0 and 1)
  std::array<int, 4> endings{};  // games by Ending
  std::array<int, 9> reasons{};  // games ended by the rules, by Reason
  std::int64_t plies = 0;
  bool decided = false;  // the test has reached a bound

  [[nodiscard]] Tally total() const noexcept;
  // The first player's share of the points; 0 without games.
  [[nodiscard]] double share() const noexcept;
};

// Plays the match. finished is called after each game, by one thread at a time; an error of it ends the
// match. What was played until keep_going of the surroundings returned false, or the test was decided, is
// in the summary; games under way then are dropped. A player that misbehaves loses the game and is
// started anew for the next. Fails, having called finished for what was played, as `unavailable` when a
// player cannot be started for its very first game, or as finished and Openings::next do.
// The same plan gives the same games unless time plays a part in them.
[[nodiscard]] Result<Summary> run(const Plan& plan,
                                  const std::function<Result<void>(const Finished&, const Summary&)>& finished);

}  // namespace rimau::match
