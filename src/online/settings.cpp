#include "online/settings.hpp"

#include "base/text.hpp"
#include "online/json.hpp"
#include "search/levels.hpp"

namespace rimau::online {
namespace {

namespace json = boost::json;

std::unexpected<Error> damaged(const Refusal& why) {
  return fail(ErrorKind::damaged, cat("a game's settings: ", why.message), {.field = why.field});
}

}  // namespace

std::unexpected<Refusal> refuse(Refusal::Code code, std::string message, std::string field, int retry) {
  return std::unexpected(Refusal{code, std::move(message), std::move(field), retry});
}

std::string_view name(Refusal::Code code) noexcept {
  switch (code) {
    case Refusal::Code::text:
      return "text";
    case Refusal::Code::unknown:
      return "unknown";
    case Refusal::Code::illegal:
      return "illegal";
    case Refusal::Code::turn:
      return "turn";
    case Refusal::Code::stale:
      return "stale";
    case Refusal::Code::over:
      return "over";
    case Refusal::Code::taken:
      return "taken";
    case Refusal::Code::name:
      return "name";
    case Refusal::Code::busy:
      return "busy";
    case Refusal::Code::limit:
      return "limit";
    case Refusal::Code::unavailable:
      break;
  }
  return "unavailable";
}

Refusal refusal_of(const Error& error) {
  using enum Refusal::Code;
  switch (error.kind) {
    case ErrorKind::text:
      return {text, error.message, error.place.field};
    case ErrorKind::illegal:
      return {illegal, error.message, error.place.field};
    case ErrorKind::unknown:
      return {unknown, error.message, error.place.field};
    case ErrorKind::limit:
      return {limit, error.message, error.place.field};
    case ErrorKind::busy:
      return {unavailable, "the server's database is locked; nothing was changed", {}, 5};
    default:
      // Names of files and what the system says about them are not for players.
      return {unavailable, "the server cannot read or write its games; nothing was changed", {}, 10};
  }
}

json::object json_of(const Seat& seat) {
  switch (seat.kind) {
    case Seat::Kind::person:
      return {{"name", seat.name}, {"hash", seat.hash}};
    case Seat::Kind::computer:
      return {{"level", seat.level}};
    case Seat::Kind::open:
      break;
  }
  return {};
}

Seat read_seat(Fields& fields, std::string_view field) {
  Fields inner(fields.object(field));
  Seat seat;
  if (inner.has("level")) {
    seat.kind = Seat::Kind::computer;
    seat.level = static_cast<int>(inner.number("level", first_level, last_level));
  } else if (inner.has("hash")) {
    seat.kind = Seat::Kind::person;
    seat.name = inner.text("name");
    seat.hash = inner.text("hash");
  }
  if (inner.finish()) fields.wrong(field, "a seat");
  return seat;
}

std::string format_settings(const Settings& settings) {
  return json::serialize(json::object{{"v", 1},
                                      {"rules", settings.rules},
                                      {"clock", json_of(settings.clock)},
                                      {"listed", settings.listed},
                                      {"private", settings.is_private},
                                      {"chance", settings.chance},
                                      {"salt", settings.salt},
                                      {"maker", json_view(name(settings.maker))},
                                      {"tigers", json_of(settings.tigers)},
                                      {"men", json_of(settings.men)}});
}

Result<Settings> parse_settings(std::string_view text) {
  const auto object = parse_object(text);
  if (!object) return damaged({.message = "found no object"});
  Fields fields(*object);
  fields.number("v", 1, 1);
  Settings settings{.rules = std::string(fields.text("rules")),
                    .clock = read_clock(fields, "clock"),
                    .listed = fields.flag_or("listed", false),
                    .is_private = fields.flag_or("private", false),
                    .chance = fields.flag_or("chance", false),
                    .salt = std::string(fields.text("salt")),
                    .maker = fields.side("maker"),
                    .tigers = read_seat(fields, "tigers"),
                    .men = read_seat(fields, "men")};
  if (const auto fault = fields.finish()) return damaged(*fault);
  return settings;
}

}  // namespace rimau::online
