// Which moves to look at first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/moves.hpp"
#include "search/scores.hpp"

namespace rimau {

struct Candidate {
  Move move;
  std::int32_t rank = 0;  // higher is looked at sooner
};

// Learns during one search which quiet moves refute others: killers by ply, history by side and move.
class Ordering {
 public:
  // Appends the legal moves of the position, ranked: the remembered move, leaps by the men they take,
  // the killers of the ply, moves that meet a threat, the rest by history.
  void list(const Game& game, const Position& position, Move remembered, int ply, std::vector<Candidate>& out) const;

  // The remembered move as the first of them, before the others are listed; the position need not allow it.
  [[nodiscard]] static Candidate first(Move remembered) noexcept { return {remembered, first_rank}; }

  // A candidate that is put off until all others have been looked at.
  [[nodiscard]] static Candidate last(Move move) noexcept { return {move, last_rank}; }
  [[nodiscard]] static bool is_last(const Candidate& candidate) noexcept { return candidate.rank == last_rank; }

  // Whether a candidate neither leaps, nor meets a threat, nor is remembered for its worth.
  [[nodiscard]] static bool is_quiet(const Candidate& candidate) noexcept { return candidate.rank < defence_rank; }

  // A quiet move was too good for the opponent, searched to this depth.
  void reward(Side side, Move move, int ply, int depth) noexcept;

 private:
  static constexpr std::int32_t first_rank = 1 << 30;
  static constexpr std::int32_t last_rank = -1;
  static constexpr std::int32_t leap_rank = 1 << 26;
  static constexpr std::int32_t killer_rank = 1 << 25;
  static constexpr std::int32_t defence_rank = 1 << 22;
  static constexpr std::int32_t history_limit = 1 << 20;
  static constexpr std::size_t from_hand = max_points;

  [[nodiscard]] static std::size_t from(Move move) noexcept {
    return move.kind() == Move::Kind::drop ? from_hand : static_cast<std::size_t>(move.from().index());
  }
  [[nodiscard]] std::int32_t rank(const Game& game, Side side, Move move, int ply) const noexcept;

  std::array<std::array<Move, 2>, tree_plies> killers_{};
  std::array<std::array<std::array<std::int32_t, max_points>, max_points + 1>, 2> history_{};
};

// Moves the best of the candidates from `next` on to `next`; of equals the one listed first.
void bring_best_forward(std::vector<Candidate>& candidates, std::size_t next) noexcept;

}  // namespace rimau
