// What a position that is not decided looks like to the two sides.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/position.hpp"
#include "search/features.hpp"
#include "search/patterns.hpp"
#include "search/weights.hpp"

namespace rimau {

// Looks at the positions of one game, with tables made for it. Immutable; may be shared by threads.
class Evaluator {
 public:
  // Keeps the game's reference, and the network for it, if there is one.
  explicit Evaluator(const Game& game, const Networks& networks = Networks::built_in());

  [[nodiscard]] Features features(const Position& position) const noexcept;
  // The features weighed, from the tigers' view, 100 to a man. An estimate: always far from win_score.
  [[nodiscard]] int weigh(const Features& seen, Side turn) const noexcept;
  // What a position is worth to the side to move: by the patterns learnt for the game, where there are any, else by
  // weigh().
  [[nodiscard]] int evaluate(const Position& position) const noexcept;

 private:
  // Runs of men on a line: where the men are, and those points with the ones just beyond that have to be free of men.
  // By columns, so that eight can be looked at together; padded to a multiple of eight with runs that never are.
  struct Runs {
    std::vector<std::uint64_t> men;
    std::vector<std::uint64_t> whole;

    void add(PointSet over, PointSet ends);
    void pad();
  };
  // Those that begin next to a point and have to be free at the far end.
  struct Outward {
    Runs leapt;      // by a tiger on the point
    Runs not_leapt;  // of two men or more that it cannot leap
  };

  void find_runs();
  void weigh_hands();
  [[nodiscard]] PointSet next_to(PointSet points) const noexcept;

  const Game& game_;
  Patterns patterns_;
  std::vector<Outward> outward_;  // by point
  Runs leapt_;                    // each once, with both ends: those that a tiger at one end can leap
  std::vector<std::array<PointSet, 256>> next_to_eight_;  // the points next to any in a set of eight, by the set
  std::vector<std::array<int, terms>> by_hand_;           // weights by the number of men in hand
  std::vector<std::vector<int>> captured_;                // what captured men are worth, by hand and number
};

// The share of the points that the side to move can expect of an open position with this score: 1 for a win, a half
// for a draw. Logistic, 1 / (1 + e^(-score / scale)), with the game's own scale (weights.hpp); a forced win counts 1.
[[nodiscard]] double expected_result(const Game& game, int score) noexcept;

}  // namespace rimau
