// Principal-variation alpha-beta with iterative deepening. One node is told in numbered steps in
// Search::value; how moves are ordered is in ordering.cpp, what an open position is worth in
// evaluation.cpp, which draws depend on the way to a position in path.hpp.
#include "search/search.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <span>

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

// Of the moves after one whose end tables know; more would be tedious to read.
constexpr int longest_table_line = 200;

// Plies that a late quiet move is searched less deeply, until it proves better than expected.
constexpr int reduction(int depth, std::size_t index) noexcept {
  if (depth < 3 || index < 4) return 0;
  return index < 16 ? 1 : 2;
}

// One call of Searcher::search.
class Search {
 public:
  Search(const Play& play, const SearchLimits& limits, const Searcher::Progress& progress, TranspositionTable& table,
         Guide* guide)
      : game_(play.game()),
        play_(play),
        limits_(limits),
        progress_(progress),
        table_(table),
        guide_(limits.tables ? guide : nullptr),
        path_(play),
        candidates_(deepest_ply + 1),
        lines_(deepest_ply + 2) {}

  SearchReport run();

 private:
  struct RootMove {
    Move move;
    int score = -infinity;
    std::optional<tablebase::Value> value = {};  // of the root by this move, from the tables
    std::vector<Move> line = {};
  };
  // Moves that tables do not tell apart, next to each other. Of the first `lines` the order is wanted.
  struct Group {
    std::span<RootMove> moves;
    std::size_t lines;
    bool settled;  // nothing is left to search: the distances are known
  };
  // Which positions below the root are worth asking the tables about.
  enum class Asks : std::uint8_t { nothing, without_hands, all };

  [[nodiscard]] std::vector<RootMove> root_moves(bool images_too) const;
  void consult_tables(std::vector<RootMove>& moves);
  [[nodiscard]] std::optional<tablebase::Value> value_by(Move move);
  [[nodiscard]] std::vector<Group> groups(std::vector<RootMove>& moves) const;
  void search_group(const Group& group, int depth);
  void keep_first(const RootMove& root);
  void report(std::span<const Group> groups, int depth);
  [[nodiscard]] std::size_t wanted_lines() const noexcept {
    return static_cast<std::size_t>(std::max(limits_.lines, 1));
  }
  [[nodiscard]] bool all_decided() const;
  [[nodiscard]] std::optional<int> table_score(const Position& position, Key key, int ply);

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
  bool check_limits();
  [[nodiscard]] Key salt() const noexcept;

  const Game& game_;
  const Play& play_;
  const SearchLimits& limits_;
  const Searcher::Progress& progress_;
  TranspositionTable& table_;
  Guide* guide_;  // null: no tables
  Asks asks_ = Asks::nothing;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Path path_;
  Ordering ordering_;
  Key salt_ = 0;
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
  // 1. The moves, in groups that the tables tell apart.
  auto moves = root_moves(false);
  if (moves.size() < wanted_lines()) moves = root_moves(true);
  report_.best = moves.front().move;
  report_.line = {report_.best};
  report_.lines = {{.moves = report_.line, .score = 0, .value = {}}};
  consult_tables(moves);
  salt_ = salt();
  const auto all = groups(moves);

  // 2. Where distances are known there is nothing to search.
  if (std::ranges::all_of(all, &Group::settled)) {
    report(all, 1);
    report_.nodes = nodes_;
    return report_;
  }

  // 3. Deeper and deeper.
  const int deepest = limits_.depth > 0 ? std::min(limits_.depth, max_depth) : max_depth;
  for (iteration_ = 1; iteration_ <= deepest && !stopped_; ++iteration_) {
    for (const auto& group : all)
      if (!group.settled) search_group(group, iteration_);
    if (!stopped_) report(all, iteration_);
    if (all_decided()) break;
  }
  report_.nodes = nodes_;
  return report_;
}

// The legal moves, most promising first. Of moves that lead to images of one position only the first
// is kept, unless history could tell them apart: of the 2,604 opening turns of Rimau 678 remain. With
// images_too all are.
std::vector<Search::RootMove> Search::root_moves(bool images_too) const {
  std::vector<RootMove> moves;
  std::vector<std::pair<PointSet, PointSet>> seen;
  for_each_move(game_, play_.position(), [&](Move move) {
    const auto child = play_unchecked(game_, play_.position(), move);
    if (move.kind() != Move::Kind::step && !images_too) {
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

// The value of the root by one of its moves. One that ends the game by repetition or quiet plies is a
// draw, whatever tables say.
std::optional<tablebase::Value> Search::value_by(Move move) {
  const auto child = play_unchecked(game_, play_.position(), move);
  path_.push(key_after(game_, play_.position(), path_.key(), move), move);
  const bool ends = path_.draw() != rests_on_nothing && !outcome(game_, child).over();
  path_.pop();
  if (ends) return tablebase::Value{Verdict::draw, {}};
  const auto value = guide_->value(child);
  return value ? std::optional(one_ply_back(*value)) : std::nullopt;
}

// Gives every move its value and puts the best first, if the tables hold the root; decides what else to
// ask them.
void Search::consult_tables(std::vector<RootMove>& moves) {
  if (guide_ == nullptr) return;
  asks_ = Asks::all;
  for (auto& move : moves) {
    move.value = value_by(move.move);
    if (move.value && check_limits()) continue;
    for (auto& other : moves) other.value.reset();
    return;
  }
  const auto side = play_.position().turn;
  std::ranges::stable_sort(moves,
                           [side](const RootMove& a, const RootMove& b) { return better(side, *a.value, *b.value); });
  // Within a drawn game the tables would call everything drawn, and nothing could be preferred.
  asks_ = moves.front().value->verdict == Verdict::draw ? Asks::nothing : Asks::without_hands;
}

std::vector<Search::Group> Search::groups(std::vector<RootMove>& moves) const {
  const std::span all(moves);
  const auto side = play_.position().turn;
  std::vector<Group> groups;
  for (std::size_t first = 0, left = wanted_lines(); first < all.size() && left > 0;) {
    auto end = first + 1;
    const auto& value = all[first].value;
    while (end < all.size() && (!value || !better(side, *value, *all[end].value))) ++end;
    const auto lines = std::min(left, end - first);
    groups.push_back({all.subspan(first, end - first), lines, value && value->distance});
    left -= lines;
    first = end;
  }
  return groups;
}

// Searches the moves of a group and puts the best first, in order as far as wanted. Moves that proved no
// better than those before keep their order, behind those that once were.
void Search::search_group(const Group& group, int depth) {
  std::vector<int> best;  // the wanted scores so far, the highest first
  for (std::size_t i = 0; i < group.moves.size() && !stopped_; ++i) {
    auto& root = group.moves[i];
    const int alpha = best.size() < group.lines ? -infinity : best.back();
    lines_[1].clear();
    const int found =
        child_value(play_.position(), root.move, depth - 1, 0, alpha, infinity, best.size() < group.lines ? 0 : i);
    if (stopped_) return;
    root.score = found > alpha ? found : -infinity;
    if (found <= alpha) continue;
    keep_line(root.move, 0);
    root.line = lines_[0];
    if (best.size() == group.lines) best.pop_back();
    best.insert(std::ranges::upper_bound(best, found, std::greater()), found);
    // So that even a search that is stopped now has compared some.
    if (depth == 1 && best.front() == found && !group.moves[0].value) keep_first(root);
  }
  std::ranges::stable_sort(group.moves, std::greater(), &RootMove::score);
}

void Search::keep_first(const RootMove& root) {
  report_.best = root.move;
  report_.score = root.score;
  report_.line = root.line;
  report_.lines = {{.moves = root.line, .score = root.score, .value = {}}};
}

void Search::report(std::span<const Group> groups, int depth) {
  report_.lines.clear();
  for (const auto& group : groups)
    for (auto& root : group.moves.first(group.lines)) {
      if (group.settled && root.line.empty()) {
        root.line = {root.move};
        const auto rest = guide_->line(play_unchecked(game_, play_.position(), root.move), longest_table_line);
        root.line.insert(root.line.end(), rest.begin(), rest.end());
      }
      const int score = root.value ? score_of(*root.value, play_.position().turn) : root.score;
      report_.lines.push_back({.moves = root.line, .score = score, .value = root.value});
    }
  const auto& first = report_.lines.front();
  report_.best = first.moves.front();
  report_.score = first.score;
  report_.depth = depth;
  report_.nodes = nodes_;
  report_.line = first.moves;
  if (progress_ && !progress_(report_)) stopped_ = true;
}

// Whether nothing shorter is left to find in any line.
bool Search::all_decided() const {
  return std::ranges::all_of(report_.lines, [this](const SearchLine& line) {
    return (line.value && line.value->distance) || std::abs(line.score) >= wins_in(iteration_);
  });
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

  // 4. What tables know.
  if (depth > 0)
    if (const auto score = table_score(position, key, ply)) return settled(*score);

  // 5. The leaves.
  if (depth <= 0 || ply >= deepest_ply) return quiesce(position, ply, alpha, beta);

  // 6. The moves.
  return search_moves(position, key, remembered, depth, ply, alpha, beta);
}

// The exact score of a position that the tables hold, asked for only where one enters them: after a leap,
// and when the last piece has been dropped. It is remembered for every depth.
std::optional<int> Search::table_score(const Position& position, Key key, int ply) {
  if (asks_ == Asks::nothing || path_.quiet() != 0) return std::nullopt;
  const bool hands_empty = position.tigers_in_hand == 0 && position.men_in_hand == 0;
  if (!hands_empty && (asks_ == Asks::without_hands || position.turn == Side::tigers)) return std::nullopt;
  if (!guide_->covers(position)) return std::nullopt;
  const auto value = guide_->value(position);
  check_limits();  // a look-up may have to read and unpack a block
  if (!value) return std::nullopt;
  int score = score_of(*value, position.turn);
  if (value->verdict == Verdict::draw) score = drawn(position.turn);
  table_.store(key, Move(), score, std::numeric_limits<std::uint8_t>::max(), Bound::exact);
  return from_table(score, ply);
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
  return nodes_ % nodes_between_checks != 0 ? !stopped_ : check_limits();
}

// The limits that are not worth checking at every node; false when the search is to end.
bool Search::check_limits() {
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
  const std::uint64_t with_tables = asks_ == Asks::nothing ? 0 : 1;
  return mix(game_.fingerprint() ^ men << 56 ^ static_cast<std::uint64_t>(drawn_for_tigers + max_score) << 40 ^
             with_tables << 39);
}

}  // namespace

int score_of(const tablebase::Value& value, Side side) noexcept {
  if (value.verdict == Verdict::draw) return 0;
  const int won = value.distance ? wins_in(*value.distance) : table_win;
  return value.verdict == win_of(side) ? won : -won;
}

void Searcher::use(std::shared_ptr<const tablebase::Tables> tables) {
  tables_ = std::move(tables);
  guide_.reset();
  fault_.reset();
}

Guide* Searcher::guide(const std::shared_ptr<const Game>& game) {
  if (tables_ == nullptr || fault_) return nullptr;
  if (guide_ == nullptr || guide_->game() != game) guide_ = std::make_unique<Guide>(tables_, game);
  return guide_.get();
}

std::optional<tablebase::Value> Searcher::known(const std::shared_ptr<const Game>& game, const Position& position) {
  auto* asked = guide(game);
  if (asked == nullptr) return std::nullopt;
  auto value = asked->value(position);
  fault_ = asked->fault();
  return value;
}

SearchReport Searcher::search(const Play& play, const SearchLimits& limits, const Progress& progress) {
  table_.grow_older();
  auto* asked = guide(play.shared_game());
  auto report = Search(play, limits, progress, table_, asked).run();
  if (asked != nullptr) fault_ = asked->fault();
  return report;
}

}  // namespace rimau
