// All games that can be named: the built-in ones and those of files the user gives.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.hpp"

namespace rimau {

// Not thread-safe: open() keeps what it compiled. The games it hands out may be shared by threads
// and outlive the catalogue.
class Catalogue {
 public:
  // The games built into the program. Never fails: the files are checked by the tests.
  Catalogue();

  // Adds the boards and games of a file's text; `file` is what errors call it. Every game is
  // compiled once with its defaults and once with each value of each option, so that a fault is found
  // now. Refused as a whole, changing nothing, on any error, when a name is already taken, or when the
  // games and option values are more than 300 or their smallest traps too costly to derive together.
  [[nodiscard]] Result<void> add(std::string_view text, const std::string& file);

  // The ids, in byte order.
  [[nodiscard]] std::vector<std::string> ids() const;
  // The named game's file contents, extended; nothing if there is no such game.
  [[nodiscard]] std::shared_ptr<const GameSpec> spec(std::string_view id) const;

  // The name of a board in that language, else in English, else its id.
  [[nodiscard]] std::string_view board_name(std::string_view id, std::string_view language) const;

  // The options of a game, its own and those that every game has, by key.
  [[nodiscard]] static std::map<std::string, OptionSpec, std::less<>> options(const GameSpec& spec);

  // The game named `id` or `id:key=value,…`, keys in any order. Fails as `unknown` for a game, key or
  // value that does not exist (saying which do), as `text` for anything else.
  [[nodiscard]] Result<std::shared_ptr<const Game>> open(std::string_view text);

 private:
  [[nodiscard]] Result<void> add_file(const GameFile& file);
  [[nodiscard]] Result<void> check_options(const GameSpec& spec);
  [[nodiscard]] Result<void> compile_all(const GameSpec& spec, int& left);
  [[nodiscard]] Result<std::shared_ptr<const Game>> open_within_budget(std::string_view text);
  [[nodiscard]] Result<std::shared_ptr<const Game>> compile(const std::string& canonical,
                                                            std::shared_ptr<const GameSpec> spec,
                                                            const RuleTable& rules);

  static constexpr std::size_t max_kept = 256;
  static constexpr int max_compiled = 300;  // by one add()

  std::map<std::string, BoardFile, std::less<>> boards_;
  std::map<std::string, std::shared_ptr<const GameSpec>, std::less<>> specs_;
  std::map<std::string, std::shared_ptr<const Game>, std::less<>> opened_;
  Effort effort_;  // what the add() or open() under way may still cost
};

}  // namespace rimau
