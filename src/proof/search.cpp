#include "proof/search.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/text.hpp"
#include "rules/moves.hpp"

namespace rimau::proof {
namespace {

constexpr std::uint32_t infinite = Numbers::infinite;
constexpr std::uint64_t tell_every = 4096;
// The most that a doubtful ending counts against a line, and a safe one against its refutation.
constexpr double dearest_proof = 1000;
constexpr double dearest_disproof = 16;

constexpr std::uint32_t add(std::uint32_t a, std::uint32_t b) noexcept { return std::min(infinite, a + b); }

// Steps from each point to the nearest of the goal, over an empty board.
std::vector<int> distances_to(const Game& game, PointSet goal) {
  std::vector<int> steps(static_cast<std::size_t>(game.board().size()), 0);
  PointSet reached = goal;
  for (int step = 1; reached != game.points(); ++step) {
    PointSet next = reached;
    for (const auto point : reached) next |= game.steps(point);
    if (next == reached) break;
    for (const auto point : next - reached) steps[static_cast<std::size_t>(point.index())] = step;
    reached = next;
  }
  return steps;
}

std::vector<Numbers> prices_of(const Game& game, const Walled& walled, const Leaves& leaves) {
  std::vector<Numbers> found;
  for (int men = 0; men + walled.walls().front().size() <= game.rules().men_in_play(); ++men) {
    const double won = leaves.share_won(men);
    const auto price = [](double share, double dearest) {
      return static_cast<std::uint32_t>(std::lround(std::min(dearest, 1 / std::max(share, 1e-9))));
    };
    found.push_back({price(won, dearest_proof), price(1 - won, dearest_disproof)});
  }
  return found;
}

}  // namespace

Result<Ground> Ground::make(const Game& game, const Walled& walled, const Leaves& leaves, Memory& memory) {
  if (game.rules().tigers != 1)
    return fail(ErrorKind::unsupported, cat(game.id(), " has ", game.rules().tigers, " tigers; proofs are for one"));
  if (game.board().size() > most_points)
    return fail(ErrorKind::unsupported, cat("the board has more than ", most_points, " points"));
  Ground ground{&game, &walled, &leaves, &memory, Canonical(game), {}, prices_of(game, walled, leaves)};
  for (const auto wall : walled.walls()) ground.distances.push_back(distances_to(game, wall));
  return ground;
}

Search::Search(const Ground& ground, std::uint64_t max_nodes, const std::atomic<bool>& stop, Tell tell)
    : ground_(&ground), max_nodes_(max_nodes), stop_(&stop), tell_(std::move(tell)) {}

// What is known of a position with the tiger to move without searching.
std::optional<Numbers> Search::settled_at_once(const Node& node) {
  const auto position = node.position();
  if (outcome(*ground_->game, position).verdict == Verdict::men) return Numbers::proven();
  if (const auto inner = ground_->walled->inside(position)) {
    const auto won = ground_->leaves->men_win(*inner);
    if (!won) failure_ = won.error();
    return won && *won ? Numbers::proven() : Numbers::disproven();
  }
  const auto can_be_full = [&](PointSet wall) { return (wall - node.men).size() <= node.hand; };
  if (std::ranges::none_of(ground_->walled->walls(), can_be_full)) return Numbers::disproven();
  return std::nullopt;
}

// A guess to begin with: how many drops the nearest wall still takes, more when the tiger is near enough to
// come between, and how much is usually left to find behind it with so many men.
Numbers Search::first_numbers(const Node& node) const {
  int best = 64;
  for (std::size_t i = 0; i < ground_->walled->walls().size(); ++i) {
    const auto wall = ground_->walled->walls()[i];
    const int missing = (wall - node.men).size();
    if (missing > node.hand) continue;
    const int distance = ground_->distances[i][static_cast<std::size_t>(node.tiger.index())];
    const int in_the_way = distance == 0 ? 6 : std::max(0, missing + 1 - distance);
    best = std::min(best, missing + 2 * in_the_way);
  }
  const int there = node.men.size() + node.hand - ground_->walled->walls().front().size();
  const auto& price = ground_->prices[static_cast<std::size_t>(std::max(0, there))];
  const auto proof = static_cast<std::uint32_t>(1 + best) * price.proof;
  return {proof, node.turn == Side::men ? price.disproof + 1 : price.disproof};
}

Numbers Search::numbers_of(const Node& node, NodeKey key) {
  if (const auto known = ground_->memory->find(key)) return *known;
  return first_numbers(node);
}

void Search::expand(const Node& node, Children& children) {
  if (++nodes_ % tell_every == 0 && tell_ && !tell_(tell_every)) max_nodes_ = nodes_;
  const auto& game = *ground_->game;
  const auto position = node.position();
  children.count = 0;
  // First all keys, so that their places in memory are on the way when they are looked up.
  for_each_move(game, position, [&](Move move) {
    const auto key = ground_->canonical(Node::of(play_unchecked(game, position, move))).key();
    const auto same = [&](const Child& child) { return child.key == key; };
    if (std::ranges::any_of(children.all(), same)) return;
    ground_->memory->prefetch(key);
    children.add({key, {}, node.turn == Side::men ? move.to() : Point()});
  });
  for (auto& child : children.all()) {
    const auto next = Node::of(child.key);
    std::optional<Numbers> settled;
    if (node.turn == Side::men) settled = settled_at_once(next);
    child.numbers = settled ? *settled : numbers_of(next, child.key);
  }
}

Numbers Search::sum(Side turn, std::span<const Child> children) noexcept {
  std::uint32_t least = infinite;
  std::uint32_t total = 0;
  const bool men = turn == Side::men;
  for (const auto& child : children) {
    least = std::min(least, men ? child.numbers.proof : child.numbers.disproof);
    total = add(total, men ? child.numbers.disproof : child.numbers.proof);
  }
  return men ? Numbers{least, total} : Numbers{total, least};
}

// Searches a canonical node until its numbers reach one of the limits.
Numbers Search::visit(const Node& node, Numbers limits) {
  Children children;
  const auto before = nodes_;
  expand(node, children);
  const bool men = node.turn == Side::men;
  // The mover's number (that of the side that wants to settle the node its way) and the other's.
  const auto own = [men](Numbers& numbers) -> std::uint32_t& { return men ? numbers.proof : numbers.disproof; };
  const auto other = [men](Numbers& numbers) -> std::uint32_t& { return men ? numbers.disproof : numbers.proof; };
  for (;;) {
    auto numbers = sum(node.turn, children.all());
    const bool done = numbers.settled() || numbers.proof >= limits.proof || numbers.disproof >= limits.disproof;
    if (done || stopped()) {
      if (!failure_) ground_->memory->store(node.key(), numbers, nodes_ - before);
      return numbers;
    }
    // The most promising child, and how far the second best lets it go.
    Child* best = nullptr;
    std::uint32_t second = infinite;
    for (auto& child : children.all()) {
      const auto number = own(child.numbers);
      if (best == nullptr || number < own(best->numbers)) {
        if (best != nullptr) second = own(best->numbers);
        best = &child;
      } else {
        second = std::min(second, number);
      }
    }
    Numbers next;
    // A little more than the second best, so that the search does not go to and fro between two.
    own(next) = std::min(own(limits), add(second, second / 4 + 1));
    other(next) = add(other(limits) - other(numbers), other(best->numbers));
    best->numbers = visit(Node::of(best->key), next);
  }
}

Result<Numbers> Search::prove(const Node& node) {
  const auto canonical = ground_->canonical(node);
  const auto numbers = visit(canonical, {infinite, infinite});
  if (failure_) return std::unexpected(*failure_);
  return numbers;
}

Result<std::vector<Reply>> Search::replies(const Node& node) {
  std::vector<Reply> found;
  std::unordered_set<NodeKey> seen;
  std::vector<Node> open{ground_->canonical(node)};
  seen.insert(open.back().key());
  Children children;
  while (!open.empty()) {
    const auto from = open.back();
    open.pop_back();
    const auto proven = [](const Child& child) { return child.numbers.is_proven(); };
    expand(from, children);
    auto all = children.all();
    auto at = std::ranges::find_if(all, proven);
    if (at == all.end()) {
      // Forgotten: found again.
      if (!visit(from, {infinite, infinite}).is_proven()) {
        if (failure_) return std::unexpected(*failure_);
        return fail(stop_->load() ? ErrorKind::cancelled : ErrorKind::limit,
                    "a proof could not be written out in full");
      }
      expand(from, children);
      all = children.all();
      at = std::ranges::find_if(all, proven);
      if (at == all.end()) return fail(ErrorKind::limit, "the memory is too small to write the proof out");
    }
    found.push_back({from.key(), at->drop});
    const auto after = Node::of(at->key);
    if (settled_at_once(after)) continue;
    expand(after, children);
    for (const auto& child : children.all())
      if (seen.insert(child.key).second) open.push_back(Node::of(child.key));
  }
  if (failure_) return std::unexpected(*failure_);
  std::ranges::sort(found);
  return found;
}

}  // namespace rimau::proof
