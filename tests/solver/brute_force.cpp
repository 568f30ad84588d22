#include "solver/brute_force.hpp"

#include <bit>
#include <cstdio>
#include <cstdlib>

namespace rimau::testing {
namespace {

// Calls visit for every subset of so many of the points.
template <class Visit>
void each_subset(PointSet points, int size, PointSet chosen, Visit&& visit) {
  if (size == 0) return visit(chosen);
  for (const auto point : points) {
    points -= point;
    each_subset(points, size - 1, chosen | point, visit);
  }
}

std::uint64_t hash_of(const Position& position) {
  std::uint64_t hash = position.tigers.bits() * 0x9E3779B97F4A7C15u;
  const auto add = [&hash](std::uint64_t value) {
    hash = (hash ^ value ^ (hash >> 29)) * 0xBF58476D1CE4E5B9u;
    hash ^= hash >> 32;
  };
  add(position.men.bits());
  add(std::uint64_t{position.tigers_in_hand} << 16 | std::uint64_t{position.men_in_hand} << 8 |
      static_cast<std::uint64_t>(position.turn) << 1 | static_cast<std::uint64_t>(position.stage));
  return hash;
}

}  // namespace

BruteForce::BruteForce(const Game& game) : game_(game) {
  const auto& rules = game.rules();
  const int men = rules.men_in_play();
  for (int in_hand = 0; in_hand <= men; ++in_hand)
    for (int on_board = 0; on_board + in_hand <= men; ++on_board) enumerate(0, in_hand, on_board);
  for (int tigers_in_hand = 1; tigers_in_hand <= rules.tigers - rules.tigers_at.size(); ++tigers_in_hand)
    for (int in_hand = 0; in_hand <= men; ++in_hand) enumerate(tigers_in_hand, in_hand, men - in_hand);
  const auto start = start_position(game);
  if (start.stage == Stage::opening) positions_.push_back(start);
  build_index();
  link();
  solve();
}

void BruteForce::enumerate(int tigers_in_hand, int men_in_hand, int men) {
  each_subset(game_.points(), game_.rules().tigers - tigers_in_hand, PointSet(), [&](PointSet tigers) {
    each_subset(game_.points() - tigers, men, PointSet(), [&](PointSet set) {
      for (const auto turn : {Side::tigers, Side::men}) {
        Position position;
        position.tigers = tigers;
        position.men = set;
        position.tigers_in_hand = static_cast<std::uint8_t>(tigers_in_hand);
        position.men_in_hand = static_cast<std::uint8_t>(men_in_hand);
        position.turn = turn;
        positions_.push_back(position);
      }
    });
  });
}

void BruteForce::build_index() {
  index_.assign(std::bit_ceil(positions_.size() * 2), 0);
  const std::size_t mask = index_.size() - 1;
  for (std::size_t number = 0; number < positions_.size(); ++number) {
    std::size_t at = hash_of(positions_[number]) & mask;
    while (index_[at] != 0) at = (at + 1) & mask;
    index_[at] = static_cast<std::uint32_t>(number + 1);
  }
}

std::size_t BruteForce::find(const Position& position) const {
  const std::size_t mask = index_.size() - 1;
  for (std::size_t at = hash_of(position) & mask; index_[at] != 0; at = (at + 1) & mask)
    if (same_position(positions_[index_[at] - 1], position)) return index_[at] - 1;
  std::fprintf(stderr, "brute force: a move leads out of the game's positions\n");
  std::abort();
}

// Each move from each position, kept at the position it leads to.
void BruteForce::link() {
  successors_.assign(positions_.size(), 0);
  begin_.assign(positions_.size() + 1, 0);
  std::vector<std::uint32_t> targets;
  for (std::size_t number = 0; number < positions_.size(); ++number) {
    if (outcome(game_, positions_[number]).over()) continue;
    for_each_move(game_, positions_[number], [&](Move move) {
      const auto to = find(play_unchecked(game_, positions_[number], move));
      targets.push_back(static_cast<std::uint32_t>(to));
      ++begin_[to + 1];
      ++successors_[number];
    });
  }
  for (std::size_t number = 0; number < positions_.size(); ++number) begin_[number + 1] += begin_[number];
  predecessors_.resize(targets.size());
  auto next = begin_;
  std::size_t target = 0;
  for (std::size_t number = 0; number < positions_.size(); ++number)
    for (std::uint32_t i = 0; i < successors_[number]; ++i)
      predecessors_[next[targets[target++]]++] = static_cast<std::uint32_t>(number);
}

// From the ends back, ply by ply: the first win found for the mover is the quickest, and the last
// successor to be lost is the slowest.
void BruteForce::solve() {
  worths_.assign(positions_.size(), {});
  std::vector<std::size_t> last;
  for (std::size_t number = 0; number < positions_.size(); ++number) {
    const auto end = outcome(game_, positions_[number]);
    if (!end.over()) continue;
    worths_[number] = {end.verdict, 0};
    last.push_back(number);
  }
  std::vector<std::size_t> found;
  for (int plies = 1; !last.empty(); ++plies, last.swap(found)) {
    found.clear();
    for (const auto number : last)
      for (auto at = begin_[number]; at < begin_[number + 1]; ++at) {
        const auto before = predecessors_[at];
        if (worths_[before].verdict != Verdict::draw) continue;
        const auto verdict = worths_[number].verdict;
        if (win_of(positions_[before].turn) != verdict && --successors_[before] > 0) continue;
        worths_[before] = {verdict, plies};
        found.push_back(before);
      }
  }
}

}  // namespace rimau::testing
