#include "online/messages.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "online/json.hpp"
#include "online/names.hpp"
#include "online/secrets.hpp"
#include "search/levels.hpp"

namespace rimau::online {
namespace {

constexpr std::uint32_t max_ply_asked = 1'000'000;

bool is_message_id(std::string_view id) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !id.empty() && id.size() <= max_message_id_bytes && std::ranges::all_of(id, fits);
}

// A text of 128 bits: a game's id or a token.
std::string secret(Fields& fields, std::string_view name) {
  const auto text = fields.text(name);
  if (is_token(text)) return std::string(text);
  fields.wrong(name, cat(token_chars, " characters of base64url"));
  return {};
}

std::string game(Fields& fields) { return secret(fields, "game"); }

std::string name_of(Fields& fields, std::optional<Refusal>& bad_name) {
  if (!fields.has("name")) return {};
  auto name = clean_name(fields.text("name"));
  if (name) return *std::move(name);
  bad_name = Refusal{.code = Refusal::Code::name, .message = name.error().message, .field = "name"};
  return {};
}

std::uint32_t ply(Fields& fields) { return static_cast<std::uint32_t>(fields.number("ply", 0, max_ply_asked)); }

ask::Create create(Fields& fields, std::optional<Refusal>& bad_name) {
  const auto side = fields.one_of("side", {"tigers", "men", "chance"});
  ask::Create create{
      .rules = std::string(fields.text("rules")), .side = std::nullopt, .clock = read_clock(fields, "clock")};
  if (side < 2) create.side = side == 0 ? Side::tigers : Side::men;
  create.token = secret(fields, "token");
  create.name = name_of(fields, bad_name);
  create.listed = fields.flag_or("listed", false);
  create.is_private = fields.flag_or("private", false);
  if (fields.has("computer")) create.computer = static_cast<int>(fields.number("computer", first_level, last_level));
  if (create.listed && create.is_private) fields.wrong("private", "a game that is private or listed, not both");
  if (create.listed && create.computer > 0) fields.wrong("listed", "a game that is listed or against the computer");
  return create;
}

ask::About about(Fields& fields, ask::About::Verb verb) {
  return {.game = game(fields),
          .verb = verb,
          .what = static_cast<Offer>(
              fields.one_of("what", {name(Offer::takeback), name(Offer::draw), name(Offer::rematch)})),
          .ply = ply(fields)};
}

constexpr std::array<std::string_view, 17> types{"ping",    "token",    "list",  "create", "watch", "leave",
                                                 "join",    "computer", "state", "move",   "offer", "accept",
                                                 "decline", "resign",   "claim", "record", "delete"};

Request read(Fields& fields, std::string_view type, std::optional<Refusal>& bad_name) {
  switch (std::ranges::find(types, type) - types.begin()) {
    case 0:
      return ask::Ping{};
    case 1:
      return ask::Token{};
    case 2:
      return ask::List{};
    case 3:
      return create(fields, bad_name);
    case 4:
      return ask::Watch{.game = game(fields), .token = fields.has("token") ? secret(fields, "token") : ""};
    case 5:
      return ask::Leave{.game = game(fields)};
    case 6:
      return ask::Join{.game = game(fields), .token = secret(fields, "token"), .name = name_of(fields, bad_name)};
    case 7:
      return ask::Computer{.game = game(fields),
                           .level = static_cast<int>(fields.number("level", first_level, last_level))};
    case 8:
      return ask::State{.game = game(fields)};
    case 9:
      return ask::Move{.game = game(fields), .ply = ply(fields), .move = std::string(fields.text("move"))};
    case 10:
      return about(fields, ask::About::Verb::offer);
    case 11:
      return about(fields, ask::About::Verb::accept);
    case 12:
      return about(fields, ask::About::Verb::decline);
    case 13:
      return ask::Resign{.game = game(fields)};
    case 14:
      return ask::Claim{.game = game(fields), .absence = fields.one_of("why", {"time", "absence"}) == 1};
    case 15:
      return ask::Record{.game = game(fields)};
    case 16:
      return ask::Delete{.game = game(fields)};
    default:
      fields.wrong("type", cat("one of ", join({types.begin(), types.end()}, ", ")));
      return ask::Ping{};
  }
}

}  // namespace

std::expected<Message, std::variant<NoMessage, BadRequest>> parse_message(std::string_view text) {
  const auto no_message = [](bool is_json, std::string why) {
    return std::unexpected(NoMessage{is_json, std::move(why)});
  };
  const auto object = parse_object(text);
  if (!object) return no_message(false, "expected one JSON object");
  // 1. The envelope: with a wrong one there is nobody to answer.
  Fields fields(*object);
  fields.number("v", protocol_version, protocol_version);
  const auto type = fields.text("type");
  std::string id(fields.text("id"));
  if (!is_message_id(id)) fields.wrong("id", cat("1 to ", max_message_id_bytes, " letters, digits, - and _"));
  const auto envelope = Fields(fields).finish();
  if (envelope && (envelope->field == "v" || envelope->field == "type" || envelope->field == "id"))
    return no_message(true, cat(envelope->field, ": ", envelope->message));
  // 2. What it asks for.
  std::optional<Refusal> bad_name;
  auto request = read(fields, type, bad_name);
  auto fault = fields.finish();
  if (!fault) fault = bad_name;
  if (fault) return std::unexpected(BadRequest{std::move(id), *std::move(fault)});
  return Message{std::move(id), std::move(request)};
}

}  // namespace rimau::online
