#include "terminal/board_painter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace rimau::terminal {
namespace {

// The position as the turn under way has changed it: the tiger stands where it was moved to, upon a man
// marked for removal if it was moved there.
Position position_shown(const TurnBuilder& turn) {
  auto position = turn.position();
  position.tigers = turn.tigers();
  position.men -= position.tigers;
  return position;
}

TextPicture draw(const Table& table, const Position& position, int scale, bool utf8) {
  Marks marks;
  if (const auto& moves = table.session().play().moves(); !moves.empty()) marks.last = moves.back();
  return draw_text(table.session().game(), position, marks,
                   {.flipped = table.flipped(), .ascii = !utf8, .coordinates = true, .scale = scale});
}

TextPicture largest(const Table& table, const Position& position, int max_rows, int max_columns, bool utf8) {
  constexpr int largest_scale = 3;
  for (int scale = largest_scale; scale > 1; --scale) {
    auto picture = draw(table, position, scale, utf8);
    if (picture.rows() <= max_rows && picture.columns() <= max_columns) return picture;
  }
  return draw(table, position, 1, utf8);
}

}  // namespace

BoardPainter::BoardPainter(const Table& table, const TurnBuilder& turn, int max_rows, int max_columns, bool utf8)
    : table_(&table),
      turn_(&turn),
      board_(&table.session().game().board()),
      utf8_(utf8),
      shown_(position_shown(turn)),
      picture_(largest(table, shown_, max_rows, max_columns, utf8)) {}

TextPlace BoardPainter::place(Point point) const {
  const auto at = picture_.place(point);
  return {origin_.row + at.row, origin_.column + at.column};
}

void BoardPainter::paint(Screen& screen, const Box& box, const std::optional<Point>& cursor) {
  origin_ = {box.row + (box.rows - picture_.rows()) / 2, box.column + (box.columns - picture_.columns()) / 2};
  for (int row = 0; row < picture_.rows(); ++row)
    for (int column = 0; column < picture_.columns(); ++column) paint_cell(screen, {row, column});
  for (const auto point : board_->points()) paint_point(screen, point, cursor == point);
}

void BoardPainter::paint_cell(Screen& screen, TextPlace at) const {
  const auto& cell = picture_.cell(at);
  if (cell.ink == Ink::blank && !cell.last) return;
  screen.put(origin_.row + at.row, origin_.column + at.column, cell.glyph, cell.last ? Style::last : Style::dim);
}

PointSet BoardPainter::hinted() const {
  const auto hint = table_->hint();
  if (!hint || hint->is_pass()) return {};
  PointSet points;
  if (hint->kind() == Move::Kind::opening) points |= hint->removed();
  if (hint->kind() != Move::Kind::opening || hint->relocates()) points |= hint->to();
  if (hint->kind() == Move::Kind::step || hint->kind() == Move::Kind::leap || hint->relocates()) points |= hint->from();
  return points;
}

void BoardPainter::paint_point(Screen& screen, Point point, bool cursor) const {
  const auto at = place(point);
  const auto& cell = picture_.cell(picture_.place(point));
  const bool person = table_->session().person_to_move();
  char32_t glyph = cell.glyph;
  Style style = Style::dim;
  if (cell.ink == Ink::tiger) style = Style::tiger;
  if (cell.ink == Ink::man) {
    style = Style::man;
    if (utf8_) glyph = U'●';
  }
  if (person && cell.ink == Ink::point && turn_->targets().contains(point)) {
    glyph = utf8_ ? U'◦' : U'*';
    style = Style::target;
  } else if (person && cell.ink == Ink::point && turn_->choices().contains(point)) {
    style = Style::target;
  }
  if (person && turn_->marked().contains(point) && cell.ink == Ink::man) {
    glyph = utf8_ ? U'✗' : U'x';
    style = Style::marked;
  }
  // What stands beside the point tells more about it, the most important last.
  const auto beside = [&](char32_t left, char32_t right, Style mark, bool reverse) {
    screen.put(at.row, at.column - 1, left, mark, reverse);
    screen.put(at.row, at.column + 1, right, mark, reverse);
  };
  if (hinted().contains(point)) beside(U'(', U')', Style::hint, false);
  if (person && turn_->selected() == point) beside(U'<', U'>', Style::target, false);
  if (cursor) {
    const bool bare = !hinted().contains(point) && !cell.last && turn_->selected() != point;
    if (bare) beside(U' ', U' ', Style::plain, true);
    else
      beside(turn_->selected() == point ? U'<'
             : cell.last                ? U'['
                                        : U'(',
             turn_->selected() == point ? U'>'
             : cell.last                ? U']'
                                        : U')',
             Style::plain, true);
  }
  screen.put(at.row, at.column, glyph, style, cursor);
}

Point neighbour_towards(const Board& board, Point from, int dx, int dy, bool flipped) {
  const int turned = flipped ? -1 : 1;
  const auto here = board.coordinates(from);
  Point best = from;
  double least = 1e9;
  for (const auto point : board.points()) {
    const double x = turned * (board.coordinates(point).x - here.x);
    const double y = -turned * (board.coordinates(point).y - here.y);
    const double ahead = dx * x + dy * y;
    const double aside = std::abs(dy * x) + std::abs(dx * y);
    // Up and down a slanted leg still counts as up and down; sideways the row is kept where it goes on.
    if (ahead <= 1e-6 || aside > (dx != 0 ? 1 : 1.5) * ahead + 1e-6) continue;
    const double way = ahead + 2 * aside;
    if (way >= least) continue;
    least = way;
    best = point;
  }
  return best;
}

Point middle_point(const Board& board) {
  Coordinates low = board.coordinates(board.points().first());
  Coordinates high = low;
  for (const auto point : board.points()) {
    const auto at = board.coordinates(point);
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  const auto distance = [&](Point point) {
    const auto at = board.coordinates(point);
    return std::hypot(at.x - std::midpoint(low.x, high.x), at.y - std::midpoint(low.y, high.y));
  };
  const auto points = board.points();
  return *std::ranges::min_element(points, {}, distance);
}

}  // namespace rimau::terminal
