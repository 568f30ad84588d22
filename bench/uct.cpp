// A reference opponent: plain Monte-Carlo tree search, as a program that speaks UGI (docs/protocol.md).
//
// UCT (Kocsis, Szepesvári 2006): from the root always down to the child with the best upper bound
// (UCB1, Auer, Cesa-Bianchi, Fischer 2002), one new child at the first position that has untried moves, from
// there a game of uniformly random moves, and its result added along the way. No evaluation, no knowledge of
// these games, no draws by history. The answer is the most visited move. "go nodes N" means N random games.
#include <chrono>
#include <cmath>
#include <iostream>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "notation/notation.hpp"
#include "protocol/go.hpp"
#include "protocol/position_line.hpp"
#include "rules/playout.hpp"

namespace rimau {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double exploration = 1.4;          // of UCB1, about √2
constexpr int longest_playout = 300;         // plies; an open game counts half
constexpr std::size_t most_nodes = 4 << 20;  // then the tree grows no more; some 200 MB
constexpr std::uint64_t usual_playouts = 10'000;

struct Node {
  Position position;
  Move move;                      // that led here
  std::uint32_t first_child = 0;  // its children are neighbours, in the order of `untried`
  std::uint32_t children = 0;     // made so far
  std::uint32_t moves = 0;        // legal ones; known once it is expanded
  double visits = 0;
  double points = 0;  // of the side that made `move`
  bool over = false;
  bool expanded = false;
};

class Tree {
 public:
  Tree(const Game& game, Random& random) : game_(game), random_(random) {}

  Move search(const Position& root, std::uint64_t playouts, Clock::time_point deadline) {
    nodes_.assign(1, {.position = root});
    for (std::uint64_t i = 0; i < playouts && (i % 16 != 0 || Clock::now() < deadline); ++i) iterate();
    return most_visited();
  }

 private:
  void iterate() {
    std::vector<std::uint32_t>& path = path_;
    path.assign(1, 0);
    while (!nodes_[path.back()].over) {
      const auto at = path.back();
      if (!nodes_[at].expanded && !expand(at)) break;
      const auto child = select(at);
      path.push_back(child);
      if (nodes_[child].visits == 0) break;
    }
    const auto& leaf = nodes_[path.back()];
    const auto end =
        playout(game_, leaf.position, longest_playout, [this](unsigned bound) { return random_.below(bound); });
    for (const auto at : path) {
      auto& node = nodes_[at];
      const auto mover = opponent(node.position.turn);
      node.visits += 1;
      node.points += end.outcome.verdict == win_of(mover) ? 1 : end.outcome.over() ? 0 : 0.5;
    }
  }

  // Makes the children, in random order, so that none is favoured before it is tried.
  bool expand(std::uint32_t at) {
    legal_moves(game_, nodes_[at].position, moves_);
    if (nodes_.size() + moves_.size() > most_nodes) return false;
    for (auto left = moves_.size(); left > 1; --left)
      std::swap(moves_[left - 1], moves_[random_.below(static_cast<unsigned>(left))]);
    nodes_[at].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].moves = static_cast<std::uint32_t>(moves_.size());
    nodes_[at].expanded = true;
    for (const auto move : moves_) {
      const auto next = play_unchecked(game_, nodes_[at].position, move);
      nodes_.push_back({.position = next, .move = move, .over = outcome(game_, next).over()});
    }
    return true;
  }

  std::uint32_t select(std::uint32_t at) {
    auto& node = nodes_[at];
    if (node.children < node.moves) return node.first_child + node.children++;
    const double log_visits = std::log(node.visits);
    std::uint32_t best = node.first_child;
    double best_bound = -1;
    for (auto child = node.first_child; child < node.first_child + node.moves; ++child) {
      const auto& tried = nodes_[child];
      const double bound = tried.points / tried.visits + exploration * std::sqrt(log_visits / tried.visits);
      if (bound > best_bound) best = child, best_bound = bound;
    }
    return best;
  }

  [[nodiscard]] Move most_visited() {
    if (!nodes_[0].expanded) expand(0);
    auto best = nodes_[0].first_child;
    for (auto child = best; child < nodes_[0].first_child + nodes_[0].moves; ++child)
      if (nodes_[child].visits > nodes_[best].visits) best = child;
    return nodes_[best].move;
  }

  const Game& game_;
  Random& random_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<Move> moves_;
};

class Program {
 public:
  // False after "quit".
  bool obey(std::string_view line) {
    const auto words = protocol::words_of(line);
    if (words.empty()) return true;
    if (words[0] == "quit") return false;
    if (words[0] == "ugi")
      say("id name uct\nid author the rimau authors\noption name Game type string default rimau-24\nugiok");
    else if (words[0] == "isready") say("readyok");
    else if (words[0] == "setoption" && words.size() == 5 && words[2] == "Game") set_game(words[4]);
    else if (words[0] == "position") set_position(line);
    else if (words[0] == "go") go({words.begin() + 1, words.end()});
    return true;
  }

 private:
  static void say(std::string_view text) { std::cout << text << std::endl; }

  void set_game(std::string_view text) {
    auto game = catalogue_.open(text);
    if (!game) return say(cat("info string error: ", game.error().text()));
    game_ = *std::move(game);
    play_ = Play(game_);
  }

  void set_position(std::string_view line) {
    auto play = protocol::read_position_line(catalogue_, game_, line);
    if (!play) return say(cat("info string error: ", play.error().text()));
    play_ = *std::move(play);
  }

  void go(const std::vector<std::string_view>& words) {
    if (play_.outcome().over()) return say("bestmove none");
    const auto go = protocol::parse_go(words, play_.position().turn == play_.game().rules().first);
    if (!go) return say(cat("info string error: ", go.error().text()));
    const auto& limits = go->limits;
    const auto deadline = limits.movetime_ms > 0 ? Clock::now() + std::chrono::milliseconds(limits.movetime_ms)
                                                 : Clock::time_point::max();
    const auto playouts = limits.nodes > 0 ? limits.nodes : limits.movetime_ms > 0 ? ~std::uint64_t{0} : usual_playouts;
    Tree tree(play_.game(), random_);
    say(cat("bestmove ", format_move(play_.game(), tree.search(play_.position(), playouts, deadline))));
  }

  Catalogue catalogue_;
  std::shared_ptr<const Game> game_ = *catalogue_.open("rimau-24");
  Play play_{game_};
  Random random_{static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count())};
};

}  // namespace
}  // namespace rimau

int main() {
  rimau::Program program;
  for (std::string line; std::getline(std::cin, line) && program.obey(line);) {
  }
}
