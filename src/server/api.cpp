#include "server/api.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>

#include <algorithm>
#include <map>

#include "notation/notation.hpp"

namespace rimau::server {
namespace {

namespace json = boost::json;

json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

json::object json_of(const LocalText& text) {
  json::object object;
  for (const auto& [language, words] : text.all()) object[view(language)] = view(words);
  return object;
}

json::array option_values(const OptionSpec& option) {
  json::array values;
  for (const auto& [value, rules] : option.values) values.push_back(view(value));
  return values;
}

json::array options_of(const GameSpec& spec) {
  json::array options;
  for (const auto& [key, option] : Catalogue::options(spec)) {
    json::object object{{"key", view(key)}, {"default", view(option.initial)}, {"values", option_values(option)}};
    if (!option.number_sets.empty()) object["number"] = {{"min", option.number_min}, {"max", option.number_max}};
    object["about"] = json_of(option.about);
    options.push_back(std::move(object));
  }
  return options;
}

json::object game_json(const Catalogue& catalogue, const Game& game) {
  const auto& spec = game.spec();
  const auto& rules = game.rules();
  return {{"id", view(game.id())},
          {"name", json_of(spec.name)},
          {"origin", json_of(spec.origin)},
          {"board",
           {{"id", view(spec.board)},
            {"name", view(catalogue.board_name(spec.board, "en"))},
            {"points", game.board().size()}}},
          {"tigers", {{"count", rules.tigers}, {"one", json_of(spec.tiger)}, {"several", json_of(spec.tigers)}}},
          {"men", {{"count", rules.men}, {"one", json_of(spec.man)}, {"several", json_of(spec.men)}}},
          {"first", view(name(rules.first))},
          {"start", view(format_position(game, start_position(game)))},
          {"options", options_of(spec)}};
}

void add_value(json::object& object, const tablebase::Value& value) {
  object["winner"] = view(name(value.verdict));
  if (value.distance) object["distance"] = *value.distance;
  else object["distance"] = nullptr;
}

}  // namespace

std::string games_json(Catalogue& catalogue) {
  json::array games;
  for (const auto& id : catalogue.ids())
    if (const auto game = catalogue.open(id)) games.push_back(game_json(catalogue, **game));
  return json::serialize(json::object{{"games", std::move(games)}});
}

std::string tables_json(const tablebase::Tables& tables) {
  // Tables of one set of rules belong together, whatever game they were made for.
  std::map<std::pair<std::string, std::uint64_t>, json::array> levels;
  for (const auto& file : tables.files()) {
    const auto& header = file.header();
    const std::string game(header.game.begin(), std::ranges::find(header.game, '\0'));
    levels[{game, header.fingerprint}].push_back(json::object{{"tigers_in_hand", header.tigers_in_hand},
                                                              {"men_in_hand", header.men_in_hand},
                                                              {"max_men_on_board", file.slices() - 1},
                                                              {"distances", file.has_distances()}});
  }
  json::array all;
  for (auto& [key, list] : levels)
    all.push_back(json::object{{"game", view(key.first)},
                               {"fingerprint", view(fmt::format("{:016x}", key.second))},
                               {"levels", std::move(list)}});
  return json::serialize(json::object{{"tables", std::move(all)}, {"left_out", tables.refusals().size()}});
}

std::string probe_json(const Game& game, const Position& position, const tablebase::Value& value,
                       const std::vector<tablebase::Probe::MoveValue>& moves) {
  json::object object{{"position", view(format_position(game, position))}};
  add_value(object, value);
  const auto end = outcome(game, position);
  if (end.over()) object["over"] = view(name(end.reason));
  else object["over"] = nullptr;
  json::array list;
  for (const auto& [move, after] : moves) {
    json::object entry{{"move", view(format_move(game, move))}};
    add_value(entry, tablebase::one_ply_back(after));
    list.push_back(std::move(entry));
  }
  object["moves"] = std::move(list);
  return json::serialize(object);
}

std::string error_json(const Error& error) {
  json::object place;
  if (!error.place.file.empty()) place["file"] = view(error.place.file);
  if (error.place.line > 0) place["line"] = error.place.line;
  if (error.place.column > 0) place["column"] = error.place.column;
  if (!error.place.field.empty()) place["field"] = view(error.place.field);
  return json::serialize(json::object{
      {"error", {{"kind", view(name(error.kind))}, {"message", view(error.message)}, {"place", std::move(place)}}}});
}

}  // namespace rimau::server
