// Proves that the men win from positions of the drop phase: depth-first proof-number search (Nagai, Df-pn algorithm for
// searching AND/OR trees, 2002) whose leaves are positions with a wall (walled.hpp), looked up in tables.
//
// Every drop leaves fewer men in hand, so the search has no cycles. "Disproven" means only that the men cannot force a
// wall that wins in time: they may win otherwise.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "proof/leaves.hpp"
#include "proof/memory.hpp"
#include "proof/walled.hpp"

namespace rimau::proof {

// A reply of the men: in a position with the men to move, in its canonical form, the point to drop on.
struct Reply {
  NodeKey position;
  Point drop;
  auto operator<=>(const Reply&) const noexcept = default;
};

// What several searches share. Immutable but for the memory and the leaves, which are thread-safe.
struct Ground {
  // Fails as `unsupported` for a game that has more than one tiger or too many points.
  [[nodiscard]] static Result<Ground> make(const Game& game, const Walled& walled, const Leaves& leaves,
                                           Memory& memory);

  const Game* game;
  const Walled* walled;
  const Leaves* leaves;
  Memory* memory;
  Canonical canonical;
  // Steps of a tiger from each point into each of the walls, and so on: distances[wall][point].
  std::vector<std::vector<int>> distances;
  // What is expected behind a wall with so many men: how many positions it takes to find one that the men win, and one
  // that they do not.
  std::vector<Numbers> prices;
};

class Search {
 public:
  // Called now and then with the nodes expanded since the last time; false asks to stop.
  using Tell = std::function<bool(std::uint64_t nodes)>;

  // Ends early when `stop` becomes true, or after so many nodes. Both references must outlive it.
  Search(const Ground& ground, std::uint64_t max_nodes, const std::atomic<bool>& stop, Tell tell = {});
  // So many nodes more.
  void allow(std::uint64_t nodes) noexcept { max_nodes_ = nodes_ + nodes; }

  // The numbers of a position with the men to move and men in hand; unsettled when it ended early. Fails as the leaves
  // do.
  [[nodiscard]] Result<Numbers> prove(const Node& node);

  // The replies that win from a position prove() has proven, for every position that the tiger can reach against
  // them up to the leaves; sorted. Fails as `limit` when the nodes do not suffice to find again what was forgotten.
  [[nodiscard]] Result<std::vector<Reply>> replies(const Node& node);

  // Positions expanded so far.
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  struct Child {
    NodeKey key = 0;
    Numbers numbers;
    Point drop;
  };
  struct Children {
    std::array<Child, max_points + 16> list;
    int count = 0;
    void add(const Child& child) noexcept { list[static_cast<std::size_t>(count++)] = child; }
    [[nodiscard]] std::span<Child> all() noexcept { return {list.data(), static_cast<std::size_t>(count)}; }
  };

  void expand(const Node& node, Children& children);
  [[nodiscard]] Numbers first_numbers(const Node& node) const;
  [[nodiscard]] Numbers numbers_of(const Node& node, NodeKey key);
  [[nodiscard]] std::optional<Numbers> settled_at_once(const Node& node);
  Numbers visit(const Node& node, Numbers limits);
  [[nodiscard]] static Numbers sum(Side turn, std::span<const Child> children) noexcept;
  [[nodiscard]] bool stopped() const noexcept {
    return failure_ || nodes_ >= max_nodes_ || stop_->load(std::memory_order_relaxed);
  }

  const Ground* ground_;
  std::uint64_t max_nodes_;
  const std::atomic<bool>* stop_;
  std::uint64_t nodes_ = 0;
  Tell tell_;
  std::optional<Error> failure_;
};

}  // namespace rimau::proof
