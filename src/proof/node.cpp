#include "proof/node.hpp"

#include <algorithm>

namespace rimau::proof {

Canonical::Canonical(const Game& game) {
  for (std::size_t number = 1; number < game.symmetries().size(); ++number) {
    const auto& symmetry = game.symmetries()[number];
    auto& map = maps_.emplace_back();
    for (std::size_t point = 0; point < symmetry.size(); ++point)
      map.points[point] = static_cast<std::uint8_t>(symmetry[point].index());
    for (std::size_t part = 0; part < bytes; ++part)
      for (std::size_t value = 0; value < 256; ++value) {
        map.parts[part][value] = 0;
        for (std::size_t bit = 0; bit < 8; ++bit)
          if ((value >> bit & 1) != 0 && 8 * part + bit < symmetry.size())
            map.parts[part][value] |= std::uint64_t{1} << map.points[8 * part + bit];
      }
  }
}

Node Canonical::operator()(const Node& node) const noexcept {
  auto best = node.key();
  for (const auto& map : maps_) {
    const auto men = node.men.bits();
    std::uint64_t mapped = 0;
    for (std::size_t part = 0; part < bytes; ++part) mapped |= map.parts[part][men >> (8 * part) & 255];
    const auto tiger = Point::at(map.points[static_cast<std::size_t>(node.tiger.index())]);
    best = std::min(best, Node{PointSet(mapped), tiger, node.hand, node.turn}.key());
  }
  return Node::of(best);
}

}  // namespace rimau::proof
