#include "match/player.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "match/program_player.hpp"
#include "protocol/go.hpp"
#include "search/levels.hpp"

namespace rimau::match {
namespace {

class RandomPlayer : public Player {
 public:
  Result<void> begin_game(const std::shared_ptr<const Game>&, std::uint64_t seed) override {
    random_ = Random(seed);
    return {};
  }
  Result<Move> choose(const Play& play, const Clocks&) override {
    return random_move(play.game(), play.position(), count_moves(play.game(), play.position()),
                       [this](unsigned bound) { return random_.below(bound); });
  }

 private:
  Random random_{1};
};

// The computer player: a level of it, or its search within limits.
class OwnPlayer : public Player {
 public:
  OwnPlayer(const Settings& settings, const Surroundings& surroundings)
      : settings_(settings), keep_going_(surroundings.keep_going), searcher_(settings.hash_mib) {
    if (settings.tables) searcher_.use(surroundings.tables);
  }

  Result<void> begin_game(const std::shared_ptr<const Game>&, std::uint64_t seed) override {
    random_ = Random(seed);
    searcher_.clear();
    return {};
  }

  Result<Move> choose(const Play& play, const Clocks& clocks) override {
    Move move;
    if (settings_.kind == Kind::level) {
      move = choose_move(searcher_, play, settings_.level, random_, keep_going_);
    } else {
      const auto words = go_words(settings_.budget, clocks, play.game().rules().first);
      auto go = protocol::parse_go(split(words, ' '), play.position().turn == play.game().rules().first);
      if (!go) return std::unexpected(std::move(go).error());
      go->limits.contempt = static_cast<int>(settings_.contempt);
      move = searcher_.search(play, go->limits, [this](const SearchReport&) { return keep_going_(); }).best;
    }
    if (!keep_going_()) return fail(ErrorKind::cancelled, "stopped");
    if (searcher_.fault()) return fail(ErrorKind::unavailable, cat("tables: ", searcher_.fault()->text()));
    return move;
  }

 private:
  Settings settings_;
  std::function<bool()> keep_going_;
  Searcher searcher_;
  Random random_{1};
};

}  // namespace

std::string go_words(const Budget& budget, const Clocks& clocks, Side first_player) {
  std::string words;
  const auto add = [&words](std::string_view name, long long number) {
    words += cat(words.empty() ? "" : " ", name, " ", number);
  };
  const auto p1 = static_cast<std::size_t>(first_player);
  const auto p2 = static_cast<std::size_t>(opponent(first_player));
  if (budget.clock_ms > 0) {
    add("p1time", clocks.left[p1]);
    add("p2time", clocks.left[p2]);
    add("p1inc", clocks.increment[p1]);
    add("p2inc", clocks.increment[p2]);
  }
  if (budget.movetime_ms > 0) add("movetime", budget.movetime_ms);
  if (budget.depth > 0) add("depth", budget.depth);
  if (budget.nodes > 0) add("nodes", budget.nodes);
  return words;
}

std::unique_ptr<Player> make_player(const Settings& settings, const Surroundings& surroundings) {
  switch (settings.kind) {
    case Kind::random:
      return std::make_unique<RandomPlayer>();
    case Kind::level:
    case Kind::search:
      break;
    case Kind::program:
      return std::make_unique<ProgramPlayer>(settings, surroundings);
  }
  return std::make_unique<OwnPlayer>(settings, surroundings);
}

}  // namespace rimau::match
