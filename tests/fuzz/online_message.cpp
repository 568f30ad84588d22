// What a stranger sends to play online, and what a store holds of games: any bytes are read or refused, and what was
// read is what it has to be.
#include "base/text.hpp"
#include "check.hpp"
#include "online/messages.hpp"
#include "online/names.hpp"
#include "online/room.hpp"
#include "online/secrets.hpp"

using namespace rimau;
using namespace rimau::online;

namespace {

void check_message(const Message& message) {
  fuzz::check(!message.id.empty() && message.id.size() <= max_message_id_bytes, "an id has its length");
  if (const auto* create = std::get_if<ask::Create>(&message.request)) {
    fuzz::check(is_token(create->token), "a token is one");
    fuzz::check(create->name.empty() || clean_name(create->name) == create->name, "a name is clean");
    fuzz::check(!(create->listed && create->is_private), "listed or private, not both");
  }
  if (const auto* move = std::get_if<ask::Move>(&message.request))
    fuzz::check(is_token(move->game), "a game's id is one");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogue catalogue;
  const auto text = fuzz::text_of(data, size);
  if (const auto message = parse_message(text)) check_message(*message);
  if (const auto event = parse_event(text))
    fuzz::check(parse_event(format_event(*event)) == *event, "an event comes back");
  if (const auto settings = parse_settings(text)) {
    fuzz::check(parse_settings(format_settings(*settings)) == *settings, "settings come back");
    (void)Room::rebuild(catalogue, {.head = {.id = "g", .text = std::string(text), .created = 0}}, {});
  }
  if (const auto name = clean_name(text)) {
    fuzz::check(clean_name(*name) == *name, "a clean name is clean");
    fuzz::check(find_invalid_utf8(look_of(*name)) == std::string_view::npos, "a look is UTF-8");
  }
  return 0;
}
