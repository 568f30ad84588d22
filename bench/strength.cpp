// Measures one player against another: a level of the computer player, or uniformly random moves.
//
//   strength PLAYER OPPONENT GAMES [GAME…]     PLAYER, OPPONENT: random, or a level from 1 to 3
//
// plays GAMES games from each seat of every game named (of all when none is) and prints, by game and
// seat, wins, draws, losses, the score in percent, the mean plies of a game and the player's longest
// move. A game that is still open after 1,000 plies counts as a draw.
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

class Player {
 public:
  Player(int level, std::uint64_t seed) : level_(level), random_(seed), searcher_(16) {}

  Move choose(const Play& play) {
    const auto start = std::chrono::steady_clock::now();
    const auto move = level_ == 0 ? random(play) : choose_move(searcher_, play, level_, random_, {});
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

  int level_;  // 0: random
  Random random_;
  Searcher searcher_;
  double slowest_ = 0;
};

struct Tally {
  std::array<int, 4> by_verdict{};  // games by Verdict
  int games = 0;
  int plies = 0;
};

Play play_game(const std::shared_ptr<const Game>& game, Player& tigers, Player& men) {
  Play play(game);
  tigers.forget();
  men.forget();
  while (!play.outcome().over() && play.moves().size() < longest_game) {
    const auto move = (play.position().turn == Side::tigers ? tigers : men).choose(play);
    if (!play.play(move)) {
      fmt::print(stderr, "strength: an illegal move in {} after {} plies\n", game->id(), play.moves().size());
      std::exit(1);
    }
  }
  return play;
}

void measure(const std::shared_ptr<const Game>& game, Side side, Player& player, Player& opponent, int games) {
  Tally tally;
  for (; tally.games < games; ++tally.games) {
    const auto played = side == Side::tigers ? play_game(game, player, opponent) : play_game(game, opponent, player);
    ++tally.by_verdict[static_cast<std::size_t>(played.outcome().verdict)];
    tally.plies += static_cast<int>(played.moves().size());
  }
  const int won = tally.by_verdict[static_cast<std::size_t>(win_of(side))];
  const int lost = tally.by_verdict[static_cast<std::size_t>(win_of(rimau::opponent(side)))];
  const int drawn = games - won - lost;
  fmt::print("{:<24} {:<7} {:>4} won {:>4} drawn {:>4} lost {:>6.1f} %  {:>4} plies  {:.2f} s\n", game->id(),
             name(side), won, drawn, lost, 100.0 * (won + drawn * 0.5) / games, tally.plies / games,
             player.take_slowest());
  std::fflush(stdout);
}

// 0 for random.
std::optional<int> parse_player(std::string_view text) {
  if (text == "random") return 0;
  const auto level = parse_number(text, last_level);
  if (!level || static_cast<int>(*level) < first_level) return std::nullopt;
  return static_cast<int>(*level);
}

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto player_level = words.size() < 3 ? std::nullopt : parse_player(words[0]);
  const auto opponent_level = words.size() < 3 ? std::nullopt : parse_player(words[1]);
  const auto games = words.size() < 3 ? std::nullopt : parse_number(words[2], 100'000);
  if (!player_level || !opponent_level || !games || *games == 0) {
    fmt::print(stderr, "usage: strength random|1|2|3 random|1|2|3 GAMES [GAME…]\n");
    return 2;
  }
  Catalogue catalogue;
  const auto ids = words.size() == 3 ? catalogue.ids() : std::vector(words.begin() + 3, words.end());
  Player player(*player_level, 1);
  Player opponent(*opponent_level, 2);
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
