// What tables know, as the search asks for it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tablebase/tables.hpp"

namespace rimau {

// The score that stands for a value, from one side's view.
[[nodiscard]] int score_of(const tablebase::Value& value, Side side) noexcept;

// The tables of one game. One thread at a time. A file that turns out damaged or gone ends all
// knowledge: from then on nothing is known, and fault() says why.
class Guide {
 public:
  Guide(std::shared_ptr<const tablebase::Tables> tables, std::shared_ptr<const Game> game)
      : tables_(std::move(tables)), game_(std::move(game)), probe_(*tables_, *game_) {}

  [[nodiscard]] const std::shared_ptr<const Game>& game() const noexcept { return game_; }
  [[nodiscard]] const std::optional<Error>& fault() const noexcept { return fault_; }

  // Whether it is worth asking for the position's value; cheap.
  [[nodiscard]] bool covers(const Position& position) { return !fault_ && probe_.covers(position); }
  // The value, history left out, if it is known.
  [[nodiscard]] std::optional<tablebase::Value> value(const Position& position);
  // The best moves of both sides from the position on, at most `plies`, as long as their distances are
  // known; of equal moves the one that Probe::moves lists first.
  [[nodiscard]] std::vector<Move> line(Position position, int plies);

 private:
  std::shared_ptr<const tablebase::Tables> tables_;
  std::shared_ptr<const Game> game_;
  tablebase::Probe probe_;
  std::optional<Error> fault_;
};

}  // namespace rimau
