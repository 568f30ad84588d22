// The picture is built from the back to the front: paper, edges, the last move's trail, points, hints,
// pieces, marks about pieces, names, tray. All sizes are fractions of `spacing`, the distance of the
// two nearest points, so that every board looks alike.
#include "drawing/svg_board.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "drawing/geometry.hpp"
#include "notation/notation.hpp"

namespace rimau {
namespace {

constexpr double spacing_pixels = 60;
constexpr double max_board_pixels = 2000;

constexpr double man_radius = 0.29;
constexpr double tiger_radius = 0.345;
constexpr double ring_radius = 0.415;  // of a mark about a piece
constexpr double point_radius = 0.07;
constexpr double line_width = 0.035;
constexpr double name_size = 0.165;
constexpr double name_away = 0.52;
constexpr double margin = 0.95;
constexpr double tray_height = 0.7;
constexpr double tray_text = 0.28;
constexpr double letter_width = 0.56;  // of a sans-serif letter, on average, in its font size

// Quiet colours of Javanese and Malay batik: undyed cloth, soga brown, indigo, turmeric.
struct Palette {
  std::string_view paper, frame, line, name, man, man_ring, tiger, tiger_mark, last, hint;
};
constexpr Palette batik{"#f7eedc", "#6b4226", "#6b4226", "#5a4632", "#2c3e63",
                        "#aebbd6", "#d89a3c", "#3b2314", "#b5422f", "#3f7f6b"};
constexpr Palette print{"#fff", "#000", "#000", "#000", "#000", "#fff", "#fff", "#000", "#000", "#000"};

// A number with at most two decimals, as short as it can be written.
std::string number(double value) {
  const auto hundredths = std::lround(std::abs(value) * 100);
  std::string text;
  if (value < 0 && hundredths != 0) text += '-';
  if (hundredths >= 100 || hundredths % 100 == 0) text += cat(hundredths / 100);
  if (const auto rest = hundredths % 100; rest != 0) {
    text += cat('.', rest / 10);
    if (rest % 10 != 0) text += cat(rest % 10);
  }
  return text;
}

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

class SvgDrawer {
 public:
  SvgDrawer(const Game& game, const Position& position, const Marks& marks, const SvgOptions& options)
      : game_(game),
        board_(game.board()),
        position_(position),
        marks_(marks),
        options_(options),
        colours_(options.mono ? print : batik),
        last_(marks.last ? trace(game, *marks.last) : Trace{}) {
    lay_out();
  }

  std::string draw() {
    open();
    draw_edges();
    draw_trail();
    draw_points();
    draw_pieces();
    draw_marks();
    if (options_.coordinates) draw_names();
    draw_tray();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  struct TrayItem {
    Side side;
    bool crossed = false;
    std::string text;
  };

  [[nodiscard]] const Coordinates& at(Point point) const { return places_[static_cast<std::size_t>(point.index())]; }

  // places_ become pixels from the top left corner, y downwards.
  void lay_out() {
    places_ = drawn_places(board_, options_.flipped);
    double left = std::numeric_limits<double>::max();
    double right = -left;
    double low = left;
    double high = -left;
    for (const auto& place : places_) {
      left = std::min(left, place.x);
      right = std::max(right, place.x);
      low = std::min(low, place.y);
      high = std::max(high, place.y);
    }
    const double least = least_distance(places_);
    const double extent = std::max({right - left, high - low, least});
    const double scale = std::min(spacing_pixels / least, max_board_pixels / extent);
    spacing_ = least * scale;
    for (auto& place : places_) {
      place.x = (place.x - left) * scale + margin * spacing_;
      place.y = (high - place.y) * scale + margin * spacing_;
    }
    width_ = (right - left) * scale + 2 * margin * spacing_;
    board_height_ = (high - low) * scale + 2 * margin * spacing_;
    height_ = board_height_;
    if (options_.tray) place_tray();
  }

  void open() {
    out_ = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ", number(width_), ' ',
               number(height_), "\" width=\"", number(width_), "\" height=\"", number(height_),
               "\" font-family=\"sans-serif\">\n<title>", xml_escaped(game_.spec().name.get(options_.language)),
               "</title>\n<desc>", xml_escaped(description()), "</desc>\n");
    out_ +=
        cat("<rect width=\"", number(width_), "\" height=\"", number(height_), "\" fill=\"", colours_.paper, "\"/>\n");
    for (const double inset : {0.14, 0.22})
      out_ += cat("<rect x=\"", px(inset), "\" y=\"", px(inset), "\" width=\"", number(width_ - 2 * inset * spacing_),
                  "\" height=\"", number(height_ - 2 * inset * spacing_), "\" fill=\"none\" stroke=\"", colours_.frame,
                  "\" stroke-width=\"", px(inset < 0.2 ? 0.04 : 0.015), "\"/>\n");
  }

  [[nodiscard]] std::string px(double of_spacing) const { return number(of_spacing * spacing_); }

  [[nodiscard]] std::string listed(PointSet set) const {
    std::vector<std::string> names;
    for (const auto point : set) names.emplace_back(board_.name(point));
    return names.empty() ? "no point" : join(names, " ");
  }

  [[nodiscard]] std::string description() const {
    auto text = cat("Tigers on ", listed(position_.tigers), "; men on ", listed(position_.men), ". ");
    if (marks_.last) text += cat("Last move: ", format_move(game_, *marks_.last), ". ");
    if (!marks_.hints.empty()) text += cat("Marked: ", listed(marks_.hints), ". ");
    return text + cat("Position: ", format_position(game_, position_));
  }

  // One path of all lines, each from end to end.
  void draw_edges() {
    out_ += cat("<path fill=\"none\" stroke=\"", colours_.line, "\" stroke-width=\"", px(line_width),
                "\" stroke-linecap=\"round\" d=\"");
    for (const auto& line : board_.lines()) {
      const auto& a = at(line.front());
      const auto& b = at(line.back());
      out_ += cat('M', number(a.x), ' ', number(a.y), 'L', number(b.x), ' ', number(b.y));
    }
    out_ += "\"/>\n";
  }

  // Where the last move's piece came from and went to; nothing for drops and removals alone.
  void draw_trail() {
    if (!marks_.last || marks_.last->from() == marks_.last->to() || marks_.last->kind() == Move::Kind::drop) return;
    const auto& a = at(marks_.last->from());
    const auto& b = at(marks_.last->to());
    out_ += cat("<path fill=\"none\" stroke=\"", colours_.last, "\" stroke-width=\"", px(0.11),
                "\" stroke-linecap=\"round\"", options_.mono ? cat(" stroke-dasharray=\"0 ", px(0.17), "\"") : "",
                " d=\"M", number(a.x), ' ', number(a.y), 'L', number(b.x), ' ', number(b.y), "\"/>\n");
  }

  void circle(Coordinates centre, double radius, std::string_view fill, std::string_view stroke = {},
              double stroke_width = 0, std::string_view dashes = {}) {
    out_ += cat("<circle cx=\"", number(centre.x), "\" cy=\"", number(centre.y), "\" r=\"", px(radius), "\" fill=\"",
                fill, '"');
    if (!stroke.empty()) out_ += cat(" stroke=\"", stroke, "\" stroke-width=\"", px(stroke_width), '"');
    if (!dashes.empty()) out_ += cat(" stroke-dasharray=\"", dashes, '"');
    out_ += "/>\n";
  }

  void draw_points() {
    for (const auto point : board_.points() - position_.occupied()) {
      if (marks_.hints.contains(point)) circle(at(point), 0.15, colours_.paper, colours_.hint, 0.07);
      else circle(at(point), point_radius, colours_.line);
    }
  }

  void draw_piece(Side side, Coordinates centre, double size = 1) {
    if (side == Side::men) {
      circle(centre, man_radius * size, colours_.man, colours_.paper, 0.03 * size);
      circle(centre, man_radius * size * 0.6, "none", colours_.man_ring, 0.03 * size);
      return;
    }
    // A head with ears, drawn in a square from -1 to 1; the marks are stripes, eyes and nose.
    out_ += cat("<g transform=\"translate(", number(centre.x), ' ', number(centre.y), ")scale(",
                px(tiger_radius * size), ")\"><g fill=\"", colours_.tiger, "\" stroke=\"", colours_.tiger_mark,
                "\" stroke-width=\".1\"><circle cx=\"-.66\" cy=\"-.64\" r=\".3\"/><circle cx=\".66\" cy=\"-.64\" "
                "r=\".3\"/><ellipse cy=\".08\" rx=\".95\" ry=\".88\"/></g><path fill=\"",
                colours_.tiger_mark,
                "\" d=\"M-.11-.8L0-.28 .11-.8zM-.46-.7L-.24-.32-.28-.76zM.46-.7L.24-.32 .28-.76z"
                "M-.94-.06L-.52 .1-.93 .13zM.94-.06L.52 .1 .93 .13zM-.86 .4L-.46 .38-.76 .58zM.86 .4L.46 .38 .76 .58z"
                "M-.2 .3L.2 .3 0 .55z\"/><g fill=\"",
                colours_.tiger_mark,
                "\"><circle cx=\"-.36\" cy=\"-.04\" r=\".12\"/><circle cx=\".36\" cy=\"-.04\" r=\".12\"/></g></g>\n");
  }

  void draw_pieces() {
    for (const auto man : position_.men) draw_piece(Side::men, at(man));
    for (const auto tiger : position_.tigers) draw_piece(Side::tigers, at(tiger));
  }

  void cross(Coordinates centre, double radius) {
    const double r = radius * spacing_;
    out_ +=
        cat("<path fill=\"none\" stroke=\"", colours_.last, "\" stroke-width=\"", px(0.06),
            "\" stroke-linecap=\"round\" d=\"M", number(centre.x - r), ' ', number(centre.y - r), 'l', number(2 * r),
            ' ', number(2 * r), 'm', number(-2 * r), " 0l", number(2 * r), ' ', number(-2 * r), "\"/>\n");
  }

  // Men taken or removed by the last move are crosses, its moved piece is ringed; so are the pieces
  // among the hints, in dashes.
  void draw_marks() {
    PointSet taken = last_.emptied;
    if (marks_.last && marks_.last->from() != marks_.last->to()) taken -= marks_.last->from();
    for (const auto point : taken - position_.occupied()) {
      circle(at(point), 0.2, colours_.paper);
      cross(at(point), 0.12);
    }
    for (const auto point : last_.filled) circle(at(point), ring_radius, "none", colours_.last, 0.05);
    for (const auto point : marks_.hints & position_.occupied())
      circle(at(point), ring_radius, "none", colours_.hint, 0.045, cat(px(0.115), ' ', px(0.115)));
  }

  void text(Coordinates start, double size, std::string_view anchor, std::string_view words, bool halo) {
    out_ += cat("<text x=\"", number(start.x), "\" y=\"", number(start.y), "\" font-size=\"", px(size), "\" fill=\"",
                colours_.name, '"');
    if (!anchor.empty()) out_ += cat(" text-anchor=\"", anchor, '"');
    if (halo)
      out_ += cat(" paint-order=\"stroke\" stroke=\"", colours_.paper, "\" stroke-width=\"", px(0.06),
                  "\" stroke-linejoin=\"round\"");
    out_ += cat('>', xml_escaped(words), "</text>\n");
  }

  void draw_names() {
    const LabelShape shape{.width = 2.1 * letter_width * name_size * spacing_,
                           .height = 0.74 * name_size * spacing_,
                           .away = name_away * spacing_,
                           .own_radius = (ring_radius - 0.045) * spacing_,
                           .other_radius = tiger_radius * spacing_};
    const auto pairs = edges(board_);
    const auto labels = place_labels(places_, pairs, shape);
    for (const auto point : board_.points()) {
      auto centre = labels[static_cast<std::size_t>(point.index())];
      centre.y += shape.height / 2;  // the baseline
      text(centre, name_size, "middle", board_.name(point), true);
    }
  }

  [[nodiscard]] std::vector<TrayItem> tray_items() const {
    std::vector<TrayItem> items;
    const auto result = outcome(game_, position_);
    if (!result.over()) items.push_back({position_.turn, false, options_.to_move});
    else items.push_back({result.verdict == Verdict::tigers ? Side::tigers : Side::men, false, options_.wins});
    const auto count = [](int pieces, std::string_view words) { return cat("× ", pieces, ' ', words); };
    if (position_.tigers_in_hand > 0)
      items.push_back({Side::tigers, false, count(position_.tigers_in_hand, options_.in_hand)});
    if (position_.men_in_hand > 0) items.push_back({Side::men, false, count(position_.men_in_hand, options_.in_hand)});
    if (const int taken = captured(game_, position_); taken > 0)
      items.push_back({Side::men, true, count(taken, options_.captured)});
    return items;
  }

  // The items from left to right, in as many rows as the width asks for.
  void place_tray() {
    const double start = margin * spacing_ - man_radius * spacing_;
    double x = start;
    double y = board_height_ + 0.12 * spacing_;
    for (auto& item : tray_items()) {
      const double wide = (1.3 + letter_width * tray_text * static_cast<double>(letters(item.text))) * spacing_;
      if (x > start && x + wide > width_) {
        x = start;
        y += tray_height * spacing_;
      }
      tray_.emplace_back(Coordinates{x, y}, std::move(item));
      x += wide;
      tray_right_ = std::max(tray_right_, x - 0.3 * spacing_);
    }
    height_ = y + tray_height * spacing_;
    width_ = std::max(width_, tray_right_);
  }

  void draw_tray() {
    for (const auto& [corner, item] : tray_) {
      const Coordinates centre{corner.x + 0.3 * spacing_, corner.y};
      draw_piece(item.side, centre, 0.75);
      if (item.crossed) cross(centre, 0.2);
      text({centre.x + 0.42 * spacing_, centre.y + 0.36 * tray_text * spacing_}, tray_text, {}, item.text, false);
    }
  }

  const Game& game_;
  const Board& board_;
  const Position& position_;
  const Marks& marks_;
  const SvgOptions& options_;
  const Palette& colours_;
  Trace last_;
  std::vector<Coordinates> places_;
  double spacing_ = 0;
  double width_ = 0;
  double board_height_ = 0;
  double height_ = 0;
  std::vector<std::pair<Coordinates, TrayItem>> tray_;
  double tray_right_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_svg(const Game& game, const Position& position, const Marks& marks, const SvgOptions& options) {
  return SvgDrawer(game, position, marks, options).draw();
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : shown(text, text.size() * 4)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  // U+FFFE and U+FFFF are well-formed UTF-8 but no characters of XML.
  for (std::size_t found = 0; (found = out.find("\xEF\xBF", found)) != std::string::npos; found += 3)
    if (static_cast<unsigned char>(out[found + 2]) >= 0xBE) out.replace(found, 3, "\xEF\xBF\xBD");
  return out;
}

}  // namespace rimau
