#include "online/views.hpp"

#include "notation/notation.hpp"
#include "online/json.hpp"
#include "online/messages.hpp"

namespace rimau::online {
namespace {

namespace json = boost::json;

json::string text(std::string_view view) { return json::string(json_view(view)); }
json::value text_or_null(std::string_view view) { return view.empty() ? json::value() : json::value(text(view)); }

json::object message(std::string_view type, std::string_view re = {}) {
  json::object object{{"v", protocol_version}, {"type", text(type)}};
  if (!re.empty()) object["re"] = text(re);
  return object;
}

json::object seat_json(const Room& room, Side side, const Presence& presence, Time now) {
  const auto& seat = room.seat(side);
  const auto at = static_cast<std::size_t>(side);
  switch (seat.kind) {
    case Seat::Kind::open:
      return {{"kind", "open"}};
    case Seat::Kind::computer:
      return {{"kind", "computer"}, {"level", seat.level}, {"here", true}};
    case Seat::Kind::person:
      break;
  }
  json::object object{{"kind", "person"}, {"name", text_or_null(seat.name)}, {"here", presence.here[at]}};
  if (!presence.here[at]) object["away"] = std::max(Time{0}, now - presence.away_since[at]);
  return object;
}

json::array offers_json(const Room& room) {
  json::array all;
  for (const auto what : {Offer::takeback, Offer::draw, Offer::rematch})
    for (const auto side : {Side::tigers, Side::men})
      if (room.stands(what, side)) all.push_back({{"what", text(name(what))}, {"side", text(name(side))}});
  return all;
}

json::value outcome_json(const Room& room) {
  const auto& outcome = room.play().outcome();
  if (!outcome.over()) return nullptr;
  return {{"winner", text(name(outcome.verdict))},
          {"reason", text(room.ended_by_absence() ? "absence" : name(outcome.reason))}};
}

json::array moves_json(const Room& room, std::uint32_t from) {
  json::array all;
  const auto& moves = room.play().moves();
  for (std::size_t n = from; n < moves.size(); ++n) all.push_back(text(format_move(room.play().game(), moves[n])));
  return all;
}

void add_clock(json::object& object, const Room& room, Time now) {
  const auto tigers = room.left(Side::tigers, now);
  const auto men = room.left(Side::men, now);
  if (tigers && men) object["left"] = {{"tigers", *tigers}, {"men", *men}};
  else object["left"] = nullptr;
  object["running"] = room.clock_runs();
}

}  // namespace

std::string state_text(const Room& room, const Presence& presence, std::uint32_t from, Time now,
                       const std::optional<Addressee>& addressee) {
  auto object = message("state", addressee ? addressee->re : "");
  object["game"] = text(room.id());
  object["number"] = room.number();
  if (addressee) object["you"] = addressee->you ? json::value(text(name(*addressee->you))) : json::value();
  const auto& settings = room.settings();
  object["rules"] = text(settings.rules);
  object["created"] = room.created();
  object["listed"] = settings.listed && room.open_side().has_value();
  object["private"] = settings.is_private;
  if (settings.chance && room.open_side()) object["chance"] = true;
  object["clock"] = json_of(settings.clock);
  object["seats"] = {{"tigers", seat_json(room, Side::tigers, presence, now)},
                     {"men", seat_json(room, Side::men, presence, now)}};
  object["status"] = text(name(room.status()));
  const bool playing = room.status() == Room::Status::playing;
  object["turn"] = playing ? json::value(text(name(room.turn()))) : json::value();
  object["ply"] = room.ply();
  object["from"] = from;
  object["moves"] = moves_json(room, from);
  object["position"] = text(format_position(room.play().game(), room.play().position()));
  add_clock(object, room, now);
  object["offers"] = offers_json(room);
  object["outcome"] = outcome_json(room);
  object["rematch"] = text_or_null(room.rematch());
  return json::serialize(object);
}

std::string welcome_text(std::string_view token, Time now) {
  auto object = message("welcome");
  object["token"] = text(token);
  object["time"] = now;
  object["max_bytes"] = max_message_bytes;
  return json::serialize(object);
}

std::string pong_text(std::string_view re) { return json::serialize(message("pong", re)); }

std::string token_text(std::string_view re, std::string_view token) {
  auto object = message("token", re);
  object["token"] = text(token);
  return json::serialize(object);
}

std::string done_text(std::string_view re, std::string_view game, std::uint32_t number, std::uint32_t ply) {
  auto object = message("done", re);
  object["game"] = text(game);
  object["number"] = number;
  object["ply"] = ply;
  return json::serialize(object);
}

std::string gone_text(std::string_view game) {
  auto object = message("gone");
  object["game"] = text(game);
  return json::serialize(object);
}

std::string record_text(std::string_view re, std::string_view game, std::string_view record) {
  auto object = message("record", re);
  object["game"] = text(game);
  object["text"] = text(record);
  return json::serialize(object);
}

std::string error_text(std::string_view re, std::string_view game, const Refusal& refusal) {
  auto object = message("error", re);
  if (!game.empty()) object["game"] = text(game);
  object["code"] = text(name(refusal.code));
  object["message"] = text(refusal.message);
  if (!refusal.field.empty()) object["field"] = text(refusal.field);
  if (refusal.retry > 0) object["retry"] = refusal.retry;
  return json::serialize(object);
}

std::string list_text(std::string_view re, const std::vector<Challenge>& challenges) {
  json::array games;
  for (const auto& challenge : challenges)
    games.push_back({{"game", text(challenge.game)},
                     {"rules", text(challenge.rules)},
                     {"created", challenge.created},
                     {"name", text_or_null(challenge.name)},
                     {"here", challenge.here},
                     {"side", challenge.side ? json::value(text(name(*challenge.side))) : json::value()},
                     {"clock", json_of(challenge.clock)}});
  auto object = message("list", re);
  object["games"] = std::move(games);
  return json::serialize(object);
}

}  // namespace rimau::online
