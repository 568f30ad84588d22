// What the tests share: short ways to name games, points and positions. Failing to open one of them
// ends the test program, since nothing after it would mean anything.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "game/catalogue.hpp"
#include "notation/notation.hpp"
#include "rules/moves.hpp"

// So that failures and RapidCheck show positions, moves and errors in words.
namespace rimau {
inline void PrintTo(const Error& error, std::ostream* out) { *out << error.text(); }
inline void PrintTo(const Position& position, std::ostream* out) {
  *out << "tigers " << std::hex << position.tigers.bits() << " men " << position.men.bits() << std::dec << " hand "
       << int{position.tigers_in_hand} << '/' << int{position.men_in_hand} << " turn " << name(position.turn)
       << " opening " << (position.stage == Stage::opening) << " ply " << position.ply;
}
inline void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << name(outcome.verdict) << ' ' << name(outcome.reason);
}
}  // namespace rimau

namespace rimau::testing {

[[noreturn]] inline void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
}

template <class T>
T must(Result<T> result) {
  if (!result) give_up(result.error().text());
  return *std::move(result);
}

inline Catalogue& catalogue() {
  static Catalogue games;
  return games;
}

inline std::shared_ptr<const Game> open(std::string_view id) { return must(catalogue().open(id)); }

inline Point at(const Board& board, std::string_view name) {
  const auto point = board.find(name);
  if (!point) give_up(cat("no point ", name, " on ", board.id()));
  return *point;
}
inline Point at(const Game& game, std::string_view name) { return at(game.board(), name); }

// "a1 b2" as a set; "" is empty.
inline PointSet points(const Board& board, std::string_view names) {
  PointSet set;
  if (names.empty()) return set;
  for (const auto name : split(names, ' ')) set |= at(board, name);
  return set;
}
inline PointSet points(const Game& game, std::string_view names) { return points(game.board(), names); }

// The names of the points of a set, in order.
inline std::vector<std::string> names(const Board& board, PointSet set) {
  std::vector<std::string> found;
  for (const auto point : set) found.emplace_back(board.name(point));
  return found;
}

// A position of the play stage with nothing in hand; the men that are missing count as captured.
inline Position position(const Game& game, std::string_view tigers, std::string_view men, Side turn = Side::tigers,
                         unsigned men_in_hand = 0, unsigned tigers_in_hand = 0) {
  Setup setup;
  setup.tigers = points(game, tigers);
  setup.men = points(game, men);
  setup.tigers_in_hand = tigers_in_hand;
  setup.men_in_hand = men_in_hand;
  setup.turn = turn;
  return must(validate(game, setup));
}

inline Move move(const Game& game, std::string_view text) { return must(parse_move(game, text)); }

// The position after the moves, blank-separated, each checked.
inline Position after(const Game& game, Position position, std::string_view moves) {
  for (const auto text : split(moves, ' ')) position = must(play(game, position, move(game, text)));
  return position;
}

// The legal moves as one text, in byte order.
inline std::string moves(const Game& game, const Position& position) { return join(move_list(game, position), " "); }

// Every id with every named value and both ends of the numbers of every option, one at a time, and
// the given combinations: the games whose rules differ.
inline std::vector<std::string> games_with_options() {
  std::vector<std::string> all;
  for (const auto& id : catalogue().ids()) {
    all.push_back(id);
    const auto spec = catalogue().spec(id);
    for (const auto& [key, option] : Catalogue::options(*spec)) {
      for (const auto& [value, rules] : option.values)
        if (value != option.initial) all.push_back(cat(id, ":", key, "=", value));
      if (option.number_sets.empty()) continue;
      all.push_back(cat(id, ":", key, "=", option.number_min));
      all.push_back(cat(id, ":", key, "=", option.number_max));
    }
  }
  // Options that act together: other lines with other captures, stuck men who lose, early draws.
  for (const auto* more :
       {"rimau-22:flanks=stop,stuck=lose", "rimau-24:flanks=stop,quiet=20,repetition=off",
        "rimau-rimau:capture=odd,men=22", "rimau-rimau:capture=odd,flanks=stop,men=22,stuck=lose",
        "meurimueng-rimueng-do:first=men,win=all", "meurimueng-rimueng-do:first=men,stuck=lose,win=2",
        "pulijudam:tigers=1,win=all", "pulijudam:stuck=lose,tigers=4,win=all", "pulijudam:tigers=2,win=1",
        "demala-diviyan-keliya:stuck=lose,win=15", "bagh-chal:stuck=lose,win=all"})
    all.emplace_back(more);
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

}  // namespace rimau::testing
