// All tables a program has, and the values of positions out of them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rules/moves.hpp"
#include "tablebase/reader.hpp"

namespace rimau::tablebase {

// The worth of a position under best play: who wins (or Verdict::draw), and in how many plies where
// that is known (the winner hurries, the loser delays; 0 at a finished position; never for a draw).
struct Value {
  Verdict verdict = Verdict::draw;
  std::optional<int> distance;
  bool operator==(const Value&) const = default;
};

// Whether a side to move prefers value a to b: a win before a draw before a loss, quick wins before
// slow ones, slow losses before quick ones; wins of known distance come before the others, losses after.
[[nodiscard]] bool better(Side side, const Value& a, const Value& b) noexcept;
// The value of the mover's position from the best of its successors'.
[[nodiscard]] Value one_ply_back(Value best) noexcept;

// What an exact code says of a position with the tigers to move.
[[nodiscard]] Value value_of(Code code, CodeScale scale, bool with_distance) noexcept;

// The table files of some folders. Immutable; may be shared by threads.
class Tables {
 public:
  // A file that could not be used, and why.
  using Refusals = std::vector<Error>;

  // Looks for table files in each folder and one folder below it. A missing or unreadable folder, and
  // each file that is damaged or foreign, is left out and told in refusals().
  [[nodiscard]] static Tables open(const std::vector<std::string>& folders);

  [[nodiscard]] const std::vector<LevelFile>& files() const noexcept { return files_; }
  [[nodiscard]] const Refusals& refusals() const noexcept { return refusals_; }
  // The file for a level of this game that reaches the most men; null if there is none.
  [[nodiscard]] const LevelFile* find(const Game& game, Level level) const noexcept;

 private:
  void add_folder(const std::string& folder, bool look_below);

  std::vector<LevelFile> files_;
  Refusals refusals_;
};

// Looks positions of one game up. Keeps what it last decoded; one thread each.
class Probe {
 public:
  // The tables and the game must outlive the probe.
  Probe(const Tables& tables, const Game& game);

  // The value without regard to history (repetition and quiet plies). Fails as `unknown` when no
  // table holds the position (or one that it depends on), as `damaged` or `unavailable` when the file
  // that does cannot be read.
  [[nodiscard]] Result<Value> value(const Position& position);

  // Whether some file should hold the position, or those its side to move leads to: cheap, looks nothing
  // up, and false of the opening.
  [[nodiscard]] bool covers(const Position& position);

  struct MoveValue {
    Move move;
    Value value;  // of the position after the move
  };
  // Every legal move with the value it leads to, the mover's best first; equal ones in the order of
  // their bits. Fails as value() does.
  [[nodiscard]] Result<std::vector<MoveValue>> moves(const Position& position);

 private:
  struct Block {
    const LevelFile* file = nullptr;
    std::uint32_t number = 0;
    int men = 0;
    std::vector<Code> codes;
  };

  [[nodiscard]] Result<Value> looked_up(const Position& position);
  [[nodiscard]] Result<Value> best_successor(const Position& position);
  using Best = std::optional<Value>;
  [[nodiscard]] Result<Value> filled_in(const Position& position, Code code, const LevelFile& file);
  [[nodiscard]] Result<Best> best_leap(const Position& position);
  [[nodiscard]] const TigerSets& sets(int tigers);
  [[nodiscard]] const LevelFile* file_of(Level level);

  // What best_leap() found for a position.
  struct Leap {
    Position position;
    bool known = false;
    std::optional<Value> value;
  };
  static constexpr std::size_t kept_leaps = 1 << 14;
  static constexpr std::size_t kept_blocks = 1024;  // of some 32 KiB, made as they are needed

  const Tables& tables_;
  const Game& game_;
  std::vector<std::unique_ptr<TigerSets>> sets_;        // by number of tigers
  std::vector<std::optional<const LevelFile*>> files_;  // by level, as far as asked for
  std::vector<Block> blocks_{kept_blocks};
  std::vector<Leap> leaps_;  // by key; made when the first is needed
};

}  // namespace rimau::tablebase
