// Who plays, as a text says it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"

namespace rimau::match {

enum class Kind : std::uint8_t {
  random,   // uniformly random moves
  level,    // a level of the computer player
  search,   // the search within limits
  program,  // any program that speaks UGI
};

// What a player may spend; 0 means no such limit.
struct Budget {
  unsigned depth = 0;  // plies
  unsigned nodes = 0;
  unsigned movetime_ms = 0;
  unsigned clock_ms = 0;      // for the whole game
  unsigned increment_ms = 0;  // added after each move

  [[nodiscard]] bool timed() const noexcept { return movetime_ms > 0 || clock_ms > 0; }
  bool operator==(const Budget&) const = default;
};

struct Settings {
  std::string name;  // as results and records call the player
  Kind kind = Kind::search;
  int level = 0;
  Budget budget;
  unsigned hash_mib = 16;
  unsigned contempt = 0;                                     // what a draw costs it, in score
  bool tables = false;                                       // whether it may ask the tables of the match
  std::vector<std::pair<std::string, std::string>> options;  // for a program: setoption, in this order
  std::string command;                                       // of a program, for the shell
};

// "random", "level=3", "nodes=20000", "movetime=100", "clock=10000+100", "depth=6", "tables=on",
// "hash=64", "contempt=100", "name=TEXT", "option.NAME=VALUE", joined by commas; "cmd=COMMAND" takes the rest of the
// text. Without a name the text itself is the name. Fails as `text` naming the part that is wrong.
[[nodiscard]] Result<Settings> parse_player(std::string_view text);

// The grammar above for people, to follow "expected".
[[nodiscard]] std::string_view player_grammar() noexcept;

}  // namespace rimau::match
