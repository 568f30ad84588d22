#include "board/board.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.hpp"

namespace rimau {
namespace {

std::unexpected<Error> refuse(int source_line, std::string message) {
  return fail(ErrorKind::text, std::move(message), {.line = source_line, .field = "lines"});
}

bool is_point_name(std::string_view name) {
  return name.size() == 2 && name[0] >= 'a' && name[0] <= 'z' && name[1] >= '0' && name[1] <= '9';
}

// The names of all points on any line, in byte order.
Result<std::vector<std::string>> collect_names(const BoardSpec& spec) {
  std::set<std::string> names;
  for (const auto& line : spec.lines) {
    for (const auto name : split(line.text, ' ')) {
      if (!is_point_name(name))
        return refuse(line.source_line, cat("\"", shown(name),
                                            "\" is no point name; expected a lower-case letter and "
                                            "a digit, names separated by single blanks"));
      names.emplace(name);
    }
  }
  if (names.empty()) return refuse(0, "no line; a board needs at least one");
  if (names.size() > max_points)
    return refuse(0, cat("the lines name ", names.size(), " points; at most ", max_points, " are supported"));
  return std::vector<std::string>(names.begin(), names.end());
}

// Whether b lies on the straight segment from a to c, within a thousandth of a grid unit.
bool between(Coordinates a, Coordinates b, Coordinates c) {
  const double cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const double dot = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
  return std::abs(cross) <= 1e-3 * std::hypot(c.x - a.x, c.y - a.y) && dot > 0;
}

}  // namespace

Result<Board> Board::make(const BoardSpec& spec) {
  Board board;
  board.id_ = spec.id;
  auto names = collect_names(spec);
  if (!names) return std::unexpected(std::move(names).error());
  board.names_ = *std::move(names);
  const auto size = board.names_.size();

  // 1. Where each point is drawn: by its name (column letter, row digit) unless the file says other.
  for (const auto& name : board.names_) board.places_.push_back({double(name[0] - 'a'), double(name[1] - '0')});
  PointSet placed;
  for (const auto& place : spec.places) {
    const auto point = board.find(place.point);
    if (!point) return refuse(place.source_line, cat("\"", shown(place.point), "\" is placed but on no line"));
    if (placed.contains(*point)) return refuse(place.source_line, cat(place.point, " is placed twice"));
    if (!std::isfinite(place.at.x) || !std::isfinite(place.at.y) || std::abs(place.at.x) > 1000 ||
        std::abs(place.at.y) > 1000)
      return refuse(place.source_line, cat(place.point, " is placed outside -1000 to 1000"));
    placed |= *point;
    board.places_[static_cast<std::size_t>(point->index())] = place.at;
  }
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::hypot(board.places_[i].x - board.places_[j].x, board.places_[i].y - board.places_[j].y) < 1e-3)
        return refuse(0, cat(board.names_[j], " and ", board.names_[i], " are drawn at the same place"));

  // 2. The lines, and the edges between their adjacent points. together[i] are the points that share
  //    a line with i: two lines through the same two points would join them twice.
  board.neighbours_.resize(size);
  std::vector<PointSet> together(size);
  for (const auto& text : spec.lines) {
    Line line;
    for (const auto name : split(text.text, ' ')) line.push_back(*board.find(name));
    if (line.size() < 2) return refuse(text.source_line, "a line of one point; expected at least two");
    PointSet seen;
    for (const auto point : line) {
      if (seen.contains(point)) return refuse(text.source_line, cat(board.name(point), " is twice on one line"));
      if (const auto double_points = together[static_cast<std::size_t>(point.index())] & seen; !double_points.empty())
        return refuse(text.source_line, cat(board.name(double_points.first()), " and ", board.name(point),
                                            " are already on one line; two points are joined at most once"));
      seen |= point;
    }
    for (std::size_t i = 1; i + 1 < line.size(); ++i)
      if (!between(board.coordinates(line[i - 1]), board.coordinates(line[i]), board.coordinates(line[i + 1])))
        return refuse(text.source_line, cat("the line bends at ", board.name(line[i]), "; lines are straight"));
    for (const auto point : line) together[static_cast<std::size_t>(point.index())] |= seen - PointSet(point);
    for (std::size_t i = 1; i < line.size(); ++i) {
      board.neighbours_[static_cast<std::size_t>(line[i - 1].index())] |= line[i];
      board.neighbours_[static_cast<std::size_t>(line[i].index())] |= line[i - 1];
    }
    board.lines_.push_back(std::move(line));
  }
  return board;
}

std::optional<Point> Board::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(names_, name);
  if (found == names_.end() || *found != name) return std::nullopt;
  return Point::at(static_cast<int>(found - names_.begin()));
}

int Board::edges() const noexcept {
  int ends = 0;
  for (const auto set : neighbours_) ends += set.size();
  return ends / 2;
}

std::vector<Board::Line> Board::rays(Point point) const {
  std::vector<Line> rays;
  for (const auto& line : lines_) {
    const auto here = std::ranges::find(line, point);
    if (here == line.end()) continue;
    if (here + 1 != line.end()) rays.emplace_back(here + 1, line.end());
    if (here != line.begin()) rays.emplace_back(std::make_reverse_iterator(here), line.rend());
  }
  return rays;
}

}  // namespace rimau
