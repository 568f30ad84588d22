// The way from the game's past to the position being looked at, for the draws by history.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "rules/play.hpp"

namespace rimau {

// A score may rest on what happened before its position: on an earlier occurrence of one below it.
// Such a score is true on this path only. The earliest ply (0 is the root of the search, before_root
// the game's past) that it rests on says how far up it must not be remembered.
inline constexpr int rests_on_nothing = std::numeric_limits<int>::max();
inline constexpr int before_root = -1;

class Path {
 public:
  // Starts with the game so far; its last position is the root.
  explicit Path(const Play& play) : rules_(play.game().rules()) {
    const auto& positions = play.positions();
    const auto quiet = static_cast<std::size_t>(play.quiet_plies());
    for (std::size_t i = positions.size() - 1 - quiet; i < positions.size(); ++i)
      entries_.push_back({rimau::key(positions[i]), static_cast<int>(i + 1 + quiet - positions.size())});
    root_ = static_cast<int>(entries_.size()) - 1;
  }

  void push(Key reached, Move move) {
    entries_.push_back({reached, move.kind() == Move::Kind::step ? entries_.back().quiet + 1 : 0});
  }
  void pop() { entries_.pop_back(); }

  // Of the position at the end of the path.
  [[nodiscard]] Key key() const noexcept { return entries_.back().key; }
  // Plies since the last drop, capture or opening turn.
  [[nodiscard]] int quiet() const noexcept { return entries_.back().quiet; }

  // If the position at the end of the path is a draw by history: the ply that rests on; otherwise
  // rests_on_nothing. A position that occurred on the path itself counts as drawn, whatever the rules
  // say of repetition: who can come back to it once can do so for ever. One that occurred in the game
  // only is drawn when the rules say so.
  [[nodiscard]] int draw() const noexcept {
    const int last = static_cast<int>(entries_.size()) - 1;
    const int quiet_now = entries_.back().quiet;
    int in_the_game = 0;
    for (int back = 4; back <= quiet_now; back += 2) {  // nothing recurs sooner: a tiger goes and returns
      if (at(last - back).key != entries_.back().key) continue;
      if (last - back >= root_) return last - back - root_;
      if (++in_the_game == rules_.repetition - 1) return before_root;
    }
    if (rules_.quiet > 0 && quiet_now >= rules_.quiet) return std::max(last - quiet_now - root_, before_root);
    return rests_on_nothing;
  }

 private:
  struct Entry {
    Key key;
    int quiet;
  };
  [[nodiscard]] const Entry& at(int index) const noexcept { return entries_[static_cast<std::size_t>(index)]; }

  const Rules& rules_;
  std::vector<Entry> entries_;
  int root_ = 0;
};

}  // namespace rimau
