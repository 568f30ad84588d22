// A game's rules told to people: first as facts worked out from the compiled game, then as its file
// tells them.
#pragma once

#include <string>
#include <vector>

#include "game/catalogue.hpp"
#include "rulebook/phrases.hpp"

namespace rimau {

// "key=value|value|1..9": what may be chosen.
[[nodiscard]] std::string option_values(const std::string& key, const OptionSpec& option);

// The rules as they are told, part by part, for a caller that lays them out itself. What the game's file
// does not say in the language is in English.
struct ToldRules {
  struct Fact {
    std::string label;
    std::string text;
  };
  struct Option {
    std::string values;  // as option_values()
    std::string initial;
    std::string about;
    bool every_game = false;
  };
  struct Paragraph {
    std::string text;
    std::vector<std::string> sources;  // keys of ToldRules::sources
    bool ruling = false;               // our reading, where sources disagree or are silent
  };
  struct Topic {
    std::string about;  // one of rule_topics
    std::string heading;
    std::vector<Paragraph> paragraphs;
  };

  std::string name;
  std::string origin;  // may be empty
  bool draft = false;  // no native speaker has read this language's texts
  std::vector<Fact> facts;
  std::vector<Option> options;
  bool told_without_options = false;  // the topics tell the game without the options that it was opened with
  std::vector<Topic> topics;          // in the order of rule_topics
  std::vector<Fact> sources;          // key and citation
};
[[nodiscard]] ToldRules tell_rules(const Catalogue& catalogue, const Game& game, Language language);

// The lines of the text, each at most `width` columns (at least 20) and without a line end; parts are
// separated by empty lines. The catalogue names the board.
[[nodiscard]] std::vector<std::string> rules_text(const Catalogue& catalogue, const Game& game, Language language,
                                                  int width);

}  // namespace rimau
