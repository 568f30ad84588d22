// Plays the men by the certificates of `rimau prove` against tigers that move at random, or as the engine does.
//
//   play_certificate GAME PROOF SMALLER TABLES GAMES NODES SEED [GAME-FILE]…
//
// GAME, PROOF: the game and the folder of its certificates; SMALLER, TABLES: the game that is left behind a wall, which
// one of the GAME-FILEs may define, and the folder of its tables. Plays GAMES games, as many from each opening that has
// a certificate. NODES 0: the tiger's turns are random; else the engine's at so many positions a turn. Prints how the
// games ended, how long they took, and every game that the men did not win; exits with 1 when there is one.
#include <fmt/core.h>

#include <array>
#include <filesystem>

#include "base/files.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "game/catalogue.hpp"
#include "notation/notation.hpp"
#include "proof/check.hpp"
#include "proof/prove.hpp"
#include "proof/strategy.hpp"
#include "search/search.hpp"

namespace rimau::bench {
namespace {

constexpr std::size_t largest_game_file = 1 << 20;  // bytes
constexpr int longest_game = 2000;                  // plies; more would mean that the men make no progress

struct Setup {
  std::shared_ptr<const Game> game;
  std::shared_ptr<const Game> rest;
  std::string proof;
  std::string tables;
  std::uint64_t games = 0;
  std::uint64_t nodes = 0;
  std::uint64_t seed = 0;
};

struct Tally {
  std::uint64_t games = 0;
  std::uint64_t won = 0;
  std::uint64_t plies = 0;
  std::size_t longest = 0;
};

class Tiger {
 public:
  Tiger(std::uint64_t nodes, std::uint64_t seed) : nodes_(nodes), random_(seed), searcher_(16) {}

  Move choose(const Play& play) {
    const auto moves = legal_moves(play.game(), play.position());
    if (nodes_ == 0) return moves[random_.below(static_cast<unsigned>(moves.size()))];
    searcher_.clear();
    // Not the same game each time: some of the tiger's turns are random.
    if (random_.below(one_in) == 0) return moves[random_.below(static_cast<unsigned>(moves.size()))];
    SearchLimits limits;
    limits.nodes = nodes_;
    limits.tables = false;
    return searcher_.search(play, limits, {}).best;
  }

 private:
  static constexpr unsigned one_in = 20;
  std::uint64_t nodes_;
  Random random_;
  Searcher searcher_;
};

// One game from an opening on; the error of a strategy that knows no turn.
Result<Play> played(const Setup& setup, const proof::Node& opening, proof::Strategy& men, Tiger& tiger) {
  Play play(setup.game, opening.position());
  while (!play.outcome().over() && play.moves().size() < longest_game) {
    Move move;
    if (play.position().turn == Side::men) {
      const auto turn = men.turn(play.position());
      if (!turn) return std::unexpected(turn.error());
      move = turn->move;
    } else {
      move = tiger.choose(play);
    }
    if (auto made = play.play(move); !made) return std::unexpected(made.error());
  }
  return play;
}

void tell(const Setup& setup, const Play& play, std::string_view what) {
  fmt::print("{}: from {}\n ", what, format_position(*setup.game, play.start()));
  for (const auto move : play.moves()) fmt::print(" {}", format_move(*setup.game, move));
  fmt::print("\n");
}

Result<Tally> run(const Setup& setup) {
  const auto walled = proof::Walled::make(*setup.game, *setup.rest);
  if (!walled) return std::unexpected(walled.error());
  const auto tables = tablebase::Tables::open({setup.tables});
  const auto openings = proof::openings(*setup.game);
  std::vector<std::size_t> proven;
  for (std::size_t number = 0; number < openings.size(); ++number)
    if (std::filesystem::exists(proof::certificate_path(setup.proof, number))) proven.push_back(number);
  if (proven.empty()) return fail(ErrorKind::unavailable, "no certificates of the game there", {.file = setup.proof});
  Tally tally;
  Tiger tiger(setup.nodes, setup.seed);
  for (std::size_t i = 0; i < proven.size(); ++i) {
    const auto certificate = proof::read_certificate_file(proof::certificate_path(setup.proof, proven[i]));
    if (!certificate) return std::unexpected(certificate.error());
    proof::Strategy men(*certificate, *setup.game, *walled, tables);
    const auto here = setup.games / proven.size() + (i < setup.games % proven.size() ? 1 : 0);
    for (std::uint64_t n = 0; n < here; ++n) {
      const auto play = played(setup, openings[proven[i]], men, tiger);
      if (!play) return std::unexpected(play.error());
      ++tally.games;
      tally.plies += play->moves().size();
      tally.longest = std::max(tally.longest, play->moves().size());
      if (play->outcome().verdict == Verdict::men) ++tally.won;
      else tell(setup, *play, "not won");
    }
    fmt::print(stderr, "\r{} of {} openings, {} games, {} won ", i + 1, proven.size(), tally.games, tally.won);
  }
  fmt::print(stderr, "\n");
  return tally;
}

Result<Setup> parse(const std::vector<std::string>& words, Catalogue& games) {
  if (words.size() < 7)
    return fail(ErrorKind::text, "usage: play_certificate GAME PROOF SMALLER TABLES GAMES NODES SEED [GAME-FILE]…");
  for (std::size_t i = 7; i < words.size(); ++i) {
    const auto text = read_file(words[i], largest_game_file);
    if (!text) return std::unexpected(text.error());
    if (auto added = games.add(*text, words[i]); !added) return std::unexpected(added.error());
  }
  Setup setup{.proof = words[1], .tables = words[3]};
  const std::array ids{&words[0], &words[2]};
  const std::array into{&setup.game, &setup.rest};
  for (const std::size_t i : {0U, 1U}) {
    auto game = games.open(*ids[i]);
    if (!game) return std::unexpected(game.error());
    *into[i] = *std::move(game);
  }
  const std::array numbers{&setup.games, &setup.nodes, &setup.seed};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = parse_number(words[4 + i], 4'000'000'000);
    if (!number) return fail(ErrorKind::text, cat("expected a number, not ", words[4 + i]));
    *numbers[i] = *number;
  }
  return setup;
}

int main(int argc, char** argv) {
  Catalogue games;
  const auto setup = parse({argv + 1, argv + argc}, games);
  const auto tally = setup ? run(*setup) : std::unexpected(setup.error());
  if (!tally) {
    fmt::print(stderr, "{}\n", tally.error().text());
    return 2;
  }
  fmt::print(
      "{}: {} games against {}: the men won {}; {:.1f} plies a game, {} in the longest\n", setup->game->id(),
      tally->games,
      setup->nodes == 0 ? std::string("random tigers") : fmt::format("the engine at {} positions a turn", setup->nodes),
      tally->won, tally->games == 0 ? 0 : double(tally->plies) / double(tally->games), tally->longest);
  return tally->won == tally->games ? 0 : 1;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) { return rimau::bench::main(argc, argv); }
