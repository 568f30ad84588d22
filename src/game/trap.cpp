// The smallest trap: for every placement of the tigers the least set of men that holds them.
#include <algorithm>
#include <array>
#include <vector>

#include "base/text.hpp"
#include "game/game.hpp"

namespace rimau {
namespace {

std::uint64_t placements(int points, int tigers) {
  std::uint64_t count = 1;
  const int chosen = std::min(tigers, points - tigers);
  for (int i = 0; i < chosen; ++i) {
    count = count * static_cast<std::uint64_t>(points - i) / static_cast<std::uint64_t>(i + 1);
    if (count > Effort{}.trap_placements) return count;
  }
  return count;
}

class TrapSearch {
 public:
  TrapSearch(const Board& board, Capture capture) : points_(board.size()), best_(board.size() + 1) {
    for (const auto point : board.points()) {
      steps_.push_back(board.neighbours(point));
      leaps_.push_back(find_leaps(board, capture, point));
    }
  }

  int run(int tigers) {
    place(PointSet{}, 0, tigers);
    return best_;
  }

 private:
  void place(PointSet tigers, int from, int left) {
    if (left == 0) {
      best_ = std::min(best_, men_needed(tigers));
      return;
    }
    for (int next = from; next + left <= points_; ++next) place(tigers | Point::at(next), next + 1, left - 1);
  }

  // The size of the least closed set of men: the ends of all steps, then, until nothing changes, the
  // landings of all leaps over men in the set.
  int men_needed(PointSet tigers) const {
    PointSet men;
    for (const auto tiger : tigers) men |= steps_[static_cast<std::size_t>(tiger.index())];
    men -= tigers;
    for (PointSet before; before != men && men.size() < best_;) {
      before = men;
      for (const auto tiger : tigers)
        for (const auto& leap : leaps_[static_cast<std::size_t>(tiger.index())])
          if (men.contains(leap.over) && !tigers.contains(leap.landing)) men |= leap.landing;
    }
    return men.size();
  }

  int points_;
  int best_;
  std::vector<PointSet> steps_;
  std::vector<std::vector<Leap>> leaps_;
};

}  // namespace

Result<int> smallest_trap(const Board& board, Capture capture, int tigers, std::uint64_t& placements_left) {
  const auto count = placements(board.size(), tigers);
  if (count > placements_left)
    return fail(ErrorKind::limit, cat("the smallest trap of ", tigers, " tigers on ", board.size(),
                                      " points is too costly to derive; give a number"));
  placements_left -= count;
  return TrapSearch(board, capture).run(tigers);
}

Result<int> smallest_trap(const Board& board, Capture capture, int tigers) {
  Effort effort;
  return smallest_trap(board, capture, tigers, effort.trap_placements);
}

}  // namespace rimau
