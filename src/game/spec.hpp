// What a game file says, after its grammar was checked and before its sense is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/errors.hpp"
#include "board/board.hpp"

namespace rimau {

// A text in several languages, by language code (en, ms, id, es, ace, …).
class LocalText {
 public:
  void set(std::string language, std::string text) { texts_[std::move(language)] = std::move(text); }
  // The text in that language, else in English, else empty.
  [[nodiscard]] std::string_view get(std::string_view language) const;
  [[nodiscard]] bool has(std::string_view language) const { return texts_.contains(language); }
  [[nodiscard]] bool empty() const { return texts_.empty(); }
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& all() const { return texts_; }

 private:
  std::map<std::string, std::string, std::less<>> texts_;
};

// The keys of [rules] and what they may hold. An option's value is a table of the same kind, laid
// over the game's own.
struct RuleValue {
  std::variant<std::int64_t, bool, std::string, std::vector<std::string>> value;
  Place place;
};
using RuleTable = std::map<std::string, RuleValue, std::less<>>;

struct OptionSpec {
  std::string initial;                      // the value when none is given
  std::map<std::string, RuleTable> values;  // by the value's text
  std::string number_sets;                  // the rule that a numeric value sets, empty if none
  unsigned number_min = 0;
  unsigned number_max = 0;
  LocalText about;
  Place place;
};

// One rule as told to people: what it is about, who says so, and the words.
struct RuleText {
  std::string about;                 // board, aim, opening, drops, moves, capture, end, draws, advice
  std::vector<std::string> sources;  // keys of GameSpec::sources
  bool ruling = false;               // sources disagree or are silent; this is our reading
  LocalText text;
  Place place;
};

struct GameSpec {
  std::string id;
  std::string extends;  // the game whose contents this one starts from, empty if none
  std::string board;
  LocalText name;
  LocalText origin;
  LocalText tiger;  // what the pieces are called
  LocalText man;
  RuleTable rules;
  std::map<std::string, OptionSpec, std::less<>> options;
  std::vector<RuleText> texts;
  std::map<std::string, std::string, std::less<>> sources;
  Place place;
};

// A board file's variant: the named lines are cut at a point that stays an end of both parts.
struct BoardVariant {
  struct Cut {
    std::string line;
    std::string at;
    Place place;
  };
  std::vector<Cut> cuts;
};

struct BoardFile {
  BoardSpec board;
  LocalText name;
  std::map<std::string, BoardVariant, std::less<>> variants;
  Place place;
};

// The contents of one file: a board, a game, or both.
struct GameFile {
  std::vector<BoardFile> boards;
  std::vector<GameSpec> games;
};

// Reads the TOML text of a file; `file` is what errors call it. Checks the grammar and every key: an
// unknown key, a missing one or a value of the wrong type is refused with its line.
[[nodiscard]] Result<GameFile> parse_game_file(std::string_view text, const std::string& file);

// The game laid over the one it extends: what `game` leaves out comes from `base`.
[[nodiscard]] GameSpec extended(GameSpec game, const GameSpec& base);

}  // namespace rimau
