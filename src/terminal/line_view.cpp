#include "terminal/line_view.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "drawing/text_board.hpp"
#include "rulebook/rulebook.hpp"
#include "terminal/words.hpp"

namespace rimau::terminal {
namespace {

constexpr std::size_t max_line_bytes = 64 << 10;
constexpr int line_width = 78;
constexpr std::uint32_t max_watched_plies = 10'000;  // of a game without draws that nobody could end

// Lines of a descriptor, whatever bytes they hold.
class LineReader {
 public:
  struct Line {
    std::string text;
    bool too_long = false;  // text is its beginning
  };

  // The next line without its end; the last one may lack a line feed. Nothing at the end of input.
  std::optional<Line> next() {
    Line line;
    bool any = false;
    for (;;) {
      if (at_ == end_ && !fill()) {
        if (!any) return std::nullopt;
        return line;
      }
      any = true;
      const char c = buffer_[at_++];
      if (c == '\n') return line;
      if (line.text.size() < max_line_bytes) line.text += c;
      else line.too_long = true;
    }
  }

 private:
  bool fill() {
    ssize_t got = 0;
    do got = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
    while (got < 0 && errno == EINTR);
    at_ = 0;
    end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
    return got > 0;
  }

  std::array<char, 4096> buffer_{};
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

class LineView {
 public:
  LineView(Table& table, const LineOptions& options) : table_(table), options_(options) {}

  void play() {
    say_what_is_new();
    show_board();
    if (!table_.session().seats().any_person()) return watch();
    answer_for_computer();
    for (;;) {
      prompt();
      const auto line = reader_.next();
      if (!line) break;
      if (line->too_long) {
        fmt::print("the line is longer than {} bytes\n", max_line_bytes);
      } else if (!obey(parse_command(line->text))) {
        return;
      }
    }
    fmt::print("\n");
  }

 private:
  [[nodiscard]] const Session& session() const { return table_.session(); }
  [[nodiscard]] const Game& game() const { return session().game(); }
  [[nodiscard]] const Position& position() const { return session().play().position(); }

  void prompt() const {
    if (session().over()) fmt::print("game over> ");
    else fmt::print("{} {}> ", position().ply + 1, name(session().side_to_move()));
    std::fflush(stdout);
  }

  void say_what_is_new() {
    if (table_.message().text.empty()) return;
    for (const auto& line : wrap(table_.message().text, line_width)) fmt::print("{}\n", line);
    table_.say("");
  }

  void show_board() const {
    Marks marks;
    if (const auto& moves = session().play().moves(); !moves.empty()) marks.last = moves.back();
    fmt::print("\n{}\n",
               to_text(draw_text(game(), position(), marks, {.flipped = table_.flipped(), .ascii = options_.ascii}),
                       options_.colour));
    fmt::print("{} in hand, {} in hand, {} captured\n", counted(game(), Side::tigers, position().tigers_in_hand),
               counted(game(), Side::men, position().men_in_hand), captured(game(), position()));
  }

  // The computer's turns, as far as the next one of a person.
  void answer_for_computer() {
    bool moved = false;
    while (session().computer_to_move() && table_.wait()) {
      say_what_is_new();
      if (table_.paused()) return;
      moved = true;
    }
    if (moved) show_board();
  }

  void watch() {
    while (!session().over() && position().ply < max_watched_plies && table_.wait() && !table_.paused())
      say_what_is_new();
    say_what_is_new();
    show_board();
    if (!session().over()) fmt::print("Stopped after {} turns.\n", session().play().moves().size());
  }

  // False when the person leaves.
  bool obey(const Command& command) {
    const auto revision = session().revision();
    switch (command.verb) {
      case Verb::none:
        return true;
      case Verb::quit:
        return false;
      case Verb::moves:
        list_moves();
        return true;
      case Verb::board:
        show_board();
        return true;
      case Verb::help:
        show_help();
        return true;
      case Verb::rules:
        for (const auto& line : rules_text(table_.catalogue(), game(), Language::en, line_width))
          fmt::print("{}\n", line);
        return true;
      default:
        table_.run(command);
    }
    if (command.verb == Verb::hint && table_.thinking()) table_.wait();
    say_what_is_new();
    if (command.verb == Verb::flip || (session().revision() != revision && !session().computer_to_move()) ||
        command.verb == Verb::load || command.verb == Verb::restart)
      show_board();
    if (!table_.paused()) answer_for_computer();
    return true;
  }

  void list_moves() const {
    const auto moves = session().over() ? std::vector<std::string>{} : move_list(game(), position());
    fmt::print("{} {}\n", moves.size(), moves.size() == 1 ? "move" : "moves");
    if (!moves.empty()) show_paragraph(join(moves, " "));
  }

  static void show_paragraph(const std::string& text) {
    for (const auto& line : wrap(text, line_width)) fmt::print("{}\n", line);
  }

  static void show_help() {
    fmt::print("A move, or one of these:\n");
    for (const auto& [usage, about] : command_help()) fmt::print("  {:<16} {}\n", usage, about);
    fmt::print("Moves are written\n");
    for (const auto& [usage, about] : move_help()) fmt::print("  {:<16} {}\n", usage, about);
    fmt::print("or as a point alone, where that is enough: a drop, or the target of the only tiger.\n");
  }

  Table& table_;
  LineOptions options_;
  LineReader reader_;
};

}  // namespace

void play_by_line(Table& table, const LineOptions& options) { LineView(table, options).play(); }

}  // namespace rimau::terminal
