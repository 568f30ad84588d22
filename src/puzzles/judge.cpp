#include "puzzles/judge.hpp"

#include <algorithm>
#include <utility>

namespace rimau::puzzles {
namespace {

// What a judge knows of one position: the only move, how deep that lies, and the toughest reply.
struct Only {
  Goal goal = Goal::win;
  int depth = 0;
  Move move;
};

// The solution from its first move on: only_here(position) gives the solver's only move for a goal, if there is
// one, and reply(position) the other side's toughest.
template <class OnlyHere, class Reply>
std::vector<Move> follow(const Game& game, Position position, Move first, int longest, OnlyHere&& only_here,
                         Reply&& reply) {
  std::vector<Move> line{first};
  std::vector<Position> seen{position};  // a draw may go round in circles: once is enough
  position = play_unchecked(game, position, first);
  while (static_cast<int>(line.size()) + 2 <= longest && !outcome(game, position).over()) {
    const std::optional<Move> answer = reply(position);
    if (!answer) break;
    position = play_unchecked(game, position, *answer);
    const auto same = [&position](const Position& earlier) { return same_position(earlier, position); };
    if (outcome(game, position).over() || std::ranges::any_of(seen, same)) break;
    seen.push_back(position);
    const std::optional<Move> next = only_here(position);
    if (!next) break;
    line.push_back(*answer);
    line.push_back(*next);
    position = play_unchecked(game, position, *next);
  }
  return line;
}

class TableJudge : public Judge {
 public:
  TableJudge(std::shared_ptr<const Game> game, const tablebase::Tables& tables, Taste taste)
      : game_(std::move(game)), taste_(taste), probe_(tables, *game_) {}

  std::optional<Task> task(const Position& position) override {
    const auto only = only_move(position);
    if (!only || only->depth < taste_.min_depth || only->depth > taste_.max_depth ||
        count_moves(*game_, position) < taste_.min_choices)
      return std::nullopt;
    const auto goal = only->goal;
    const auto next = [&](const Position& at) -> std::optional<Move> {
      const auto found = only_move(at);
      return found && found->goal == goal ? std::optional(found->move) : std::nullopt;
    };
    const auto reply = [&](const Position& at) -> std::optional<Move> {
      const auto moves = probe_.moves(at);
      return moves && !moves->empty() ? std::optional(moves->front().move) : std::nullopt;
    };
    return Task{goal, only->depth, follow(*game_, position, only->move, taste_.longest_line, next, reply)};
  }

 private:
  std::optional<Only> only_move(const Position& position) {
    if (!probe_.covers(position)) return std::nullopt;
    const auto moves = probe_.moves(position);
    if (!moves || moves->size() < 2) return std::nullopt;
    const auto& best = moves->front();
    const auto lost = win_of(opponent(position.turn));
    if (best.value.verdict == lost || (*moves)[1].value.verdict == best.value.verdict) return std::nullopt;
    if (best.value.verdict != Verdict::draw) {
      if (!best.value.distance) return std::nullopt;
      return Only{Goal::win, *best.value.distance + 1, best.move};
    }
    int longest = 0;
    for (const auto& wrong : std::span(*moves).subspan(1)) {
      if (!wrong.value.distance) return std::nullopt;
      longest = std::max(longest, *wrong.value.distance + 1);
    }
    return Only{Goal::draw, longest, best.move};
  }

  std::shared_ptr<const Game> game_;
  Taste taste_;
  tablebase::Probe probe_;
};

class SearchJudge : public Judge {
 public:
  SearchJudge(std::shared_ptr<const Game> game, Taste taste, std::uint64_t most_nodes)
      : game_(std::move(game)), taste_(taste), prover_(*game_, most_nodes) {}

  std::optional<Task> task(const Position& position) override {
    if (count_moves(*game_, position) < taste_.min_choices) return std::nullopt;
    const auto side = position.turn;
    const auto only = only_move(position, side, taste_.max_depth);
    if (!only) return holding(position);
    if (only->depth < taste_.min_depth) return std::nullopt;
    int left = only->depth;
    const auto reply = [&](const Position& at) { return toughest(at, side, --left); };
    const auto next = [&](const Position& at) -> std::optional<Move> {
      const auto found = only_move(at, side, --left);
      return found ? std::optional(found->move) : std::nullopt;
    };
    return Task{Goal::win, only->depth, follow(*game_, position, only->move, taste_.longest_line, next, reply)};
  }

 private:
  // The one move that wins within `most` plies, if no other wins within search_margin more than it takes.
  std::optional<Only> only_move(const Position& position, Side side, int most) {
    const auto plies = prover_.win(position, side, most);
    if (!plies || !*plies) return std::nullopt;
    const int depth = **plies;
    std::optional<Move> winner;
    for (const auto move : legal_moves(*game_, position)) {
      const auto won = prover_.win(play_unchecked(*game_, position, move), side, depth - 1 + search_margin);
      if (!won) return std::nullopt;
      if (!*won) continue;
      if (winner) return std::nullopt;
      winner = move;
    }
    return winner ? std::optional(Only{Goal::win, depth, *winner}) : std::nullopt;
  }

  // The one move after which the other side does not win soon.
  std::optional<Task> holding(const Position& position) {
    const auto other = opponent(position.turn);
    std::optional<Move> held;
    int depth = 0;
    for (const auto move : legal_moves(*game_, position)) {
      const auto next = play_unchecked(*game_, position, move);
      const auto lost = prover_.win(next, other, taste_.max_depth - 1);
      if (!lost || (!*lost && held)) return std::nullopt;
      if (*lost) depth = std::max(depth, **lost + 1);
      else held = move;
    }
    if (!held || depth < taste_.min_depth) return std::nullopt;
    const auto later =
        prover_.win(play_unchecked(*game_, position, *held), other, taste_.max_depth - 1 + search_margin);
    if (!later || *later) return std::nullopt;
    return Task{Goal::hold, depth, {*held}};
  }

  // The reply after which the win takes longest.
  std::optional<Move> toughest(const Position& position, Side side, int most) {
    std::optional<Move> best;
    int longest = -1;
    for (const auto move : legal_moves(*game_, position)) {
      const auto won = prover_.win(play_unchecked(*game_, position, move), side, most);
      if (!won || !*won) return std::nullopt;
      if (**won > longest) longest = **won, best = move;
    }
    return best;
  }

  std::shared_ptr<const Game> game_;
  Taste taste_;
  Prover prover_;
};

}  // namespace

std::unique_ptr<Judge> table_judge(std::shared_ptr<const Game> game, const tablebase::Tables& tables, Taste taste) {
  return std::make_unique<TableJudge>(std::move(game), tables, taste);
}

std::unique_ptr<Judge> search_judge(std::shared_ptr<const Game> game, Taste taste, std::uint64_t most_nodes) {
  return std::make_unique<SearchJudge>(std::move(game), taste, most_nodes);
}

}  // namespace rimau::puzzles
