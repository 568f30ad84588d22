// The positions a proof is about, as one word each.
#pragma once

#include <array>
#include <vector>

#include "rules/position.hpp"

namespace rimau::proof {

// A position of the drop phase of a game with one tiger, all of it in 58 bits: men on the board (bits 0 to 39), the
// tiger's point (40 to 45), men in hand (46 to 56), whose turn (57). Boards have at most 40 points.
using NodeKey = std::uint64_t;
inline constexpr int most_points = 40;
inline constexpr int key_bits = 58;

struct Node {
  PointSet men;
  Point tiger;
  int hand = 0;
  Side turn = Side::men;

  [[nodiscard]] NodeKey key() const noexcept {
    return men.bits() | static_cast<NodeKey>(tiger.index()) << 40 | static_cast<NodeKey>(hand) << 46 |
           static_cast<NodeKey>(turn == Side::tigers) << 57;
  }
  [[nodiscard]] static Node of(NodeKey key) noexcept {
    return {PointSet(key & ((NodeKey{1} << 40) - 1)), Point::at(static_cast<int>(key >> 40 & 63)),
            static_cast<int>(key >> 46 & 0x7FF), (key >> 57 & 1) != 0 ? Side::tigers : Side::men};
  }
  [[nodiscard]] static Node of(const Position& position) noexcept {
    return {position.men, position.tigers.first(), position.men_in_hand, position.turn};
  }
  [[nodiscard]] Position position() const noexcept {
    Position made;
    made.tigers = tiger;
    made.men = men;
    made.men_in_hand = static_cast<std::uint8_t>(hand);
    made.turn = turn;
    return made;
  }
};

// The least image of a node under a game's symmetries, quickly. Immutable; may be shared by threads.
class Canonical {
 public:
  explicit Canonical(const Game& game);
  [[nodiscard]] Node operator()(const Node& node) const noexcept;

 private:
  static constexpr std::size_t bytes = most_points / 8;
  struct Map {
    std::array<std::array<std::uint64_t, 256>, bytes> parts;
    std::array<std::uint8_t, most_points> points;
  };
  std::vector<Map> maps_;  // of the symmetries but the identity
};

}  // namespace rimau::proof
