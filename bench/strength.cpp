// Measures one player against another: a level of the computer player, or uniformly random moves.
//
//   strength PLAYER OPPONENT GAMES [GAME…]
//
// A player is random, a level from 1 to 10, or nodes=N: the last level's play with so many nodes a move.
// Plays GAMES games from each seat of every game named (of all when none is) and prints, by game and
// seat, wins, draws, losses, the score in percent, the mean plies of a game and the player's longest
// move; for the men also the turns after which the tigers could leap although another move would have left
// them no leap, and how many of these a search of two million positions calls worse than such a move by
// more than half a man. A game that is still open after 1,000 plies counts as a draw.
#include <fmt/core.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "game/catalogue.hpp"
#include "search/levels.hpp"

namespace rimau {
namespace {

constexpr int longest_game = 1000;  // plies

// Level 0 without nodes: random.
struct Kind {
  int level = 0;
  std::uint64_t nodes = 0;
};

class Player {
 public:
  Player(Kind kind, std::uint64_t seed) : kind_(kind), random_(seed), searcher_(16) {}

  Move choose(const Play& play) {
    const auto start = std::chrono::steady_clock::now();
    const auto move = kind_.nodes > 0
                          ? searcher_.search(play, {.nodes = kind_.nodes, .contempt = level_contempt}, {}).best
                      : kind_.level > 0 ? choose_move(searcher_, play, kind_.level, random_, {})
                                        : random(play);
    slowest_ = std::max(slowest_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return move;
  }
  void forget() { searcher_.clear(); }
  [[nodiscard]] double take_slowest() { return std::exchange(slowest_, 0); }

 private:
  Move random(const Play& play) {
    return random_move(play.game(), play.position(), count_moves(play.game(), play.position()),
                       [this](unsigned bound) { return random_.below(bound); });
  }

  Kind kind_;
  Random random_;
  Searcher searcher_;
  double slowest_ = 0;
};

bool can_leap(const Game& game, const Position& position) {
  bool found = false;
  for_each_move(game, position, [&found](Move move) { found = found || move.kind() == Move::Kind::leap; });
  return found;
}

// The turns of the men that let the tigers leap.
class Gifts {
 public:
  void judge(const Play& play, Move chosen) {
    const auto& game = play.game();
    const auto& position = play.position();
    ++turns_;
    if (!can_leap(game, play_unchecked(game, position, chosen))) return;
    std::vector<Move> safe;
    for_each_move(game, position, [&](Move move) {
      if (!can_leap(game, play_unchecked(game, position, move))) safe.push_back(move);
    });
    if (safe.empty()) return;
    ++allowed_;
    const int value = value_after(play, chosen, 2'000'000);
    for (const auto move : safe)
      if (value_after(play, move, 2'000'000 / safe.size()) > value + half_a_man) return ++free_, void();
  }
  [[nodiscard]] std::string text() const {
    return cat("  ", allowed_, " leaps allowed in ", turns_, " turns, ", free_, " for nothing");
  }

 private:
  static constexpr int half_a_man = 50;

  int value_after(const Play& play, Move move, std::uint64_t nodes) {
    Play next = play;
    if (!next.play(move)) return 0;
    if (next.outcome().over()) return next.outcome().verdict == Verdict::men ? win_score + 1 : 0;
    return -searcher_.search(next, {.nodes = nodes}, {}).score;
  }

  Searcher searcher_{64};
  int turns_ = 0;
  int allowed_ = 0;
  int free_ = 0;
};

struct Tally {
  std::array<int, 4> by_verdict{};  // games by Verdict
  int games = 0;
  int plies = 0;
};

Play play_game(const std::shared_ptr<const Game>& game, Player& tigers, Player& men, Gifts* gifts) {
  Play play(game);
  tigers.forget();
  men.forget();
  while (!play.outcome().over() && play.moves().size() < longest_game) {
    const auto move = (play.position().turn == Side::tigers ? tigers : men).choose(play);
    if (gifts != nullptr && play.position().turn == Side::men) gifts->judge(play, move);
    if (!play.play(move)) {
      fmt::print(stderr, "strength: an illegal move in {} after {} plies\n", game->id(), play.moves().size());
      std::exit(1);
    }
  }
  return play;
}

void measure(const std::shared_ptr<const Game>& game, Side side, Player& player, Player& opponent, int games) {
  Tally tally;
  Gifts gifts;
  for (; tally.games < games; ++tally.games) {
    const auto played =
        side == Side::tigers ? play_game(game, player, opponent, nullptr) : play_game(game, opponent, player, &gifts);
    ++tally.by_verdict[static_cast<std::size_t>(played.outcome().verdict)];
    tally.plies += static_cast<int>(played.moves().size());
  }
  const int won = tally.by_verdict[static_cast<std::size_t>(win_of(side))];
  const int lost = tally.by_verdict[static_cast<std::size_t>(win_of(rimau::opponent(side)))];
  const int drawn = games - won - lost;
  fmt::print("{:<24} {:<7} {:>4} won {:>4} drawn {:>4} lost {:>6.1f} %  {:>4} plies  {:.2f} s{}\n", game->id(),
             name(side), won, drawn, lost, 100.0 * (won + drawn * 0.5) / games, tally.plies / games,
             player.take_slowest(), side == Side::men ? gifts.text() : "");
  std::fflush(stdout);
}

std::optional<Kind> parse_player(std::string_view text) {
  if (text == "random") return Kind{};
  if (text.starts_with("nodes=")) {
    const auto nodes = parse_number(text.substr(6), 1'000'000'000);
    return nodes && *nodes > 0 ? std::optional(Kind{.nodes = *nodes}) : std::nullopt;
  }
  const auto level = parse_number(text, last_level);
  if (!level || static_cast<int>(*level) < first_level) return std::nullopt;
  return Kind{.level = static_cast<int>(*level)};
}

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto player_kind = words.size() < 3 ? std::nullopt : parse_player(words[0]);
  const auto opponent_kind = words.size() < 3 ? std::nullopt : parse_player(words[1]);
  const auto games = words.size() < 3 ? std::nullopt : parse_number(words[2], 100'000);
  if (!player_kind || !opponent_kind || !games || *games == 0) {
    fmt::print(
        stderr,
        "usage: strength PLAYER OPPONENT GAMES [GAME…], a player being random, a level from 1 to 10 or nodes=N\n");
    return 2;
  }
  Catalogue catalogue;
  const auto ids = words.size() == 3 ? catalogue.ids() : std::vector(words.begin() + 3, words.end());
  Player player(*player_kind, 1);
  Player opponent(*opponent_kind, 2);
  for (const auto& id : ids) {
    const auto game = catalogue.open(id);
    if (!game) {
      fmt::print(stderr, "strength: {}\n", game.error().text());
      return 2;
    }
    for (const auto side : {Side::tigers, Side::men}) measure(*game, side, player, opponent, static_cast<int>(*games));
  }
  return 0;
}

}  // namespace
}  // namespace rimau

int main(int argc, char** argv) { return rimau::main(argc, argv); }
