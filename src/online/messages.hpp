// What clients ask, taken out of the text of a message (docs/online.md). Any bytes may come in.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "online/events.hpp"
#include "online/settings.hpp"

namespace rimau::online {

inline constexpr std::size_t max_message_bytes = 8192;
inline constexpr std::size_t max_message_id_bytes = 32;
inline constexpr int protocol_version = 1;

namespace ask {
struct Ping {};
struct Token {};
struct List {};
struct Create {
  std::string rules;
  std::optional<Side> side;  // nothing: chance
  ClockRule clock;
  std::string token;
  std::string name;  // clean; empty: none
  bool listed = false;
  bool is_private = false;
  int computer = 0;  // its level, 0: a person is awaited
};
struct Watch {
  std::string game;
  std::string token;  // empty: none
};
struct Leave {
  std::string game;
};
struct Join {
  std::string game;
  std::string token;
  std::string name;
};
struct Computer {
  std::string game;
  int level = 1;
};
struct State {
  std::string game;
};
struct Move {
  std::string game;
  std::uint32_t ply = 0;
  std::string move;
};
struct About {  // an offer
  enum class Verb : std::uint8_t { offer, accept, decline };
  std::string game;
  Verb verb = Verb::offer;
  Offer what = Offer::draw;
  std::uint32_t ply = 0;
};
struct Resign {
  std::string game;
};
struct Claim {
  std::string game;
  bool absence = false;  // else time
};
struct Record {
  std::string game;
};
struct Delete {
  std::string game;
};
}  // namespace ask

using Request =
    std::variant<ask::Ping, ask::Token, ask::List, ask::Create, ask::Watch, ask::Leave, ask::Join, ask::Computer,
                 ask::State, ask::Move, ask::About, ask::Resign, ask::Claim, ask::Record, ask::Delete>;

struct Message {
  std::string id;
  Request request;
};

// A text that is no message, so that the connection has to end.
struct NoMessage {
  bool is_json = false;
  std::string why;
};
// A message that asks for something that cannot be understood.
struct BadRequest {
  std::string id;
  Refusal refusal;
};

// All fields are checked for what can be seen without the game: ids and tokens have their form, numbers their range,
// names are clean; `rules` and `move` are any text. Thread-safe.
[[nodiscard]] std::expected<Message, std::variant<NoMessage, BadRequest>> parse_message(std::string_view text);

}  // namespace rimau::online
