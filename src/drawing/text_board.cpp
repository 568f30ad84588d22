// Draws in four passes: a grid of characters fine enough for the board, lines, points with their
// pieces and marks, coordinates.
#include "drawing/text_board.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "drawing/geometry.hpp"

namespace rimau {
namespace {

constexpr int point_columns = 4;  // least distance of two points in a row: a mark fits on each side
constexpr int point_rows = 2;     // least distance of two rows: a line fits between
constexpr int max_columns = 120;  // of a picture true to scale
constexpr int max_rows = 48;
constexpr double flattest = 2;  // columns that a slanted line may run on per row and still look like one

// Where along one axis the values are drawn: true to `scale` (characters per unit), or, when that
// would need more than `limit` characters, at equal distances in their order.
class Axis {
 public:
  Axis(std::vector<double> values, double scale, int limit, int spread) : values_(std::move(values)), scale_(scale) {
    std::ranges::sort(values_);
    const auto same = [](double a, double b) { return b - a < same_place; };
    values_.erase(std::ranges::unique(values_, same).begin(), values_.end());
    if ((values_.back() - values_.front()) * scale_ > limit) spread_ = spread;
  }

  [[nodiscard]] int at(double value) const {
    if (spread_ == 0) return from_middle(value) - from_middle(values_.front());
    // Of equal coordinates the least is kept.
    const auto beyond = std::ranges::upper_bound(values_, value);
    return static_cast<int>(beyond - values_.begin() - 1) * spread_;
  }
  [[nodiscard]] int size() const { return at(values_.back()) + 1; }

 private:
  // Rounded so that a board with a mirror line keeps it.
  [[nodiscard]] int from_middle(double value) const {
    return static_cast<int>(std::lround((value - std::midpoint(values_.front(), values_.back())) * scale_));
  }

  std::vector<double> values_;
  double scale_;
  int spread_ = 0;  // 0: true to scale
};

// The least distance in x of two points drawn at the same height; 1 if there are none.
double least_gap_in_rows(const std::vector<Coordinates>& places) {
  double gap = 0;
  for (const auto& a : places)
    for (const auto& b : places)
      if (std::abs(a.y - b.y) < same_place && b.x > a.x && (gap == 0 || b.x - a.x < gap)) gap = b.x - a.x;
  return gap == 0 ? 1 : gap;
}

double least_gap_of_rows(const std::vector<Coordinates>& places) {
  double gap = 0;
  for (const auto& a : places)
    for (const auto& b : places)
      if (b.y - a.y >= same_place && (gap == 0 || b.y - a.y < gap)) gap = b.y - a.y;
  return gap == 0 ? 1 : gap;
}

class TextDrawer {
 public:
  TextDrawer(const Game& game, const TextOptions& options)
      : board_(game.board()), options_(options), places_(drawn_places(board_, options.flipped)) {}

  // The grid, and the place of each point in it.
  TextPicture lay_out(std::vector<TextPlace>& spots) {
    std::vector<double> xs;
    std::vector<double> ys;
    for (const auto& place : places_) {
      xs.push_back(place.x);
      ys.push_back(-place.y);
    }
    const int columns = point_columns * options_.scale;
    const int rows = point_rows * options_.scale;
    const Axis across(xs, columns / least_gap_in_rows(places_), max_columns * options_.scale, columns);
    double rows_per_unit = rows / least_gap_of_rows(places_);
    for (const auto& [from, to] : edges(board_)) {
      const auto& a = places_[static_cast<std::size_t>(from.index())];
      const auto& b = places_[static_cast<std::size_t>(to.index())];
      if (std::abs(a.y - b.y) < same_place) continue;
      const double needed = std::abs(across.at(a.x) - across.at(b.x)) / flattest / std::abs(a.y - b.y);
      // A nearly level line may stay flat rather than pull the whole board apart.
      if (needed < 2 * rows_per_unit) rows_per_unit = std::max(rows_per_unit, needed);
    }
    const Axis down(ys, rows_per_unit, max_rows * options_.scale, rows);
    left_ = options_.coordinates ? 3 : 1;
    top_ = options_.coordinates ? 1 : 0;
    for (const auto& place : places_) spots.push_back({top_ + down.at(-place.y), left_ + across.at(place.x)});
    return {down.size() + 2 * top_, across.size() + left_ + 2};
  }

  void draw_lines(TextPicture& picture) const {
    for (const auto& [from, to] : edges(board_)) draw_line(picture, picture.place(from), picture.place(to));
  }

  void draw_points(TextPicture& picture, const Position& position, const Marks& marks, const Trace& last) const {
    for (const auto point : board_.points()) {
      const auto at = picture.place(point);
      auto& cell = picture.cell(at);
      cell = {.glyph = options_.ascii ? U'+' : U'·', .ink = Ink::point};
      if (position.tigers.contains(point)) cell = {.glyph = U'T', .ink = Ink::tiger};
      if (position.men.contains(point)) cell = {.glyph = U'M', .ink = Ink::man};
      if (marks.hints.contains(point)) {
        cell.hint = true;
        if (cell.ink == Ink::point) cell.glyph = U'*';
        else bracket(picture, at, U'(', U')', {.ink = Ink::label, .hint = true});
      }
      if ((last.emptied | last.filled).contains(point)) {
        cell.last = true;
        bracket(picture, at, U'[', U']', {.ink = Ink::label, .last = true});
      }
    }
  }

  void draw_coordinates(TextPicture& picture) const {
    const bool rows = one_value_each(1, &Coordinates::y);
    const bool columns = one_value_each(0, &Coordinates::x);
    for (const auto point : board_.points()) {
      const auto name = board_.name(point);
      const auto at = picture.place(point);
      if (rows) write(picture, {at.row, 0}, name.substr(1));
      if (rows && columns) write(picture, {picture.rows() - 1, at.column}, name.substr(0, 1));
    }
    if (rows && !columns) name_columns_at_ends(picture);
    if (!rows) name_points(picture);
  }

 private:
  static void bracket(TextPicture& picture, TextPlace at, char32_t left, char32_t right, TextCell style) {
    style.glyph = left;
    picture.cell({at.row, at.column - 1}) = style;
    style.glyph = right;
    picture.cell({at.row, at.column + 1}) = style;
  }

  // Follows the longer of the two directions; a line that runs less than three columns a row is drawn
  // with one slash a row, a flatter one with dashes that step down.
  void draw_line(TextPicture& picture, TextPlace a, TextPlace b) const {
    const int rows = std::abs(b.row - a.row);
    const int columns = std::abs(b.column - a.column);
    const int count = columns > 3 * rows ? columns : rows;
    const bool falls = (b.row > a.row) == (b.column > a.column);
    TextPlace before = a;
    for (int i = 1; i < count; ++i) {
      const double part = static_cast<double>(i) / count;
      const TextPlace at{static_cast<int>(std::lround(a.row + part * (b.row - a.row))),
                         static_cast<int>(std::lround(a.column + part * (b.column - a.column)))};
      char32_t glyph = falls ? U'\\' : U'/';
      if (rows == 0 || (count == columns && at.row == before.row)) glyph = U'-';
      if (columns == 0) glyph = U'|';
      put_line(picture.cell(at), glyph);
      before = at;
    }
  }

  void put_line(TextCell& cell, char32_t glyph) const {
    if (cell.ink == Ink::line && cell.glyph != shown_as(glyph)) glyph = U'X';
    cell = {.glyph = shown_as(glyph), .ink = Ink::line};
  }

  [[nodiscard]] char32_t shown_as(char32_t ascii) const {
    if (options_.ascii) return ascii;
    switch (ascii) {
      case U'-':
        return U'─';
      case U'|':
        return U'│';
      case U'/':
        return U'╱';
      case U'\\':
        return U'╲';
      default:
        return U'╳';
    }
  }

  // Whether equal characters of the points' names go with equal coordinates, and only they.
  [[nodiscard]] bool one_value_each(std::size_t character, double Coordinates::* axis) const {
    for (const auto a : board_.points())
      for (const auto b : board_.points()) {
        const bool same_name = board_.name(a)[character] == board_.name(b)[character];
        const double apart =
            places_[static_cast<std::size_t>(a.index())].*axis - places_[static_cast<std::size_t>(b.index())].*axis;
        if (same_name != (std::abs(apart) < same_place)) return false;
      }
    return true;
  }

  static bool blank(const TextPicture& picture, int row, int from, int to) {
    for (int column = from; column <= to; ++column)
      if (!picture.contains({row, column}) || picture.cell({row, column}).ink != Ink::blank) return false;
    return true;
  }

  static void write(TextPicture& picture, TextPlace at, std::string_view text) {
    for (const char c : text) {
      if (!picture.contains(at)) return;
      picture.cell(at) = {.glyph = static_cast<char32_t>(c), .ink = Ink::label};
      ++at.column;
    }
  }

  // Columns that are not straight are named once, where one of their ends has room.
  void name_columns_at_ends(TextPicture& picture) const {
    std::map<char, std::vector<TextPlace>> columns;
    for (const auto point : board_.points()) columns[board_.name(point)[0]].push_back(picture.place(point));
    for (auto& [letter, spots] : columns) {
      std::ranges::sort(spots, {}, &TextPlace::row);
      const std::string_view text(&letter, 1);
      std::array ends{TextPlace{spots.back().row + 1, spots.back().column},
                      TextPlace{spots.front().row - 1, spots.front().column}};
      // Outside the board where possible.
      if (ends[1].row == 0) std::swap(ends[0], ends[1]);
      for (const auto at : ends) {
        if (!blank(picture, at.row, at.column - 1, at.column + 1)) continue;
        write(picture, at, text);
        break;
      }
    }
  }

  // Where neither rows nor columns are straight, each point is named beside it if there is room.
  void name_points(TextPicture& picture) const {
    for (const auto point : board_.points()) {
      const auto [row, column] = picture.place(point);
      for (const auto at : {TextPlace{row + 1, column + 1}, TextPlace{row - 1, column + 1}, TextPlace{row + 1, column},
                            TextPlace{row - 1, column}, TextPlace{row + 1, column - 2}, TextPlace{row - 1, column - 2}})
        if (blank(picture, at.row, at.column, at.column + 1)) {
          write(picture, at, board_.name(point));
          break;
        }
    }
  }

  const Board& board_;
  TextOptions options_;
  std::vector<Coordinates> places_;
  int left_ = 0;
  int top_ = 0;
};

void append_utf8(std::string& out, char32_t glyph) {
  const auto byte = [&out](char32_t value) { out += static_cast<char>(value); };
  if (glyph < 0x80) return byte(glyph);
  if (glyph < 0x800) return byte(0xC0 | glyph >> 6), byte(0x80 | (glyph & 63));
  byte(0xE0 | glyph >> 12);
  byte(0x80 | (glyph >> 6 & 63));
  byte(0x80 | (glyph & 63));
}

std::string_view colour_of(const TextCell& cell) {
  switch (cell.ink) {
    case Ink::tiger:
      return "1;33";
    case Ink::man:
      return "1;36";
    case Ink::blank:
      return "";
    case Ink::line:
    case Ink::point:
    case Ink::label:
      break;
  }
  return cell.hint ? "32" : "2";
}

// The parameters of the ANSI sequence for a cell; empty for the terminal's own colours.
std::string style(const TextCell& cell) {
  const auto colour = colour_of(cell);
  if (!cell.last) return std::string(colour);
  return cat("7", colour.empty() ? "" : ";", colour);
}

}  // namespace

TextPicture draw_text(const Game& game, const Position& position, const Marks& marks, const TextOptions& options) {
  TextDrawer drawer(game, options);
  std::vector<TextPlace> spots;
  auto picture = drawer.lay_out(spots);
  picture.places_ = std::move(spots);
  drawer.draw_lines(picture);
  drawer.draw_points(picture, position, marks, marks.last ? trace(game, *marks.last) : Trace{});
  if (options.coordinates) drawer.draw_coordinates(picture);
  return picture;
}

std::string to_text(const TextPicture& picture, bool colour) {
  std::string out;
  for (int row = 0; row < picture.rows(); ++row) {
    int end = picture.columns();
    while (end > 0 && picture.cell({row, end - 1}).ink == Ink::blank) --end;
    std::string current;
    for (int column = 0; column < end; ++column) {
      const auto& cell = picture.cell({row, column});
      if (const auto wanted = colour ? style(cell) : std::string(); wanted != current) {
        out += wanted.empty() ? "\x1b[0m" : cat("\x1b[0;", wanted, "m");
        current = wanted;
      }
      append_utf8(out, cell.glyph);
    }
    if (!current.empty()) out += "\x1b[0m";
    out += '\n';
  }
  return out;
}

}  // namespace rimau
