// Random moves are uniform and legal: every number that can be drawn leads to another legal move.
#include "rules/playout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "game/catalogue.hpp"

namespace rimau {
namespace {

bool before(const Position& a, const Position& b) {
  return std::tie(a.tigers, a.men, a.tigers_in_hand, a.men_in_hand) <
         std::tie(b.tigers, b.men, b.tigers_in_hand, b.men_in_hand);
}

std::vector<Position> children_by_rule(const Game& game, const Position& position) {
  std::vector<Position> children;
  for (const auto move : legal_moves(game, position)) children.push_back(play_unchecked(game, position, move));
  std::ranges::sort(children, before);
  return children;
}

// What random_turn makes of each number that can be drawn.
std::vector<Position> children_by_draw(const Game& game, const Position& position) {
  std::vector<Position> children;
  for (unsigned draw = 0, bound = 1; draw < bound; ++draw) {
    Position child = position;
    const bool made = random_turn(game, child, [&](unsigned of) {
      bound = of;
      return draw;
    });
    if (!made) break;
    children.push_back(child);
  }
  std::ranges::sort(children, before);
  return children;
}

const char* const games[] = {
    "rimau-24",
    "rimau-22:flanks=stop",
    "rimau-rimau:capture=odd",
    "rimau-rimau",
    "meurimueng-rimueng-do",
    "meurimueng-rimueng-do:first=men",
    "pulijudam:tigers=4",
    "demala-diviyan-keliya:stuck=lose",
    "bagh-chal",
    "bagh-chal:stuck=lose,win=all",
};

TEST(RandomTurn, DrawsEveryLegalMoveOnceInEveryPositionOfRandomGames) {
  Catalogue catalogue;
  Random random(7);
  for (const auto* id : games) {
    const auto game = *catalogue.open(id);
    for (int count = 0; count < 5; ++count) {
      Position position = start_position(*game);
      for (int ply = 0; ply < 200 && !outcome(*game, position).over(); ++ply) {
        if (count == 0 || position.stage == Stage::play) {
          ASSERT_EQ(children_by_draw(*game, position), children_by_rule(*game, position)) << id << " ply " << ply;
        }
        ASSERT_TRUE(random_turn(*game, position, [&random](unsigned bound) { return random.below(bound); }));
      }
    }
  }
}

TEST(RandomTurn, MenWhoCannotStepPassOrHaveLost) {
  // One man in a corner, tigers on the three points beside it.
  Catalogue catalogue;
  for (const auto* id : {"bagh-chal:win=all", "bagh-chal:stuck=lose,win=all"}) {
    const auto game = *catalogue.open(id);
    const auto at = [&](const char* name) { return *game->board().find(name); };
    Position position;
    position.tigers = PointSet(at("a2")) | at("b1") | at("b2") | at("e5");
    position.men = at("a1");
    position.turn = Side::men;
    const auto old = position;
    const bool made = random_turn(*game, position, [](unsigned) { return 0U; });
    EXPECT_EQ(made, !game->rules().stuck_loses);
    EXPECT_EQ(position.men, old.men);
    EXPECT_EQ(position.turn, made ? Side::tigers : Side::men);
  }
}

TEST(Playout, EndsByRuleOrAtItsBound) {
  Catalogue catalogue;
  Random random(3);
  for (const auto* id : games) {
    const auto game = *catalogue.open(id);
    const auto start = start_position(*game);
    for (int bound : {0, 1, 50, 5000}) {
      const auto result = playout(*game, start, bound, [&random](unsigned of) { return random.below(of); });
      EXPECT_LE(result.plies, bound);
      EXPECT_TRUE(result.outcome.over() || result.plies == bound) << id;
    }
  }
}

TEST(Playout, OfAFinishedPositionMakesNoMove) {
  Catalogue catalogue;
  const auto game = *catalogue.open("rimau-24");
  const auto at = [&](const char* name) { return *game->board().find(name); };
  Position position;
  position.tigers = at("a1");
  position.men = PointSet(at("a3")) | at("a5") | at("b2") | at("c3");
  const auto random = [](unsigned) { return 0U; };
  const auto trapped = playout(*game, position, 10, random);
  EXPECT_EQ(trapped.plies, 0);
  EXPECT_EQ(trapped.outcome, (Outcome{Verdict::men, Reason::immobilised}));
  position.men = {};
  position.turn = Side::men;
  const auto won = playout(*game, position, 10, random);
  EXPECT_EQ(won.plies, 0);
  EXPECT_EQ(won.outcome, (Outcome{Verdict::tigers, Reason::threshold}));
}

}  // namespace
}  // namespace rimau
