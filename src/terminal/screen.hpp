// The terminal as a screen of characters (ncurses), left as it was whatever happens.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace rimau::terminal {

// How something is shown; with colours or, where there are none, by attributes that tell it as well.
enum class Style : std::uint8_t { plain, dim, title, tiger, man, target, marked, last, hint, fault, cursor };

struct Event {
  enum class Kind : std::uint8_t {
    none,       // the time has passed
    character,  // of a key, in `character`
    key,        // another key, in `code` as ncurses calls it (KEY_UP, …)
    click,      // of the mouse, at row and column
    resize,     // the screen has another size, or must be drawn anew
    end,        // the terminal is gone or a signal asks to leave
  };
  Kind kind = Kind::none;
  char32_t character = 0;
  int code = 0;
  int row = 0;
  int column = 0;
};

inline constexpr char32_t escape = 27;
[[nodiscard]] bool is_enter(const Event& event) noexcept;
[[nodiscard]] bool is_backspace(const Event& event) noexcept;

// One at a time, on standard input and output; all functions are called by the thread that opened it,
// before which no other thread may have started that does not block all signals.
//
// SIGTSTP (Ctrl-Z) and SIGCONT give the terminal back and take it again. SIGINT, SIGTERM, SIGHUP and
// SIGQUIT become an event of kind end; close() the screen, then pass_on_signal(). SIGABRT and the signals
// of crashes restore the terminal on their way.
class Screen {
 public:
  // Nothing when the terminal is of a kind that cannot be used.
  [[nodiscard]] static std::unique_ptr<Screen> open(bool colour);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  [[nodiscard]] int rows() const;
  [[nodiscard]] int columns() const;

  // Waits for something to happen, at most timeout_ms milliseconds (negative: for ever).
  [[nodiscard]] Event wait(int timeout_ms);

  void clear();
  // Writes UTF-8 text of characters one column wide from a place on; what is outside is left out.
  void put(int row, int column, std::string_view text, Style style = Style::plain, bool reverse = false);
  void put(int row, int column, char32_t glyph, Style style = Style::plain, bool reverse = false);
  // Shows it all, with the terminal's cursor at a place (clipped), or hidden when the row is negative.
  void show(int cursor_row, int cursor_column);

 private:
  Screen() = default;
  Event read_key();
  void suspend();

  struct State;
  std::unique_ptr<State> state_;
};

// After the screen is closed: ends the program by the signal that asked for the end, if one did, so that
// whoever started it sees why. Returns otherwise.
void pass_on_signal();

}  // namespace rimau::terminal
