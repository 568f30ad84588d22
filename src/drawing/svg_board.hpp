// A board as an SVG picture, good enough for a book, a web page or a slide.
#pragma once

#include <string>
#include <string_view>

#include "drawing/marks.hpp"

namespace rimau {

struct SvgOptions {
  bool flipped = false;         // turned by half a turn; the points' names stay upright
  bool coordinates = true;      // each point's name beside it
  bool tray = true;             // below the board: whose turn it is, the hands, the captured men
  bool mono = false;            // black on white, for print
  std::string language = "en";  // of the names; what a game does not name in it is English
  // The tray's words, in the caller's language.
  std::string to_move = "to move";
  std::string wins = "wins";
  std::string in_hand = "in hand";
  std::string captured = "captured";
};

// A whole SVG 1.1 document, ended by a line feed: nothing outside it is needed but a sans-serif font,
// and it has no ids, so several can stand in one page. Tigers and men differ in shape, not in colour
// alone. For those who cannot see it, role="img" with a title (the game) and a description (the
// pieces, and the position's text). All text from outside is escaped. Numbers have at most two
// decimals and are the same on every platform and in every locale.
[[nodiscard]] std::string draw_svg(const Game& game, const Position& position, const Marks& marks = {},
                                   const SvgOptions& options = {});

// The text with the characters that mean something in XML escaped, and those that no XML may hold
// written visibly; safe in content and in quoted attributes.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace rimau
