// Game records: a game with its tags, comments, clocks and variations, and its text. The format is
// that of docs/notation.md.
//
// A Record holds legal moves only: whatever is added is checked, so every record can be written, and
// what is written can be read. Texts (tags, comments) are UTF-8; the writer puts U+FFFD in place of
// NUL and of bytes that are not. One thread at a time; copies are independent.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notation/notation.hpp"
#include "rules/play.hpp"

namespace rimau {

// Bounds on what is read, so that no text takes much memory, stack or time.
inline constexpr std::size_t max_record_bytes = 64 << 20;     // of a file
inline constexpr std::size_t max_record_entries = 2'000'000;  // moves of a file, and comments of a file
inline constexpr std::size_t max_records = 100'000;           // of a file
inline constexpr std::size_t max_record_games = 256;          // different games (or options) in a file
inline constexpr std::size_t max_record_tags = 100;           // of a record
inline constexpr int max_variation_depth = 1000;              // variations inside variations

// A node of the tree of moves, by its index. The root stands for the start position; a child's number
// is always greater than its parent's.
using NodeId = std::uint32_t;
inline constexpr NodeId root_node = 0;

struct RecordNode {
  Move move;  // the move that leads here; meaningless in the root
  NodeId parent = root_node;
  std::vector<NodeId> children;       // the first goes on with the line, the others are variations
  std::vector<std::string> lead;      // comments before the move; only where it begins a variation
  std::vector<std::string> comments;  // comments after the move (in the root: before the first move)
};

struct RecordTag {
  std::string name;
  std::string value;
  bool operator==(const RecordTag&) const = default;
};

class Record {
 public:
  explicit Record(std::shared_ptr<const Game> game) : Record(game, start_position(*game)) {}
  // From any valid position of the game.
  Record(std::shared_ptr<const Game> game, const Position& start) : game_(std::move(game)), start_(start), nodes_(1) {}

  [[nodiscard]] const Game& game() const noexcept { return *game_; }
  [[nodiscard]] const std::shared_ptr<const Game>& shared_game() const noexcept { return game_; }
  [[nodiscard]] const Position& start() const noexcept { return start_; }

  // The tags in the order they are written: Event, Date, Tigers, Men as far as they are set, then the
  // others in the order of their setting. Game, Position, Result and Termination are no tags here: they
  // follow from the game, the start, the moves and declared().
  [[nodiscard]] const std::vector<RecordTag>& tags() const noexcept { return tags_; }
  [[nodiscard]] std::optional<std::string_view> tag(std::string_view name) const;  // until tags change
  // Sets or replaces a tag. Fails, changing nothing, as `text` for the four names above and for a name
  // that is not 1 to 80 letters, digits and underscores, as `limit` for a tag too many.
  [[nodiscard]] Result<void> set_tag(std::string_view name, std::string value);
  [[nodiscard]] static bool is_tag_name(std::string_view name) noexcept;
  // Whether the tag is one of those that are written before all others.
  [[nodiscard]] static bool is_usual_tag(std::string_view name) noexcept;

  // Nodes, the root included. A reference lasts until a move is added.
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] const RecordNode& node(NodeId id) const { return nodes_[id]; }
  // The nodes of the mainline after the root.
  [[nodiscard]] std::vector<NodeId> mainline() const;
  // The game up to a node (without a declared end). Takes time in the length of the line.
  [[nodiscard]] Play play_to(NodeId id) const;
  // The turns made at a node since the game's start, as positions count them.
  [[nodiscard]] std::uint32_t ply(NodeId id) const;

  // Adds a move after a node: as its line's next move if it has none yet, else as a variation. Fails,
  // changing nothing, as `illegal` for an illegal move or one after the end of the game (the draws by
  // history and a declared end included), as `limit` when variations would nest too deeply.
  [[nodiscard]] Result<NodeId> add(NodeId parent, Move move);
  // The same without the checks: they must be known to hold.
  NodeId add_unchecked(NodeId parent, Move move);
  // Makes the node its parent's first child, so that its line is the one that goes on. A declared end is
  // forgotten when the mainline changes. False, changing nothing, for the root or when the others would
  // then nest too deeply.
  bool promote(NodeId id);

  // Comments of a node, to be read and changed freely.
  [[nodiscard]] std::vector<std::string>& comments(NodeId id) { return nodes_[id].comments; }
  // Adds a comment before a move: to its own lead where it begins a variation, else after the move
  // before it, where it will be read.
  void add_lead(NodeId id, std::string comment);

  // The seconds left on the mover's clock after the move, as the node's comments tell it: the first
  // well-formed [%clk h:mm:ss]; nothing if there is none.
  [[nodiscard]] std::optional<std::uint32_t> clock(NodeId id) const;
  // Writes the clock into the node's comments, in place of what is there, else as a comment of its own
  // before the others. At most max_clock seconds are written.
  void set_clock(NodeId id, std::uint32_t seconds);
  static constexpr std::uint32_t max_clock = 999 * 3600 + 3599;

  // The end that a player declared after the mainline's last move; open if none did.
  [[nodiscard]] const Outcome& declared() const noexcept { return declared_; }
  // Sets it (a win by resignation or time, a draw by agreement) or, given an open outcome, clears it.
  // False, changing nothing, for anything else. Where the game is over by rule it has no effect.
  bool declare(Outcome outcome);

 private:
  [[nodiscard]] bool too_deep() const;

  std::shared_ptr<const Game> game_;
  Position start_;
  std::vector<RecordTag> tags_;
  std::vector<RecordNode> nodes_;
  Outcome declared_;
};

// The record of a game as played, without tags.
[[nodiscard]] Record record_of(const Play& play);

// The mainline as a game, its declared end included.
[[nodiscard]] Play replay(const Record& record);

// The canonical text of a record; ends with a line end. Reading it gives an equal record.
[[nodiscard]] std::string format_record(const Record& record);
// Several records, an empty line between them.
[[nodiscard]] std::string format_records(std::span<const Record> records);

// The records of a file, none if it is blank. An error tells the game's number from 1, for a move also
// its ply, and the place by line and column (bytes from 1). Refused as `text`: what is not UTF-8 or
// does not follow the grammar, a wrong move number, a result that contradicts its tag, its termination
// or the moves; as `illegal`: an illegal move, a move after the end; as `unknown`: a game that the
// catalogue does not have; as `limit`: more than the bounds above.
[[nodiscard]] Result<std::vector<Record>> parse_records(Catalogue& catalogue, std::string_view text);

}  // namespace rimau
