#define NCURSES_NOMACROS 1
#include "terminal/screen_view.hpp"

#include <curses.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "terminal/board_painter.hpp"
#include "terminal/screen.hpp"
#include "terminal/words.hpp"

namespace rimau::terminal {
namespace {

constexpr int panel_columns = 27;
constexpr int poll_ms = 40;  // how often the computer's answer is looked for
constexpr char32_t escape = 27;
constexpr char32_t backspace = 127;
constexpr std::size_t max_typed = 1000;

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
  enum class Asking : std::uint8_t { nothing, move, save, load, leave, resign, draw, restart };

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
    if (!page_.empty()) draw_page();
    else draw_game();
  }

  void draw_game() {
    constexpr int frame = 1 + 3;  // the title above; message, input or advice and keys below
    constexpr int summary = 2;    // what replaces the panel where there is no room beside the board
    const int rows = screen_.rows();
    const int columns = screen_.columns();
    BoardPainter painter(table_, table_.turn(), rows - frame, columns - panel_columns, options_.utf8);
    const bool panel = painter.columns() <= columns - panel_columns && painter.rows() <= rows - frame;
    if (!panel) painter = BoardPainter(table_, table_.turn(), rows - frame - summary, columns, options_.utf8);
    const int room = rows - frame - (panel ? 0 : summary);
    if (painter.rows() > room || painter.columns() > columns)
      return draw_too_small(painter.columns(), painter.rows() + frame + summary);
    const int width = painter.columns() + (panel ? panel_columns : 0);
    const int left = (columns - width) / 2;
    draw_title();
    painter.paint(screen_, {1, left, room, painter.columns()}, cursor_);
    if (panel) draw_panel(left + painter.columns() + 2, 2, 1 + room);
    else draw_summary(1 + room);
    draw_message(rows - 3);
    draw_keys(rows - 1);
    spots_.clear();
    for (const auto point : game().points()) spots_.push_back(painter.place(point));
    const auto at = painter.place(cursor_);
    if (asking_ == Asking::nothing) screen_.show(at.row, at.column);
    else draw_input(rows - 2);
  }

  void draw_too_small(int columns, int rows) {
    spots_.clear();
    screen_.put(0, 0, "terminal too small", Style::fault);
    screen_.put(1, 0, cat("needs ", columns, " x ", rows));
    screen_.put(2, 0, cat("has ", screen_.columns(), " x ", screen_.rows()));
    screen_.show(-1, 0);
  }

  void draw_title() {
    const auto& seats = session().seats();
    const auto title = std::string(game().spec().name.get("en"));
    screen_.put(0, 1, title, Style::title);
    std::string about = game().id() == game().spec().id ? "" : game().id();
    if (seats.tigers == Player::computer || seats.men == Player::computer)
      about += cat(about.empty() ? "" : ", ", "level ", seats.level);
    screen_.put(0, 3 + static_cast<int>(title.size()), about, Style::dim);
  }

  [[nodiscard]] std::string state() const {
    if (session().over()) return "game over";
    if (table_.paused()) return "paused";
    if (table_.thinking()) return options_.utf8 ? "thinking…" : "thinking...";
    return cat("turn ", position().ply + 1);
  }

  void draw_side(int row, int column, Side side) {
    const bool to_move = !session().over() && session().side_to_move() == side;
    const auto style = side == Side::tigers ? Style::tiger : Style::man;
    if (to_move) screen_.put(row, column, options_.utf8 ? U'▶' : U'>', Style::title);
    const auto total = side == Side::tigers ? game().rules().tigers : game().rules().men;
    const auto name = piece_name(game(), side, total);
    screen_.put(row, column + 2, name, style);
    const auto seat = seat_name(session().seats(), side);
    screen_.put(row, column + 3 + static_cast<int>(name.size()), seat.empty() ? "" : cat("(", seat, ")"), Style::dim);
    const int hand = side == Side::tigers ? position().tigers_in_hand : position().men_in_hand;
    const auto board = side == Side::tigers ? position().tigers : position().men;
    screen_.put(row + 1, column + 2, cat(board.size(), " on board, ", hand, " in hand"));
  }

  void draw_panel(int column, int row, int end) {
    draw_side(row, column, Side::tigers);
    draw_side(row + 3, column, Side::men);
    const auto& rules = game().rules();
    screen_.put(row + 5, column + 2, cat("captured ", captured(game(), position()), " of ", rules.tigers_win_at));
    screen_.put(row + 7, column + 2, state(), table_.thinking() ? Style::hint : Style::title);
    int next = draw_turn_under_way(row + 8, column + 2);
    draw_moves(std::max(next, row + 9) + 1, column + 2, end);
  }

  // Of an opening turn: what is still to be done. Answers the next free row.
  int draw_turn_under_way(int row, int column) {
    const auto& turn = table_.turn();
    if (!session().person_to_move()) return row;
    if (turn.ready() && position().stage == Stage::play) {
      screen_.put(row++, column, "no step: Enter passes", Style::target);
    } else if (position().stage == Stage::opening) {
      const int left = turn.left_to_mark();
      screen_.put(row++, column,
                  left > 0 ? cat("remove ", left, left == game().rules().removals ? "" : " more", " ",
                                 piece_name(game(), Side::men, left))
                           : "Enter ends the turn",
                  Style::target);
      if (turn.relocation())
        screen_.put(row++, column,
                    cat(piece_name(game(), Side::tigers, 1), " ", game().board().name(turn.relocation()->from), "-",
                        game().board().name(turn.relocation()->to)));
      else if (game().rules().relocates)
        screen_.put(row++, column, cat("the ", piece_name(game(), Side::tigers, 1), " may be moved"), Style::dim);
    }
    return row;
  }

  // The last moves, two columns of turn pairs as far as there is room.
  void draw_moves(int row, int column, int end) {
    const auto& play = session().play();
    const auto& moves = play.moves();
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto text = cat(play.positions()[i].ply + 1, ". ", format_move(game(), moves[i]));
      const bool fits = !lines.empty() && lines.back().size() <= 12 && text.size() <= 12;
      if (fits && i % 2 == 1) lines.back().append(13 - lines.back().size(), ' ').append(text);
      else lines.push_back(text);
    }
    const auto room = static_cast<std::size_t>(std::max(0, end - row));
    const auto first = lines.size() > room ? lines.size() - room : 0;
    for (std::size_t i = first; i < lines.size(); ++i)
      screen_.put(row++, column, lines[i], i + 1 == lines.size() ? Style::plain : Style::dim);
  }

  void draw_summary(int row) {
    const auto& place = position();
    const auto text = cat(state(), session().over() ? "" : cat(": ", name(place.turn), " to move"));
    screen_.put(row, 1, text, Style::title);
    const auto& turn = table_.turn();
    const auto detail = session().person_to_move() && place.stage == Stage::opening
                            ? cat(turn.left_to_mark(), " more to remove", turn.ready() ? ", Enter ends the turn" : "")
                            : cat("in hand ", int{place.tigers_in_hand}, '/', int{place.men_in_hand}, ", captured ",
                                  captured(game(), place), " of ", game().rules().tigers_win_at);
    screen_.put(row + 1, 1, detail);
  }

  // What was said last, and under it what can be done now.
  void draw_message(int row) {
    const auto& message = table_.message();
    const auto lines = wrap(message.text, std::max(1, screen_.columns() - 2));
    const auto style = message.fault ? Style::fault : session().over() ? Style::title : Style::plain;
    screen_.put(row, 1, lines.front(), style);
    if (asking_ != Asking::nothing) return;
    if (lines.size() > 1) screen_.put(row + 1, 1, lines[1], style);
    else screen_.put(row + 1, 1, what_to_do(), Style::dim);
  }

  [[nodiscard]] std::string what_to_do() const {
    if (session().over()) return "U takes back, N begins a new game, S saves, Q leaves.";
    if (table_.paused()) return "P lets the computer play on.";
    if (!session().person_to_move()) return "The computer is thinking.";
    const auto& turn = table_.session().turn();
    const auto side = session().side_to_move();
    if (position().stage == Stage::opening) return what_to_do_in_opening();
    if (turn.ready()) return cat("No ", piece_name(game(), side, 1), " can step: Enter passes.");
    if (turn.selected()) return cat("Choose where the ", piece_name(game(), side, 1), " goes.");
    const int hand = side == Side::tigers ? position().tigers_in_hand : position().men_in_hand;
    if (hand > 0) return cat("Choose an empty point for a ", piece_name(game(), side, 1), " from the hand.");
    return cat("Choose the ", piece_name(game(), side, 1), " to move.");
  }

  [[nodiscard]] std::string what_to_do_in_opening() const {
    const auto& turn = table_.session().turn();
    const auto tiger = piece_name(game(), Side::tigers, 1);
    if (turn.selected()) return cat("Choose where the ", tiger, " goes.");
    const auto may =
        game().rules().relocates && !turn.relocation() ? cat("; choose the ", tiger, " to move it too") : "";
    if (turn.ready()) return cat("Enter ends the turn", may, ".");
    return cat("Choose ", turn.left_to_mark(), turn.left_to_mark() == game().rules().removals ? " " : " more ",
               piece_name(game(), Side::men, turn.left_to_mark()), " to remove", may, ".");
  }

  void draw_keys(int row) {
    std::string keys;
    for (const std::string_view key : {"? help", "Enter choose", "Esc back", "U undo", "H hint", "F flip", "S save",
                                       "! rules", "X resign", "Q quit", "R redo", "O open", "N new", ": type"}) {
      const auto longer = cat(keys, keys.empty() ? "" : "  ", key);
      if (static_cast<int>(longer.size()) > screen_.columns() - 2) break;
      keys = longer;
    }
    screen_.put(row, 1, keys, Style::dim);
  }

  void draw_input(int row) {
    const auto question = cat(question_, ' ');
    // The end of what is typed stays in view.
    auto text = shown(typed_, max_typed * 4);
    const int room = screen_.columns() - 3 - static_cast<int>(question.size());
    while (!text.empty() && static_cast<int>(text.size()) > std::max(room, 1)) text.erase(0, 1);
    screen_.put(row, 1, question, Style::title);
    screen_.put(row, 1 + static_cast<int>(question.size()), text);
    screen_.show(row, 1 + static_cast<int>(question.size() + text.size()));
  }

  void draw_page() {
    const int rows = std::max(1, screen_.rows() - 1);
    std::vector<std::string> lines;
    for (const auto& paragraph : page_)
      if (paragraph.starts_with("  ")) lines.push_back(paragraph);
      else
        for (auto& line : wrap(paragraph, std::clamp(screen_.columns() - 2, 1, 90))) lines.push_back(std::move(line));
    page_top_ = std::clamp(page_top_, 0, std::max(0, static_cast<int>(lines.size()) - rows));
    for (int row = 0; row < rows && page_top_ + row < static_cast<int>(lines.size()); ++row)
      screen_.put(row, 1, lines[static_cast<std::size_t>(page_top_ + row)]);
    const bool more = page_top_ + rows < static_cast<int>(lines.size());
    screen_.put(screen_.rows() - 1, 1,
                more ? "Up and Down scroll, any other key goes back to the game" : "any key goes back to the game",
                Style::title);
    screen_.show(-1, 0);
  }

  // --- Keys and clicks -------------------------------------------------------------------------------

  void click(int row, int column) {
    if (!page_.empty()) return page_.clear();
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
    if (!page_.empty()) return page_key(event), true;
    if (asking_ != Asking::nothing) return input_key(event);
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
      case KEY_ENTER:
        return enter();
      case KEY_BACKSPACE:
        return back();
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
      case U'\r':
      case U'\n':
        return enter(), true;
      case U' ':
        return choose(cursor_), true;
      case escape:
      case backspace:
      case U'\b':
        return back(), true;
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
    question_ = std::move(question);
    typed_ = std::move(typed);
    table_.say("");
  }

  [[nodiscard]] bool yes_or_no() const {
    return asking_ == Asking::resign || asking_ == Asking::draw || asking_ == Asking::restart;
  }

  bool input_key(const Event& event) {
    const char32_t c = event.character;
    if (event.kind == Event::Kind::key && event.code != KEY_ENTER && event.code != KEY_BACKSPACE) return true;
    if (c == escape) return asking_ = Asking::nothing, true;
    if (yes_or_no()) {
      if (c == U'y' || c == U'Y') answer_yes(std::exchange(asking_, Asking::nothing));
      else asking_ = Asking::nothing;
      return true;
    }
    if (event.code == KEY_ENTER || c == U'\r' || c == U'\n') return submit(std::exchange(asking_, Asking::nothing));
    if (event.code == KEY_BACKSPACE || c == backspace || c == U'\b') {
      if (typed_.empty()) asking_ = Asking::nothing;
      remove_last_character(typed_);
    } else if (c == 21) {  // Ctrl-U
      typed_.clear();
    } else if (c >= 32 && c != 127 && typed_.size() < max_typed) {
      append_utf8(typed_, c);
    }
    return true;
  }

  void answer_yes(Asking asked) {
    if (asked == Asking::resign) table_.run({Verb::resign, ""});
    if (asked == Asking::draw) table_.run({Verb::draw, ""});
    if (asked == Asking::restart) table_.run({Verb::restart, ""});
  }

  // False when the person leaves.
  bool submit(Asking asked) {
    const std::string text(trim(typed_));
    switch (asked) {
      case Asking::save:
      case Asking::leave: {
        if (text.empty()) return asked == Asking::save;
        table_.run({Verb::save, text});
        return asked == Asking::save || table_.message().fault;
      }
      case Asking::load:
        if (!text.empty()) table_.run({Verb::load, text});
        cursor_ = cursor_within_board();
        return true;
      default:
        return obey(parse_command(text));
    }
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
        page_ = {"Legal moves", "", join(move_list(game(), position()), " ")};
        page_top_ = 0;
        return true;
      default:
        table_.run(command);
        cursor_ = cursor_within_board();
        return true;
    }
  }

  void page_key(const Event& event) {
    const int page = std::max(1, screen_.rows() - 2);
    if (event.code == KEY_DOWN || event.character == U'j') ++page_top_;
    else if (event.code == KEY_UP || event.character == U'k') page_top_ = std::max(0, page_top_ - 1);
    else if (event.code == KEY_NPAGE || event.character == U' ') page_top_ += page;
    else if (event.code == KEY_PPAGE) page_top_ = std::max(0, page_top_ - page);
    else page_.clear();
  }

  void show_rules() {
    page_.clear();
    for (auto& paragraph : rules_text(game())) {
      page_.push_back(std::move(paragraph));
      page_.emplace_back();
    }
    page_top_ = 0;
  }

  void show_help() {
    page_ = {
        "Keys",
        "",
        "Arrows or h j k l move the cursor to the nearest point. Enter, space or a click chooses a point: a piece, "
        "then where it goes; where a piece is dropped; in an opening turn the men to remove, and the tiger if it is "
        "to be moved. When all is chosen, Enter ends the opening turn. Escape takes back a choice.",
        "",
        "  U undo     R redo     H hint     F flip the board     P pause the computer",
        "  S save     O open     N new      X resign             D agree a draw",
        "  ! rules    ? help     Q leave; an unfinished game is kept",
        "",
        "Marks: < > the piece chosen, reverse the cursor, [ ] the last turn, ( ) a hint.",
        "",
        "A move can be typed as it is written (the letter of a point begins it), and after : also a command:",
        "",
    };
    const auto list = [this](std::span<const CommandHelp> lines) {
      for (const auto& [usage, about] : lines) {
        auto line = cat("  ", usage);
        line.append(line.size() < 20 ? 20 - line.size() : 1, ' ');
        page_.push_back(cat(line, about));
      }
    };
    list(move_help());
    page_.emplace_back();
    list(command_help());
    page_top_ = 0;
  }

  Table& table_;
  Screen& screen_;
  ScreenOptions options_;
  Point cursor_;
  std::vector<TextPlace> spots_;  // where the points were drawn last, by index; empty when they were not
  Asking asking_ = Asking::nothing;
  std::string question_;
  std::string typed_;
  std::vector<std::string> page_;  // shown instead of the game; empty: the game is shown
  int page_top_ = 0;
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
