// A board: named points and the straight lines that join them. Knows no game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "board/point.hpp"

namespace rimau {

// Where a point is drawn: x to the right, y upwards, in units of the board's own grid.
struct Coordinates {
  double x = 0;
  double y = 0;
  bool operator==(const Coordinates&) const = default;
};

// A board as a file describes it: names only, nothing checked.
struct BoardSpec {
  struct Line {
    std::string text;  // point names in order, separated by blanks
    int source_line = 0;
  };
  struct Place {
    std::string point;
    Coordinates at;
    int source_line = 0;
  };

  std::string id;
  std::vector<Line> lines;
  std::vector<Place> places;  // only of points not drawn where their name says
};

// Immutable after make(); may be shared by threads.
class Board {
 public:
  // Consecutive points of a line; runs from end to end without a turn.
  using Line = std::vector<Point>;
  // Where each point goes: image[i] is the point that the point of index i is mapped to.
  using Permutation = std::vector<Point>;

  // Checks the description and derives the rest. Refused, naming the source line: a name that is
  // not a lower-case letter and a digit, a line of fewer than two points or with a point twice, two
  // lines that share two points (their edges would be double), a line that bends where it is drawn,
  // two points drawn at one place, a place for an unknown point, more than 64 points, no line.
  [[nodiscard]] static Result<Board> make(const BoardSpec& spec);

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(names_.size()); }
  [[nodiscard]] PointSet points() const noexcept { return PointSet::first_points(size()); }
  [[nodiscard]] const std::vector<Line>& lines() const noexcept { return lines_; }

  [[nodiscard]] std::string_view name(Point point) const { return names_[static_cast<std::size_t>(point.index())]; }
  [[nodiscard]] std::optional<Point> find(std::string_view name) const;
  [[nodiscard]] Coordinates coordinates(Point point) const { return places_[static_cast<std::size_t>(point.index())]; }

  // The points one edge away.
  [[nodiscard]] PointSet neighbours(Point point) const { return neighbours_[static_cast<std::size_t>(point.index())]; }
  [[nodiscard]] int edges() const noexcept;

  // The points beyond `point` along each line in each direction, nearest first; directions without a
  // point beyond are left out. The order is that of the lines, forwards then backwards.
  [[nodiscard]] std::vector<Line> rays(Point point) const;

 private:
  Board() = default;

  std::string id_;
  std::vector<std::string> names_;  // sorted; the index is the point's
  std::vector<Coordinates> places_;
  std::vector<Line> lines_;
  std::vector<PointSet> neighbours_;
};

}  // namespace rimau
