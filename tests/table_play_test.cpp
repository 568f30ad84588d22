// The computer with tables: it keeps every value, finishes in the stated number of plies, and plays on
// when tables are damaged.
#include <filesystem>
#include <set>

#include "search/levels.hpp"
#include "search/search.hpp"
#include "solver/small_tables.hpp"

namespace rimau::testing {
namespace {

using tablebase::Probe;
using tablebase::Tables;
using tablebase::Value;

class TablePlay : public ::testing::TestWithParam<const char*> {
 protected:
  TablePlay() : game_(open_small(GetParam())) {
    if (const auto solved = solve_into(folder_.path(), *game_); !solved) give_up(solved.error().text());
    tables_ = std::make_shared<const Tables>(Tables::open({folder_.path()}));
    searcher_.use(tables_);
  }

  // A random position that is not over: all tigers on the board, so many men at most in hand.
  Position draw_position(unsigned men_in_hand_at_most) {
    for (;;) {
      const auto& rules = game_->rules();
      Position position;
      const auto place = [&](PointSet& set) {
        const auto empty = game_->points() - position.occupied();
        set |= empty.nth(static_cast<int>(random_.below(static_cast<unsigned>(empty.size()))));
      };
      for (int i = 0; i < rules.tigers; ++i) place(position.tigers);
      position.men_in_hand = static_cast<std::uint8_t>(random_.below(men_in_hand_at_most + 1));
      const int most = std::min(rules.men_in_play() - position.men_in_hand, (game_->points() - position.tigers).size());
      const auto men = random_.below(static_cast<unsigned>(std::max(most, 0) + 1));
      for (unsigned i = 0; i < men; ++i) place(position.men);
      position.turn = random_.below(2) == 0 ? Side::tigers : Side::men;
      if (!outcome(*game_, position).over()) return position;
    }
  }

  [[nodiscard]] Value value(const Position& position) { return must(probe().value(position)); }
  Probe& probe() {
    if (!probe_) probe_.emplace(*tables_, *game_);
    return *probe_;
  }
  [[nodiscard]] Move computer(const Play& play) { return choose_move(searcher_, play, last_level, random_, {}); }

  Folder folder_;
  std::shared_ptr<const Game> game_;
  std::shared_ptr<const Tables> tables_;
  Searcher searcher_{1};
  Random random_{11};
  std::optional<Probe> probe_;
};

void must_play(Play& play, Move move) {
  if (const auto made = play.play(move); !made) give_up(made.error().text());
}

// The move of one who only wants to gain time: back to where its piece came from, else anywhere.
Move step_back(const Play& play, Random& random) {
  const auto& game = play.game();
  const auto moves = legal_moves(game, play.position());
  if (play.moves().size() >= 2) {
    const auto last = play.moves()[play.moves().size() - 2];
    for (const auto move : moves)
      if (move.kind() == Move::Kind::step && move.from() == last.to() && move.to() == last.from()) return move;
  }
  return moves[random.below(static_cast<unsigned>(moves.size()))];
}

TEST_P(TablePlay, WinsInTheStatedPliesAndNeverRepeats) {
  int played = 0;
  int longest = 0;
  for (int tries = 0; tries < 4000 && played < 150; ++tries) {
    const auto position = draw_position(0);
    const auto known = value(position);
    if (known.verdict == Verdict::draw || !known.distance) continue;
    ++played;
    longest = std::max(longest, *known.distance);
    const auto winner = known.verdict == Verdict::men ? Side::men : Side::tigers;
    for (const bool best_defence : {false, true}) {
      Play play(game_, position);
      while (!play.outcome().over()) {
        ASSERT_LT(static_cast<int>(play.moves().size()), *known.distance) << format_position(*game_, position);
        const bool computers = best_defence || play.position().turn == winner;
        must_play(play, computers ? computer(play) : step_back(play, random_));
        ASSERT_EQ(play.occurrences(), 1) << format_position(*game_, position);
      }
      ASSERT_EQ(play.outcome().verdict, known.verdict) << format_position(*game_, position);
      if (best_defence) {
        ASSERT_EQ(static_cast<int>(play.moves().size()), *known.distance) << format_position(*game_, position);
      }
    }
  }
  EXPECT_GE(played, 100);
  EXPECT_GE(longest, 3);
}

TEST_P(TablePlay, KeepsTheValueWhileMenAreDropped) {
  for (int games = 0; games < 12; ++games) {
    Play play(game_, draw_position(3));
    const auto side = play.position().turn;
    while (!play.outcome().over() && play.moves().size() < 24) {
      if (play.position().turn == side) {
        const auto before = value(play.position());
        must_play(play, computer(play));
        ASSERT_EQ(value(play.position()).verdict, before.verdict) << format_position(*game_, play.position());
      } else {
        must_play(play, step_back(play, random_));
      }
    }
  }
}

TEST_P(TablePlay, LinesAreExactAndInTheOrderOfTheTables) {
  for (int i = 0; i < 60; ++i) {
    const Play play(game_, draw_position(2));
    const auto side = play.position().turn;
    const auto truth = must(probe().moves(play.position()));
    const auto report = searcher_.search(play, {.depth = 4, .lines = 3}, {});
    ASSERT_EQ(report.lines.size(), std::min<std::size_t>(3, truth.size()));
    for (std::size_t n = 0; n < report.lines.size(); ++n) {
      const auto& line = report.lines[n];
      const auto after = play_unchecked(*game_, play.position(), line.moves.front());
      ASSERT_TRUE(line.value);
      EXPECT_EQ(*line.value, one_ply_back(value(after)));
      EXPECT_EQ(line.score, score_of(*line.value, side));
      if (n > 0) {
        EXPECT_FALSE(better(side, *line.value, *report.lines[n - 1].value));
      }
      auto last = play.position();
      for (const auto move : line.moves) last = must(rimau::play(*game_, last, move));
      if (line.value->distance && line.moves.size() < 200) {
        EXPECT_EQ(static_cast<int>(line.moves.size()), *line.value->distance);
        EXPECT_EQ(outcome(*game_, last).verdict, line.value->verdict);
      }
    }
    EXPECT_EQ(searcher_.known(game_, play.position()), std::optional(value(play.position())));
  }
}

// What tables say of positions below the root agrees with what the search without them proves.
TEST_P(TablePlay, AsksTheTablesBelowPositionsThatTheyDoNotHold) {
  // Only the tables of empty hands are left: the drops lead into them.
  for (const auto& file : table_files(folder_.path()))
    if (file.filename() != "t0-m00.rtb") std::filesystem::remove(file);
  const auto part = std::make_shared<const Tables>(Tables::open({folder_.path()}));
  Searcher with(1);
  with.use(part);
  int decided = 0;
  for (int i = 0; i < 200; ++i) {
    const auto position = draw_position(2);
    if (position.men_in_hand == 0) continue;
    const auto truth = value(position);
    const auto report = with.search(Play(game_, position), {.depth = 6}, {});
    if (std::abs(report.score) <= win_score) continue;
    ++decided;
    EXPECT_EQ(truth.verdict, win_of(report.score > 0 ? position.turn : opponent(position.turn)))
        << format_position(*game_, position);
  }
  EXPECT_GT(decided, 10);
}

TEST_P(TablePlay, GoesOnWithoutDamagedTablesAndSaysSo) {
  const Play play(game_, draw_position(0));
  for (const auto& file : table_files(folder_.path())) {
    auto bytes = bytes_of(file);
    for (std::size_t at = bytes.size() / 2; at < bytes.size(); ++at) bytes[at] = static_cast<char>(~bytes[at]);
    put_bytes(file, bytes.substr(0, bytes.size() - 1));
  }
  Searcher searcher(1);
  searcher.use(tables_);  // opened before the damage
  Play copy = play;
  for (int i = 0; i < 200 && !searcher.fault(); ++i) {
    const Play other(game_, draw_position(0));
    must_play(copy = other, choose_move(searcher, other, last_level, random_, {}));
  }
  ASSERT_TRUE(searcher.fault());
  EXPECT_THAT(searcher.fault()->text(), ::testing::HasSubstr(".rtb"));
  EXPECT_FALSE(searcher.known(game_, play.position()));
  EXPECT_FALSE(Tables::open({folder_.path()}).refusals().empty());
}

INSTANTIATE_TEST_SUITE_P(SmallGames, TablePlay,
                         ::testing::Values("small-nine", "small-nine:tigers=2", "small-comb",
                                           "small-crooked:tigers=board"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase_if(name, [](char c) { return c == '-' || c == ':' || c == '='; });
                           return name;
                         });

}  // namespace
}  // namespace rimau::testing
