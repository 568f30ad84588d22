// The rules a second time, for tests only: slow, on text, and sharing no code with src/rules. It takes
// from the compiled game the lines of the board, by name, and the numbers of the rules; steps, leaps,
// ends and counts it finds itself.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.hpp"

namespace plain {

struct Position {
  std::string cells;  // by point of Game::names: 'T' a tiger, 'm' a man, '.' nothing
  int tigers_in_hand = 0;
  int men_in_hand = 0;
  int captured = 0;
  bool tigers_to_move = true;
  bool opening = false;
  unsigned ply = 0;

  bool operator==(const Position&) const = default;
};

class Game {
 public:
  explicit Game(const rimau::Game& game);

  [[nodiscard]] Position start() const;
  // From and to a position line; only well-formed lines of this game are understood.
  [[nodiscard]] Position read(std::string_view line) const;
  [[nodiscard]] std::string write(const Position& position) const;

  // The texts of the legal moves in byte order; none when the game is over.
  [[nodiscard]] std::vector<std::string> moves(const Position& position) const;
  // The position after a legal move.
  [[nodiscard]] Position after(const Position& position, std::string_view move) const;
  // "open", or the winner and the reason: "tigers threshold", "men immobilised", "tigers stuck".
  [[nodiscard]] std::string outcome(const Position& position) const;
  [[nodiscard]] std::uint64_t perft(const Position& position, int depth) const;

 private:
  using Texts = std::vector<std::string>;

  [[nodiscard]] std::size_t index(std::string_view name) const {
    return index_.at(static_cast<std::size_t>((name[0] - 'a') * 10 + (name[1] - '0')));
  }
  [[nodiscard]] bool threshold_reached(const Position& position) const;
  void add_steps(const Position& position, char piece, Texts& moves) const;
  void add_leaps(const Position& position, Texts& moves) const;
  void add_drops(const Position& position, Texts& moves) const;
  void add_opening_turns(const Position& position, Texts& moves) const;
  [[nodiscard]] Texts tiger_moves(const Position& position) const;
  [[nodiscard]] Texts men_moves(const Position& position) const;
  void leap(Position& position, std::size_t from, std::size_t to) const;

  std::string id_;
  std::vector<std::string> names_;  // in order of first mention by the lines
  std::array<std::size_t, 260> index_{};
  std::vector<std::vector<std::size_t>> lines_;
  rimau::Rules rules_;
  std::string start_cells_;
};

}  // namespace plain
