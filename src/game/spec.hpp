// What a game file says, after its grammar was checked and before its sense is.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/errors.hpp"
#include "board/board.hpp"
#include "game/side.hpp"

namespace rimau {

// A text in several languages, by language code (en, ms, id, es, ace, …).
class LocalText {
 public:
  LocalText() = default;
  LocalText(std::initializer_list<std::pair<const std::string, std::string>> texts) : texts_(texts) {}
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

// What a rule text can be about, in the order in which people are told.
inline constexpr std::array<std::string_view, 14> rule_topics{"name",  "board",   "aim",     "start",  "opening",
                                                              "drops", "moves",   "capture", "stuck",  "end",
                                                              "draws", "options", "advice",  "history"};

// One rule as told to people: what it is about, who says so, and the words.
struct RuleText {
  std::string about;                 // one of rule_topics
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
  LocalText tiger;  // what one piece of each side is called
  LocalText man;
  LocalText tigers;  // and several
  LocalText men;
  RuleTable rules;
  std::map<std::string, OptionSpec, std::less<>> options;
  std::vector<RuleText> texts;                              // in the order of rule_topics
  std::map<std::string, std::string, std::less<>> sources;  // full citations, by the key that texts use
  std::set<std::string, std::less<>> drafts;                // languages that no native speaker has read yet
  Place place;

  // What `count` pieces of a side are called ("tiger", "tigers"); by the side's own English name if
  // the file gives none.
  [[nodiscard]] std::string_view piece_name(Side side, int count, std::string_view language) const;
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
  std::set<std::string, std::less<>> drafts;  // as in GameSpec
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

// The game laid over the one it extends: what `game` leaves out comes from `base`. Its texts about a
// topic take the place of all the base's texts about that topic.
[[nodiscard]] GameSpec extended(GameSpec game, const GameSpec& base);

// The game with those of the texts, about topics that it says nothing about, added.
[[nodiscard]] GameSpec with_texts(GameSpec game, const std::vector<RuleText>& texts);

}  // namespace rimau
