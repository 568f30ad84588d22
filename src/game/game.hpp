// A game, compiled: its rules as numbers and per-point tables.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "board/board.hpp"
#include "game/side.hpp"
#include "game/spec.hpp"

namespace rimau {

enum class Capture : std::uint8_t {
  single,   // a leap takes exactly one man
  odd_run,  // a leap takes a contiguous run of an odd number of men
};

// The rules in force, options applied.
struct Rules {
  int tigers = 0;      // in the whole game, on board and in hand
  int men = 0;         // likewise
  PointSet tigers_at;  // on the board at the start; the others are in hand
  PointSet men_at;
  int removals = 0;        // men the tigers' opening turn takes off the board; 0: no opening turn
  bool relocates = false;  // whether that turn may also move a tiger to any empty point
  Capture capture = Capture::single;
  int tigers_win_at = 0;  // men captured at which the tigers win
  Side first = Side::tigers;
  bool stuck_loses = false;  // men who cannot step lose, instead of passing
  int repetition = 3;        // occurrences of a position that draw, 0: off
  int quiet = 0;             // plies without drop or capture that draw, 0: off

  // Men that can ever be on the board, in hand or captured once play has begun.
  [[nodiscard]] int men_in_play() const noexcept { return men - removals; }
  // The tigers have won once no more men than this are left, hand included.
  [[nodiscard]] int men_left_when_tigers_win() const noexcept { return men_in_play() - tigers_win_at; }
};

// A leap from some point: the men it takes and the point it ends on. A tiger may make it when all of
// `over` are men and `landing` is empty.
struct Leap {
  PointSet over;
  Point landing;
};
static_assert(sizeof(Leap) == 16, "leaps are scanned in the innermost loop");

// What deriving things may still cost, so that no game file can keep the program busy for more than about
// two seconds.
struct Effort {
  std::uint64_t trap_placements = 20'000'000;  // see smallest_trap()
  std::uint64_t symmetry_nodes = 400'000;      // see symmetries()
};

// Immutable after make(); may be shared by threads. Heavy (some 20 KB): pass by reference.
class Game {
 public:
  // `id` is the canonical GAME text. Refuses, naming file and line: a missing, unknown or
  // contradictory rule, points that are not on the board, more pieces than points, a threshold that
  // cannot be reached. Fails as `limit` when `effort` is used up, from which it takes what it costs.
  [[nodiscard]] static Result<Game> make(std::string id, Board board, std::shared_ptr<const GameSpec> spec,
                                         const RuleTable& rules, Effort& effort);

  // Canonical text of game and options, as `id` or `id:key=value,…`.
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const Board& board() const noexcept { return board_; }
  [[nodiscard]] const GameSpec& spec() const noexcept { return *spec_; }
  [[nodiscard]] const Rules& rules() const noexcept { return rules_; }

  [[nodiscard]] PointSet points() const noexcept { return points_; }
  [[nodiscard]] PointSet steps(Point from) const noexcept { return steps_[static_cast<std::size_t>(from.index())]; }
  // All leaps the rules of capture know from a point, ordered by ray (see Board::rays), then length.
  [[nodiscard]] std::span<const Leap> leaps(Point from) const noexcept {
    const auto at = static_cast<std::size_t>(from.index());
    return {leaps_.data() + leap_begin_[at], leaps_.data() + leap_begin_[at + 1]};
  }

  // The permutations of points that keep steps and leaps, the identity first; a group. A play-stage
  // position and its images have the same value.
  [[nodiscard]] const std::vector<Board::Permutation>& symmetries() const noexcept { return symmetries_; }

  // Changes exactly with what can change a position's value: points, steps, leaps, the threshold in
  // men left, the stuck rule. Start, number of men and the draws by history are left out, so games
  // that share slices share tables.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }

 private:
  explicit Game(Board board) : board_(std::move(board)) {}

  std::string id_;
  Board board_;
  std::shared_ptr<const GameSpec> spec_;
  Rules rules_;
  PointSet points_;
  std::array<PointSet, max_points> steps_{};
  std::array<std::uint16_t, max_points + 1> leap_begin_{};
  std::vector<Leap> leaps_;
  std::vector<Board::Permutation> symmetries_;
  std::uint64_t fingerprint_ = 0;
};

// All leaps from `from` on this board under a rule of capture, ordered by ray, then length.
[[nodiscard]] std::vector<Leap> find_leaps(const Board& board, Capture capture, Point from);

// The fewest men that can leave this many tigers, placed anywhere, without step or leap; by
// exhaustive search over the tigers' points. Fails as `limit` when there are more
// than `placements_left` such placements, else takes their number from it. Men are
// only ever added: a step is closed by a man on its end, a leap over given men by a man on its landing, so
// each placement has one least trap.
[[nodiscard]] Result<int> smallest_trap(const Board& board, Capture capture, int tigers,
                                        std::uint64_t& placements_left);
// The same with as many as Effort grants to begin with.
[[nodiscard]] Result<int> smallest_trap(const Board& board, Capture capture, int tigers);

}  // namespace rimau
