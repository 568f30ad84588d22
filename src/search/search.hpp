// The computer player's thinking: iterative deepening alpha-beta over any game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "rules/play.hpp"
#include "search/guide.hpp"
#include "search/handicap.hpp"
#include "search/network.hpp"
#include "search/scores.hpp"
#include "search/transposition.hpp"

namespace rimau {

// When to stop thinking; 0 means no such limit. With no limit at all the search goes on to
// max_depth, or until it is told to stop.
struct SearchLimits {
  int depth = 0;            // plies
  std::uint64_t nodes = 0;  // positions looked at
  int movetime_ms = 0;
  int contempt = 0;     // what a draw costs the side to move at the root, in score; 0 for the plain truth
  int lines = 1;        // how many of the best moves to tell apart, at least 1
  bool tables = true;   // whether to ask the tables, where there are any
  Handicap handicap{};  // of a weak player
  int helper = 0;       // the n-th of those that help another search over the same table; 0: nobody's helper
  std::uint64_t nodes_between_progress = 2048;  // after so many positions progress is called again
};

// One of the best moves and what follows it.
struct SearchLine {
  std::vector<Move> moves;  // the move, then the replies expected
  int score = 0;            // from the mover's view: what tables know, else what the search found
  // What the move makes of the position by the tables (draws by history left out), when they know.
  std::optional<tablebase::Value> value;
};

// What is known after a finished depth. Of a game that is over: no line, depth 0, best is a pass.
struct SearchReport {
  Move best;
  int score = 0;  // from the mover's view
  int depth = 0;  // finished, plies; 1 when tables left nothing to search
  std::uint64_t nodes = 0;
  std::vector<Move> line;         // best first, then the replies expected
  std::vector<SearchLine> lines;  // as many as asked for, or all moves when there are fewer; the best first
};

// One thread at a time. Prints nothing, never throws. The same calls
// in the same order give the same answers on every machine, unless time or progress ends them.
class Searcher {
 public:
  using Progress = std::function<bool(const SearchReport&)>;

  // A table of about so many MiB, at least one; less when the memory cannot be had.
  explicit Searcher(std::size_t hash_mib) : Searcher(std::make_shared<TranspositionTable>(hash_mib)) {}
  // Shares a table with others, which may search in other threads meanwhile.
  explicit Searcher(std::shared_ptr<TranspositionTable> table) : table_(std::move(table)) {}

  // Thinks about the position on the board and answers with the best of the last finished depth; of
  // any game that is not over, with a legal move, even when stopped at once. progress is called after
  // each finished depth and every nodes_between_progress nodes; when it returns false the search stops. It may
  // be empty. Blocks until a limit is met, a win is proven shortest or the only move is known.
  SearchReport search(const Play& play, const SearchLimits& limits, const Progress& progress);

  // From now on asks these tables, if any: where they hold a position, its moves are chosen by value,
  // then by distance; between equal ones the search decides. Null: no more.
  void use(std::shared_ptr<const tablebase::Tables> tables);
  // From now on judges by these networks instead of the program's own. Keeps the reference.
  void use(const Networks& networks) noexcept { networks_ = &networks; }
  // The value of a position that the tables hold.
  [[nodiscard]] std::optional<tablebase::Value> known(const std::shared_ptr<const Game>& game,
                                                      const Position& position);
  // Why the tables were given up, if they were: a damaged or missing file found while searching. All is
  // searched without them until the next use().
  [[nodiscard]] const std::optional<Error>& fault() const noexcept { return fault_; }

  // Forgets what earlier searches learnt; like resize() not while another searcher of the same table searches.
  void clear() noexcept { table_->clear(); }

  // Another size of table, which is empty then; fails as TranspositionTable::resize, changing nothing.
  [[nodiscard]] Result<void> resize(std::size_t hash_mib) { return table_->resize(hash_mib); }
  [[nodiscard]] std::size_t hash_mib() const noexcept { return table_->mib(); }

 private:
  [[nodiscard]] Guide* guide(const std::shared_ptr<const Game>& game);

  std::shared_ptr<TranspositionTable> table_;
  const Networks* networks_ = &Networks::built_in();
  std::shared_ptr<const tablebase::Tables> tables_;
  std::unique_ptr<Guide> guide_;  // for the game asked about last
  std::optional<Error> fault_;
};

}  // namespace rimau
