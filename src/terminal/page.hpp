// Text that is shown on the screen instead of the game: help, rules, a list of moves.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "terminal/screen.hpp"

namespace rimau::terminal {

class Page {
 public:
  // The lines of a text for a screen that is so many columns wide.
  using Text = std::function<std::vector<std::string>(int width)>;

  [[nodiscard]] bool shown() const noexcept { return static_cast<bool>(text_); }
  void open(Text text) { text_ = std::move(text), top_ = 0; }
  void close() noexcept { text_ = nullptr; }

  void draw(Screen& screen);
  // Scrolls, or closes the page.
  void key(const Event& event);

 private:
  Text text_;
  int top_ = 0;   // the first line shown
  int rows_ = 1;  // lines shown at a time
};

// The keys of the screen and the commands.
[[nodiscard]] std::vector<std::string> help_text(int width);

}  // namespace rimau::terminal
