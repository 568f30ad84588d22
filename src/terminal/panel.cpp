#include "terminal/panel.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "terminal/words.hpp"

namespace rimau::terminal {

void Panel::draw_title() {
  const auto& seats = session().seats();
  const auto title = std::string(game_.spec().name.get("en"));
  screen_.put(0, 1, title, Style::title);
  std::string about = game_.id() == game_.spec().id ? "" : game_.id();
  if (seats.tigers == Player::computer || seats.men == Player::computer)
    about += cat(about.empty() ? "" : ", ", "level ", seats.level);
  screen_.put(0, 3 + static_cast<int>(title.size()), about, Style::dim);
}

std::string Panel::state() const {
  if (session().over()) return "game over";
  if (table_.paused()) return "paused";
  if (table_.thinking()) return utf8_ ? "thinking…" : "thinking...";
  return cat("turn ", position().ply + 1);
}

void Panel::draw_side(int row, int column, Side side) {
  const bool to_move = !session().over() && session().side_to_move() == side;
  const auto style = side == Side::tigers ? Style::tiger : Style::man;
  if (to_move) screen_.put(row, column, utf8_ ? U'▶' : U'>', Style::title);
  const auto total = side == Side::tigers ? game_.rules().tigers : game_.rules().men;
  const auto name = piece_name(game_, side, total);
  screen_.put(row, column + 2, name, style);
  const auto seat = seat_name(session().seats(), side);
  screen_.put(row, column + 3 + static_cast<int>(name.size()), seat.empty() ? "" : cat("(", seat, ")"), Style::dim);
  const int hand = side == Side::tigers ? position().tigers_in_hand : position().men_in_hand;
  const auto board = side == Side::tigers ? position().tigers : position().men;
  screen_.put(row + 1, column + 2, cat(board.size(), " on board, ", hand, " in hand"));
}

void Panel::draw(int row, int column, int end) {
  draw_side(row, column, Side::tigers);
  draw_side(row + 3, column, Side::men);
  const auto& rules = game_.rules();
  screen_.put(row + 5, column + 2, cat("captured ", captured(game_, position()), " of ", rules.tigers_win_at));
  screen_.put(row + 7, column + 2, state(), table_.thinking() ? Style::hint : Style::title);
  int next = draw_turn_under_way(row + 8, column + 2);
  draw_moves(std::max(next, row + 9) + 1, column + 2, end);
}

// Of an opening turn: what is still to be done. Answers the next free row.
int Panel::draw_turn_under_way(int row, int column) {
  const auto& turn = table_.turn();
  if (!session().person_to_move()) return row;
  if (turn.ready() && position().stage == Stage::play) {
    screen_.put(row++, column, "no step: Enter passes", Style::target);
  } else if (position().stage == Stage::opening) {
    const int left = turn.left_to_mark();
    screen_.put(row++, column,
                left > 0 ? cat("remove ", left, left == game_.rules().removals ? "" : " more", " ",
                               piece_name(game_, Side::men, left))
                         : "Enter ends the turn",
                Style::target);
    if (turn.relocation())
      screen_.put(row++, column,
                  cat(piece_name(game_, Side::tigers, 1), " ", game_.board().name(turn.relocation()->from), "-",
                      game_.board().name(turn.relocation()->to)));
    else if (game_.rules().relocates)
      screen_.put(row++, column, cat("the ", piece_name(game_, Side::tigers, 1), " may be moved"), Style::dim);
  }
  return row;
}

// The last moves, two columns of turn pairs as far as there is room.
void Panel::draw_moves(int row, int column, int end) {
  const auto& play = session().play();
  const auto& moves = play.moves();
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto text = cat(play.positions()[i].ply + 1, ". ", format_move(game_, moves[i]));
    const bool fits = !lines.empty() && lines.back().size() <= 12 && text.size() <= 12;
    if (fits && i % 2 == 1) lines.back().append(13 - lines.back().size(), ' ').append(text);
    else lines.push_back(text);
  }
  const auto room = static_cast<std::size_t>(std::max(0, end - row));
  const auto first = lines.size() > room ? lines.size() - room : 0;
  for (std::size_t i = first; i < lines.size(); ++i)
    screen_.put(row++, column, lines[i], i + 1 == lines.size() ? Style::plain : Style::dim);
}

void Panel::draw_summary(int row) {
  const auto& place = position();
  const auto text = cat(state(), session().over() ? "" : cat(": ", name(place.turn), " to move"));
  screen_.put(row, 1, text, Style::title);
  const auto& turn = table_.turn();
  const auto detail = session().person_to_move() && place.stage == Stage::opening
                          ? cat(turn.left_to_mark(), " more to remove", turn.ready() ? ", Enter ends the turn" : "")
                          : cat("in hand ", int{place.tigers_in_hand}, '/', int{place.men_in_hand}, ", captured ",
                                captured(game_, place), " of ", game_.rules().tigers_win_at);
  screen_.put(row + 1, 1, detail);
}

void Panel::draw_message(int row, bool second_row_taken) {
  const auto& message = table_.message();
  const auto lines = wrap(message.text, std::max(1, screen_.columns() - 2));
  const auto style = message.fault ? Style::fault : session().over() ? Style::title : Style::plain;
  screen_.put(row, 1, lines.front(), style);
  if (second_row_taken) return;
  if (lines.size() > 1) screen_.put(row + 1, 1, lines[1], style);
  else screen_.put(row + 1, 1, what_to_do(), Style::dim);
}

std::string Panel::what_to_do() const {
  if (session().over()) return "U takes back, N begins a new game, S saves, Q leaves.";
  if (table_.paused()) return "P lets the computer play on.";
  if (!session().person_to_move()) return "The computer is thinking.";
  const auto& turn = table_.session().turn();
  const auto side = session().side_to_move();
  if (position().stage == Stage::opening) return what_to_do_in_opening();
  if (turn.ready()) return cat("No ", piece_name(game_, side, 1), " can step: Enter passes.");
  if (turn.selected()) return cat("Choose where the ", piece_name(game_, side, 1), " goes.");
  const int hand = side == Side::tigers ? position().tigers_in_hand : position().men_in_hand;
  if (hand > 0) return cat("Choose an empty point for a ", piece_name(game_, side, 1), " from the hand.");
  return cat("Choose the ", piece_name(game_, side, 1), " to move.");
}

std::string Panel::what_to_do_in_opening() const {
  const auto& turn = table_.session().turn();
  const auto tiger = piece_name(game_, Side::tigers, 1);
  if (turn.selected()) return cat("Choose where the ", tiger, " goes.");
  const auto may = game_.rules().relocates && !turn.relocation() ? cat("; choose the ", tiger, " to move it too") : "";
  if (turn.ready()) return cat("Enter ends the turn", may, ".");
  return cat("Choose ", turn.left_to_mark(), turn.left_to_mark() == game_.rules().removals ? " " : " more ",
             piece_name(game_, Side::men, turn.left_to_mark()), " to remove", may, ".");
}

void Panel::draw_keys(int row) {
  std::string keys;
  for (const std::string_view key : {"? help", "Enter choose", "Esc back", "U undo", "H hint", "F flip", "S save",
                                     "! rules", "X resign", "Q quit", "R redo", "O open", "N new", ": type"}) {
    const auto longer = cat(keys, keys.empty() ? "" : "  ", key);
    if (static_cast<int>(longer.size()) > screen_.columns() - 2) break;
    keys = longer;
  }
  screen_.put(row, 1, keys, Style::dim);
}

}  // namespace rimau::terminal
