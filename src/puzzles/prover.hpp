// Whether a side can force its win within so many plies, by looking at every move.
#pragma once

#include <optional>
#include <vector>

#include "rules/moves.hpp"

namespace rimau::puzzles {

// One thread at a time. Draws by history are left out of account, as tables leave them.
class Prover {
 public:
  // Looks at no more than so many positions for one question.
  Prover(const Game& game, std::uint64_t most_nodes);

  // The fewest plies, at most `most`, in which `side` wins from the position whatever the other side does;
  // nothing if it cannot. 0 when it has won already. Fails as `limit` when that takes too many positions.
  [[nodiscard]] Result<std::optional<int>> win(const Position& position, Side side, int most);

 private:
  // What is known of a position for one side: it wins within `yes` plies, and not within `no`.
  struct Entry {
    Key key = 0;
    std::int16_t yes = never;
    std::int16_t no = -1;
  };
  static constexpr std::int16_t never = 32'000;

  bool forced(const Position& position, int plies);
  bool any_move(const Position& position, int plies);
  bool every_move(const Position& position, int plies);
  [[nodiscard]] Entry& entry_of(const Position& position) noexcept;

  const Game& game_;
  std::uint64_t most_nodes_;
  std::uint64_t nodes_left_ = 0;
  Side side_ = Side::tigers;
  std::vector<Entry> entries_;
};

}  // namespace rimau::puzzles
