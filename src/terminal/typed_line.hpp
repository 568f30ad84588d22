// A question on the screen and the line that is typed in answer to it.
#pragma once

#include <string>

#include "terminal/screen.hpp"

namespace rimau::terminal {

class TypedLine {
 public:
  TypedLine() = default;
  TypedLine(std::string question, std::string text) : question_(std::move(question)), text_(std::move(text)) {}

  // UTF-8.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  enum class Typed : std::uint8_t {
    more,     // the line goes on
    done,     // Enter
    dropped,  // Escape, or Backspace in an empty line
  };
  // A key pressed while the line is typed.
  Typed key(const Event& event);

  // In one row, with the terminal's cursor behind what is typed, whose end stays in view.
  void draw(Screen& screen, int row) const;

 private:
  std::string question_;
  std::string text_;
};

}  // namespace rimau::terminal
