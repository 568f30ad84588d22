// What must hold of a file of puzzles.
#pragma once

#include <nlohmann/json.hpp>

#include "puzzles/judge.hpp"
#include "support.hpp"

namespace rimau::testing {

// A puzzle of a file, read as docs/puzzles.md describes it.
struct Read {
  std::shared_ptr<const Game> game;
  Position position;
  std::string goal;
  int depth = 0;
  std::vector<Move> solution;
};

// Checks what the text alone must hold.
inline Read read(const nlohmann::json& puzzle) {
  Read found;
  found.game = open(puzzle["game"].get<std::string>());
  const auto text = puzzle["position"].get<std::string>();
  found.position = must(parse_position(catalogue(), *found.game, text));
  EXPECT_EQ(format_position(*found.game, found.position), text);
  EXPECT_TRUE(puzzle["id"].get<std::string>().starts_with(found.game->id() + "-"));
  EXPECT_EQ(puzzle["side"].get<std::string>(), name(found.position.turn));
  found.goal = puzzle["goal"].get<std::string>();
  EXPECT_TRUE(found.goal == "win" || found.goal == "draw" || found.goal == "hold");
  found.depth = puzzle["depth"].get<int>();
  EXPECT_GE(found.depth, 3);
  const int difficulty = puzzle["difficulty"].get<int>();
  EXPECT_TRUE(difficulty >= 1 && difficulty <= 10);
  const auto proof = puzzle["proof"].get<std::string>();
  EXPECT_TRUE(proof == (found.goal == "draw" ? "tables" : "search") || (proof == "tables" && found.goal == "win"));
  auto at = found.position;
  for (const auto& move : puzzle["solution"]) {
    found.solution.push_back(must(parse_legal_move(*found.game, at, move.get<std::string>())));
    at = play_unchecked(*found.game, at, found.solution.back());
  }
  EXPECT_EQ(found.solution.size() % 2, 1);
  EXPECT_LE(static_cast<int>(found.solution.size()), found.goal == "win" ? found.depth : 15);
  return found;
}

// That the first move is the only one, as far as a short exhaustive search can tell.
inline void check_by_search(const Read& puzzle) {
  const auto& game = *puzzle.game;
  const auto side = puzzle.position.turn;
  puzzles::Prover prover(game, 10'000);
  for (const auto move : legal_moves(game, puzzle.position)) {
    const auto next = play_unchecked(game, puzzle.position, move);
    const bool right = move == puzzle.solution.front();
    const auto won = prover.win(next, side, puzzle.depth - 1);
    const auto lost = prover.win(next, opponent(side), puzzle.depth - 1);
    if (won) {
      EXPECT_EQ(won->has_value(), right && puzzle.goal == "win") << format_move(game, move);
    }
    if (!lost) continue;
    EXPECT_FALSE(right && lost->has_value()) << format_move(game, move);
    if (puzzle.goal != "win" && !right) {
      EXPECT_TRUE(lost->has_value()) << format_move(game, move);
    }
  }
}

}  // namespace rimau::testing
