#define NCURSES_NOMACROS 1  // their names are too plain: clear, erase, move, …
#define NCURSES_WIDECHAR 1
#include "terminal/screen.hpp"

#include <curses.h>
#include <poll.h>
#include <pthread.h>
#include <term.h>
#undef columns
#undef lines
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/text.hpp"

namespace rimau::terminal {
namespace {

// --- Signals. Those that are handled are blocked except while waiting, so none can come between looking
// --- at a flag and going to sleep, and none interrupts a write to the terminal.

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::array crash_signals{SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

volatile std::sig_atomic_t ended_by = 0;
volatile std::sig_atomic_t stop_wanted = 0;
volatile std::sig_atomic_t continued = 0;

// What a crash needs to give the terminal back, made ready beforehand: a handler may only use system calls.
termios saved_modes;
std::array<char, 512> farewell;
std::size_t farewell_bytes = 0;

extern "C" void on_end(int signal) { ended_by = signal; }
extern "C" void on_stop(int /*signal*/) { stop_wanted = 1; }
extern "C" void on_continue(int /*signal*/) { continued = 1; }
extern "C" void on_crash(int signal) {
  (void)!::write(STDOUT_FILENO, farewell.data(), farewell_bytes);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);
  ::raise(signal);  // SA_RESETHAND has put the default action back
}

void handle(int signal, void (*handler)(int), int flags, struct sigaction* old) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, old);
}

// The terminal's own words for leaving the screen, in the order in which they are to be said.
void prepare_farewell() {
  std::string words;
  const auto add = [&words](const char* capability) {
    const char* text = ::tigetstr(const_cast<char*>(capability));
    if (text != nullptr && text != reinterpret_cast<const char*>(-1)) words += text;  // NOLINT: terminfo's own
  };
  const char* mouse = ::tigetstr(const_cast<char*>("kmous"));
  if (mouse != nullptr && mouse != reinterpret_cast<const char*>(-1)) words += "\x1b[?1006l\x1b[?1000l";  // NOLINT
  for (const char* capability : {"rmacs", "sgr0", "op", "rmkx", "cnorm", "rmcup"}) add(capability);
  // Delays ($<5>) in terminfo's strings are for terminals of long ago.
  for (auto at = words.find("$<"); at != std::string::npos; at = words.find("$<", at))
    words.erase(at, words.find('>', at) - at + 1);
  farewell_bytes = std::min(words.size(), farewell.size());
  std::memcpy(farewell.data(), words.data(), farewell_bytes);
}

attr_t attributes_of(Style style, bool colour) {
  switch (style) {
    case Style::plain:
      return A_NORMAL;
    case Style::dim:
      return A_DIM;
    case Style::title:
    case Style::tiger:
    case Style::man:
    case Style::fault:
    case Style::marked:
      return A_BOLD;
    case Style::target:
    case Style::hint:
      return A_BOLD;
    case Style::last:
      return colour ? A_NORMAL : A_UNDERLINE;
    case Style::cursor:
      return A_REVERSE;
  }
  return A_NORMAL;
}

short colour_of(Style style) {
  const bool many = COLORS >= 256;
  switch (style) {
    case Style::tiger:
      return many ? 214 : COLOR_YELLOW;
    case Style::man:
      return many ? 81 : COLOR_CYAN;
    case Style::target:
      return many ? 77 : COLOR_GREEN;
    case Style::marked:
    case Style::fault:
      return many ? 203 : COLOR_RED;
    case Style::last:
      return many ? 180 : COLOR_YELLOW;
    case Style::hint:
      return many ? 213 : COLOR_MAGENTA;
    default:
      return -1;
  }
}

// The character at the start of well-formed UTF-8 text; U+FFFD for anything else.
char32_t decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  switch (utf8_length(text)) {
    case 1:
      return byte(0);
    case 2:
      return (byte(0) & 31) << 6 | (byte(1) & 63);
    case 3:
      return (byte(0) & 15) << 12 | (byte(1) & 63) << 6 | (byte(2) & 63);
    case 4:
      return (byte(0) & 7) << 18 | (byte(1) & 63) << 12 | (byte(2) & 63) << 6 | (byte(3) & 63);
    default:
      return U'\uFFFD';
  }
}

constexpr int styles = static_cast<int>(Style::cursor) + 1;

}  // namespace

struct Screen::State {
  SCREEN* screen = nullptr;
  bool colour = false;
  sigset_t old_mask{};
  std::array<struct sigaction, ending_signals.size()> old_ending{};
  std::array<struct sigaction, crash_signals.size()> old_crash{};
  struct sigaction old_stop{};
  struct sigaction old_continue{};
};

bool is_enter(const Event& event) noexcept {
  return event.code == KEY_ENTER || event.character == U'\r' || event.character == U'\n';
}

bool is_backspace(const Event& event) noexcept {
  constexpr char32_t erase = 127;
  return event.code == KEY_BACKSPACE || event.character == erase || event.character == U'\b';
}

std::unique_ptr<Screen> Screen::open(bool colour) {
  if (::tcgetattr(STDIN_FILENO, &saved_modes) != 0) return nullptr;
  ::use_tioctl(TRUE);
  SCREEN* curses = ::newterm(nullptr, stdout, stdin);
  if (curses == nullptr) return nullptr;
  std::unique_ptr<Screen> screen(new Screen);
  screen->state_ = std::make_unique<State>();
  auto& state = *screen->state_;
  state.screen = curses;

  // 1. Signals.
  prepare_farewell();
  ended_by = 0;
  stop_wanted = 0;
  continued = 0;
  for (std::size_t i = 0; i < ending_signals.size(); ++i) handle(ending_signals[i], on_end, 0, &state.old_ending[i]);
  for (std::size_t i = 0; i < crash_signals.size(); ++i)
    handle(crash_signals[i], on_crash, static_cast<int>(SA_RESETHAND | SA_NODEFER), &state.old_crash[i]);
  handle(SIGTSTP, on_stop, 0, &state.old_stop);
  handle(SIGCONT, on_continue, 0, &state.old_continue);
  sigset_t blocked;
  ::sigemptyset(&blocked);
  for (const int signal : ending_signals) ::sigaddset(&blocked, signal);
  for (const int signal : {SIGTSTP, SIGCONT, SIGWINCH}) ::sigaddset(&blocked, signal);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &state.old_mask);

  // 2. Modes of the terminal.
  ::cbreak();
  ::noecho();
  ::nonl();
  ::intrflush(stdscr, FALSE);
  ::keypad(stdscr, TRUE);
  ::nodelay(stdscr, TRUE);
  ::set_escdelay(25);
  ::mouseinterval(0);
  ::mousemask(BUTTON1_PRESSED, nullptr);
  if (colour && ::has_colors()) {
    state.colour = true;
    ::start_color();
    ::use_default_colors();
    for (int style = 0; style < styles; ++style)
      ::init_pair(static_cast<short>(style + 1), colour_of(static_cast<Style>(style)), -1);
  }
  return screen;
}

Screen::~Screen() {
  ::endwin();
  ::delscreen(state_->screen);
  for (std::size_t i = 0; i < ending_signals.size(); ++i)
    ::sigaction(ending_signals[i], &state_->old_ending[i], nullptr);
  for (std::size_t i = 0; i < crash_signals.size(); ++i) ::sigaction(crash_signals[i], &state_->old_crash[i], nullptr);
  ::sigaction(SIGTSTP, &state_->old_stop, nullptr);
  ::sigaction(SIGCONT, &state_->old_continue, nullptr);
  ::pthread_sigmask(SIG_SETMASK, &state_->old_mask, nullptr);
}

int Screen::rows() const { return getmaxy(stdscr); }
int Screen::columns() const { return getmaxx(stdscr); }

// Gives the terminal back and stops, as Ctrl-Z is meant to; goes on here when continued.
void Screen::suspend() {
  ::endwin();
  sigset_t stop;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTSTP);
  handle(SIGTSTP, SIG_DFL, 0, nullptr);
  ::raise(SIGTSTP);
  ::pthread_sigmask(SIG_UNBLOCK, &stop, nullptr);
  // Stopped here, unless nobody is there who could continue the program: then the signal is ignored.
  ::pthread_sigmask(SIG_BLOCK, &stop, nullptr);
  handle(SIGTSTP, on_stop, 0, nullptr);
  continued = 1;
}

Event Screen::wait(int timeout_ms) {
  if (auto event = read_key(); event.kind != Event::Kind::none) return event;
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  const timespec time{.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1'000'000L};
  sigset_t open_mask = state_->old_mask;
  for (const int signal : ending_signals) ::sigdelset(&open_mask, signal);
  for (const int signal : {SIGTSTP, SIGCONT, SIGWINCH}) ::sigdelset(&open_mask, signal);
  const int ready = ::ppoll(&input, 1, timeout_ms < 0 ? nullptr : &time, &open_mask);
  if (ended_by != 0) return {.kind = Event::Kind::end};
  if (stop_wanted != 0) {
    stop_wanted = 0;
    suspend();
  }
  if (continued != 0) {
    continued = 0;
    ::reset_prog_mode();
    ::clearok(curscr, TRUE);
    return {.kind = Event::Kind::resize};
  }
  if (ready > 0 && (input.revents & POLLIN) == 0) return {.kind = Event::Kind::end};
  const auto event = read_key();
  // Readable, but nothing to read: the other end is gone.
  if (event.kind == Event::Kind::none && ready > 0 && (input.revents & (POLLHUP | POLLERR)) != 0)
    return {.kind = Event::Kind::end};
  return event;
}

Event Screen::read_key() {
  wint_t code = 0;
  switch (::get_wch(&code)) {
    case OK:
      return {.kind = Event::Kind::character, .character = static_cast<char32_t>(code)};
    case KEY_CODE_YES:
      break;
    default:
      return {};
  }
  if (code == KEY_RESIZE) return {.kind = Event::Kind::resize};
  if (code != KEY_MOUSE) return {.kind = Event::Kind::key, .code = static_cast<int>(code)};
  MEVENT mouse;
  if (::getmouse(&mouse) != OK || (mouse.bstate & BUTTON1_PRESSED) == 0) return {};
  return {.kind = Event::Kind::click, .row = mouse.y, .column = mouse.x};
}

void Screen::clear() { ::erase(); }

void Screen::put(int row, int column, char32_t glyph, Style style, bool reverse) {
  if (row < 0 || column < 0 || row >= rows() || column >= columns()) return;
  if (glyph < 32 || glyph == 127 || (glyph > 127 && MB_CUR_MAX == 1)) glyph = U'?';
  const wchar_t text[2] = {static_cast<wchar_t>(glyph), L'\0'};
  attr_t attributes = attributes_of(style, state_->colour);
  if (reverse) attributes |= A_REVERSE;
  cchar_t cell;
  const auto pair = static_cast<short>(state_->colour ? static_cast<int>(style) + 1 : 0);
  if (::setcchar(&cell, text, attributes, pair, nullptr) == OK) ::mvadd_wch(row, column, &cell);
}

void Screen::put(int row, int column, std::string_view text, Style style, bool reverse) {
  while (!text.empty() && column < columns()) {
    const auto bytes = std::max<std::size_t>(1, utf8_length(text));
    put(row, column++, decode_utf8(text.substr(0, bytes)), style, reverse);
    text.remove_prefix(bytes);
  }
}

void Screen::show(int cursor_row, int cursor_column) {
  if (cursor_row < 0 || cursor_row >= rows() || cursor_column >= columns()) {
    ::curs_set(0);
  } else {
    ::curs_set(1);
    ::move(cursor_row, std::max(cursor_column, 0));
  }
  ::refresh();
}

void pass_on_signal() {
  if (ended_by == 0) return;
  const int signal = ended_by;
  handle(signal, SIG_DFL, 0, nullptr);
  ::raise(signal);
}

}  // namespace rimau::terminal
