#include "search/guide.hpp"

#include "search/scores.hpp"

namespace rimau {

int score_of(const tablebase::Value& value, Side side) noexcept {
  if (value.verdict == Verdict::draw) return 0;
  const int won = value.distance ? wins_in(*value.distance) : table_win;
  return value.verdict == win_of(side) ? won : -won;
}

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
