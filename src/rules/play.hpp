// A game being played: a position with the history that draws and takebacks need.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "rules/moves.hpp"

namespace rimau {

// One thread at a time. Copies are independent.
class Play {
 public:
  explicit Play(std::shared_ptr<const Game> game) : Play(game, start_position(*game)) {}
  // From any valid position; its history is empty, and it counts as the first occurrence of itself.
  Play(std::shared_ptr<const Game> game, const Position& start);

  [[nodiscard]] const Game& game() const noexcept { return *game_; }
  [[nodiscard]] const std::shared_ptr<const Game>& shared_game() const noexcept { return game_; }
  [[nodiscard]] const Position& position() const noexcept { return positions_.back(); }
  [[nodiscard]] const Position& start() const noexcept { return positions_.front(); }
  // The moves made and the positions between them: positions()[i] is before moves()[i].
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::vector<Position>& positions() const noexcept { return positions_; }

  // By rule first, then the draws by history, then what was declared by resign() or agree_draw().
  [[nodiscard]] const Outcome& outcome() const noexcept { return outcome_; }
  // Occurrences of the position on the board so far, at least 1.
  [[nodiscard]] int occurrences() const noexcept { return history_.back().occurrences; }
  // Plies since the last drop, capture or opening turn (or since the start).
  [[nodiscard]] int quiet_plies() const noexcept { return history_.back().quiet; }

  // Makes a move. An illegal one, or any move after the end, fails as `illegal` and changes nothing.
  [[nodiscard]] Result<void> play(Move move);
  // Takes back the last event: a declared end if there is one, else the last move. False, changing
  // nothing, when there is none.
  bool undo();

  // Ends the game at any time, whoever is to move. False, changing nothing, if it is over already.
  bool resign(Side side) { return declare({win_of(opponent(side)), Reason::resignation}); }
  bool agree_draw() { return declare({Verdict::draw, Reason::agreement}); }
  bool flag(Side side) { return declare({win_of(opponent(side)), Reason::time}); }

 private:
  // What is known of a position besides itself. Entries of one key form a chain, so that a long game
  // costs no more a ply than a short one.
  struct Entry {
    Key key = 0;
    std::int32_t before = none;  // index of the last earlier position with this key
    std::int32_t occurrences = 1;
    std::int32_t quiet = 0;
  };
  static constexpr std::int32_t none = -1;

  void push(const Position& position, int quiet);
  void pop();
  bool declare(Outcome outcome);
  [[nodiscard]] Outcome judge() const noexcept;

  std::shared_ptr<const Game> game_;
  std::vector<Position> positions_;
  std::vector<Entry> history_;  // of the positions
  std::unordered_map<Key, std::int32_t> newest_;
  std::vector<Move> moves_;
  Outcome outcome_;
  bool declared_ = false;
};

}  // namespace rimau
