#define NCURSES_NOMACROS 1
#include "terminal/page.hpp"

#include <curses.h>

#include <algorithm>

#include "base/text.hpp"
#include "terminal/command.hpp"

namespace rimau::terminal {

void Page::draw(Screen& screen) {
  constexpr int widest = 90;  // longer lines are tiring to read
  rows_ = std::max(1, screen.rows() - 1);
  const auto lines = text_(std::clamp(screen.columns() - 2, 1, widest));
  const int count = static_cast<int>(lines.size());
  top_ = std::clamp(top_, 0, std::max(0, count - rows_));
  for (int row = 0; row < rows_ && top_ + row < count; ++row)
    screen.put(row, 1, lines[static_cast<std::size_t>(top_ + row)]);
  screen.put(screen.rows() - 1, 1,
             top_ + rows_ < count ? "Up and Down scroll, any other key goes back to the game"
                                  : "any key goes back to the game",
             Style::title);
  screen.show(-1, 0);
}

void Page::key(const Event& event) {
  const int step = std::max(1, rows_ - 1);
  if (event.code == KEY_DOWN || event.character == U'j') ++top_;
  else if (event.code == KEY_UP || event.character == U'k') top_ = std::max(0, top_ - 1);
  else if (event.code == KEY_NPAGE || event.character == U' ') top_ += step;
  else if (event.code == KEY_PPAGE) top_ = std::max(0, top_ - step);
  else close();
}

std::vector<std::string> help_text(int width) {
  std::vector<std::string> lines;
  const auto paragraph = [&](std::string_view text, int indent = 0) {
    for (auto& line : wrap(text, width, indent)) lines.push_back(std::move(line));
  };
  const auto list = [&](std::span<const CommandHelp> entries) {
    for (const auto& [usage, about] : entries) {
      auto line = cat("  ", usage);
      line.append(line.size() < 20 ? 20 - line.size() : 1, ' ');
      lines.push_back(cat(line, about));
    }
  };
  paragraph("Keys");
  paragraph("");
  paragraph(
      "Arrows or h j k l move the cursor to the nearest point. Enter, space or a click chooses a point: a piece, then "
      "where it goes; where a piece is dropped; in an opening turn the men to remove, and the tiger if it is to be "
      "moved. When all is chosen, Enter ends the opening turn. Escape takes back a choice.");
  lines.insert(lines.end(), {
                                "",
                                "  U undo     R redo     H hint     F flip the board     P pause the computer",
                                "  S save     O open     N new      X resign             D agree a draw",
                                "  ! rules    ? help     Q leave; an unfinished game is kept",
                                "",
                            });
  paragraph("Marks: < > the piece chosen, reverse the cursor, [ ] the last turn, ( ) a hint.");
  paragraph("");
  paragraph("A move can be typed as it is written (the letter of a point begins it), and after : also a command:");
  paragraph("");
  list(move_help());
  paragraph("");
  list(command_help());
  return lines;
}

}  // namespace rimau::terminal
