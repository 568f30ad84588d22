// Games and their rules as the page tells them.
#pragma once

#include "game/catalogue.hpp"
#include "rulebook/rulebook.hpp"
#include "wasm/json.hpp"

namespace rimau::wasm {

// {"firstLevel", "lastLevel", "games": [{"id", "name", "origin", "draft", "boardName", "pieces": {"tiger", "tigers",
// "man", "men"}, "options": [{"key", "initial", "values", "least", "most", "about", "everyGame"}]}]}; least and most
// bound a value that may be any number, and are 0 where none may be.
void write_games(Json& out, Catalogue& catalogue, Language language);

// {"name", "origin", "draft", "facts": [[label, text]], "options": [{"values", "initial", "about", "everyGame"}],
// "toldWithoutOptions", "topics": [{"about", "heading", "paragraphs": [{"text", "sources", "ruling"}]}],
// "sources": [[key, citation]]}
void write_rules(Json& out, const ToldRules& told);

}  // namespace rimau::wasm
