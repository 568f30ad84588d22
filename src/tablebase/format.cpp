#include "tablebase/format.hpp"

#include "base/text.hpp"

namespace rimau::tablebase {

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
