// Where the games of a match begin.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "base/random.hpp"
#include "rules/play.hpp"
#include "search/search.hpp"

namespace rimau::match {

struct OpeningOptions {
  std::vector<Position> starts;  // taken in turn; the game's own start when empty
  unsigned plies = 6;            // random moves made from there
  bool balanced = false;         // prefer prefixes after which neither side is ahead
  std::uint64_t seed = 1;
};

// Openings one after another, the same for the same options. One thread at a time.
class Openings {
 public:
  Openings(std::shared_ptr<const Game> game, OpeningOptions options);

  // The next opening: random moves from the next start, the game not over after them. A position (or its
  // image) that was given before is avoided while others are easily found. Of a balanced opening a short
  // search thinks less than half a man for either side; when several draws bring none, the evenest of
  // them is taken. Fails as `limit` when every try ends the game, as `cancelled` when keep_going returns
  // false.
  [[nodiscard]] Result<Play> next(const std::function<bool()>& keep_going);

 private:
  [[nodiscard]] Result<Play> draw(const Position& start);
  [[nodiscard]] int advantage(const Play& play);

  std::shared_ptr<const Game> game_;
  OpeningOptions options_;
  Random random_;
  std::unique_ptr<Searcher> judge_;  // made when first needed
  std::set<Key> given_;
  std::size_t count_ = 0;
};

}  // namespace rimau::match
