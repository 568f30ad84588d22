#include "search/guide.hpp"

namespace rimau {

std::optional<tablebase::Value> Guide::value(const Position& position) {
  if (fault_) return std::nullopt;
  auto found = probe_.value(position);
  if (found) return *found;
  if (found.error().kind != ErrorKind::unknown) fault_ = std::move(found).error();
  return std::nullopt;
}

std::vector<Move> Guide::line(Position position, int plies) {
  std::vector<Move> line;
  while (static_cast<int>(line.size()) < plies && !fault_ && !outcome(*game_, position).over()) {
    auto moves = probe_.moves(position);
    if (!moves && moves.error().kind != ErrorKind::unknown) fault_ = std::move(moves).error();
    if (!moves || !moves->front().value.distance) break;
    line.push_back(moves->front().move);
    position = play_unchecked(*game_, position, line.back());
  }
  return line;
}

}  // namespace rimau
