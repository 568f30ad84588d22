// Games that a server keeps: each has a head that never changes and events that are only ever added.
//
// What the texts mean is the caller's business; a store only promises that it loses none and doubles none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"

namespace rimau::store {

// Milliseconds since 1970-01-01, UTC.
using Time = std::int64_t;

// The longest text of a head or an event, in bytes.
inline constexpr std::size_t max_text_bytes = 65536;
inline constexpr std::size_t max_id_bytes = 64;

struct Head {
  std::string id;    // letters, digits, - and _; whoever knows it may be all who may see the game
  std::string text;  // UTF-8
  Time created = 0;
  bool operator==(const Head&) const = default;
};

struct Event {
  std::uint32_t number = 0;  // from 1, without gaps
  Time at = 0;
  std::string text;  // UTF-8
  bool operator==(const Event&) const = default;
};

struct Kept {
  Head head;
  bool listed = false;
  std::vector<Event> events;  // in order
};

// One event to add to a game.
struct Addition {
  std::string id;
  Event event;
  std::optional<bool> listed;  // changes whether listed() tells the game
};

// What another program that shares the store has done.
struct Heard {
  enum class What : std::uint8_t {
    changed,  // a game: events were added, or it was removed
    shouted,
    silence,  // it may be that something was not heard
  };
  What what = What::changed;
  std::string from;                 // which program
  std::string text;                 // the game's id, or what was shouted
  std::optional<Event> event = {};  // that was added, if that is all that was changed and it is told
};

// Thread-safe; every function blocks. What has returned without an error is on the disk and survives a crash
// of the program or the machine. Failures: `busy` when another process has kept the store locked for longer
// than the store waits, `unavailable` when it cannot be read or written (a full disk), `damaged` when what is
// read is not what was written; then nothing has changed.
class Store {
 public:
  virtual ~Store() = default;

  // Fails as `illegal` when there is such a game, as `text` for an id or a text that cannot be kept.
  [[nodiscard]] virtual Result<void> create(const Head& head, bool listed) = 0;

  // Adds each event if its number is the next of its game; the results are in the same order. One event
  // fails as `unknown` when there is no such game, as `illegal` when its number is not the next (another
  // process may have added one), without harm to the others; all fail together when the store does. Many at
  // once cost hardly more than one.
  [[nodiscard]] virtual std::vector<Result<void>> add(std::span<const Addition> additions) = 0;

  // The game with its events after the given number. Fails as `unknown` when there is none.
  [[nodiscard]] virtual Result<Kept> read(const std::string& id, std::uint32_t after = 0) = 0;

  // The ids of listed games, the newest first, at most so many.
  [[nodiscard]] virtual Result<std::vector<std::string>> listed(unsigned limit) = 0;

  // Removes the game and its events; nothing happens when there is none.
  [[nodiscard]] virtual Result<void> remove(const std::string& id) = 0;
  // Removes games in which nothing has happened since then; how many. For this, what happens happens no earlier than
  // what was kept before it, whatever its time says: a clock that goes back makes no game old.
  [[nodiscard]] virtual Result<std::uint64_t> remove_unchanged_since(Time time) = 0;

  // Where several programs share a store, they hear of each other; elsewhere these do nothing.

  // Whether there may be others.
  [[nodiscard]] virtual bool is_shared() const noexcept { return false; }
  // Calls, from a thread of the store's, with what others do, until the store is destroyed; at most once. What is
  // called must not throw, nor wait for the store.
  virtual void listen(std::function<void(const Heard&)> hear) { (void)hear; }
  // Tells the others a text (at most 1000 bytes), which is not kept; some may miss it.
  virtual void shout(std::string_view text) { (void)text; }
};

}  // namespace rimau::store
