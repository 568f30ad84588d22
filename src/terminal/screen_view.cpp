#define NCURSES_NOMACROS 1
#include "terminal/screen_view.hpp"

#include <curses.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "rulebook/rulebook.hpp"
#include "terminal/board_painter.hpp"
#include "terminal/page.hpp"
#include "terminal/panel.hpp"
#include "terminal/screen.hpp"
#include "terminal/typed_line.hpp"
#include "terminal/words.hpp"

namespace rimau::terminal {
namespace {

constexpr int poll_ms = 40;  // how often the computer's answer is looked for

class ScreenView {
 public:
  ScreenView(Table& table, Screen& screen, const ScreenOptions& options)
      : table_(table), screen_(screen), options_(options), cursor_(first_cursor()) {}

  void play() {
    for (bool stay = true; stay;) {
      while (table_.tick()) {
      }
      draw();
      const auto event = screen_.wait(table_.thinking() ? poll_ms : -1);
      switch (event.kind) {
        case Event::Kind::end:
          return;
        case Event::Kind::none:
        case Event::Kind::resize:
          break;
        case Event::Kind::click:
          click(event.row, event.column);
          break;
        case Event::Kind::key:
        case Event::Kind::character:
          stay = key(event);
      }
    }
  }

 private:
  // A line being typed, and what it is for.
  enum class Asking : std::uint8_t { nothing, move, save, load, leave, overwrite, resign, draw, restart };

  [[nodiscard]] const Session& session() const { return table_.session(); }
  [[nodiscard]] const Game& game() const { return session().game(); }
  [[nodiscard]] const Position& position() const { return session().play().position(); }

  // A tiger where the tigers begin, else the point nearest to the middle of the board.
  [[nodiscard]] Point first_cursor() const {
    if (session().side_to_move() == Side::tigers && !position().tigers.empty()) return position().tigers.first();
    return middle_point(game().board());
  }

  // --- Drawing ---------------------------------------------------------------------------------------

  void draw() {
    screen_.clear();
    if (page_.shown()) page_.draw(screen_);
    else draw_game();
  }

  void draw_game() {
    constexpr int frame = 1 + 3;  // the title above; message, input or advice and keys below
    const int rows = screen_.rows();
    const int columns = screen_.columns();
    Panel panel(table_, screen_, options_.utf8);
    BoardPainter painter(table_, table_.turn(), rows - frame, columns - Panel::columns, options_.utf8);
    const bool beside = painter.columns() <= columns - Panel::columns && painter.rows() <= rows - frame;
    const int room = rows - frame - (beside ? 0 : Panel::summary_rows);
    if (!beside) painter = BoardPainter(table_, table_.turn(), room, columns, options_.utf8);
    if (painter.rows() > room || painter.columns() > columns)
      return draw_too_small(painter.columns(), painter.rows() + frame + Panel::summary_rows);
    const int width = painter.columns() + (beside ? Panel::columns : 0);
    const int left = (columns - width) / 2;
    panel.draw_title();
    painter.paint(screen_, {1, left, room, painter.columns()}, cursor_);
    if (beside) panel.draw(2, left + painter.columns() + 2, 1 + room);
    else panel.draw_summary(1 + room);
    panel.draw_message(rows - 3, asking_ != Asking::nothing);
    panel.draw_keys(rows - 1);
    spots_.clear();
    for (const auto point : game().points()) spots_.push_back(painter.place(point));
    const auto at = painter.place(cursor_);
    if (asking_ == Asking::nothing) screen_.show(at.row, at.column);
    else line_.draw(screen_, rows - 2);
  }

  void draw_too_small(int columns, int rows) {
    spots_.clear();
    screen_.put(0, 0, "terminal too small", Style::fault);
    screen_.put(1, 0, cat("needs ", columns, " x ", rows));
    screen_.put(2, 0, cat("has ", screen_.columns(), " x ", screen_.rows()));
    screen_.show(-1, 0);
  }

  // --- Keys and clicks -------------------------------------------------------------------------------

  void click(int row, int column) {
    if (page_.shown()) return page_.close();
    if (asking_ != Asking::nothing) return;
    constexpr int reach = 2;
    int least = reach + 1;
    std::optional<Point> nearest;
    for (std::size_t i = 0; i < spots_.size(); ++i) {
      if (spots_[i].row != row || std::abs(spots_[i].column - column) >= least) continue;
      least = std::abs(spots_[i].column - column);
      nearest = Point::at(static_cast<int>(i));
    }
    if (!nearest) return;
    cursor_ = *nearest;
    choose(*nearest);
  }

  // Chooses a point for the turn under way.
  void choose(Point point) {
    if (session().over()) return table_.complain("the game is over; U takes back, N begins anew, Q leaves");
    if (!session().person_to_move()) return table_.complain("it is the computer's turn");
    auto& turn = table_.turn();
    if (const auto why = turn.why_not(point); !why.empty()) return table_.complain(why);
    table_.say("");
    if (const auto move = turn.click(point)) table_.make(*move);
  }

  // Enter ends a turn that is ready, unless it chooses the tiger or the point the tiger goes to.
  void enter() {
    auto& turn = table_.turn();
    if (!session().person_to_move() || !turn.ready()) return choose(cursor_);
    const bool moves_tiger = turn.selected() ? turn.targets().contains(cursor_)
                                             : position().tigers.contains(cursor_) && turn.tigers().contains(cursor_);
    if (position().stage == Stage::opening && moves_tiger) return choose(cursor_);
    if (const auto move = turn.confirm()) table_.make(*move);
  }

  void go(int dx, int dy) { cursor_ = neighbour_towards(game().board(), cursor_, dx, dy, table_.flipped()); }

  // False when the person leaves.
  bool key(const Event& event) {
    if (page_.shown()) return page_.key(event), true;
    if (asking_ != Asking::nothing) return input_key(event);
    if (is_enter(event)) return enter(), true;
    if (is_backspace(event) || event.character == escape) return back(), true;
    if (event.kind == Event::Kind::key) return function_key(event.code), true;
    return character(event.character);
  }

  void function_key(int code) {
    switch (code) {
      case KEY_UP:
        return go(0, -1);
      case KEY_DOWN:
        return go(0, 1);
      case KEY_LEFT:
        return go(-1, 0);
      case KEY_RIGHT:
        return go(1, 0);
      default:
        return;
    }
  }

  void back() {
    if (table_.turn().cancel()) return table_.say("");
    table_.say("nothing is chosen; U takes back a turn");
  }

  // A letter that names a column of the board begins a typed move, but for h j k l, which move the
  // cursor until a digit shows that a point was meant. All commands are capitals; small letters do where
  // they are free.
  bool character(char32_t c) {
    const auto before = std::exchange(last_character_, c);
    if (c >= U'0' && c <= U'9' && before < 0x80) {
      const auto name = cat(static_cast<char>(before), static_cast<char>(c));
      if (game().board().find(name)) return begin(Asking::move, "Move:", name), true;
    }
    const bool column = std::ranges::any_of(
        game().points(), [&](Point point) { return static_cast<char32_t>(game().board().name(point)[0]) == c; });
    switch (c) {
      case U'h':
        return go(-1, 0), true;
      case U'j':
        return go(0, 1), true;
      case U'k':
        return go(0, -1), true;
      case U'l':
        return go(1, 0), true;
      case U' ':
        return choose(cursor_), true;
      default:
        if (column) return begin(Asking::move, "Move:", std::string(1, static_cast<char>(c))), true;
        return command_key(c >= U'a' && c <= U'z' ? c - U'a' + U'A' : c);
    }
  }

  bool command_key(char32_t c) {
    switch (c) {
      case U':':
        begin(Asking::move, "Move or command:", "");
        break;
      case U'@':
        begin(Asking::move, "Move:", "@");
        break;
      case U'?':
        show_help();
        break;
      case U'!':
        show_rules();
        break;
      case U'U':
        table_.run({Verb::undo, ""});
        break;
      case U'R':
        table_.run({Verb::redo, ""});
        break;
      case U'H':
        table_.run({Verb::hint, ""});
        break;
      case U'F':
        table_.run({Verb::flip, ""});
        break;
      case U'P':
        table_.run({Verb::pause, ""});
        break;
      case U'S':
        begin(Asking::save, "Save to:", "");
        break;
      case U'O':
        begin(Asking::load, "Open:", "");
        break;
      case U'X':
        begin(Asking::resign, "Resign? (y/n)", "");
        break;
      case U'D':
        begin(Asking::draw, "Do both sides agree a draw? (y/n)", "");
        break;
      case U'N':
        begin(Asking::restart, "Begin anew? (y/n)", "");
        break;
      case U'Q':
        return ask_to_leave();
      default:
        table_.say("? shows the keys");
    }
    return true;
  }

  // An unfinished game is kept by itself; a finished one would be lost.
  bool ask_to_leave() {
    if (!session().over() || !table_.unsaved() || !session().seats().any_person()) return false;
    begin(Asking::leave, "Save the game to (empty: leave without):", "");
    return true;
  }

  void begin(Asking asking, std::string question, std::string typed) {
    asking_ = asking;
    line_ = TypedLine(std::move(question), std::move(typed));
    table_.say("");
  }

  // What follows from yes to a question that is answered by one key; no verb for the others.
  [[nodiscard]] Verb asked_by_key() const {
    switch (asking_) {
      case Asking::resign:
        return Verb::resign;
      case Asking::draw:
        return Verb::draw;
      case Asking::restart:
        return Verb::restart;
      case Asking::overwrite:
        return Verb::overwrite;
      default:
        return Verb::none;
    }
  }

  bool input_key(const Event& event) {
    if (const auto verb = asked_by_key(); verb != Verb::none) {
      asking_ = Asking::nothing;
      if (event.character != U'y' && event.character != U'Y') return true;
      table_.run({verb, path_});
      return !leaving_ || table_.message().fault;
    }
    switch (line_.key(event)) {
      case TypedLine::Typed::more:
        return true;
      case TypedLine::Typed::dropped:
        return asking_ = Asking::nothing, true;
      case TypedLine::Typed::done:
        return submit(std::exchange(asking_, Asking::nothing));
    }
    return true;
  }

  // False when the person leaves.
  bool submit(Asking asked) {
    const std::string text(trim(line_.text()));
    switch (asked) {
      case Asking::save:
      case Asking::leave:
        leaving_ = asked == Asking::leave;
        return text.empty() ? !leaving_ : save(text);
      case Asking::load:
        if (!text.empty()) table_.run({Verb::load, text});
        cursor_ = cursor_within_board();
        return true;
      default:
        return obey(parse_command(text));
    }
  }

  // Asks before another file is replaced. False when the person leaves.
  bool save(const std::string& path) {
    path_ = path;
    if (table_.would_overwrite(path)) {
      begin(Asking::overwrite, "There is such a file. Replace it? (y/n)", "");
      return true;
    }
    table_.run({Verb::save, path});
    return !leaving_ || table_.message().fault;
  }

  // After another game was loaded its board may lack the point.
  [[nodiscard]] Point cursor_within_board() const {
    return game().points().contains(cursor_) ? cursor_ : first_cursor();
  }

  bool obey(const Command& command) {
    switch (command.verb) {
      case Verb::none:
      case Verb::board:
        return true;
      case Verb::quit:
        return ask_to_leave();
      case Verb::help:
        return show_help(), true;
      case Verb::rules:
        return show_rules(), true;
      case Verb::moves:
        return show_moves(), true;
      case Verb::save:
        leaving_ = false;
        return save(command.argument);
      default:
        table_.run(command);
        cursor_ = cursor_within_board();
        return true;
    }
  }

  void show_rules() {
    page_.open([this](int width) { return rules_text(table_.catalogue(), game(), Language::en, std::max(width, 20)); });
  }

  void show_help() { page_.open(help_text); }

  void show_moves() {
    page_.open([moves = join(move_list(game(), position()), " ")](int width) {
      std::vector<std::string> lines{"Legal moves", ""};
      std::ranges::move(wrap(moves, width), std::back_inserter(lines));
      return lines;
    });
  }

  Table& table_;
  Screen& screen_;
  ScreenOptions options_;
  Point cursor_;
  std::vector<TextPlace> spots_;  // where the points were drawn last, by index; empty when they were not
  Asking asking_ = Asking::nothing;
  TypedLine line_;
  std::string path_;      // that a record is to be saved to
  bool leaving_ = false;  // once it is saved
  Page page_;             // shown instead of the game
  char32_t last_character_ = 0;
};

}  // namespace

bool play_on_screen(Table& table, const ScreenOptions& options) {
  auto screen = Screen::open(options.colour);
  if (!screen) return false;
  ScreenView(table, *screen, options).play();
  screen.reset();
  pass_on_signal();
  return true;
}

}  // namespace rimau::terminal
