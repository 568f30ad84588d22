// Turns made by clicks: the pieces of two turns never mix, and what comes out is always legal.
#include "rules/turn_builder.hpp"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "base/random.hpp"
#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau {
namespace {

using ::testing::HasSubstr;

// A builder for a position of a game, clicked by the names of points.
class Table {
 public:
  explicit Table(const std::string& game) : game_(*catalogue_.open(game)), builder_(*game_, start_position(*game_)) {}
  Table(const std::string& game, const std::string& fields)
      : game_(*catalogue_.open(game)), builder_(*game_, *parse_position(catalogue_, *game_, cat(game, " ", fields))) {}

  // Clicks the points, separated by blanks; the text of the last click's move, empty if none came out.
  std::string click(std::string_view names) {
    std::string text;
    for (const auto name : split(names, ' ')) {
      const auto move = builder_.click(point(name));
      text = move ? format_move(*game_, *move) : "";
    }
    return text;
  }
  std::string confirm() {
    const auto move = builder_.confirm();
    return move ? format_move(*game_, *move) : "";
  }
  [[nodiscard]] std::string why_not(std::string_view name) const { return builder_.why_not(point(name)); }
  [[nodiscard]] Point point(std::string_view name) const { return *game_->board().find(name); }
  [[nodiscard]] PointSet points(std::string_view names) const {
    PointSet set;
    for (const auto name : split(names, ' ')) set |= point(name);
    return set;
  }

  TurnBuilder* operator->() { return &builder_; }

 private:
  Catalogue catalogue_;
  std::shared_ptr<const Game> game_;
  TurnBuilder builder_;
};

TEST(TurnBuilder, marks_never_more_than_the_rule_and_none_twice) {  // B09
  Table table("rimau-24");
  EXPECT_EQ(table.click("d2 d3 d2 e3"), "");
  EXPECT_EQ(table->marked(), table.points("d3 e3"));
  EXPECT_EQ(table->left_to_mark(), 1);
  EXPECT_FALSE(table->ready());
  table.click("f4 e2");
  EXPECT_EQ(table->marked(), table.points("d3 e3 f4"));
  EXPECT_THAT(table.why_not("e2"), HasSubstr("all 3 men are chosen already"));
  EXPECT_TRUE(table->ready());
  table.click("d3 d2");
  EXPECT_EQ(table.confirm(), "d2,e3,f4");
}

TEST(TurnBuilder, lets_a_removal_change_after_the_relocation) {  // B09
  Table table("rimau-24");
  table.click("d2 d3 e3");
  table.click("c3 a1");
  EXPECT_EQ(table->relocation(), (TurnBuilder::Relocation{table.point("c3"), table.point("a1")}));
  EXPECT_EQ(table->tigers(), table.points("a1"));
  table.click("d2 f4");
  EXPECT_EQ(table.confirm(), "d3,e3,f4/c3-a1");
  EXPECT_FALSE(table->begun());
}

TEST(TurnBuilder, lets_the_relocation_change_and_be_given_up) {
  Table table("rimau-24");
  table.click("c3 d3");  // not vacated yet: marks it, the tiger stays chosen
  EXPECT_EQ(table->marked(), table.points("d3"));
  table.click("d3");  // vacated now
  EXPECT_EQ(table->tigers(), table.points("d3"));
  EXPECT_EQ(table->marked(), table.points("d3")) << "the man under the tiger stays removed";
  table.click("d3 i5");
  EXPECT_EQ(table->tigers(), table.points("i5"));
  table.click("i5 c3");
  EXPECT_FALSE(table->relocation());
  table.click("e2 e3");
  EXPECT_EQ(table.confirm(), "d3,e2,e3");
}

TEST(TurnBuilder, keeps_the_men_out_until_the_opening_turn_is_confirmed) {  // B08
  Table table("rimau-24");
  for (const char* man : {"d2", "e3", "f4"}) {
    EXPECT_EQ(table.click("a1"), "") << "no drop in between";
    EXPECT_EQ(table->position().turn, Side::tigers);
    EXPECT_EQ(table->position().men_in_hand, 15);
    EXPECT_EQ(table.confirm(), "") << "not half done";
    table.click(man);
  }
  EXPECT_EQ(table->position().stage, Stage::opening) << "the position is untouched until the move is made";
  EXPECT_EQ(table.confirm(), "d2,e3,f4");
}

TEST(TurnBuilder, moves_one_of_two_tigers_only) {
  Table table("rimau-rimau");
  table.click("c3 a1 g3 i1");
  EXPECT_EQ(table->tigers(), table.points("c3 i1"));
  table.click("c3");
  EXPECT_FALSE(table->choices().contains(table.point("g3"))) << "the other tiger goes back there";
  EXPECT_THAT(table.why_not("g3"), HasSubstr("only one tiger"));
  table.click("c1 d2 d3 d4");
  EXPECT_EQ(table.confirm(), "d2,d3,d4/c3-c1");
}

TEST(TurnBuilder, takes_back_clicks_one_by_one_and_all) {
  Table table("rimau-24");
  EXPECT_FALSE(table->cancel());
  table.click("d2 c3 a1 e3");
  EXPECT_TRUE(table->cancel());
  EXPECT_EQ(table->marked(), table.points("d2"));
  EXPECT_TRUE(table->cancel());
  EXPECT_FALSE(table->relocation());
  EXPECT_EQ(table->selected(), table.point("c3"));
  table->clear();
  EXPECT_FALSE(table->selected());
  EXPECT_FALSE(table->begun());
  EXPECT_TRUE(table->marked().empty());
}

TEST(TurnBuilder, drops_at_one_click) {
  Table table("meurimueng-rimueng-do");
  EXPECT_EQ(table->choices().size(), 23);
  EXPECT_EQ(table.click("t5"), "@t5");
  Table later("rimau-24", "tigers=c3 men=d2,d3,d4,e2,e3,e4 hand=0/15 turn=men");
  EXPECT_EQ(later.click("d2"), "");
  EXPECT_THAT(later.why_not("d2"), HasSubstr("a drop needs an empty point"));
  EXPECT_EQ(later.click("a1"), "@a1");
}

TEST(TurnBuilder, chooses_the_only_tiger_by_itself_and_steps_or_leaps) {
  Table table("rimau-24", "tigers=a3 men=a1,b3,c3,d3 hand=0/0 turn=tigers");
  EXPECT_EQ(table->selected(), table.point("a3"));
  EXPECT_EQ(table->targets(), table.points("a5 e3"));
  EXPECT_FALSE(table->begun());
  EXPECT_THAT(table.why_not("c3"), HasSubstr("c3 holds a man"));
  EXPECT_THAT(table.why_not("g3"), HasSubstr("e3 holds nothing"));
  EXPECT_THAT(table.why_not("b2"), HasSubstr("no edge joins a3 and b2"));
  EXPECT_EQ(table.click("e3"), "a3xe3");
}

TEST(TurnBuilder, never_mixes_two_pieces) {
  Table table("bagh-chal", "tigers=a1,a5,e1,e5 men=b2,c3 hand=0/18 turn=tigers captured=0");
  EXPECT_FALSE(table->selected());
  EXPECT_EQ(table.click("a2"), "") << "no tiger chosen yet";
  EXPECT_THAT(table.why_not("a2"), HasSubstr("choose one of the tigers first"));
  table.click("a1 e1");
  EXPECT_EQ(table->selected(), table.point("e1"));
  EXPECT_EQ(table.click("b1"), "") << "next to a1, which is no longer chosen";
  table.click("e1");
  EXPECT_FALSE(table->selected());
  EXPECT_EQ(table.click("e1 d1"), "e1-d1");
}

TEST(TurnBuilder, passes_when_the_men_cannot_step) {
  Table table("bagh-chal:win=all", "tigers=a2,b1,b2,e5 men=a1 hand=0/0 turn=men");
  EXPECT_TRUE(table->ready());
  EXPECT_TRUE(table->choices().empty());
  EXPECT_THAT(table.why_not("a1"), HasSubstr("must pass"));
  EXPECT_EQ(table.confirm(), "pass");
}

// Makes the move by clicks alone, as a person who knows what he wants would.
std::optional<Move> click_out(TurnBuilder& builder, Move move) {
  switch (move.kind()) {
    case Move::Kind::drop:
      return builder.click(move.to());
    case Move::Kind::opening:
      for (const auto man : move.removed()) builder.click(man);
      if (move.relocates()) {
        builder.click(move.from());
        builder.click(move.to());
      }
      return builder.confirm();
    default:
      if (move.is_pass()) return builder.confirm();
      if (builder.selected() != move.from()) builder.click(move.from());
      return builder.click(move.to());
  }
}

// A position of a random game, after at most 120 plies.
Position random_position(const Game& game, Random& random) {
  auto position = start_position(game);
  for (unsigned plies = random.below(120); plies > 0; --plies) {
    const int count = count_moves(game, position);
    if (count == 0) break;
    position = play_unchecked(game, position,
                              random_move(game, position, count, [&](unsigned bound) { return random.below(bound); }));
  }
  return position;
}

TEST(TurnBuilder, can_make_every_legal_move) {
  const bool holds = rc::check("every legal move of a random position comes out of its clicks", [](std::uint64_t seed) {
    static Catalogue catalogue;
    Random random(seed);
    const auto ids = catalogue.ids();
    const auto game = *catalogue.open(ids[random.below(static_cast<unsigned>(ids.size()))]);
    const auto position = random_position(*game, random);
    TurnBuilder builder(*game, position);
    for (const auto move : legal_moves(*game, position)) {
      const auto made = click_out(builder, move);
      RC_ASSERT(made.has_value());
      RC_ASSERT(*made == move);
    }
  });
  EXPECT_TRUE(holds);
}

TEST(TurnBuilder, makes_only_legal_moves_whatever_is_clicked) {
  const bool holds = rc::check("random clicks, cancels and confirms give legal moves only", [](std::uint64_t seed) {
    static Catalogue catalogue;
    Random random(seed);
    const auto ids = catalogue.ids();
    const auto game = *catalogue.open(ids[random.below(static_cast<unsigned>(ids.size()))]);
    auto position = random.below(2) == 0 ? start_position(*game) : random_position(*game, random);
    TurnBuilder builder(*game, position);
    for (int i = 0; i < 200; ++i) {
      std::optional<Move> move;
      const auto what = random.below(12);
      if (what == 0) {
        builder.cancel();
      } else if (what == 1) {
        move = builder.confirm();
      } else {
        const auto point = Point::at(static_cast<int>(random.below(static_cast<unsigned>(game->board().size()))));
        RC_ASSERT(builder.choices().contains(point) == builder.why_not(point).empty());
        move = builder.click(point);
      }
      RC_ASSERT(builder.marked().size() <= game->rules().removals);
      RC_ASSERT(builder.position().men.contains(builder.marked()));
      RC_ASSERT(builder.tigers().size() == position.tigers.size());
      if (!move) continue;
      RC_ASSERT(is_legal(*game, position, *move));
      position = play_unchecked(*game, position, *move);
      builder = TurnBuilder(*game, position);
    }
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace rimau
