// The board on the screen: which size fits, what is shown on each point, which point lies where.
#pragma once

#include <optional>

#include "drawing/text_board.hpp"
#include "terminal/screen.hpp"
#include "terminal/table.hpp"

namespace rimau::terminal {

struct Box {
  int row = 0;
  int column = 0;
  int rows = 0;
  int columns = 0;
};

class BoardPainter {
 public:
  // The largest drawing that fits into so many rows and columns; the smallest one if none fits (see
  // rows() and columns()).
  BoardPainter(const Table& table, const TurnBuilder& turn, int max_rows, int max_columns, bool utf8);

  [[nodiscard]] int rows() const noexcept { return picture_.rows(); }
  [[nodiscard]] int columns() const noexcept { return picture_.columns(); }

  // Draws into the middle of the box; the picture must fit.
  void paint(Screen& screen, const Box& box, const std::optional<Point>& cursor);

  // Where the point was painted, on the screen.
  [[nodiscard]] TextPlace place(Point point) const;

 private:
  void paint_cell(Screen& screen, TextPlace at) const;
  void paint_point(Screen& screen, Point point, bool cursor) const;
  [[nodiscard]] PointSet hinted() const;

  const Table* table_;
  const TurnBuilder* turn_;
  const Board* board_;
  bool utf8_;
  Position shown_;
  TextPicture picture_;
  TextPlace origin_;
};

// The nearest point in a direction (dx, dy: one of them 1 or -1, the other 0; x to the right, y down, as
// it is shown): the one that needs the least way, sideways counted double; `from` if there is none.
[[nodiscard]] Point neighbour_towards(const Board& board, Point from, int dx, int dy, bool flipped);

// The point drawn nearest to the middle of the board.
[[nodiscard]] Point middle_point(const Board& board);

}  // namespace rimau::terminal
