#include "puzzles/rating.hpp"

#include <algorithm>

namespace rimau::puzzles {
namespace {

constexpr int tries = 3;
constexpr int enough = 2;

}  // namespace

std::optional<int> difficulty(Searcher& searcher, const std::shared_ptr<const Game>& game, const Position& position,
                              Move solution, const std::function<bool()>& keep_going) {
  const Play play(game, position);
  for (int level = last_level; level >= first_level; --level) {
    int found = 0;
    for (int attempt = 0; attempt < tries && found < enough && attempt - found <= tries - enough; ++attempt) {
      Random random(key(position) + static_cast<std::uint64_t>(level * tries + attempt));
      searcher.clear();
      found += choose_move(searcher, play, level, random, keep_going) == solution ? 1 : 0;
      if (!keep_going()) return std::nullopt;
    }
    if (found < enough) return std::min(level + 1, hardest);
  }
  return first_level;
}

}  // namespace rimau::puzzles
