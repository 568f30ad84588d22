#include "engine_games.hpp"

#include <fmt/core.h>

#include <cstdlib>

#include "search/evaluation.hpp"

namespace rimau::bench {
namespace {

constexpr std::size_t longest_game = 300;  // plies

void must_play(Play& play, Move move) {
  if (play.play(move)) return;
  fmt::print(stderr, "an illegal move in {}\n", play.game().id());
  std::exit(1);
}

}  // namespace

bool leap_waits(const Game& game, const Position& position) {
  bool found = false;
  if (position.turn == Side::tigers)
    for_each_move(game, position, [&found](Move move) { found = found || move.kind() == Move::Kind::leap; });
  return found;
}

Move SelfPlay::any_move(const Position& position) {
  return random_move(*game_, position, count_moves(*game_, position),
                     [this](unsigned bound) { return random_.below(bound); });
}

std::vector<SelfPlayed> SelfPlay::next() {
  // 1. A start of its own.
  Play play(game_);
  for (auto left = random_.below(style_.random_start + 1); left > 0 && !play.outcome().over(); --left)
    must_play(play, any_move(play.position()));
  const auto percent = random_.below(style_.random_percent + 1);

  // 2. The game.
  searcher_.clear();
  std::vector<SelfPlayed> kept;
  while (!play.outcome().over() && play.moves().size() < longest_game) {
    const auto position = play.position();
    if (random_.below(100) < percent) {
      must_play(play, any_move(position));
      continue;
    }
    const auto report = searcher_.search(play, {.nodes = style_.nodes}, {});
    const int score = position.turn == Side::tigers ? report.score : -report.score;
    if (position.stage == Stage::play && random_.below(3) == 0 && !leap_waits(*game_, position))
      kept.push_back({.position = position, .expected = expected_result(*game_, score)});
    must_play(play, report.best);
  }

  // 3. How it ended.
  for (auto& one : kept) one.verdict = play.outcome().over() ? play.outcome().verdict : Verdict::draw;
  return kept;
}

}  // namespace rimau::bench
