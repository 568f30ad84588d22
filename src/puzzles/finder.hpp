// Looks for puzzles in games that the computer plays with itself.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "puzzles/judge.hpp"
#include "puzzles/rating.hpp"

namespace rimau::puzzles {

struct Puzzle {
  Position position;
  Task task;
  int difficulty = 1;  // 1 to 10, as rating.hpp says
};

struct Search {
  std::shared_ptr<const Game> game;
  std::shared_ptr<const tablebase::Tables> tables;  // null: by exhaustive search
  Taste taste;
  int count = 20;
  std::uint64_t seed = 1;
  std::uint64_t most_nodes = 3'000'000;  // of an exhaustive search
  std::set<Key> known;                   // canonical positions that are no longer wanted
};

struct Progress {
  int found = 0;
  int games = 0;  // played so far
};

// Puzzles of different kinds: no more than two of a game, no more than a sixth of `count` of one difficulty
// and no more than half of it with the same side and goal, as long as others turn up. In the order of
// finding; fewer than asked for when keep_going returns false or 300 games in a row bring none. Blocks. The
// same search gives the same puzzles as long as no level meets its limit in time.
[[nodiscard]] std::vector<Puzzle> find(const Search& search, const std::function<bool(const Progress&)>& keep_going);

}  // namespace rimau::puzzles
