// A game held for the page: the tree of its moves, the place in it, and the turn under way there.
#pragma once

#include "notation/record.hpp"
#include "rules/turn_builder.hpp"

namespace rimau::wasm {

// Playing and analysing are the same here: playing adds at the end of the mainline, and takes back by pruning.
// One thread at a time.
class Table {
 public:
  // Begins at the end of the mainline.
  explicit Table(Record record);

  [[nodiscard]] const Record& record() const noexcept { return record_; }
  // For tags, comments and clocks; moves are added by make().
  [[nodiscard]] Record& annotations() noexcept { return record_; }
  [[nodiscard]] const Game& game() const noexcept { return record_.game(); }
  [[nodiscard]] NodeId node() const noexcept { return node_; }
  // The game up to the node; at the mainline's end with what was declared there.
  [[nodiscard]] const Play& play() const noexcept { return play_; }
  [[nodiscard]] const TurnBuilder& turn() const noexcept { return turn_; }

  // A click on a point, as TurnBuilder::click; a move that it completes is made. Nothing happens when the game is over.
  // Answers the move made, if one was; fails as make().
  [[nodiscard]] Result<std::optional<Move>> click(Point point);
  [[nodiscard]] Result<std::optional<Move>> confirm();
  bool cancel() { return turn_.cancel(); }
  void clear() { turn_.clear(); }

  // Goes on with the move from the node, along what is there already if it is. Fails as Record::add, changing nothing.
  [[nodiscard]] Result<void> make(Move move);
  // Goes to a node; false, changing nothing, if there is none such. A turn under way is given up.
  bool go(NodeId node);
  // Ends the game at the mainline's end, and goes there. False, changing nothing, if it is over or cannot end so.
  bool declare(Outcome outcome);
  // Removes the node and all that follows; goes to the node before it if the place was there. Pruning the root
  // removes every move. A declared end goes with the mainline's end. False, changing nothing, if there is no such node.
  bool prune(NodeId node);
  // As Record::promote.
  bool promote(NodeId node);

 private:
  [[nodiscard]] bool at_mainline_end() const;
  void arrive();

  Record record_;
  NodeId node_ = root_node;
  Play play_;
  TurnBuilder turn_;
};

}  // namespace rimau::wasm
