// Reads game and board files: TOML into the structures of spec.hpp, every key accounted for.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "game/spec.hpp"

namespace rimau {
namespace {

using Failure = std::unexpected<Error>;

// The kinds of values that rules can have.
bool is_rule_key(std::string_view key) {
  static const std::set<std::string_view> keys{"board-variant", "capture",   "first",  "men",        "men-at",
                                               "quiet",         "relocate",  "remove", "repetition", "stuck",
                                               "tigers",        "tigers-at", "win"};
  return keys.contains(key);
}

std::size_t topic_rank(std::string_view about) {
  return static_cast<std::size_t>(std::ranges::find(rule_topics, about) - rule_topics.begin());
}

// In the order of rule_topics; texts about the same stay as they were written.
void sort_by_topic(std::vector<RuleText>& texts) {
  std::ranges::stable_sort(texts, {}, [](const RuleText& text) { return topic_rank(text.about); });
}

// One file being read; remembers its name for errors.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  Result<GameFile> read(const toml::table& root) {
    GameFile file;
    if (auto known = only_keys(root, "", {"board", "drafts", "game"}); !known) return Failure(known.error());
    auto drafts = read_drafts(root);
    if (!drafts) return Failure(drafts.error());
    if (root.contains("board")) {
      auto table = need_table(root, "board");
      if (!table) return Failure(table.error());
      auto board = read_board(**table);
      if (!board) return Failure(board.error());
      board->drafts = *drafts;
      file.boards.push_back(*std::move(board));
    }
    if (root.contains("game")) {
      auto table = need_table(root, "game");
      if (!table) return Failure(table.error());
      auto game = read_game(**table);
      if (!game) return Failure(game.error());
      game->drafts = *drafts;
      file.games.push_back(*std::move(game));
    }
    if (file.boards.empty() && file.games.empty())
      return fail(ErrorKind::text, "neither a [board] nor a [game]", {.file = file_, .line = 1});
    return file;
  }

 private:
  [[nodiscard]] Place place(const toml::node& node, std::string_view field = {}) const {
    return {.file = file_, .line = static_cast<int>(node.source().begin.line), .field = std::string(field)};
  }
  [[nodiscard]] Failure refuse(const toml::node& node, std::string_view field, std::string message) const {
    return fail(ErrorKind::text, std::move(message), place(node, field));
  }

  Result<void> only_keys(const toml::table& table, std::string_view where,
                         const std::set<std::string_view>& known) const {
    for (const auto& [key, value] : table) {
      if (known.contains(key.str())) continue;
      std::vector<std::string> names(known.begin(), known.end());
      return fail(ErrorKind::text, cat("unknown key \"", shown(key.str()), "\"; known here: ", join(names, ", ")),
                  {.file = file_, .line = static_cast<int>(key.source().begin.line), .field = std::string(where)});
    }
    return {};
  }

  Result<const toml::table*> need_table(const toml::table& parent, std::string_view key) const {
    const auto* node = parent.get(key);
    if (node == nullptr) return refuse(parent, key, "missing; expected a table");
    if (!node->is_table()) return refuse(*node, key, "expected a table");
    return node->as_table();
  }

  Result<std::string> need_string(const toml::table& parent, std::string_view key) const {
    const auto* node = parent.get(key);
    if (node == nullptr) return refuse(parent, key, "missing; expected a text");
    if (!node->is_string()) return refuse(*node, key, "expected a text in quotes");
    return node->as_string()->get();
  }

  Result<std::string> string_or(const toml::table& parent, std::string_view key, std::string otherwise) const {
    if (!parent.contains(key)) return otherwise;
    return need_string(parent, key);
  }

  // Ids are written in commands, file names and records: letters, digits and inner hyphens.
  Result<std::string> need_id(const toml::table& parent, std::string_view key) const {
    auto id = need_string(parent, key);
    if (!id) return id;
    const bool good = !id->empty() && id->size() <= 40 && id->front() != '-' && id->back() != '-' &&
                      id->find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
    if (!good) return refuse(*parent.get(key), key, "expected 1 to 40 lower-case letters, digits and inner hyphens");
    return id;
  }

  Result<std::vector<std::string>> string_list(const toml::node& node, std::string_view field) const {
    const auto* array = node.as_array();
    if (array == nullptr) return refuse(node, field, "expected a list of texts");
    std::vector<std::string> texts;
    for (const auto& element : *array) {
      if (!element.is_string()) return refuse(element, field, "expected a text in quotes");
      texts.push_back(element.as_string()->get());
    }
    return texts;
  }

  Result<LocalText> local_text(const toml::table& parent, std::string_view key) const {
    LocalText text;
    if (!parent.contains(key)) return text;
    auto table = need_table(parent, key);
    if (!table) return Failure(table.error());
    for (const auto& [language, value] : **table) {
      if (!value.is_string()) return refuse(value, cat(key, ".", language.str()), "expected a text in quotes");
      if (auto set = set_language(text, value, key, language.str()); !set) return Failure(set.error());
    }
    if (!text.has("en")) return refuse(**table, key, "no English (en); other languages fall back to it");
    return text;
  }

  Result<void> check_language(const toml::node& node, std::string_view field, std::string_view language) const {
    const bool good = (language.size() == 2 || language.size() == 3) &&
                      language.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
    if (!good) return refuse(node, field, cat("\"", shown(language), "\" is no language code such as en or ace"));
    return {};
  }

  Result<void> set_language(LocalText& text, const toml::node& value, std::string_view field,
                            std::string_view language) const {
    if (auto good = check_language(value, field, language); !good) return good;
    auto prose = read_prose(value, field);
    if (!prose) return Failure(prose.error());
    text.set(std::string(language), *std::move(prose));
    return {};
  }

  // A text for people. Files wrap it over lines, so runs of blanks and line ends count as one blank;
  // other control characters would reach terminals and are refused.
  Result<std::string> read_prose(const toml::node& value, std::string_view field) const {
    std::string prose;
    for (const char character : value.as_string()->get()) {
      const bool blank = character == ' ' || character == '\n' || character == '\r' || character == '\t';
      if (!blank) prose += character;
      else if (!prose.empty() && prose.back() != ' ') prose += ' ';
    }
    if (!prose.empty() && prose.back() == ' ') prose.pop_back();
    if (prose.empty()) return refuse(value, field, "an empty text; leave it out instead");
    if (shown(prose, prose.size()) != prose) return refuse(value, field, "control characters in a text");
    return prose;
  }

  Result<std::set<std::string, std::less<>>> read_drafts(const toml::table& root) const {
    std::set<std::string, std::less<>> drafts;
    const auto* node = root.get("drafts");
    if (node == nullptr) return drafts;
    auto languages = string_list(*node, "drafts");
    if (!languages) return Failure(languages.error());
    for (auto& language : *languages) {
      if (auto good = check_language(*node, "drafts", language); !good) return Failure(good.error());
      if (!drafts.insert(language).second) return refuse(*node, "drafts", cat(language, " is listed twice"));
    }
    return drafts;
  }

  Result<BoardFile> read_board(const toml::table& table) const {
    if (auto known = only_keys(table, "board", {"id", "name", "lines", "places", "variants"}); !known)
      return Failure(known.error());
    BoardFile file;
    file.place = place(table, "board");
    auto id = need_id(table, "id");
    if (!id) return Failure(id.error());
    file.board.id = *std::move(id);
    auto name = local_text(table, "name");
    if (!name) return Failure(name.error());
    file.name = *std::move(name);
    const auto* lines = table.get("lines");
    if (lines == nullptr || !lines->is_array()) return refuse(table, "lines", "missing; expected a list of lines");
    for (const auto& line : *lines->as_array()) {
      if (!line.is_string()) return refuse(line, "lines", "expected point names in quotes");
      file.board.lines.push_back({line.as_string()->get(), static_cast<int>(line.source().begin.line)});
    }
    if (auto done = read_places(table, file); !done) return Failure(done.error());
    if (auto done = read_variants(table, file); !done) return Failure(done.error());
    return file;
  }

  Result<void> read_places(const toml::table& table, BoardFile& file) const {
    if (!table.contains("places")) return {};
    auto places = need_table(table, "places");
    if (!places) return Failure(places.error());
    for (const auto& [point, node] : **places) {
      const auto* pair = node.as_array();
      const auto x = pair != nullptr && pair->size() == 2 ? pair->get(0)->value<double>() : std::nullopt;
      const auto y = pair != nullptr && pair->size() == 2 ? pair->get(1)->value<double>() : std::nullopt;
      if (!x || !y) return refuse(node, "places", "expected [x, y], two numbers");
      file.board.places.push_back({std::string(point.str()), {*x, *y}, static_cast<int>(node.source().begin.line)});
    }
    return {};
  }

  Result<void> read_variants(const toml::table& table, BoardFile& file) const {
    if (!table.contains("variants")) return {};
    auto variants = need_table(table, "variants");
    if (!variants) return Failure(variants.error());
    for (const auto& [name, node] : **variants) {
      const auto* cuts = node.as_array();
      if (cuts == nullptr) return refuse(node, "variants", "expected a list of { line, at }");
      BoardVariant variant;
      for (const auto& cut : *cuts) {
        const auto* entry = cut.as_table();
        if (entry == nullptr) return refuse(cut, "variants", "expected { line = \"…\", at = \"…\" }");
        if (auto known = only_keys(*entry, "variants", {"line", "at"}); !known) return Failure(known.error());
        auto line = need_string(*entry, "line");
        auto at = need_string(*entry, "at");
        if (!line) return Failure(line.error());
        if (!at) return Failure(at.error());
        variant.cuts.push_back({*line, *at, place(cut, "variants")});
      }
      file.variants.emplace(std::string(name.str()), std::move(variant));
    }
    return {};
  }

  Result<GameSpec> read_game(const toml::table& table) const {
    if (auto known = only_keys(table, "game",
                               {"id", "extends", "board", "name", "origin", "tiger", "man", "tigers", "men", "rules",
                                "options", "texts", "sources"});
        !known)
      return Failure(known.error());
    GameSpec game;
    game.place = place(table, "game");
    auto id = need_id(table, "id");
    if (!id) return Failure(id.error());
    game.id = *std::move(id);
    for (const auto& [key, target] : {std::pair{"extends", &game.extends}, {"board", &game.board}}) {
      auto text = string_or(table, key, "");
      if (!text) return Failure(text.error());
      *target = *std::move(text);
    }
    for (const auto& [key, target] : {std::pair{"name", &game.name},
                                      {"origin", &game.origin},
                                      {"tiger", &game.tiger},
                                      {"man", &game.man},
                                      {"tigers", &game.tigers},
                                      {"men", &game.men}}) {
      auto text = local_text(table, key);
      if (!text) return Failure(text.error());
      *target = *std::move(text);
    }
    if (table.contains("rules")) {
      auto rules_table = need_table(table, "rules");
      if (!rules_table) return Failure(rules_table.error());
      auto rules = rule_table(**rules_table, "rules");
      if (!rules) return Failure(rules.error());
      game.rules = *std::move(rules);
    }
    if (auto done = read_options(table, game); !done) return Failure(done.error());
    if (auto done = read_texts(table, game); !done) return Failure(done.error());
    if (auto done = read_sources(table, game); !done) return Failure(done.error());
    return game;
  }

  Result<RuleTable> rule_table(const toml::table& table, std::string_view where) const {
    RuleTable rules;
    for (const auto& [key, node] : table) {
      const auto field = cat(where, ".", key.str());
      if (!is_rule_key(key.str()))
        return fail(ErrorKind::text, cat("unknown rule \"", shown(key.str()), "\""),
                    {.file = file_, .line = static_cast<int>(key.source().begin.line), .field = std::string(where)});
      RuleValue value{.value = false, .place = place(node, field)};
      if (node.is_string()) {
        value.value = node.as_string()->get();
      } else if (node.is_integer()) {
        value.value = node.as_integer()->get();
      } else if (node.is_boolean()) {
        value.value = node.as_boolean()->get();
      } else {
        auto list = string_list(node, field);
        if (!list) return Failure(list.error());
        value.value = *std::move(list);
      }
      rules.emplace(std::string(key.str()), std::move(value));
    }
    return rules;
  }

  Result<void> read_options(const toml::table& table, GameSpec& game) const {
    if (!table.contains("options")) return {};
    auto options = need_table(table, "options");
    if (!options) return Failure(options.error());
    for (const auto& [key, node] : **options) {
      const auto* entry = node.as_table();
      if (entry == nullptr) return refuse(node, "options", "expected a table");
      auto option = read_option(*entry, cat("options.", key.str()));
      if (!option) return Failure(option.error());
      game.options.emplace(std::string(key.str()), *std::move(option));
    }
    return {};
  }

  Result<OptionSpec> read_option(const toml::table& table, const std::string& where) const {
    if (auto known = only_keys(table, where, {"default", "values", "number", "about"}); !known)
      return Failure(known.error());
    OptionSpec option;
    option.place = place(table, where);
    auto initial = need_string(table, "default");
    if (!initial) return Failure(initial.error());
    option.initial = *std::move(initial);
    auto about = local_text(table, "about");
    if (!about) return Failure(about.error());
    option.about = *std::move(about);
    auto values = need_table(table, "values");
    if (!values) return Failure(values.error());
    for (const auto& [name, node] : **values) {
      if (name.str().empty() ||
          name.str().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") != std::string_view::npos)
        return refuse(node, where, "expected a value's name of lower-case letters and digits");
      const auto* entry = node.as_table();
      if (entry == nullptr) return refuse(node, where, "expected a table of rules");
      auto rules = rule_table(*entry, cat(where, ".", name.str()));
      if (!rules) return Failure(rules.error());
      option.values.emplace(std::string(name.str()), *std::move(rules));
    }
    if (!option.values.contains(option.initial))
      return refuse(table, where, cat("the default \"", shown(option.initial), "\" is none of the values"));
    if (table.contains("number")) {
      if (auto done = read_number(table, where, option); !done) return Failure(done.error());
    }
    return option;
  }

  Result<void> read_number(const toml::table& table, const std::string& where, OptionSpec& option) const {
    auto number = need_table(table, "number");
    if (!number) return Failure(number.error());
    if (auto known = only_keys(**number, where, {"sets", "min", "max"}); !known) return Failure(known.error());
    auto sets = need_string(**number, "sets");
    if (!sets) return Failure(sets.error());
    if (!is_rule_key(*sets)) return refuse(**number, where, cat("unknown rule \"", shown(*sets), "\""));
    option.number_sets = *std::move(sets);
    const auto min = (**number)["min"].value<std::int64_t>();
    const auto max = (**number)["max"].value<std::int64_t>();
    if (!min || !max || *min < 0 || *max < *min || *max > 100'000)
      return refuse(**number, where, "expected min and max with 0 <= min <= max <= 100000");
    option.number_min = static_cast<unsigned>(*min);
    option.number_max = static_cast<unsigned>(*max);
    return {};
  }

  Result<void> read_texts(const toml::table& table, GameSpec& game) const {
    const auto* texts = table.get("texts");
    if (texts == nullptr) return {};
    if (!texts->is_array()) return refuse(*texts, "texts", "expected a list, written [[game.texts]]");
    for (const auto& node : *texts->as_array()) {
      const auto* entry = node.as_table();
      if (entry == nullptr) return refuse(node, "texts", "expected a table");
      RuleText text;
      text.place = place(node, "texts");
      auto about = need_string(*entry, "about");
      if (!about) return Failure(about.error());
      text.about = *std::move(about);
      if (topic_rank(text.about) == rule_topics.size())
        return refuse(*entry->get("about"), "texts.about",
                      cat("expected one of ", join({rule_topics.begin(), rule_topics.end()}, ", ")));
      for (const auto& [key, value] : *entry) {
        if (key.str() == "about") continue;
        if (key.str() == "ruling") {
          if (!value.is_boolean()) return refuse(value, "texts.ruling", "expected true or false");
          text.ruling = value.as_boolean()->get();
        } else if (key.str() == "sources") {
          auto list = string_list(value, "texts.sources");
          if (!list) return Failure(list.error());
          text.sources = *std::move(list);
        } else if (!value.is_string()) {
          return refuse(value, cat("texts.", key.str()), "expected a text in quotes");
        } else if (auto set = set_language(text.text, value, "texts", key.str()); !set) {
          return Failure(set.error());
        }
      }
      if (!text.text.has("en")) return refuse(*entry, "texts", "no English (en); other languages fall back to it");
      game.texts.push_back(std::move(text));
    }
    sort_by_topic(game.texts);
    return {};
  }

  Result<void> read_sources(const toml::table& table, GameSpec& game) const {
    if (!table.contains("sources")) return {};
    auto sources = need_table(table, "sources");
    if (!sources) return Failure(sources.error());
    for (const auto& [key, node] : **sources) {
      if (!node.is_string()) return refuse(node, "sources", "expected a text in quotes");
      auto citation = read_prose(node, "sources");
      if (!citation) return Failure(citation.error());
      game.sources.emplace(std::string(key.str()), *std::move(citation));
    }
    return {};
  }

  std::string file_;
};

template <class Map>
void overlay(Map& over, const Map& base) {
  for (const auto& [key, value] : base) over.try_emplace(key, value);
}

}  // namespace

std::string_view LocalText::get(std::string_view language) const {
  auto found = texts_.find(language);
  if (found == texts_.end()) found = texts_.find(std::string_view("en"));
  return found == texts_.end() ? std::string_view{} : std::string_view(found->second);
}

std::string_view GameSpec::piece_name(Side side, int count, std::string_view language) const {
  const bool one = count == 1;
  if (side == Side::tigers) {
    if (!(one ? tiger : tigers).empty()) return (one ? tiger : tigers).get(language);
    return one ? "tiger" : "tigers";
  }
  if (!(one ? man : men).empty()) return (one ? man : men).get(language);
  return one ? "man" : "men";
}

Result<GameFile> parse_game_file(std::string_view text, const std::string& file) {
  if (const auto bad = find_invalid_utf8(text); bad != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    return fail(ErrorKind::text, "not UTF-8 text", {.file = file, .line = static_cast<int>(line)});
  }
  const auto parsed = toml::parse(text);
  if (!parsed) {
    const auto& error = parsed.error();
    return fail(ErrorKind::text, std::string(error.description()),
                {.file = file,
                 .line = static_cast<int>(error.source().begin.line),
                 .column = static_cast<int>(error.source().begin.column)});
  }
  return Reader(file).read(parsed.table());
}

GameSpec extended(GameSpec game, const GameSpec& base) {
  if (game.board.empty()) game.board = base.board;
  if (game.name.empty()) game.name = base.name;
  if (game.origin.empty()) game.origin = base.origin;
  if (game.tiger.empty()) game.tiger = base.tiger;
  if (game.man.empty()) game.man = base.man;
  if (game.tigers.empty()) game.tigers = base.tigers;
  if (game.men.empty()) game.men = base.men;
  overlay(game.rules, base.rules);
  overlay(game.options, base.options);
  overlay(game.sources, base.sources);
  game.drafts.insert(base.drafts.begin(), base.drafts.end());
  return with_texts(std::move(game), base.texts);
}

GameSpec with_texts(GameSpec game, const std::vector<RuleText>& texts) {
  std::set<std::string, std::less<>> told;
  for (const auto& text : game.texts) told.insert(text.about);
  for (const auto& text : texts)
    if (!told.contains(text.about)) game.texts.push_back(text);
  sort_by_topic(game.texts);
  return game;
}

}  // namespace rimau
