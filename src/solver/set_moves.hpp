// Moves between positions numbered by representative set of tigers and set of men (men_sets.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "solver/men_sets.hpp"

namespace rimau::solver {

// A turn of the tigers: possible where the slot of `landing` is empty and all of `over` are men. The
// position after it is that of representative `to` and the set map(men without over).
struct SetMove {
  std::uint32_t to;
  std::uint64_t landing;
  std::uint64_t over;
  SlotsMap map;

  [[nodiscard]] bool possible(std::uint64_t men) const noexcept { return (men & landing) == 0 && (men & over) == over; }
};

// The most men that one leap of the game can take.
[[nodiscard]] int longest_leap(const Game& game);

// The steps of the representative's tigers onto points without a tiger.
[[nodiscard]] std::vector<SetMove> tiger_steps(const Game& game, const TigerSets& sets, std::uint32_t representative);
// Its leaps that some set of men allows.
[[nodiscard]] std::vector<SetMove> tiger_leaps(const Game& game, const TigerSets& sets, std::uint32_t representative);

// The steps taken back: every position from which a step leads into one of the representative, as the
// representatives hold it. A set of tigers with symmetries of its own has each of its positions under
// several numbers; all of them are given.
[[nodiscard]] std::vector<SetMove> tiger_steps_back(const Game& game, const TigerSets& sets,
                                                    std::uint32_t representative);

// A turn of the tigers seen from where it ends: into a position with the set `men`, which has none of `empty`, it
// leads from that of representative `from` and the set map(men) | over.
struct MoveBack {
  std::uint32_t from;
  std::uint64_t empty;
  std::uint64_t over;
  SlotsMap map;

  [[nodiscard]] bool possible(std::uint64_t men) const noexcept { return (men & empty) == 0; }
  [[nodiscard]] std::uint64_t before(std::uint64_t men) const noexcept { return map(men) | over; }
};
// The representative's move, with so many slots.
[[nodiscard]] MoveBack taken_back(std::uint32_t representative, const SetMove& move, int slots);

// The slots on which no man must stand for the tigers to have a step.
[[nodiscard]] std::uint64_t tiger_exits(const Game& game, PointSet tigers);

// For each slot the slots one step away.
[[nodiscard]] std::vector<std::uint64_t> men_steps(const Game& game, PointSet tigers);

}  // namespace rimau::solver
