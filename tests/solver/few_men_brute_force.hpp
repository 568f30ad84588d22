// Exact values of all positions with few men, by plain retrograde analysis one slice after another: what BruteForce
// does in a game's whole, in a thousandth of its memory. The rules say what follows what; nothing of the solver is
// used, and of the tables only Probe, which is compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/brute_force.hpp"
#include "tablebase/tables.hpp"

namespace rimau::testing {

class FewMenBruteForce {
 public:
  // Every position of the play stage with all tigers on the board and at most so many men on board and in hand.
  FewMenBruteForce(const Game& game, int most_men);

  // The position must be one of those.
  [[nodiscard]] Worth worth_of(const Position& position) const;

  // Calls visit(position, its worth) for each, until that says no.
  template <class Visit>
  void each(Visit&& visit) const;

  struct Comparison {
    std::uint64_t positions = 0;
    std::uint64_t decided = 0;    // won by one side
    std::string difference = {};  // the first found, in words; empty if there is none
  };
  // Looks every position up: the same winner, and with no man in hand the same number of plies.
  [[nodiscard]] Comparison compare(const tablebase::Tables& tables) const;

 private:
  using Cell = std::uint16_t;  // plies, then two bits for the verdict
  // The positions with these numbers of men and the side to move: by the rank of the tigers' points among sets of so
  // many points, then that of the men's; pieces that overlap are nobody's.
  struct Slice {
    std::vector<Cell> cells;
  };

  [[nodiscard]] static Cell cell(Worth worth);
  [[nodiscard]] static Worth worth(Cell cell);
  [[nodiscard]] std::uint64_t rank(PointSet points) const;
  [[nodiscard]] std::uint64_t index(const Position& position) const;
  [[nodiscard]] Slice& slice(int in_hand, int men, Side turn) {
    return slices_[static_cast<std::size_t>((in_hand * (most_men_ + 1) + men) * 2 + (turn == Side::men ? 1 : 0))];
  }
  [[nodiscard]] const Slice& slice(int in_hand, int men, Side turn) const {
    return const_cast<FewMenBruteForce*>(this)->slice(in_hand, men, turn);
  }
  [[nodiscard]] Cell& cell_of(const Position& position) {
    return slice(position.men_in_hand, position.men.size(), position.turn).cells[index(position)];
  }
  template <class Visit>
  void each_in(int in_hand, int men, Side turn, Visit&& visit) const;
  void solve_sliding(int men);
  void solve_with_hand(int in_hand, int men);

  const Game& game_;
  int most_men_;
  std::vector<std::vector<std::uint64_t>> binomials_;
  std::vector<Slice> slices_;
};

// All sets of so many of `points` points, by rank.
template <class Visit>
bool each_set(int points, int size, Visit&& visit) {
  const auto end = std::uint64_t{1} << points;
  for (auto set = (std::uint64_t{1} << size) - 1; set < end;) {
    if (!visit(PointSet(set))) return false;
    if (set == 0) break;
    const auto low = set & -set;  // the next number with as many ones
    const auto high = set + low;
    set = high | ((set ^ high) / low >> 2);
  }
  return true;
}

template <class Visit>
void FewMenBruteForce::each_in(int in_hand, int men, Side turn, Visit&& visit) const {
  const int points = game_.board().size();
  each_set(points, game_.rules().tigers, [&](PointSet tigers) {
    return each_set(points, men, [&](PointSet set) {
      if (tigers.meets(set)) return true;
      Position position;
      position.tigers = tigers;
      position.men = set;
      position.men_in_hand = static_cast<std::uint8_t>(in_hand);
      position.turn = turn;
      return visit(position);
    });
  });
}

template <class Visit>
void FewMenBruteForce::each(Visit&& visit) const {
  bool going = true;
  for (int in_hand = 0; in_hand <= most_men_; ++in_hand)
    for (int men = 0; in_hand + men <= most_men_; ++men)
      for (const auto turn : {Side::tigers, Side::men})
        if (going)
          each_in(in_hand, men, turn,
                  [&](const Position& position) { return going = visit(position, worth_of(position)); });
}

}  // namespace rimau::testing
