// What the computer player must find, avoid and survive.
#include "search/search.hpp"

#include <gtest/gtest.h>

#include "game/catalogue.hpp"
#include "search/levels.hpp"

namespace rimau {
namespace {

TEST(Search, EveryLevelAnswersEveryStartWithALegalMove) {
  Catalogue catalogue;
  Searcher searcher(1);
  Random random(1);
  for (const auto& id : catalogue.ids()) {
    const Play play(*catalogue.open(id));
    for (int level = first_level; level < last_level; ++level)
      EXPECT_TRUE(is_legal(play.game(), play.position(), choose_move(searcher, play, level, random, {}))) << id;
  }
}

}  // namespace
}  // namespace rimau
