#include "puzzles/finder.hpp"

#include <algorithm>
#include <utility>

namespace rimau::puzzles {
namespace {

constexpr int most_of_a_game = 2;
constexpr int patience = 300;  // games without a new puzzle
constexpr int longest_game = 160;
constexpr std::size_t final_plies = 24;  // where an exhaustive search may find a win

// Games as people play them: with a plan, and with slips, one side often more than the other.
class Games {
 public:
  Games(std::shared_ptr<const Game> game, std::uint64_t seed) : game_(std::move(game)), random_(seed) {}

  Play next() {
    constexpr std::array<unsigned, 5> slips{0, 5, 15, 35, 60};
    std::array<unsigned, 2> careless{};
    for (auto& percent : careless) percent = slips[random_.below(slips.size())];
    const std::uint64_t nodes = 100 + random_.below(900);
    Play play(game_);
    while (!play.outcome().over() && play.moves().size() < longest_game) {
      const auto& position = play.position();
      const bool slip =
          play.moves().size() < 2 || random_.below(100) < careless[static_cast<std::size_t>(position.turn)];
      const auto move = slip ? random_move(*game_, position, count_moves(*game_, position),
                                           [this](unsigned bound) { return random_.below(bound); })
                             : searcher_.search(play, {.nodes = nodes, .contempt = level_contempt}, {}).best;
      if (!play.play(move)) break;
    }
    return play;
  }

 private:
  std::shared_ptr<const Game> game_;
  Random random_;
  Searcher searcher_{rating_hash_mib};
};

class Finder {
 public:
  Finder(const Search& search, const std::function<bool(const Progress&)>& keep_going)
      : search_(search),
        keep_going_(keep_going),
        games_(search.game, search.seed),
        judge_(search.tables ? table_judge(search.game, *search.tables, search.taste)
                             : search_judge(search.game, search.taste, search.most_nodes)),
        taken_(search.known) {}

  std::vector<Puzzle> run() {
    for (int idle = 0; static_cast<int>(found_.size()) < search_.count && idle < patience && go_on(); ++games_played_) {
      const auto before = found_.size();
      look_through(games_.next());
      idle = found_.size() > before ? 0 : idle + 1;
      if (idle > 0 && idle % (patience / 3) == 0) ++leniency_;  // others do not turn up
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool go_on() const { return keep_going_({static_cast<int>(found_.size()), games_played_}); }

  // How many puzzles of a sort are wanted at present, if it is to be no more than one in so many.
  [[nodiscard]] int share(int one_in) const { return std::max(1, search_.count / one_in) * leniency_; }

  // From the end on, where the decisions fall.
  void look_through(const Play& play) {
    const auto& positions = play.positions();
    std::size_t first = 0;
    if (!search_.tables) {
      // A game that was not decided has no win near its end.
      if (play.outcome().verdict == Verdict::open || play.outcome().verdict == Verdict::draw) return;
      first = positions.size() - std::min(positions.size(), final_plies);
    }
    int of_this = 0;
    for (auto at = positions.size(); at-- > first && of_this < most_of_a_game && go_on();) {
      if (static_cast<int>(found_.size()) == search_.count) return;
      if (positions[at].stage == Stage::opening || outcome(*search_.game, positions[at]).over()) continue;
      if (consider(positions[at])) {
        ++of_this;
        at -= std::min<std::size_t>(at, 4);  // the next one a little further on, not the same idea once more
      }
    }
  }

  bool consider(const Position& position) {
    const auto identity = key(canonical(*search_.game, position));
    if (taken_.contains(identity)) return false;
    auto task = judge_->task(position);
    if (!task) return false;
    const auto rated =
        difficulty(searcher_, search_.game, position, task->solution.front(), [this] { return go_on(); });
    if (!rated) return false;
    auto& as_hard = by_difficulty_[*rated];
    auto& alike = by_kind_[{position.turn, task->goal}];
    if (as_hard >= share(6) || alike >= share(2)) return false;
    ++as_hard;
    ++alike;
    taken_.insert(identity);
    found_.push_back({position, *std::move(task), *rated});
    return true;
  }

  const Search& search_;
  const std::function<bool(const Progress&)>& keep_going_;
  Games games_;
  std::unique_ptr<Judge> judge_;
  Searcher searcher_{rating_hash_mib};
  std::set<Key> taken_;
  std::map<int, int> by_difficulty_;
  std::map<std::pair<Side, Goal>, int> by_kind_;
  int leniency_ = 1;
  int games_played_ = 0;
  std::vector<Puzzle> found_;
};

}  // namespace

std::vector<Puzzle> find(const Search& search, const std::function<bool(const Progress&)>& keep_going) {
  return Finder(search, keep_going).run();
}

}  // namespace rimau::puzzles
