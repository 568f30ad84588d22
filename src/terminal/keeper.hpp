// Keeps unfinished games, so that nothing is lost when a terminal goes away.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/descriptor.hpp"
#include "base/errors.hpp"
#include "terminal/session.hpp"

namespace rimau::terminal {

// One unfinished game is kept per game (by its GAME text) in the folder for state: $XDG_STATE_HOME, or
// $HOME/.local/state, and there rimau/. A second program playing the same game at the same time keeps
// its own beside it. One thread at a time.
class Keeper {
 public:
  // Takes the file of a game, if there is a folder for it and no other program holds it. Without one,
  // nothing is kept: see why_not().
  explicit Keeper(const std::string& game);
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }  // empty: nothing is kept
  [[nodiscard]] const std::string& why_not() const noexcept { return why_not_; }

  // The unfinished game found there; nothing if there is none. A file that cannot be read as one is
  // moved aside and reported as an error, which names where it went.
  [[nodiscard]] Result<std::optional<Record>> find(Catalogue& catalogue);
  // Moves the unfinished game aside, replacing the one put aside before, to make room for another one;
  // answers the new path.
  std::string put_aside();

  // Writes the game, or removes the file when the game is over or nothing has been played; does nothing
  // if that was done already. Fails as `unavailable`; the game goes on all the same.
  [[nodiscard]] Result<void> keep(const Session& session);
  void forget();

 private:
  std::string path_;
  std::string why_not_;
  Descriptor lock_;  // the lock file; it stays, since removing it could take it from a program that has just opened it
  std::optional<std::uint64_t> kept_revision_;
};

// The current date in the local calendar as records write it, YYYY.MM.DD.
[[nodiscard]] std::string today();

}  // namespace rimau::terminal
