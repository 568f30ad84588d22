// A game being played at one terminal: who sits where, takebacks, the turn under way, the record.
// Knows no screen; both views of the terminal show and change this.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/record.hpp"
#include "rules/play.hpp"
#include "rules/turn_builder.hpp"
#include "search/levels.hpp"

namespace rimau::terminal {

enum class Player : std::uint8_t { person, computer };

struct Seats {
  Player tigers = Player::person;
  Player men = Player::person;
  int level = usual_level;  // the computer's, where it sits

  [[nodiscard]] Player of(Side side) const noexcept { return side == Side::tigers ? tigers : men; }
  [[nodiscard]] bool any_person() const noexcept { return tigers == Player::person || men == Player::person; }
  [[nodiscard]] bool two_persons() const noexcept { return tigers == Player::person && men == Player::person; }
  bool operator==(const Seats&) const = default;
};

// One thread at a time.
class Session {
 public:
  Session(Play play, const Seats& seats);
  // Goes on with a recorded game at the end of its mainline.
  Session(Record record, const Seats& seats);

  [[nodiscard]] const Play& play() const noexcept { return play_; }
  [[nodiscard]] const Game& game() const noexcept { return play_.game(); }
  [[nodiscard]] const Seats& seats() const noexcept { return seats_; }
  [[nodiscard]] bool over() const noexcept { return play_.outcome().over(); }
  [[nodiscard]] Side side_to_move() const noexcept { return play_.position().turn; }
  // A game that goes on and is waiting for the computer (which may be paused) or for a person.
  [[nodiscard]] bool computer_to_move() const noexcept;
  [[nodiscard]] bool person_to_move() const noexcept;

  // The turn under way of the person to move.
  [[nodiscard]] TurnBuilder& turn() noexcept { return turn_; }
  [[nodiscard]] const TurnBuilder& turn() const noexcept { return turn_; }

  // Makes a move for the side to move. Fails as `illegal`, changing nothing, for an illegal one or after
  // the end. What was taken back can then be redone no more, unless it is this very move.
  [[nodiscard]] Result<void> make(Move move);
  // Makes the move that a person typed: its notation, or a point that completes the turn by itself (a
  // drop, or the target of the only piece that can move).
  [[nodiscard]] Result<void> type(std::string_view text);

  // Takes back to the last decision of a person: his move and the computer's reply; a resignation or an
  // agreed draw by itself. Where no person plays, one turn. False, changing nothing, if there is none.
  bool undo();
  // The opposite, as far as the next decision of a person.
  bool redo();
  [[nodiscard]] bool can_redo() const noexcept { return !undone_.empty(); }

  // The side that a person would resign: the only one he plays, else the side to move.
  [[nodiscard]] Side persons_side() const noexcept;
  // Ends the game; false, changing nothing, when it is over or no person plays.
  bool resign();
  // Two people at one keyboard agree. False, changing nothing, unless both sides are played by people.
  bool agree_draw();

  // The game so far with its tags: those of the record it was loaded from, with the comments and
  // variations of that record, or names for the players and the date ("YYYY.MM.DD").
  [[nodiscard]] Record record(std::string_view date) const;

  // Grows with every change of the game; tells when to think, to draw and to keep anew.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

 private:
  void changed();
  void undo_one();
  [[nodiscard]] bool declared() const noexcept;

  Play play_;
  Seats seats_;
  TurnBuilder turn_;
  std::vector<Move> undone_;  // the last is the next to be redone
  std::shared_ptr<const Record> loaded_;
  std::uint64_t revision_ = 0;
};

// The seats that a record's tags tell (see Session::record); persons where they do not.
[[nodiscard]] Seats seats_of(const Record& record);

}  // namespace rimau::terminal
