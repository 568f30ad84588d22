#define NCURSES_NOMACROS 1
#include "terminal/typed_line.hpp"

#include <curses.h>

#include <algorithm>

#include "base/text.hpp"

namespace rimau::terminal {
namespace {

constexpr char32_t ctrl_u = 21;
constexpr std::size_t max_typed = 1000;  // bytes

void append_utf8(std::string& text, char32_t c) {
  const auto byte = [&text](char32_t value) { text += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    byte(0xE0 | c >> 12);
    byte(0x80 | (c >> 6 & 63));
  } else {
    byte(0xF0 | c >> 18);
    byte(0x80 | (c >> 12 & 63));
    byte(0x80 | (c >> 6 & 63));
  }
  byte(0x80 | (c & 63));
}

void remove_last_character(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

TypedLine::Typed TypedLine::key(const Event& event) {
  const char32_t c = event.character;
  if (c == escape) return Typed::dropped;
  if (is_enter(event)) return Typed::done;
  if (is_backspace(event)) {
    if (text_.empty()) return Typed::dropped;
    remove_last_character(text_);
  } else if (c == ctrl_u) {
    text_.clear();
  } else if (event.kind == Event::Kind::character && c >= 32 && text_.size() < max_typed) {
    append_utf8(text_, c);
  }
  return Typed::more;
}

void TypedLine::draw(Screen& screen, int row) const {
  const auto question = cat(question_, ' ');
  const int start = 1 + columns(question);
  auto text = shown(text_, max_typed * 4);
  for (const int room = std::max(1, screen.columns() - 2 - start); columns(text) > room;)
    text.erase(0, std::max<std::size_t>(1, utf8_length(text)));
  screen.put(row, 1, question, Style::title);
  screen.put(row, start, text);
  screen.show(row, start + columns(text));
}

}  // namespace rimau::terminal
