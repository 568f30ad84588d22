#include "plain/plain.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace plain {

using rimau::cat;

Game::Game(const rimau::Game& game) : id_(game.id()), rules_(game.rules()) {
  const auto& board = game.board();
  for (const auto& line : board.lines()) {
    auto& own = lines_.emplace_back();
    for (const auto point : line) {
      const std::string name(board.name(point));
      auto found = std::find(names_.begin(), names_.end(), name);
      if (found == names_.end()) {
        index_[static_cast<std::size_t>((name[0] - 'a') * 10 + (name[1] - '0'))] = names_.size();
        found = names_.insert(names_.end(), name);
      }
      own.push_back(static_cast<std::size_t>(found - names_.begin()));
    }
  }
  start_cells_.assign(names_.size(), '.');
  for (const auto point : rules_.tigers_at) start_cells_[index(board.name(point))] = 'T';
  for (const auto point : rules_.men_at) start_cells_[index(board.name(point))] = 'm';
}

Position Game::start() const {
  Position start;
  start.cells = start_cells_;
  start.tigers_in_hand = rules_.tigers - static_cast<int>(std::count(start_cells_.begin(), start_cells_.end(), 'T'));
  start.men_in_hand = rules_.men - static_cast<int>(std::count(start_cells_.begin(), start_cells_.end(), 'm'));
  start.tigers_to_move = rules_.first == rimau::Side::tigers;
  start.opening = rules_.removals > 0;
  return start;
}

Position Game::read(std::string_view line) const {
  const auto field = [line](std::string_view key) {
    const auto begin = line.find(cat(" ", key, "=")) + key.size() + 2;
    return std::string(line.substr(begin, line.find(' ', begin) - begin));
  };
  Position position;
  position.cells.assign(names_.size(), '.');
  for (const auto& [key, piece] : {std::pair{"tigers", 'T'}, std::pair{"men", 'm'}}) {
    const auto list = field(key);
    for (std::size_t at = 0; list != "-" && at < list.size(); at += 3)
      position.cells[index(list.substr(at, 2))] = piece;
  }
  const auto hand = field("hand");
  position.tigers_in_hand = std::stoi(hand);
  position.men_in_hand = std::stoi(hand.substr(hand.find('/') + 1));
  position.captured = std::stoi(field("captured"));
  position.tigers_to_move = field("turn") == "tigers";
  position.opening = field("stage") == "opening";
  position.ply = static_cast<unsigned>(std::stoul(field("ply")));
  return position;
}

std::string Game::write(const Position& position) const {
  const auto list = [&](char piece) {
    std::vector<std::string_view> found;
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (position.cells[i] == piece) found.emplace_back(names_[i]);
    std::sort(found.begin(), found.end());
    std::string text;
    for (const auto name : found) text.append(text.empty() ? "" : ",").append(name);
    return text.empty() ? "-" : text;
  };
  return cat(id_, " tigers=", list('T'), " men=", list('m'), " hand=", position.tigers_in_hand, "/",
             position.men_in_hand, " captured=", position.captured,
             " turn=", position.tigers_to_move ? "tigers" : "men", " stage=", position.opening ? "opening" : "play",
             " ply=", position.ply);
}

bool Game::threshold_reached(const Position& position) const { return position.captured >= rules_.tigers_win_at; }

// A piece goes along an edge: between neighbours on a line.
void Game::add_steps(const Position& position, char piece, Texts& moves) const {
  for (const auto& line : lines_)
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const auto a = line[i];
      const auto b = line[i + 1];
      if (position.cells[a] == piece && position.cells[b] == '.') moves.push_back(cat(names_[a], "-", names_[b]));
      if (position.cells[b] == piece && position.cells[a] == '.') moves.push_back(cat(names_[b], "-", names_[a]));
    }
}

// From each tiger, walk a line in both directions over men until something else comes.
void Game::add_leaps(const Position& position, Texts& moves) const {
  for (const auto& line : lines_)
    for (const int direction : {1, -1})
      for (int from = 0; from < static_cast<int>(line.size()); ++from) {
        const auto cell = [&](int i) { return position.cells[line[static_cast<std::size_t>(i)]]; };
        const auto inside = [&](int i) { return i >= 0 && i < static_cast<int>(line.size()); };
        if (cell(from) != 'T') continue;
        int run = 0;
        int next = from + direction;
        for (; inside(next) && cell(next) == 'm'; next += direction) ++run;
        const bool allowed = rules_.capture == rimau::Capture::single ? run == 1 : run % 2 == 1;
        if (allowed && inside(next) && cell(next) == '.')
          moves.push_back(
              cat(names_[line[static_cast<std::size_t>(from)]], "x", names_[line[static_cast<std::size_t>(next)]]));
      }
}

void Game::add_drops(const Position& position, Texts& moves) const {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (position.cells[i] == '.') moves.push_back(cat("@", names_[i]));
}

// Every choice of the men to remove, by counting through all sets of the men on the board.
void Game::add_opening_turns(const Position& position, Texts& moves) const {
  std::vector<std::size_t> men;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (position.cells[i] == 'm') men.push_back(i);
  std::sort(men.begin(), men.end(), [this](std::size_t a, std::size_t b) { return names_[a] < names_[b]; });
  for (std::uint32_t chosen = 0; chosen < (1U << men.size()); ++chosen) {
    std::string text;
    auto cells = position.cells;
    int removed = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      text += cat(text.empty() ? "" : ",", names_[men[i]]);
      cells[men[i]] = '.';
      ++removed;
    }
    if (removed != rules_.removals) continue;
    moves.push_back(text);
    if (!rules_.relocates) continue;
    for (std::size_t from = 0; from < cells.size(); ++from)
      for (std::size_t to = 0; to < cells.size(); ++to)
        if (cells[from] == 'T' && cells[to] == '.') moves.push_back(cat(text, "/", names_[from], "-", names_[to]));
  }
}

Game::Texts Game::tiger_moves(const Position& position) const {
  Texts moves;
  if (position.opening) add_opening_turns(position, moves);
  else if (position.tigers_in_hand > 0) add_drops(position, moves);
  else {
    add_steps(position, 'T', moves);
    add_leaps(position, moves);
  }
  return moves;
}

Game::Texts Game::men_moves(const Position& position) const {
  Texts moves;
  if (position.men_in_hand > 0) add_drops(position, moves);
  else add_steps(position, 'm', moves);
  return moves;
}

Game::Texts Game::moves(const Position& position) const {
  if (outcome(position) != "open") return {};
  auto moves = position.tigers_to_move ? tiger_moves(position) : men_moves(position);
  if (moves.empty()) moves.emplace_back("pass");
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::string Game::outcome(const Position& position) const {
  if (position.opening) return "open";
  if (threshold_reached(position)) return "tigers threshold";
  if (position.tigers_to_move && position.tigers_in_hand == 0 && tiger_moves(position).empty())
    return "men immobilised";
  if (!position.tigers_to_move && rules_.stuck_loses && men_moves(position).empty()) return "tigers stuck";
  return "open";
}

// Takes the men on the line between the two points.
void Game::leap(Position& position, std::size_t from, std::size_t to) const {
  for (const auto& line : lines_) {
    auto a = std::find(line.begin(), line.end(), from);
    auto b = std::find(line.begin(), line.end(), to);
    if (a == line.end() || b == line.end()) continue;
    if (b < a) std::swap(a, b);
    for (++a; a < b; ++a) {
      position.cells[*a] = '.';
      ++position.captured;
    }
    return;
  }
}

Position Game::after(const Position& position, std::string_view move) const {
  Position next = position;
  const char own = position.tigers_to_move ? 'T' : 'm';
  const auto point = [&](std::size_t at) { return index(move.substr(at, 2)); };
  const auto carry = [&](std::size_t from, std::size_t to) {
    next.cells[from] = '.';
    next.cells[to] = own;
  };
  if (move[0] == '@') {
    next.cells[point(1)] = own;
    --(position.tigers_to_move ? next.tigers_in_hand : next.men_in_hand);
  } else if (position.opening) {
    const auto men = move.substr(0, move.find('/'));
    for (std::size_t at = 0; at < men.size(); at += 3) next.cells[point(at)] = '.';
    if (men.size() < move.size()) carry(point(men.size() + 1), point(men.size() + 4));
    next.opening = false;
  } else if (move != "pass") {
    if (move[2] == 'x') leap(next, point(0), point(3));
    carry(point(0), point(3));
  }
  next.tigers_to_move = !position.tigers_to_move;
  ++next.ply;
  return next;
}

std::uint64_t Game::perft(const Position& position, int depth) const {
  if (depth == 0) return 1;
  const auto all = moves(position);
  if (depth == 1) return all.size();
  std::uint64_t nodes = 0;
  for (const auto& move : all) nodes += perft(after(position, move), depth - 1);
  return nodes;
}

}  // namespace plain
