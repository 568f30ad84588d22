// The rules against the plain second generator: at every node of small perft trees, and along random
// games of every game and option value. Along the games also what must hold of every position: its
// key, its text, its symmetry, and that taking moves back restores everything.
#include <cctype>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>

#include "plain/plain.hpp"
#include "rules/play.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

#ifdef RIMAU_SANITIZED
constexpr unsigned default_games = 3'000;
#else
constexpr unsigned default_games = 100'000;
#endif
constexpr unsigned max_plies = 200;  // of a random game; most end well before

// Random games to play in all, over all games and options: RIMAU_GAMES, if set.
unsigned games_in_all() {
  const char* text = std::getenv("RIMAU_GAMES");
  if (text == nullptr) return default_games;
  const auto number = parse_number(text, 100'000'000);
  if (!number) give_up(cat("RIMAU_GAMES is \"", text, "\", expected a number"));
  return *number;
}

std::string text_of(const Outcome& outcome) {
  return outcome.over() ? cat(name(outcome.verdict), ' ', name(outcome.reason)) : "open";
}

class Agreement : public ::testing::TestWithParam<std::string> {
 protected:
  Agreement() : game_(open(GetParam())), plain_(*game_) {}

  // Everything the two say about a position; the moves' texts if they agree, else nothing.
  std::optional<std::vector<std::string>> agreed(const Position& position, const plain::Position& other) {
    const auto mine = move_list(*game_, position);
    const auto theirs = plain_.moves(other);
    const auto line = format_position(*game_, position);
    EXPECT_EQ(line, plain_.write(other));
    EXPECT_EQ(mine, theirs) << line;
    EXPECT_EQ(count_moves(*game_, position), static_cast<int>(theirs.size())) << line;
    EXPECT_EQ(text_of(outcome(*game_, position)), plain_.outcome(other)) << line;
    if (HasFailure()) return std::nullopt;
    return mine;
  }

  // Every position to that depth; false at the first disagreement.
  bool walk(const Position& position, const plain::Position& other, int depth) {
    const auto texts = agreed(position, other);
    if (!texts) return false;
    if (depth == 0) return true;
    return std::ranges::all_of(*texts, [&](const std::string& text) {
      return walk(play_unchecked(*game_, position, move(*game_, text)), plain_.after(other, text), depth - 1);
    });
  }

  std::shared_ptr<const Game> game_;
  plain::Game plain_;
};

// The deepest tree whose leaves are no more than so many.
int affordable_depth(const Game& game, std::uint64_t leaves) {
  const auto start = start_position(game);
  int depth = 1;
  while (depth < 6 && perft(game, start, depth + 1) <= leaves) ++depth;
  return depth;
}

TEST_P(Agreement, AtEveryNodeOfTheTreeFromTheStart) {
  EXPECT_EQ(format_position(*game_, start_position(*game_)), plain_.write(plain_.start()));
  EXPECT_TRUE(walk(start_position(*game_), plain_.start(), affordable_depth(*game_, 15'000)));
}

// How moves are chosen in a random game, so that games end in all the ways they can: uniformly; or
// with tigers that leap when they can; or with men that leave the tigers as few moves as possible.
enum class Manner { uniform, hungry_tigers, hemming_men };

class RandomGames : public Agreement {
 protected:
  Move choose(const Position& position, Manner manner) {
    const int count = count_moves(*game_, position);
    const auto draw = [this](unsigned bound) { return random_.below(bound); };
    const auto any = random_move(*game_, position, count, draw);
    EXPECT_TRUE(is_legal(*game_, position, any)) << format_move(*game_, any);
    if (manner == Manner::hungry_tigers && position.turn == Side::tigers) {
      legal_moves(*game_, position, moves_);
      const auto leap = std::ranges::find(moves_, Move::Kind::leap, &Move::kind);
      return leap == moves_.end() ? any : *leap;
    }
    if (manner == Manner::hemming_men && position.turn == Side::men && position.ply % 8 != 1) return hem(position, any);
    return any;
  }

  // Of a few random moves the one after which the tigers have the fewest; leaps count ten.
  Move hem(const Position& position, Move best) {
    const int count = count_moves(*game_, position);
    const auto freedom = [&](Move candidate) {
      const auto next = play_unchecked(*game_, position, candidate);
      int moves = 0;
      for_each_move(*game_, next, [&](Move reply) { moves += reply.kind() == Move::Kind::leap ? 10 : 1; });
      return moves;
    };
    int least = freedom(best);
    for (int i = 0; i < 10; ++i) {
      const auto candidate =
          random_move(*game_, position, count, [this](unsigned bound) { return random_.below(bound); });
      if (const int moves = freedom(candidate); moves < least) least = moves, best = candidate;
    }
    return best;
  }

  void check_text(const Position& position) {
    const auto line = format_position(*game_, position);
    const auto read = parse_position(catalogue(), line);
    ASSERT_TRUE(read) << line << ": " << read.error().text();
    EXPECT_EQ(read->position, position) << line;
    EXPECT_EQ(read->game->id(), game_->id());
  }

  void check_symmetry(const Position& position) {
    const auto least = canonical(*game_, position);
    EXPECT_EQ(canonical(*game_, least), least);
    if (position.stage == Stage::opening) return;
    for (const auto& permutation : game_->symmetries()) {
      const auto mapped = image(position, permutation);
      EXPECT_EQ(canonical(*game_, mapped), least);
      EXPECT_EQ(count_moves(*game_, mapped), count_moves(*game_, position));
      EXPECT_EQ(outcome(*game_, mapped), outcome(*game_, position));
    }
  }

  // One game with all checks; how it ended.
  std::string play_game(Manner manner) {
    Play record(game_);
    auto other = plain_.start();
    Key running = key(record.position());
    while (record.moves().size() < max_plies) {
      const auto position = record.position();
      // The start is the same in every game, and an opening turn has thousands of moves.
      if ((games_ == 0 || position.ply > 0) && !agreed(position, other)) return "disagreement";
      EXPECT_EQ(key(position), running);
      if (random_.below(8) == 0) check_text(position);
      if (random_.below(8) == 0) check_symmetry(position);
      if (record.outcome().over()) break;
      const auto chosen = choose(position, manner);
      running = key_after(*game_, position, running, chosen);
      other = plain_.after(other, format_move(*game_, chosen));
      EXPECT_TRUE(record.play(chosen)) << format_move(*game_, chosen);
      if (HasFailure()) return "failure";
    }
    const auto ending = text_of(record.outcome());
    check_undo(record);
    ++games_;
    return ending;
  }

  // Takes the game back to its start and plays it again: every state as it was.
  void check_undo(Play record) {
    const auto moves = record.moves();
    const auto positions = record.positions();
    const auto ending = record.outcome();
    for (std::size_t left = moves.size(); left > 0; --left) {
      ASSERT_EQ(record.position(), positions[left]);
      ASSERT_TRUE(record.undo());
      ASSERT_FALSE(record.outcome().over());
    }
    EXPECT_FALSE(record.undo());
    for (const auto move : moves) ASSERT_TRUE(record.play(move));
    EXPECT_EQ(record.positions(), positions);
    EXPECT_EQ(record.moves(), moves);
    EXPECT_EQ(record.outcome(), ending);
  }

  Random random_{std::hash<std::string>{}(GetParam())};
  unsigned games_ = 0;
  std::vector<Move> moves_;
};

TEST_P(RandomGames, AgreeAndKeepTheirPromises) {
  const auto share = games_in_all() / static_cast<unsigned>(games_with_options().size()) + 1;
  std::map<std::string, unsigned> endings;
  for (unsigned i = 0; i < share && !HasFailure(); ++i) ++endings[play_game(static_cast<Manner>(i % 3))];
  for (const auto& [ending, count] : endings) RecordProperty(std::string(ending), static_cast<int>(count));
  if (share < 1000 || game_->rules().quiet == 1) return;  // too few, or too short, to end in every way
  EXPECT_TRUE(endings.contains("tigers threshold"));
  EXPECT_TRUE(endings.contains("men immobilised"));
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (auto& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Agreement, ::testing::ValuesIn(games_with_options()), test_name);
INSTANTIATE_TEST_SUITE_P(All, RandomGames, ::testing::ValuesIn(games_with_options()), test_name);

}  // namespace
}  // namespace rimau::testing
