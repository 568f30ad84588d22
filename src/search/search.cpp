// Principal-variation alpha-beta with iterative deepening. One node is told in numbered steps in
// Search::value; how moves are ordered is in ordering.cpp, what an open position is worth in
// evaluation.cpp, which draws depend on the way to a position in path.hpp.
#include "search/search.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

#include "search/evaluation.hpp"
#include "search/ordering.hpp"
#include "search/path.hpp"

namespace rimau {
namespace {

constexpr std::uint64_t nodes_between_checks = 2048;
constexpr int infinity = max_score + 1;
constexpr int deepest_ply = Ordering::max_ply - 1;

constexpr int wins_in(int plies) noexcept { return max_score - plies; }
constexpr int loses_in(int plies) noexcept { return plies - max_score; }

// A forced end counts plies from the root in the search, and from the position in the table.
constexpr int to_table(int score, int ply) noexcept {
  return score > win_score ? score + ply : score < -win_score ? score - ply : score;
}
constexpr int from_table(int score, int ply) noexcept {
  return score > win_score ? score - ply : score < -win_score ? score + ply : score;
}

// Plies that a late quiet move is searched less deeply, until it proves better than expected.
constexpr int reduction(int depth, std::size_t index) noexcept {
  if (depth < 3 || index < 4) return 0;
  return index < 16 ? 1 : 2;
}

// One call of Searcher::search.
class Search {
 public:
  Search(const Play& play, const SearchLimits& limits, const Searcher::Progress& progress, TranspositionTable& table)
      : game_(play.game()),
        play_(play),
        limits_(limits),
        progress_(progress),
        table_(table),
        path_(play),
        salt_(salt()),
        candidates_(deepest_ply + 1),
        lines_(deepest_ply + 2) {}

  SearchReport run();

 private:
  struct RootMove {
    Move move;
    int score = -infinity;
  };

  [[nodiscard]] std::vector<RootMove> root_moves() const;
  void search_root(std::vector<RootMove>& moves, int depth);
  void report(const RootMove& best, int depth);

  int child_value(const Position& position, Move move, int depth, int ply, int alpha, int beta, std::size_t index);
  int value(const Position& position, int depth, int ply, int alpha, int beta);
  int search_moves(const Position& position, Key key, Move remembered, int depth, int ply, int alpha, int beta);
  int quiesce(const Position& position, int ply, int alpha, int beta);
  [[nodiscard]] bool traps_at_once(const Position& position) const;

  [[nodiscard]] int drawn(Side turn) const noexcept {
    return turn == play_.position().turn ? -limits_.contempt : limits_.contempt;
  }
  [[nodiscard]] bool usable(const Memory& memory, int depth, int score, int alpha, int beta) const noexcept;
  int settled(int score) noexcept { return rests_on_ = rests_on_nothing, score; }
  void keep_line(Move move, int ply);
  bool enter_node();
  [[nodiscard]] Key salt() const noexcept;

  const Game& game_;
  const Play& play_;
  const SearchLimits& limits_;
  const Searcher::Progress& progress_;
  TranspositionTable& table_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Path path_;
  Ordering ordering_;
  Key salt_;
  SearchReport report_;
  std::uint64_t nodes_ = 0;
  int iteration_ = 0;
  int rests_on_ = rests_on_nothing;  // what the value returned last rests on, see path.hpp
  bool stopped_ = false;
  std::vector<std::vector<Candidate>> candidates_;  // by ply
  std::vector<std::vector<Move>> lines_;            // by ply
};

SearchReport Search::run() {
  if (play_.outcome().over()) return report_;
  auto moves = root_moves();
  report_.best = moves.front().move;
  report_.line = {report_.best};
  const int deepest = limits_.depth > 0 ? std::min(limits_.depth, max_depth) : max_depth;
  for (iteration_ = 1; iteration_ <= deepest && !stopped_; ++iteration_) {
    search_root(moves, iteration_);
    if (!stopped_) report(moves.front(), iteration_);
    if (std::abs(report_.score) >= wins_in(iteration_)) break;  // nothing shorter is left to find
  }
  report_.nodes = nodes_;
  return report_;
}

// The legal moves, most promising first. Of moves that lead to images of one position only the first
// is kept, unless history could tell them apart: of the 2,604 opening turns of Rimau 678 remain.
std::vector<Search::RootMove> Search::root_moves() const {
  std::vector<RootMove> moves;
  std::vector<std::pair<PointSet, PointSet>> seen;
  for_each_move(game_, play_.position(), [&](Move move) {
    const auto child = play_unchecked(game_, play_.position(), move);
    if (move.kind() != Move::Kind::step) {
      const auto least = canonical(game_, child);
      const std::pair image{least.tigers, least.men};
      const auto place = std::ranges::lower_bound(seen, image);
      if (place != seen.end() && *place == image) return;
      seen.insert(place, image);
    }
    moves.push_back({move, -evaluate(game_, child)});
  });
  std::ranges::stable_sort(moves, std::greater(), &RootMove::score);
  return moves;
}

// Searches every move and puts the best first. Moves that proved no better than one before keep their
// order, behind those that once were the best.
void Search::search_root(std::vector<RootMove>& moves, int depth) {
  int alpha = -infinity;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto& [move, score] = moves[i];
    lines_[1].clear();
    const int found = child_value(play_.position(), move, depth - 1, 0, alpha, infinity, i);
    if (stopped_) return;
    score = i == 0 || found > alpha ? found : -infinity;
    if (score <= alpha) continue;
    alpha = score;
    keep_line(move, 0);
    if (depth == 1) report(moves[i], 0);  // so that even a search that is stopped now has compared some
  }
  std::ranges::stable_sort(moves, std::greater(), &RootMove::score);
}

void Search::report(const RootMove& best, int depth) {
  report_.best = best.move;
  report_.score = best.score;
  report_.depth = depth;
  report_.nodes = nodes_;
  report_.line = lines_[0];
  if (depth > 0 && progress_ && !progress_(report_)) stopped_ = true;
}

// The value, for the side at `ply`, of one of its moves: the first with the full window, the others
// only shown to be no better, late quiet ones at less depth, and again when that fails.
int Search::child_value(const Position& position, Move move, int depth, int ply, int alpha, int beta,
                        std::size_t index) {
  path_.push(key_after(game_, position, path_.key(), move), move);
  const auto child = play_unchecked(game_, position, move);
  const auto search = [&](int plies, int low, int high) { return -value(child, plies, ply + 1, -high, -low); };
  const int reduced = move.kind() == Move::Kind::leap ? 0 : reduction(depth, index);
  int score = 0;
  if (index > 0) {
    score = search(depth - reduced, alpha, alpha + 1);
    if (reduced > 0 && score > alpha && !stopped_) score = search(depth, alpha, alpha + 1);
  }
  if (index == 0 || (score > alpha && score < beta && !stopped_)) score = search(depth, alpha, beta);
  path_.pop();
  return score;
}

// The value of a position for its side to move, at least (at most) the value when that is below alpha
// (above beta).
int Search::value(const Position& position, int depth, int ply, int alpha, int beta) {
  const bool line_wanted = beta - alpha > 1;
  if (line_wanted) lines_[static_cast<std::size_t>(ply)].clear();

  // 1. The limits.
  if (!enter_node()) return settled(0);

  // 2. The ends: by rule, by history, and bounds that a forced end already found makes hopeless.
  if (detail::threshold_reached(game_, position))
    return settled(position.turn == Side::tigers ? wins_in(ply) : loses_in(ply));
  if (const int rests_on = path_.draw(); rests_on != rests_on_nothing && count_moves(game_, position) > 0) {
    rests_on_ = rests_on;
    return drawn(position.turn);
  }
  alpha = std::max(alpha, loses_in(ply));
  beta = std::min(beta, wins_in(ply + 1));
  if (alpha >= beta) return settled(alpha);

  // 3. What is remembered.
  const Key key = path_.key() ^ salt_;
  Move remembered;
  if (const auto* memory = table_.find(key)) {
    remembered = memory->move;
    const int score = from_table(memory->score, ply);
    if (!line_wanted && usable(*memory, depth, score, alpha, beta)) return settled(score);
  }

  // 4. The leaves.
  if (depth <= 0 || ply >= deepest_ply) return quiesce(position, ply, alpha, beta);

  // 5. The moves.
  return search_moves(position, key, remembered, depth, ply, alpha, beta);
}

int Search::search_moves(const Position& position, Key key, Move remembered, int depth, int ply, int alpha, int beta) {
  auto& candidates = candidates_[static_cast<std::size_t>(ply)];
  candidates.clear();
  ordering_.list(game_, position, remembered, ply, candidates);
  if (candidates.empty()) return settled(loses_in(ply));
  const bool line_wanted = beta - alpha > 1;
  const bool forced = candidates.size() == 1 && ply < 2 * iteration_;  // a forced reply costs no depth
  const int depth_below = forced ? depth : depth - 1;

  // 1. Every move, until one is too good for the opponent to allow.
  int best = -infinity;
  Move best_move;
  Bound bound = Bound::upper;
  int rests_on = rests_on_nothing;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    bring_best_forward(candidates, i);
    const auto move = candidates[i].move;
    const int score = child_value(position, move, depth_below, ply, alpha, beta, i);
    if (stopped_) return 0;
    best = std::max(best, score);
    if (score >= beta) {
      best_move = move;
      bound = Bound::lower;
      rests_on = rests_on_;  // the other moves do not matter any more
      ordering_.reward(position.turn, move, ply, depth);
      break;
    }
    rests_on = std::min(rests_on, rests_on_);
    if (score <= alpha) continue;
    alpha = score;
    best_move = move;
    bound = Bound::exact;
    if (line_wanted) keep_line(move, ply);
  }

  // 2. Remember it, but not a value that is true on this path only.
  const bool lasting = rests_on >= ply;
  table_.store(key, best_move, to_table(best, ply), depth, lasting ? bound : Bound::none);
  rests_on_ = lasting ? rests_on_nothing : rests_on;
  return best;
}

// The value when only what cannot wait is searched: the tigers' leaps, and whether the men can shut
// the last way out.
int Search::quiesce(const Position& position, int ply, int alpha, int beta) {
  if (position.turn == Side::men) {
    if (traps_at_once(position)) return settled(wins_in(ply + 1));
    if (game_.rules().stuck_loses && count_moves(game_, position) == 0) return settled(loses_in(ply));
    return settled(evaluate(game_, position));
  }
  if (count_moves(game_, position) == 0) return settled(loses_in(ply));
  int best = evaluate(game_, position);
  if (best >= beta || position.tigers_in_hand > 0 || ply >= deepest_ply) return settled(best);
  alpha = std::max(alpha, best);
  for (const auto tiger : position.tigers)
    for (const auto& leap : game_.leaps(tiger)) {
      if (!position.men.contains(leap.over) || position.occupied().contains(leap.landing)) continue;
      if (!enter_node()) return settled(0);
      const auto child = play_unchecked(game_, position, Move::leap(tiger, leap.landing));
      const int score =
          detail::threshold_reached(game_, child) ? wins_in(ply + 1) : -quiesce(child, ply + 1, -beta, -alpha);
      best = std::max(best, score);
      alpha = std::max(alpha, score);
      if (alpha >= beta) return settled(best);
    }
  return settled(best);
}

// Whether some move of the men leaves the tigers none. Only looked at when at most one step is open:
// one move cannot close two.
bool Search::traps_at_once(const Position& position) const {
  if (position.tigers_in_hand > 0) return false;
  const PointSet empty = game_.points() - position.occupied();
  PointSet steps;
  for (const auto tiger : position.tigers) steps |= game_.steps(tiger) & empty;
  if (steps.size() > 1) return false;
  bool trapped = false;
  for_each_move(game_, position, [&](Move move) {
    if (trapped || (!steps.empty() && !steps.contains(move.to()))) return;
    trapped = detail::count_tiger_moves(game_, play_unchecked(game_, position, move)) == 0;
  });
  return trapped;
}

bool Search::usable(const Memory& memory, int depth, int score, int alpha, int beta) const noexcept {
  if (memory.depth < depth) return false;
  // Near a draw by quiet plies a score depends on how near.
  const int quiet = game_.rules().quiet;
  if (quiet > 0 && path_.quiet() + 2 * memory.depth + 4 >= quiet) return false;
  switch (memory.bound()) {
    case Bound::none:
      return false;
    case Bound::lower:
      return score >= beta;
    case Bound::upper:
      return score <= alpha;
    case Bound::exact:
      return true;
  }
  return false;
}

void Search::keep_line(Move move, int ply) {
  auto& line = lines_[static_cast<std::size_t>(ply)];
  const auto& rest = lines_[static_cast<std::size_t>(ply) + 1];
  line.assign(1, move);
  line.insert(line.end(), rest.begin(), rest.end());
}

// Counts a node; false when the search is to end.
bool Search::enter_node() {
  if (stopped_) return false;
  ++nodes_;
  if (limits_.nodes > 0 && nodes_ >= limits_.nodes) stopped_ = true;
  if (nodes_ % nodes_between_checks != 0) return !stopped_;
  const auto spent = std::chrono::steady_clock::now() - start_;
  if (limits_.movetime_ms > 0 && spent >= std::chrono::milliseconds(limits_.movetime_ms)) stopped_ = true;
  report_.nodes = nodes_;
  if (progress_ && !progress_(report_)) stopped_ = true;
  return !stopped_;
}

// Keeps apart in one table what differs between games, and between attitudes to a draw.
Key Search::salt() const noexcept {
  const auto men = static_cast<std::uint64_t>(game_.rules().men_in_play());
  const int drawn_for_tigers = drawn(Side::tigers);
  return mix(game_.fingerprint() ^ men << 56 ^ static_cast<std::uint64_t>(drawn_for_tigers + max_score) << 40);
}

}  // namespace

SearchReport Searcher::search(const Play& play, const SearchLimits& limits, const Progress& progress) {
  table_.grow_older();
  return Search(play, limits, progress, table_).run();
}

}  // namespace rimau
