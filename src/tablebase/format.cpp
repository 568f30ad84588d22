#include "tablebase/format.hpp"

#include "base/text.hpp"

namespace rimau::tablebase {

bool may_leave_out_leaps(const Game& game, Level level, int men) {
  if (level.tigers_in_hand > 0) return false;
  for (const auto point : game.points())
    for (const auto& leap : game.leaps(point))
      if (leap.over.size() % 2 == 0) return false;
  if (level.men_in_hand > 0) return level.men_in_hand % 2 == 0;
  return men % 2 == 0 || men == game.rules().men_left_when_tigers_win() + 1;
}

std::string file_name(Level level) {
  return cat('t', level.tigers_in_hand, "-m", level.men_in_hand < 10 ? "0" : "", level.men_in_hand, ".rtb");
}

std::string folder_name(const Game& game) {
  std::string name = game.id();
  for (auto& c : name)
    if (c == ':' || c == ',' || c == '=') c = '-';
  return name;
}

}  // namespace rimau::tablebase
