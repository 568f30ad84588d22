#include "board/symmetry.hpp"

#include <algorithm>
#include <optional>

namespace rimau {
namespace {

// Backtracking over the images of points 0, 1, 2, …; a partial map is kept while it preserves
// adjacency and degree both ways. Boards have few symmetries, so this visits few nodes; a structure
// that would visit many has a huge group or is built to be hard, and gives up.
class Search {
 public:
  Search(const std::vector<PointSet>& neighbours, const std::function<bool(const Board::Permutation&)>& keeps,
         std::uint64_t& nodes_left)
      : neighbours_(neighbours), keeps_(keeps), nodes_left_(nodes_left) {}

  std::optional<std::vector<Board::Permutation>> run() {
    extend();
    if (gave_up_) return std::nullopt;
    return std::move(found_);
  }

 private:
  static constexpr int max_nodes = 20'000;
  static constexpr int whole_map = 20;  // the nodes that the check of a whole map costs

  [[nodiscard]] bool fits(std::size_t point, std::size_t target) const {
    if (neighbours_[point].size() != neighbours_[target].size()) return false;
    for (std::size_t other = 0; other < point; ++other)
      if (neighbours_[point].contains(Point::at(static_cast<int>(other))) != neighbours_[target].contains(map_[other]))
        return false;
    return true;
  }

  bool spend(int nodes) {
    const auto cost = std::min(static_cast<std::uint64_t>(nodes), nodes_left_);
    nodes_left_ -= cost;
    nodes_ += nodes;
    gave_up_ = gave_up_ || nodes_ > max_nodes || nodes_left_ == 0;
    return !gave_up_;
  }

  void extend() {
    const auto point = map_.size();
    if (!spend(point == neighbours_.size() ? whole_map : 1)) return;
    if (point == neighbours_.size()) {
      if (keeps_(map_)) found_.push_back(map_);
      gave_up_ = found_.size() > max_symmetries;
      return;
    }
    for (std::size_t target = 0; target < neighbours_.size(); ++target) {
      const auto image = Point::at(static_cast<int>(target));
      if (used_.contains(image) || !fits(point, target)) continue;
      used_ |= image;
      map_.push_back(image);
      extend();
      map_.pop_back();
      used_ -= image;
    }
  }

  const std::vector<PointSet>& neighbours_;
  const std::function<bool(const Board::Permutation&)>& keeps_;
  std::uint64_t& nodes_left_;
  Board::Permutation map_;
  PointSet used_;
  std::vector<Board::Permutation> found_;
  int nodes_ = 0;
  bool gave_up_ = false;
};

}  // namespace

std::vector<Board::Permutation> symmetries(const std::vector<PointSet>& neighbours,
                                           const std::function<bool(const Board::Permutation&)>& keeps,
                                           std::uint64_t& nodes_left) {
  if (auto found = Search(neighbours, keeps, nodes_left).run()) return *std::move(found);
  Board::Permutation identity;
  for (std::size_t i = 0; i < neighbours.size(); ++i) identity.push_back(Point::at(static_cast<int>(i)));
  return {identity};
}

PointSet image(PointSet set, const Board::Permutation& permutation) {
  PointSet mapped;
  for (const auto point : set) mapped |= permutation[static_cast<std::size_t>(point.index())];
  return mapped;
}

}  // namespace rimau
