// Drawings: golden pictures of the three boards, and what must hold for any board and position.
#include <array>
#include <cmath>
#include <set>

#include "base/random.hpp"
#include "drawing/geometry.hpp"
#include "drawing/svg_board.hpp"
#include "drawing/text_board.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string drawn(std::string_view game, const Marks& marks = {}, const TextOptions& options = {}) {
  const auto opened = open(game);
  return to_text(draw_text(*opened, start_position(*opened), marks, options));
}

TEST(TextBoard, LooksLikeTheBoards) {
  EXPECT_EQ(drawn("rimau-24"), R"(
5  +       +---+---+---+---+       +
   | \     | \ | / | \ | / |     / |
4  |   +   +---M---M---M---+   +   |
   |   | \ | / | \ | / | \ | / |   |
3  +---+---T---M---M---M---+---+---+
   |   | / | \ | / | \ | / | \ |   |
2  |   +   +---M---M---M---+   +   |
   | /     | / | \ | / | \ |     \ |
1  +       +---+---+---+---+       +
   a   b   c   d   e   f   g   h   i
)");
  EXPECT_EQ(drawn("pulijudam"), R"(                    t
5                   T
                   //\\
                 / / \ \
                /  /  \  \
4  +----------+---T---T---+----------+
   |         /    /    \    \        |
3  +-------+-----+-----+-----+-------+
   |      /      /      \      \     |
2  +----+-------+-------+-------+----+
   a   /        /        \        \  f
1    +---------+---------+---------+
     b         c         d         e
)");
  EXPECT_EQ(drawn("bagh-chal"), R"(
5  T---+---+---+---T
   | \ | / | \ | / |
4  +---+---+---+---+
   | / | \ | / | \ |
3  +---+---+---+---+
   | \ | / | \ | / |
2  +---+---+---+---+
   | / | \ | / | \ |
1  T---+---+---+---T
   a   b   c   d   e
)");
}

TEST(TextBoard, TurnsByHalfATurn) {
  EXPECT_EQ(drawn("rimau-24", {}, {.flipped = true, .ascii = false}), R"(
1  ·       ·───·───·───·───·       ·
   │ ╲     │ ╲ │ ╱ │ ╲ │ ╱ │     ╱ │
2  │   ·   ·───M───M───M───·   ·   │
   │   │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │   │
3  ·───·───·───M───M───M───T───·───·
   │   │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │   │
4  │   ·   ·───M───M───M───·   ·   │
   │ ╱     │ ╱ │ ╲ │ ╱ │ ╲ │     ╲ │
5  ·       ·───·───·───·───·       ·
   i   h   g   f   e   d   c   b   a
)");
}

TEST(TextBoard, MarksMovesAndHints) {
  const auto game = open("bagh-chal");
  const auto before = after(*game, start_position(*game), "@b1 a1xc1");
  const auto text = to_text(draw_text(*game, before, {.last = move(*game, "a1xc1"), .hints = points(*game, "a2 a5")},
                                      {.coordinates = false}));
  EXPECT_THAT(text, HasSubstr("(T)--+---+---+---T\n"));
  EXPECT_THAT(text, HasSubstr("\n *---+---+---+---+\n"));
  EXPECT_THAT(text, HasSubstr("\n[+]-[+]-[T]--+---T\n"));
}

// Every point has a cell of its own that shows what stands on it, whichever way the board is turned.
void expect_whole(const Game& game, const Position& position, const TextOptions& options) {
  const auto picture = draw_text(game, position, {}, options);
  EXPECT_LE(picture.columns(), 262);
  EXPECT_LE(picture.rows(), 130);
  std::set<std::pair<int, int>> cells;
  for (const auto point : game.points()) {
    const auto at = picture.place(point);
    ASSERT_TRUE(picture.contains({at.row, at.column - 1}) && picture.contains({at.row, at.column + 1}));
    EXPECT_TRUE(cells.emplace(at.row, at.column).second) << "two points share a cell";
    const Ink expected = position.tigers.contains(point) ? Ink::tiger
                         : position.men.contains(point)  ? Ink::man
                                                         : Ink::point;
    EXPECT_EQ(picture.cell(at).ink, expected);
  }
}

TEST(TextBoard, ShowsEveryPointOfEveryGame) {
  for (const auto& id : catalogue().ids()) {
    const auto game = open(id);
    for (const bool flipped : {false, true})
      expect_whole(*game, start_position(*game), {.flipped = flipped, .coordinates = !flipped});
  }
}

// Boards as a user might describe them: lines through random points, drawn anywhere.
TEST(Drawing, HoldsForAnyBoard) {
  Random random(7);
  int tried = 0;
  for (int i = 0; i < 200; ++i) {
    const double spread = std::array{1.0, 3.0, 40.0, 1000.0}[random.below(4)];
    const unsigned size = 2 + random.below(30);
    std::string board = "[board]\nid = \"any\"\nname = { en = \"any\" }\nlines = [";
    const auto name = [](unsigned point) {
      return cat(static_cast<char>('a' + point % 26), static_cast<char>('0' + point / 26));
    };
    for (unsigned point = 1; point < size; ++point)
      board += cat("\"", name(random.below(point)), ' ', name(point), "\", ");
    board += "]\n[board.places]\n";
    for (unsigned point = 0; point < size; ++point) {
      const auto place = [&] { return std::to_string((random.below(2001) / 1000.0 - 1) * spread); };
      board += cat(name(point), " = [", place(), ", ", place(), "]\n");
    }
    board += cat("[game]\nid = \"any-game\"\nboard = \"any\"\nname = { en = \"any\" }\n[game.rules]\ntigers = 1\n",
                 "men = 1\ntigers-at = [\"a0\"]\nmen-at = [\"b0\"]\ncapture = \"single\"\nwin = 1\nfirst = \"men\"\n");
    Catalogue games;
    if (const auto added = games.add(board, "any.toml"); !added) {
      // Two points too close, by chance; anything else is a fault of this test.
      ASSERT_THAT(added.error().text(), HasSubstr("same place"));
      continue;
    }
    ++tried;
    const auto game = must(games.open("any-game"));
    const auto start = start_position(*game);
    for (const bool flipped : {false, true}) {
      expect_whole(*game, start, {.flipped = flipped});
      expect_whole(*game, start, {.flipped = flipped, .ascii = false});
      const auto svg = draw_svg(*game, start, {.hints = game->points()}, {.flipped = flipped});
      EXPECT_THAT(svg, Not(HasSubstr("nan")));
      EXPECT_THAT(svg, Not(HasSubstr("inf\"")));
    }
  }
  EXPECT_GT(tried, 150);
}

// The names of the open elements of an XML text that has no CDATA, comments or processing
// instructions; fails on anything that is not well-formed.
void expect_well_formed(const std::string& xml) {
  std::vector<std::string> open_elements;
  for (std::size_t at = 0; at < xml.size();) {
    if (xml[at] != '<') {
      if (xml[at] == '&') {
        const auto entity = xml.substr(at, xml.find(';', at) + 1 - at);
        EXPECT_THAT(entity, ::testing::AnyOf("&amp;", "&lt;", "&gt;", "&quot;", "&#39;"));
      }
      ++at;
      continue;
    }
    const auto end = xml.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const auto tag = xml.substr(at + 1, end - at - 1);
    at = end + 1;
    EXPECT_EQ(tag.find('<'), std::string::npos) << tag;
    EXPECT_EQ(std::ranges::count(tag, '"') % 2, 0) << tag;
    if (tag.starts_with('/')) {
      ASSERT_FALSE(open_elements.empty());
      EXPECT_EQ(open_elements.back(), tag.substr(1));
      open_elements.pop_back();
    } else if (!tag.ends_with('/')) {
      open_elements.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  EXPECT_TRUE(open_elements.empty());
}

int count_of(std::string_view text, std::string_view part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SvgBoard, IsWellFormedForEveryGame) {
  for (const auto& id : catalogue().ids()) {
    const auto game = open(id);
    auto position = start_position(*game);
    Random random(1);
    Marks marks;
    for (int ply = 0; ply < 60; ++ply) {
      for (const bool mono : {false, true}) {
        const auto svg = draw_svg(*game, position, {marks.last, targets(*game, position)}, {.mono = mono});
        expect_well_formed(svg);
        EXPECT_THAT(svg, HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""));
        EXPECT_THAT(svg, HasSubstr(format_position(*game, position)));
        // Heads on the board and in the tray.
        EXPECT_GE(count_of(svg, "<ellipse"), position.tigers.size());
        EXPECT_LE(count_of(svg, "<ellipse"), position.tigers.size() + 2);
        EXPECT_EQ(count_of(svg, "text-anchor"), game->board().size());
      }
      const int count = count_moves(*game, position);
      if (count == 0) break;
      marks.last = random_move(*game, position, count, [&](unsigned bound) { return random.below(bound); });
      position = play_unchecked(*game, position, *marks.last);
      EXPECT_EQ(why_not_last(*game, position, *marks.last), "") << format_move(*game, *marks.last);
    }
  }
}

TEST(SvgBoard, EscapesNames) {
  EXPECT_EQ(xml_escaped("<svg/onload=alert()> & 'x' \"y\""),
            "&lt;svg/onload=alert()&gt; &amp; &#39;x&#39; &quot;y&quot;");
  EXPECT_EQ(xml_escaped("a\x1b[31m\nb\xff\xEF\xBF\xBE"), "a\\x1B[31m\\x0Ab\\xFF\xEF\xBF\xBD");
  const auto game = open("bagh-chal");
  SvgOptions options;
  options.to_move = "<b>&</b>";
  const auto svg = draw_svg(*game, start_position(*game), {}, options);
  expect_well_formed(svg);
  EXPECT_THAT(svg, HasSubstr("&lt;b&gt;&amp;&lt;/b&gt;"));
}

TEST(SvgBoard, LeavesOutWhatIsNotWanted) {
  const auto game = open("rimau-24");
  const auto svg = draw_svg(*game, start_position(*game), {}, {.coordinates = false, .tray = false});
  EXPECT_THAT(svg, Not(HasSubstr("<text")));
  EXPECT_EQ(count_of(svg, "<ellipse"), 1);
}

// No name may cover a line, or a piece on another point or its own.
TEST(Labels, StandFree) {
  for (const auto* id : {"rimau-24", "pulijudam", "bagh-chal", "rimau-24:flanks=stop"})
    for (const bool flipped : {false, true}) {
      const auto& board = open(id)->board();
      auto places = drawn_places(board, flipped);
      for (auto& place : places) place.y = -place.y;
      const double unit = least_distance(places);
      const LabelShape shape{.width = 0.19 * unit,
                             .height = 0.12 * unit,
                             .away = 0.52 * unit,
                             .own_radius = 0.37 * unit,
                             .other_radius = 0.345 * unit};
      const auto pairs = edges(board);
      const auto labels = place_labels(places, pairs, shape);
      ASSERT_EQ(labels.size(), places.size());
      // A fine grid over each label's rectangle.
      for (const auto point : board.points()) {
        const auto& label = labels[static_cast<std::size_t>(point.index())];
        double to_lines = 1e9;
        double to_points = 1e9;
        for (int i = 0; i <= 20; ++i)
          for (int j = 0; j <= 20; ++j) {
            const Coordinates at{label.x + shape.width * (i / 20.0 - 0.5), label.y + shape.height * (j / 20.0 - 0.5)};
            for (const auto& [a, b] : pairs)
              to_lines = std::min(to_lines, distance_to_segment(at, places[static_cast<std::size_t>(a.index())],
                                                                places[static_cast<std::size_t>(b.index())]));
            for (const auto& place : places)
              to_points = std::min(to_points, std::hypot(at.x - place.x, at.y - place.y));
          }
        EXPECT_GT(to_lines, 0.03 * unit) << id << ' ' << board.name(point);
        EXPECT_GT(to_points, shape.other_radius) << id << ' ' << board.name(point);
      }
    }
}

TEST(Marks, TellWhatAMoveChanges) {
  const auto game = open("rimau-24");
  const auto leap = trace(*game, move(*game, "a3xe3"));
  EXPECT_EQ(leap.emptied, points(*game, "a3 b3 c3 d3"));
  EXPECT_EQ(leap.filled, points(*game, "e3"));
  const auto opening = trace(*game, move(*game, "d2,e3,f4/c3-e3"));
  EXPECT_EQ(opening.emptied, points(*game, "c3 d2 f4"));
  EXPECT_EQ(opening.filled, points(*game, "e3"));
  EXPECT_EQ(trace(*game, Move::pass()).emptied, PointSet());
}

TEST(Marks, RefuseALastMoveThatCannotBe) {
  const auto game = open("rimau-24");
  const auto played = after(*game, start_position(*game), "d2,e3,f4");
  const auto why = [&](std::string_view text) { return why_not_last(*game, played, move(*game, text)); };
  EXPECT_EQ(why("d2,e3,f4"), "");
  EXPECT_THAT(why("d2,d3,f4"), HasSubstr("d3 is not empty"));
  EXPECT_THAT(why("@a1"), HasSubstr("no tiger stands on a1"));
  EXPECT_THAT(why("b3-c4"), HasSubstr("no tiger stands on c4"));
  EXPECT_EQ(why("b3-c3"), "");
  const auto dropped = after(*game, played, "@a1");
  EXPECT_THAT(why_not_last(*game, dropped, move(*game, "b3xc3")), HasSubstr("the tigers are to move"));
}

TEST(Marks, TargetsAreWhereMovesEnd) {
  const auto game = open("rimau-24");
  EXPECT_EQ(targets(*game, start_position(*game)), start_position(*game).men);
  EXPECT_EQ(targets(*game, position(*game, "a3", "a1 b3 c3 d3")), points(*game, "a5 e3"));
  EXPECT_EQ(targets(*game, position(*game, "a1", "a3 a5 b2 c3")), PointSet());
}

}  // namespace
}  // namespace rimau::testing
