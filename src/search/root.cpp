// Iterative deepening over the moves of one position.
#include "search/root.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace rimau {
namespace {

// Of the moves after one whose end tables know; more would be tedious to read.
constexpr int longest_table_line = 200;

// Half the window around the score of the iteration before, doubled whenever the score lies outside.
constexpr int first_window = 40;
constexpr int first_depth_with_window = 4;

}  // namespace

Root::Root(const Play& play, const SearchLimits& limits, const Searcher::Progress& progress, TranspositionTable& table,
           Guide* guide, const Networks& networks)
    : game_(play.game()),
      play_(play),
      limits_(limits),
      progress_(progress),
      guide_(limits.tables ? guide : nullptr),
      budget_(limits.nodes, limits.movetime_ms, std::max<std::uint64_t>(limits.nodes_between_progress, 1),
              [this](std::uint64_t nodes) {
                report_.nodes = nodes;
                return !progress_ || progress_(report_);
              }),
      tree_(play, limits.contempt, limits.handicap, budget_, table, guide_, networks) {}

std::size_t Root::wanted_lines() const noexcept { return static_cast<std::size_t>(std::max(limits_.lines, 1)); }

SearchReport Root::run() {
  if (play_.outcome().over()) return report_;
  // 1. The moves, in groups that the tables tell apart.
  auto moves = root_moves(false);
  if (moves.size() < wanted_lines()) moves = root_moves(true);
  report_.best = moves.front().move;
  report_.line = {report_.best};
  report_.lines = {{.moves = report_.line, .score = 0, .value = {}}};
  consult_tables(moves);
  const auto all = groups(moves);

  // 2. Where distances are known there is nothing to search.
  if (std::ranges::all_of(all, &Group::settled)) {
    report(all, 1);
    report_.nodes = budget_.nodes();
    return report_;
  }

  // 3. Deeper and deeper.
  const int deepest = limits_.depth > 0 ? std::min(limits_.depth, max_depth) : max_depth;
  for (int depth = 1; depth <= deepest && !budget_.stopped(); ++depth) {
    tree_.begin(depth);
    for (const auto& group : all)
      if (!group.settled) search_group(group, depth);
    if (!budget_.stopped()) report(all, depth);
    if (all_decided(depth)) break;
  }
  report_.nodes = budget_.nodes();
  return report_;
}

// The legal moves, most promising first. Of moves that lead to images of one position only the first
// is kept, unless history could tell them apart: of the 2,604 opening turns of Rimau 678 remain. With
// images_too all are.
std::vector<Root::RootMove> Root::root_moves(bool images_too) const {
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
    moves.push_back({move, -tree_.estimate(child)});
  });
  if (limits_.handicap.any()) overlook(limits_.handicap, play_.position(), moves, &RootMove::move);
  std::ranges::stable_sort(moves, std::greater(), &RootMove::score);
  return moves;
}

// The value of the root by one of its moves. One that ends the game by repetition or quiet plies is a
// draw, whatever tables say.
std::optional<tablebase::Value> Root::value_by(Move move) {
  const auto child = play_unchecked(game_, play_.position(), move);
  auto& path = tree_.path();
  path.push(key_after(game_, play_.position(), path.key(), move), move);
  const bool ends = path.draw() != rests_on_nothing && !outcome(game_, child).over();
  path.pop();
  if (ends) return tablebase::Value{Verdict::draw, {}};
  const auto value = guide_->value(child);
  return value ? std::optional(one_ply_back(*value)) : std::nullopt;
}

// Gives every move its value and puts the best first, if the tables hold the root; decides what else to
// ask them.
void Root::consult_tables(std::vector<RootMove>& moves) {
  if (guide_ == nullptr) return;
  tree_.ask(Asks::all);
  for (auto& move : moves) {
    move.value = value_by(move.move);
    if (move.value && budget_.check()) continue;
    for (auto& other : moves) other.value.reset();
    return;
  }
  const auto side = play_.position().turn;
  std::ranges::stable_sort(moves,
                           [side](const RootMove& a, const RootMove& b) { return better(side, *a.value, *b.value); });
  // Within a drawn game the tables would call everything drawn, and nothing could be preferred.
  tree_.ask(moves.front().value->verdict == Verdict::draw ? Asks::nothing : Asks::without_hands);
}

std::vector<Root::Group> Root::groups(std::vector<RootMove>& moves) const {
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

// Searches the moves of a group and puts the best first, in order as far as wanted; when only one is wanted,
// within a window around what the iteration before found, and a wider one when that fails.
void Root::search_group(const Group& group, int depth) {
  const int expected = group.moves.front().score;
  if (depth < first_depth_with_window || group.lines > 1 || std::abs(expected) > win_score) {
    search_window(group, depth, -infinite_score, infinite_score);
    return;
  }
  int low = first_window;
  int high = first_window;
  for (;;) {
    const int alpha = low > max_score ? -infinite_score : std::max(expected - low, -infinite_score);
    const int beta = high > max_score ? infinite_score : std::min(expected + high, infinite_score);
    const int found = search_window(group, depth, alpha, beta);
    if (budget_.stopped()) return;
    // Forced ends lie far outside any window.
    if (found <= alpha) low = found < -win_score ? infinite_score : low * 4;
    else if (found >= beta) high = found > win_score ? infinite_score : high * 4;
    else return;
  }
}

// Moves that proved no better than those before keep their order, behind those that once were. Returns the
// best score: exact between alpha and beta, at most that (at least that) when it is not above alpha (below
// beta).
int Root::search_window(const Group& group, int depth, int alpha, int beta) {
  std::vector<int> best;  // the wanted scores so far, the highest first
  int highest = -infinite_score;
  for (std::size_t i = 0; i < group.moves.size(); ++i) {
    auto& root = group.moves[i];
    const int low = best.size() < group.lines ? alpha : std::max(best.back(), alpha);
    tree_.forget_line(1);
    const int found =
        tree_.child_value(play_.position(), root.move, depth - 1, 0, low, beta, best.size() < group.lines ? 0 : i);
    if (budget_.stopped()) return highest;
    highest = std::max(highest, found);
    root.score = found > low ? found : -infinite_score;
    if (found <= low) continue;
    tree_.keep_line(root.move, 0);
    root.line = tree_.line(0);
    if (best.size() == group.lines) best.pop_back();
    best.insert(std::ranges::upper_bound(best, found, std::greater()), found);
    // So that even a search that is stopped now has compared some.
    if (depth == 1 && best.front() == found && !group.moves[0].value) keep_first(root);
    if (found >= beta) {
      for (auto& rest : group.moves.subspan(i + 1)) rest.score = -infinite_score;
      break;
    }
  }
  if (highest > alpha) std::ranges::stable_sort(group.moves, std::greater(), &RootMove::score);
  return highest;
}

void Root::keep_first(const RootMove& root) {
  report_.best = root.move;
  report_.score = root.score;
  report_.line = root.line;
  report_.lines = {{.moves = root.line, .score = root.score, .value = {}}};
}

void Root::report(std::span<const Group> groups, int depth) {
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
  report_.nodes = budget_.nodes();
  report_.line = first.moves;
  if (progress_ && !progress_(report_)) budget_.stop();
}

// Whether nothing shorter is left to find in any line.
bool Root::all_decided(int depth) const {
  return std::ranges::all_of(report_.lines, [depth](const SearchLine& line) {
    return (line.value && line.value->distance) || std::abs(line.score) >= wins_in(depth);
  });
}

}  // namespace rimau
