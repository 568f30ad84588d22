#include "online/events.hpp"

#include <limits>

#include "base/text.hpp"
#include "online/json.hpp"

namespace rimau::online {
namespace {

namespace json = boost::json;

json::string view(std::string_view text) { return json::string(json_view(text)); }

struct Formatter {
  json::object operator()(const Joined& event) const {
    return {{"e", "join"}, {"side", view(name(event.side))}, {"seat", json_of(event.seat)}};
  }
  json::object operator()(const Moved& event) const {
    return {{"e", "move"}, {"ply", event.ply}, {"id", event.id}, {"move", event.move}, {"left", event.left}};
  }
  json::object operator()(const Offered& event) const {
    return {{"e", "offer"}, {"by", view(name(event.by))}, {"what", view(name(event.what))}};
  }
  json::object operator()(const Declined& event) const {
    return {{"e", "decline"}, {"by", view(name(event.by))}, {"what", view(name(event.what))}};
  }
  json::object operator()(const TakenBack& event) const {
    return {{"e", "takeback"}, {"plies", event.plies}, {"left", event.left}};
  }
  json::object operator()(const Ended& event) const {
    return {{"e", "end"},
            {"winner", view(name(event.outcome.verdict))},
            {"reason", view(name(event.outcome.reason))},
            {"absence", event.absence}};
  }
  json::object operator()(const Rematched& event) const { return {{"e", "rematch"}, {"game", event.game}}; }
};

constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();

std::uint32_t plies(Fields& fields, std::string_view name) {
  return static_cast<std::uint32_t>(fields.number(name, 0, std::numeric_limits<std::uint32_t>::max()));
}

Offer offer(Fields& fields) {
  return static_cast<Offer>(fields.one_of("what", {name(Offer::takeback), name(Offer::draw), name(Offer::rematch)}));
}

Ended ended(Fields& fields) {
  const auto verdict = parse_verdict(fields.text("winner"));
  const auto reason = parse_reason(fields.text("reason"));
  if (!verdict) fields.wrong("winner", "tigers, men or draw");
  if (!reason) fields.wrong("reason", "how a game ends");
  return {.outcome = {verdict.value_or(Verdict::open), reason.value_or(Reason::none)},
          .absence = fields.flag_or("absence", false)};
}

Event read(Fields& fields) {
  switch (fields.one_of("e", {"join", "move", "offer", "decline", "takeback", "end", "rematch"})) {
    case 0:
      return Joined{.side = fields.side("side"), .seat = read_seat(fields, "seat")};
    case 1:
      return Moved{.ply = plies(fields, "ply"),
                   .id = std::string(fields.text("id")),
                   .move = std::string(fields.text("move")),
                   .left = fields.number("left", 0, no_bound)};
    case 2:
      return Offered{.by = fields.side("by"), .what = offer(fields)};
    case 3:
      return Declined{.by = fields.side("by"), .what = offer(fields)};
    case 4:
      return TakenBack{.plies = plies(fields, "plies"), .left = fields.number("left", 0, no_bound)};
    case 5:
      return ended(fields);
    default:
      return Rematched{.game = std::string(fields.text("game"))};
  }
}

}  // namespace

std::string_view name(Offer offer) noexcept {
  return offer == Offer::takeback ? "takeback" : offer == Offer::draw ? "draw" : "rematch";
}

std::string format_event(const Event& event) { return json::serialize(std::visit(Formatter{}, event)); }

Result<Event> parse_event(std::string_view text) {
  const auto object = parse_object(text);
  if (!object) return fail(ErrorKind::damaged, "an event that is no object");
  Fields fields(*object);
  auto event = read(fields);
  if (const auto fault = fields.finish())
    return fail(ErrorKind::damaged, cat("an event: ", fault->message), {.field = fault->field});
  return event;
}

}  // namespace rimau::online
