// What is written round the board on the screen: the title, the sides, the moves, what was said last and
// what can be done now.
#pragma once

#include "terminal/screen.hpp"
#include "terminal/table.hpp"

namespace rimau::terminal {

class Panel {
 public:
  static constexpr int columns = 27;      // beside the board
  static constexpr int summary_rows = 2;  // what replaces it where there is no room beside the board

  Panel(Table& table, Screen& screen, bool utf8)
      : table_(table), screen_(screen), game_(table.session().game()), utf8_(utf8) {}

  // The game, in one row.
  void draw_title();
  // Beside the board: the sides, the turn under way, the last moves, in rows [row, end).
  void draw(int row, int column, int end);
  // Under the board, in two rows.
  void draw_summary(int row);
  // What was said last, and in the row under it, unless that is taken, what can be done now.
  void draw_message(int row, bool second_row_taken);
  void draw_keys(int row);

 private:
  [[nodiscard]] const Session& session() const { return table_.session(); }
  [[nodiscard]] const Position& position() const { return session().play().position(); }

  [[nodiscard]] std::string state() const;
  void draw_side(int row, int column, Side side);
  int draw_turn_under_way(int row, int column);
  void draw_moves(int row, int column, int end);
  [[nodiscard]] std::string last_moves(int room) const;
  [[nodiscard]] std::string what_to_do() const;
  [[nodiscard]] std::string what_to_do_in_opening() const;

  Table& table_;
  Screen& screen_;
  const Game& game_;
  bool utf8_;
};

}  // namespace rimau::terminal
