#include "search/search.hpp"

#include <algorithm>
#include <chrono>

namespace rimau {
namespace {

constexpr std::uint64_t nodes_between_checks = 2048;

// What a position is worth to the side to move: men taken, then the tigers' room.
int evaluate(const Game& game, const Position& position) noexcept {
  const int men = 100 * captured(game, position);
  const int room = position.tigers_in_hand > 0 ? 0 : 5 * detail::count_tiger_moves(game, position);
  return position.turn == Side::tigers ? men + room : -men - room;
}

// One call of Searcher::search.
class Search {
 public:
  Search(const Play& play, const SearchLimits& limits, const Searcher::Progress& progress)
      : game_(play.game()), play_(play), limits_(limits), progress_(progress) {}

  SearchReport run() {
    if (play_.outcome().over()) return report_;
    const auto moves = legal_moves(game_, play_.position());
    report_.best = moves.front();
    report_.line = {report_.best};
    const int deepest = limits_.depth > 0 ? std::min(limits_.depth, max_depth) : max_depth;
    for (int depth = 1; depth <= deepest && !stopped_; ++depth) {
      Move best;
      int alpha = -max_score;
      for (const auto move : moves) {
        const int score = -negamax(play_unchecked(game_, play_.position(), move), depth - 1, 1, -max_score, -alpha);
        if (stopped_) break;
        if (score > alpha) alpha = score, best = move;
      }
      if (stopped_) break;
      report_.best = best;
      report_.score = alpha;
      report_.depth = depth;
      report_.line = {best};
      report_.nodes = nodes_;
      if (std::abs(alpha) > win_score || (progress_ && !progress_(report_))) break;
    }
    report_.nodes = nodes_;
    return report_;
  }

 private:
  int negamax(const Position& position, int depth, int ply, int alpha, int beta) {
    if (++nodes_ % nodes_between_checks == 0) check();
    if (limits_.nodes > 0 && nodes_ >= limits_.nodes) stopped_ = true;
    if (stopped_) return 0;
    if (const auto end = outcome(game_, position); end.over())
      return end.verdict == win_of(position.turn) ? max_score - ply : ply - max_score;
    if (game_.rules().repetition > 0)
      for (const auto& before : play_.positions())
        if (same_position(before, position)) return 0;
    if (depth == 0) return evaluate(game_, position);
    for (const auto move : legal_moves(game_, position)) {
      alpha = std::max(alpha, -negamax(play_unchecked(game_, position, move), depth - 1, ply + 1, -beta, -alpha));
      if (alpha >= beta) break;
    }
    return alpha;
  }

  void check() {
    const auto spent = std::chrono::steady_clock::now() - start_;
    if (limits_.movetime_ms > 0 && spent >= std::chrono::milliseconds(limits_.movetime_ms)) stopped_ = true;
    report_.nodes = nodes_;
    if (progress_ && !progress_(report_)) stopped_ = true;
  }

  const Game& game_;
  const Play& play_;
  const SearchLimits& limits_;
  const Searcher::Progress& progress_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  SearchReport report_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

Searcher::Searcher(std::size_t) {}

SearchReport Searcher::search(const Play& play, const SearchLimits& limits, const Progress& progress) {
  return Search(play, limits, progress).run();
}

void Searcher::clear() {}

}  // namespace rimau
