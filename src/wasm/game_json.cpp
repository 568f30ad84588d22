#include "wasm/game_json.hpp"

#include "search/levels.hpp"

namespace rimau::wasm {
namespace {

void write_option(Json& out, const std::string& key, const OptionSpec& option, bool every_game, std::string_view code) {
  out.object().member("key", key).member("initial", option.initial).key("values").array();
  for (const auto& [value, rules] : option.values) out.value(value);
  const bool numbers = !option.number_sets.empty();
  out.end_array()
      .member("least", numbers ? option.number_min : 0)
      .member("most", numbers ? option.number_max : 0)
      .member("about", option.about.get(code))
      .member("everyGame", every_game)
      .end_object();
}

void write_game(Json& out, const Catalogue& catalogue, const GameSpec& spec, std::string_view code) {
  out.object()
      .member("id", spec.id)
      .member("name", spec.name.get(code))
      .member("origin", spec.origin.get(code))
      .member("draft", spec.drafts.contains(code))
      .member("boardName", catalogue.board_name(spec.board, code));
  out.key("pieces")
      .object()
      .member("tiger", spec.piece_name(Side::tigers, 1, code))
      .member("tigers", spec.piece_name(Side::tigers, 2, code))
      .member("man", spec.piece_name(Side::men, 1, code))
      .member("men", spec.piece_name(Side::men, 2, code))
      .end_object();
  out.key("options").array();
  for (const auto& [key, option] : Catalogue::options(spec))
    write_option(out, key, option, !spec.options.contains(key), code);
  out.end_array().end_object();
}

void write_pairs(Json& out, std::string_view key, const std::vector<ToldRules::Fact>& facts) {
  out.key(key).array();
  for (const auto& [label, text] : facts) out.array().value(label).value(text).end_array();
  out.end_array();
}

void write_paragraph(Json& out, const ToldRules::Paragraph& paragraph) {
  out.object().member("text", paragraph.text).key("sources").array();
  for (const auto& source : paragraph.sources) out.value(source);
  out.end_array().member("ruling", paragraph.ruling).end_object();
}

}  // namespace

void write_games(Json& out, Catalogue& catalogue, Language language) {
  const auto code = language_codes[static_cast<std::size_t>(language)];
  out.object().member("firstLevel", first_level).member("lastLevel", last_level).key("games").array();
  for (const auto& id : catalogue.ids()) write_game(out, catalogue, *catalogue.spec(id), code);
  out.end_array().end_object();
}

void write_rules(Json& out, const ToldRules& told) {
  out.object().member("name", told.name).member("origin", told.origin).member("draft", told.draft);
  write_pairs(out, "facts", told.facts);
  out.key("options").array();
  for (const auto& option : told.options)
    out.object()
        .member("values", option.values)
        .member("initial", option.initial)
        .member("about", option.about)
        .member("everyGame", option.every_game)
        .end_object();
  out.end_array().member("toldWithoutOptions", told.told_without_options).key("topics").array();
  for (const auto& topic : told.topics) {
    out.object().member("about", topic.about).member("heading", topic.heading).key("paragraphs").array();
    for (const auto& paragraph : topic.paragraphs) write_paragraph(out, paragraph);
    out.end_array().end_object();
  }
  out.end_array();
  write_pairs(out, "sources", told.sources);
  out.end_object();
}

}  // namespace rimau::wasm
