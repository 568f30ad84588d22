// A board drawn in characters: what the terminal shows and what mails and logs can hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drawing/marks.hpp"

namespace rimau {

// What a character of the drawing stands for; a terminal chooses colours by it.
enum class Ink : std::uint8_t { blank, line, point, tiger, man, label };

struct TextCell {
  char32_t glyph = U' ';  // one column wide
  Ink ink = Ink::blank;
  bool last = false;  // belongs to the mark of the last move
  bool hint = false;  // belongs to the mark of a hint
};

struct TextPlace {
  int row = 0;
  int column = 0;
  bool operator==(const TextPlace&) const = default;
};

struct TextOptions {
  bool flipped = false;  // turned by half a turn: what was at the top right is at the bottom left
  bool ascii = true;     // only ASCII characters; else lines and points of Unicode's drawing characters
  bool coordinates = true;
  int scale = 1;  // how many times as large as it must be, from 1
};

// A rectangle of characters. Rows count from the top and columns from the left, from 0.
class TextPicture {
 public:
  TextPicture(int rows, int columns) : columns_(columns), cells_(static_cast<std::size_t>(rows * columns)) {}

  [[nodiscard]] int rows() const noexcept { return static_cast<int>(cells_.size()) / columns_; }
  [[nodiscard]] int columns() const noexcept { return columns_; }
  [[nodiscard]] bool contains(TextPlace at) const noexcept {
    return at.row >= 0 && at.row < rows() && at.column >= 0 && at.column < columns_;
  }
  // `at` must be inside.
  [[nodiscard]] const TextCell& cell(TextPlace at) const { return cells_[index(at)]; }
  [[nodiscard]] TextCell& cell(TextPlace at) { return cells_[index(at)]; }
  // Where a point of the board is; its neighbours to the left and right hold marks only.
  [[nodiscard]] TextPlace place(Point point) const { return places_[static_cast<std::size_t>(point.index())]; }

 private:
  friend TextPicture draw_text(const Game& game, const Position& position, const Marks& marks,
                               const TextOptions& options);
  [[nodiscard]] std::size_t index(TextPlace at) const {
    return static_cast<std::size_t>(at.row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(at.column);
  }

  int columns_;
  std::vector<TextCell> cells_;
  std::vector<TextPlace> places_;
};

// The board with its lines, a T for each tiger and an M for each man. The end points of the last move
// stand in square brackets, points that it emptied too; hints are * on an empty point and round
// brackets about a piece. At most some 260 columns by 130 rows, whatever the board; the built-in ones
// take less than 80 by 24.
[[nodiscard]] TextPicture draw_text(const Game& game, const Position& position, const Marks& marks = {},
                                    const TextOptions& options = {});

// The rows as UTF-8 lines, each ended by a line feed and without blanks at its end; with `colour`,
// ANSI sequences set pieces and marks off.
[[nodiscard]] std::string to_text(const TextPicture& picture, bool colour = false);

}  // namespace rimau
