#include "game/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "game/common.hpp"
#include "game/embedded.hpp"

namespace rimau {
namespace {

using Failure = std::unexpected<Error>;

// What the value text selects, or nothing if the option has no such value.
std::optional<RuleTable> selected(const OptionSpec& option, std::string_view value) {
  if (const auto found = option.values.find(std::string(value)); found != option.values.end()) return found->second;
  if (option.number_sets.empty()) return std::nullopt;
  const auto number = parse_number(value, option.number_max);
  if (!number || *number < option.number_min) return std::nullopt;
  return RuleTable{{option.number_sets, RuleValue{std::int64_t{*number}, option.place}}};
}

std::string expected_values(const OptionSpec& option) {
  std::vector<std::string> words;
  for (const auto& [value, rules] : option.values) words.push_back(value);
  if (!option.number_sets.empty()) words.push_back(cat("a number from ", option.number_min, " to ", option.number_max));
  return join(words, ", ");
}

RuleTable laid_over(RuleTable over, const RuleTable& base) {
  for (const auto& [key, value] : base) over.try_emplace(key, value);
  return over;
}

// The board's lines with the variant's cuts made.
Result<BoardSpec> cut_board(const BoardFile& file, const std::string& name, const Place& place) {
  BoardSpec board = file.board;
  const auto variant = file.variants.find(name);
  if (variant == file.variants.end())
    return fail(ErrorKind::text, cat("the board ", board.id, " has no variant \"", shown(name), "\""), place);
  for (const auto& cut : variant->second.cuts) {
    const auto line = std::ranges::find(board.lines, cut.line, &BoardSpec::Line::text);
    if (line == board.lines.end())
      return fail(ErrorKind::text, cat("\"", shown(cut.line), "\" is no line of the board"), cut.place);
    const auto at = cut.line.find(cut.at);
    if (cut.at.size() != 2 || at == std::string::npos || at == 0 || at + 2 == cut.line.size())
      return fail(ErrorKind::text, cat("\"", shown(cut.at), "\" is not inside the line"), cut.place);
    const BoardSpec::Line tail{cut.line.substr(at), line->source_line};
    line->text = cut.line.substr(0, at + 2);
    board.lines.insert(line + 1, tail);
  }
  return board;
}

}  // namespace

Catalogue::Catalogue() {
  // Boards first: the games name them. A game may extend one that comes later in the list, so the
  // games are tried until none is left.
  std::vector<GameFile> waiting;
  for (const auto& file : embedded_files()) {
    auto parsed = parse_game_file(file.text, std::string(file.name));
    if (parsed) waiting.push_back(*std::move(parsed));
  }
  for (auto& file : waiting)
    for (auto& board : std::exchange(file.boards, {})) boards_.emplace(board.board.id, std::move(board));
  for (std::size_t round = 0; round < waiting.size(); ++round)
    for (auto& file : waiting)
      for (const auto& game : file.games) {
        if (specs_.contains(game.id)) continue;
        if (game.extends.empty()) specs_.emplace(game.id, std::make_shared<GameSpec>(with_common_texts(game)));
        else if (const auto base = spec(game.extends))
          specs_.emplace(game.id, std::make_shared<GameSpec>(with_common_texts(extended(game, *base))));
      }
}

Result<void> Catalogue::add(std::string_view text, const std::string& file) {
  auto parsed = parse_game_file(text, file);
  if (!parsed) return Failure(std::move(parsed).error());
  Catalogue grown = *this;
  grown.effort_ = {};
  if (auto added = grown.add_file(*parsed); !added) return added;
  *this = std::move(grown);
  return {};
}

Result<void> Catalogue::add_file(const GameFile& file) {
  for (const auto& board : file.boards) {
    if (boards_.contains(board.board.id))
      return fail(ErrorKind::text, cat("there is a board \"", board.board.id, "\" already"), board.place);
    auto made = Board::make(board.board);
    if (!made) return Failure(std::move(made).error().in_file(board.place.file));
    for (const auto& [name, variant] : board.variants) {
      auto cut = cut_board(board, name, board.place);
      if (!cut) return Failure(std::move(cut).error());
      if (auto cut_made = Board::make(*cut); !cut_made)
        return Failure(std::move(cut_made).error().in_file(board.place.file));
    }
    boards_.emplace(board.board.id, board);
  }
  int left = max_compiled;
  for (const auto& game : file.games) {
    if (specs_.contains(game.id))
      return fail(ErrorKind::text, cat("there is a game \"", game.id, "\" already"), game.place);
    auto full = std::make_shared<GameSpec>(with_common_texts(game));
    if (!game.extends.empty()) {
      const auto base = spec(game.extends);
      if (base == nullptr)
        return fail(ErrorKind::text, cat("extends \"", shown(game.extends), "\", which is no game"), game.place);
      *full = with_common_texts(extended(game, *base));
    }
    if (auto checked = check_options(*full); !checked) return checked;
    specs_.emplace(game.id, full);
    if (auto compiled = compile_all(*full, left); !compiled) return compiled;
  }
  return {};
}

// The game with its defaults and with each value of each option; of numbers the first and the last.
Result<void> Catalogue::compile_all(const GameSpec& spec, int& left) {
  std::vector<std::string> names{spec.id};
  for (const auto& [key, option] : spec.options) {
    for (const auto& [value, rules] : option.values) names.push_back(cat(spec.id, ":", key, "=", value));
    if (option.number_sets.empty()) continue;
    for (const auto number : {option.number_min, option.number_max})
      names.push_back(cat(spec.id, ":", key, "=", number));
  }
  left -= static_cast<int>(names.size());
  if (left < 0)
    return fail(ErrorKind::limit, cat("more than ", max_compiled, " games and option values in one file"), spec.place);
  for (const auto& name : names)
    if (auto game = open_within_budget(name); !game) return Failure(std::move(game).error());
  return {};
}

Result<void> Catalogue::check_options(const GameSpec& spec) {
  if (spec.name.empty()) return fail(ErrorKind::text, "missing; expected the game's name by language", spec.place);
  for (const auto& [key, option] : spec.options) {
    if (common_options().contains(key))
      return fail(ErrorKind::text, cat("every game has the option \"", key, "\" already"), option.place);
    if (key.empty() || key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
      return fail(ErrorKind::text, "an option is named with lower-case letters, digits and hyphens", option.place);
    if (!option.values.at(option.initial).empty())
      return fail(ErrorKind::text, cat("the default \"", option.initial, "\" changes rules; put them in [game.rules]"),
                  option.place);
  }
  for (const auto& text : spec.texts)
    for (const auto& source : text.sources)
      if (!spec.sources.contains(source))
        return fail(ErrorKind::text, cat("the source \"", shown(source), "\" is not listed in [game.sources]"),
                    text.place);
  return {};
}

std::vector<std::string> Catalogue::ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, spec] : specs_) ids.push_back(id);
  return ids;
}

std::shared_ptr<const GameSpec> Catalogue::spec(std::string_view id) const {
  const auto found = specs_.find(id);
  return found == specs_.end() ? nullptr : found->second;
}

std::string_view Catalogue::board_name(std::string_view id, std::string_view language) const {
  const auto found = boards_.find(id);
  if (found == boards_.end()) return id;
  const auto name = found->second.name.get(language);
  return name.empty() ? std::string_view(found->first) : name;
}

std::map<std::string, OptionSpec, std::less<>> Catalogue::options(const GameSpec& spec) {
  auto all = spec.options;
  all.insert(common_options().begin(), common_options().end());
  return all;
}

Result<std::shared_ptr<const Game>> Catalogue::open(std::string_view text) {
  effort_ = {};
  return open_within_budget(text);
}

Result<std::shared_ptr<const Game>> Catalogue::open_within_budget(std::string_view text) {
  // 1. The game.
  const auto colon = text.find(':');
  const auto id = text.substr(0, colon);
  const auto spec = this->spec(id);
  if (spec == nullptr)
    return fail(ErrorKind::unknown, cat("no game \"", shown(id), "\"; known: ", join(ids(), ", ")), {.field = "game"});

  // 2. The options, each known, with a known value, and given once.
  const auto known = options(*spec);
  std::map<std::string, std::string> chosen;
  if (colon != std::string_view::npos) {
    for (const auto pair : split(text.substr(colon + 1), ',')) {
      const auto equals = pair.find('=');
      const auto key = pair.substr(0, equals);
      const auto option = known.find(key);
      if (equals == std::string_view::npos || option == known.end()) {
        std::vector<std::string> keys;
        for (const auto& [name, unused] : known) keys.push_back(name);
        return fail(
            ErrorKind::unknown,
            cat("no option \"", shown(pair), "\" of ", id, "; expected key=value with one of ", join(keys, ", ")),
            {.column = static_cast<int>(pair.data() - text.data()) + 1, .field = "game"});
      }
      const auto value = pair.substr(equals + 1);
      if (!selected(option->second, value))
        return fail(ErrorKind::unknown,
                    cat("no value \"", shown(value), "\" of ", key, "; expected ", expected_values(option->second)),
                    {.column = static_cast<int>(value.data() - text.data()) + 1, .field = "game"});
      if (!chosen.emplace(key, value).second)
        return fail(ErrorKind::text, cat("the option ", key, " is given twice"), {.field = "game"});
    }
  }

  // 3. The canonical text: options in byte order, defaults left out.
  std::string canonical(id);
  RuleTable rules = spec->rules;
  for (const auto& [key, value] : chosen) {
    const auto& option = known.at(key);
    if (value == option.initial) continue;
    canonical += cat(canonical.size() == id.size() ? ':' : ',', key, "=", value);
    rules = laid_over(*selected(option, value), rules);
  }
  if (const auto found = opened_.find(canonical); found != opened_.end()) return found->second;
  return compile(canonical, spec, rules);
}

Result<std::shared_ptr<const Game>> Catalogue::compile(const std::string& canonical,
                                                       std::shared_ptr<const GameSpec> spec, const RuleTable& rules) {
  const auto file = boards_.find(spec->board);
  if (file == boards_.end()) {
    Place place = spec->place;
    place.field = "board";
    return fail(ErrorKind::text,
                spec->board.empty() ? "missing; expected a board's id" : cat("no board \"", shown(spec->board), "\""),
                place);
  }
  BoardSpec board_spec = file->second.board;
  if (const auto variant = rules.find("board-variant"); variant != rules.end()) {
    const auto* name = std::get_if<std::string>(&variant->second.value);
    if (name == nullptr) return fail(ErrorKind::text, "expected the name of a variant", variant->second.place);
    auto cut = cut_board(file->second, *name, variant->second.place);
    if (!cut) return Failure(std::move(cut).error());
    board_spec = *std::move(cut);
  }
  auto board = Board::make(board_spec);
  if (!board) return Failure(std::move(board).error().in_file(file->second.place.file));
  auto game = Game::make(canonical, *std::move(board), std::move(spec), rules, effort_);
  if (!game) return Failure(std::move(game).error());
  auto shared = std::make_shared<const Game>(*std::move(game));
  if (opened_.size() >= max_kept) opened_.clear();  // strangers choose the options; memory stays bounded
  opened_.emplace(canonical, shared);
  return shared;
}

}  // namespace rimau
