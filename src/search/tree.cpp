// One node is told in numbered steps in Tree::value; how moves are ordered is in ordering.cpp, what cannot
// wait at a leaf in quiescence.cpp, what an open position is worth in evaluation.cpp, which draws depend on
// the way to a position in path.hpp.
#include "search/tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace rimau {
namespace {

// Plies that a late quiet move is searched less deeply, until it proves better than expected.
constexpr int reduction(int depth, std::size_t index) noexcept {
  if (depth < 3 || index < 4) return 0;
  return index < 16 ? 1 : 2;
}

// Close to the leaves a quiet move of a side that is behind by so much more than it could gain is not looked at.
constexpr int deepest_hopeless = 2;
constexpr int hopeless_margin = 80;  // for each ply left

// Estimates are remembered: the leaves are most of all positions, and many come up again. Few enough to stay close to
// the processor.
constexpr int estimate_bits = 15;

// Moves with less depth below them are not worth telling other threads about.
constexpr int shallowest_claim = 3;

// So many of the candidates are picked by rank; whatever comes after is about as good as the next.
constexpr std::size_t ranked = 10;

}  // namespace

Tree::Tree(const Play& play, int contempt, const Handicap& handicap, Budget& budget, TranspositionTable& table,
           Guide* guide, const Networks& networks)
    : game_(play.game()),
      mover_(play.position().turn),
      contempt_(contempt),
      handicap_(handicap),
      budget_(budget),
      table_(table),
      guide_(guide),
      evaluator_(play.game(), networks),
      path_(play),
      candidates_(tree_plies),
      estimates_(std::size_t{1} << estimate_bits),
      lines_(tree_plies + 1) {
  ask(Asks::nothing);
}

void Tree::ask(Asks asks) noexcept {
  asks_ = asks;
  salt_ = salt();
}

// Keeps apart in one table what differs between games, and between attitudes to a draw and between players.
Key Tree::salt() const noexcept {
  const auto men = static_cast<std::uint64_t>(game_.rules().men_in_play());
  const int drawn_for_tigers = drawn(Side::tigers);
  const std::uint64_t with_tables = asks_ == Asks::nothing ? 0 : 1;
  return mix(game_.fingerprint() ^ men << 56 ^ static_cast<std::uint64_t>(drawn_for_tigers + max_score) << 40 ^
             with_tables << 39 ^ (handicap_.any() ? mix(handicap_.seed) : 0));
}

int Tree::child_value(const Position& position, Move move, int depth, int ply, int alpha, int beta, std::size_t index) {
  path_.push(key_after(game_, position, path_.key(), move), move);
  if (depth > 0) table_.prefetch(path_.key() ^ salt_);
  const auto child = play_unchecked(game_, position, move);
  const auto search = [&](int plies, int low, int high) { return -value(child, plies, ply + 1, -high, -low); };
  const int reduced = move.kind() == Move::Kind::leap ? 0 : reduction(depth, index);
  int score = 0;
  if (index > 0) {
    score = search(depth - reduced, alpha, alpha + 1);
    if (reduced > 0 && score > alpha && !budget_.stopped()) score = search(depth, alpha, alpha + 1);
  }
  if (index == 0 || (score > alpha && score < beta && !budget_.stopped())) score = search(depth, alpha, beta);
  path_.pop();
  return score;
}

// The value of a position for its side to move, at least (at most) the value when that is below alpha
// (above beta).
int Tree::value(const Position& position, int depth, int ply, int alpha, int beta) {
  const bool line_wanted = beta - alpha > 1;
  if (line_wanted) forget_line(ply);

  // 1. The limits.
  if (!budget_.enter_node()) return settled(0);

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

  // 3. The leaves.
  if (depth <= 0 || ply >= deepest_ply) return quiesce(position, path_.key(), ply, alpha, beta);

  // 4. What is remembered.
  const Key key = path_.key() ^ salt_;
  Move remembered;
  if (const auto memory = table_.find(key)) {
    remembered = memory->move;
    const int score = from_table(memory->score, ply);
    if (!line_wanted && usable(*memory, depth, score, alpha, beta)) return settled(score);
  }

  // 5. What tables know.
  if (const auto score = table_score(position, key, ply)) return settled(*score);

  // 6. The moves.
  return search_moves(position, key, remembered, depth, ply, alpha, beta);
}

// The exact score of a position that the tables hold, asked for only where one enters them: after a leap,
// and when the last piece has been dropped. It is remembered for every depth.
std::optional<int> Tree::table_score(const Position& position, Key key, int ply) {
  if (asks_ == Asks::nothing || path_.quiet() != 0) return std::nullopt;
  const bool hands_empty = position.tigers_in_hand == 0 && position.men_in_hand == 0;
  if (!hands_empty && (asks_ == Asks::without_hands || position.turn == Side::tigers)) return std::nullopt;
  if (!guide_->covers(position)) return std::nullopt;
  const auto value = guide_->value(position);
  budget_.check();  // a look-up may have to read and unpack a block
  if (!value) return std::nullopt;
  int score = score_of(*value, position.turn);
  if (value->verdict == Verdict::draw) score = drawn(position.turn);
  table_.store(key, Move(), score, std::numeric_limits<std::uint8_t>::max(), Bound::exact);
  return from_table(score, ply);
}

// What estimate(position) says.
int Tree::estimate(const Position& position, Key key) noexcept {
  constexpr std::uint64_t key_part = ~std::uint64_t{0xFFFF};
  auto& known = estimates_[static_cast<std::size_t>(key >> (64 - estimate_bits))];
  if (((known ^ key) & key_part) == 0) return static_cast<std::int16_t>(known & ~key_part);
  const int found = estimate(position);
  known = (key & key_part) | static_cast<std::uint16_t>(found);
  return found;
}

// The candidates of a ply, the best one first.
void Tree::list(const Position& position, Move remembered, int ply) {
  auto& candidates = candidates_[static_cast<std::size_t>(ply)];
  candidates.clear();
  ordering_.list(game_, position, remembered, ply, candidates);
  if (candidates.empty()) return;
  if (handicap_.any()) overlook(handicap_, position, candidates, &Candidate::move);
  bring_best_forward(candidates, 0);
}

int Tree::search_moves(const Position& position, Key key, Move remembered, int depth, int ply, int alpha, int beta) {
  // 1. The remembered move is often enough: then the others need not be listed.
  auto& candidates = candidates_[static_cast<std::size_t>(ply)];
  const bool remembered_alone = !remembered.is_pass() && !handicap_.any() && is_legal(game_, position, remembered);
  if (remembered_alone) candidates.assign(1, Ordering::first(remembered));
  else list(position, remembered, ply);
  if (candidates.empty()) return settled(loses_in(ply));
  expect(position, candidates.front().move, depth - 1);
  const bool line_wanted = beta - alpha > 1;
  const bool only_one = count_moves(game_, position) == 1;
  const bool forced = only_one && ply < 2 * iteration_;  // a forced reply costs no depth
  const int depth_below = forced ? depth : depth - 1;
  const int hope = line_wanted || forced ? infinite_score : best_hope(position, depth, alpha);

  // 2. Every move, until one is too good for the opponent to allow.
  int best = -infinite_score;
  Move best_move;
  Bound bound = Bound::upper;
  int rests_on = rests_on_nothing;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i > 0 && i < ranked && (i == 1 || depth_below <= 0)) bring_best_forward(candidates, i);
    const auto candidate = candidates[i];
    const auto move = candidate.move;
    if (hope <= alpha && i > 0 && Ordering::is_quiet(candidate)) {
      best = std::max(best, hope);
      if (i < ranked) break;  // the others rank no higher
      continue;
    }
    if (i > 0 && i + 1 < std::min(candidates.size(), ranked) && depth_below > 0) {
      bring_best_forward(candidates, i + 1);
      expect(position, candidates[i + 1].move, depth_below);
    }
    const bool claims = i > 0 && depth_below >= shallowest_claim && table_.several_search();
    const Key claim = claims ? key ^ mix(std::uint64_t{move.bits()} << 8 | static_cast<unsigned>(depth_below)) : 0;
    if (claims && !Ordering::is_last(candidate) && table_.claimed(claim)) {
      candidates.push_back(Ordering::last(move));
      continue;
    }
    if (claims) table_.set_claim(claim);
    const int score = child_value(position, move, depth_below, ply, alpha, beta, i);
    if (claims) table_.drop_claim(claim);
    if (budget_.stopped()) return 0;
    best = std::max(best, score);
    if (score >= beta) {
      best_move = move;
      bound = Bound::lower;
      rests_on = rests_on_;  // the other moves do not matter any more
      ordering_.reward(position.turn, move, ply, depth);
      break;
    }
    rests_on = std::min(rests_on, rests_on_);
    if (i == 0 && remembered_alone && !only_one) list(position, remembered, ply);
    if (score <= alpha) continue;
    alpha = score;
    best_move = move;
    bound = Bound::exact;
    if (line_wanted) keep_line(move, ply);
  }

  // 3. Remember it, but not a value that is true on this path only.
  const bool lasting = rests_on >= ply;
  table_.store(key, best_move, to_table(best, ply), depth, lasting ? bound : Bound::none);
  rests_on_ = lasting ? rests_on_nothing : rests_on;
  return best;
}

// Fetches early what is remembered after a move that is searched soon.
void Tree::expect(const Position& position, Move move, int depth) const noexcept {
  if (depth > 0) table_.prefetch(key_after(game_, position, path_.key(), move) ^ salt_);
}

// The most that a quiet move is thought to reach close to the leaves, where it is worth asking; elsewhere, and where
// the tigers are nearly shut in, no limit.
int Tree::best_hope(const Position& position, int depth, int alpha) noexcept {
  if (depth > deepest_hopeless || std::abs(alpha) > win_score || position.tigers_in_hand > 0) return infinite_score;
  if (position.turn == Side::men && open_steps(position).size() <= depth) return infinite_score;
  return estimate(position, path_.key()) + hopeless_margin * depth;
}

bool Tree::usable(const Memory& memory, int depth, int score, int alpha, int beta) const noexcept {
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

void Tree::keep_line(Move move, int ply) {
  auto& line = lines_[static_cast<std::size_t>(ply)];
  const auto& rest = lines_[static_cast<std::size_t>(ply) + 1];
  line.assign(1, move);
  line.insert(line.end(), rest.begin(), rest.end());
}

}  // namespace rimau
