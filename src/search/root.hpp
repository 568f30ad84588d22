// One search from its root: the moves, what tables say of them, deeper and deeper.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "search/search.hpp"
#include "search/tree.hpp"

namespace rimau {

// One call of Searcher::search.
class Root {
 public:
  // Keeps the references.
  Root(const Play& play, const SearchLimits& limits, const Searcher::Progress& progress, TranspositionTable& table,
       Guide* guide, const Networks& networks);
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;

  SearchReport run();

 private:
  struct RootMove {
    Move move;
    int score = -infinite_score;
    std::optional<tablebase::Value> value = {};  // of the root by this move, from the tables
    std::vector<Move> line = {};
  };
  // Moves that tables do not tell apart, next to each other. Of the first `lines` the order is wanted.
  struct Group {
    std::span<RootMove> moves;
    std::size_t lines;
    bool settled;  // nothing is left to search: the distances are known
  };

  [[nodiscard]] std::vector<RootMove> root_moves(bool images_too) const;
  void consult_tables(std::vector<RootMove>& moves);
  [[nodiscard]] std::optional<tablebase::Value> value_by(Move move);
  [[nodiscard]] std::vector<Group> groups(std::vector<RootMove>& moves) const;
  void search_group(const Group& group, int depth);
  int search_window(const Group& group, int depth, int alpha, int beta);
  void keep_first(const RootMove& root);
  void report(std::span<const Group> groups, int depth);
  [[nodiscard]] std::size_t wanted_lines() const noexcept;
  [[nodiscard]] bool all_decided(int depth) const;

  const Game& game_;
  const Play& play_;
  const SearchLimits& limits_;
  const Searcher::Progress& progress_;
  Guide* const guide_;  // null: no tables
  SearchReport report_;
  Budget budget_;
  Tree tree_;
};

}  // namespace rimau
