// The time that games go by.
#pragma once

#include <functional>

#include "store/store.hpp"

namespace rimau::online {

using store::Time;

// Where time comes from, in milliseconds. What is empty is the system's.
struct Clocks {
  std::function<Time()> wall;    // since 1970-01-01, UTC; may be set forwards and backwards at any moment
  std::function<Time()> steady;  // since any moment; only goes on, and stands still while the machine sleeps
};

// Begins with the wall's time and goes on with the steady one, so that a wall clock that is set while games go on gives
// nobody time and takes none. What it says is kept with events; how the time that a store has from earlier clocks is
// counted, Room::rebuild() says. Thread-safe if its sources are.
class EvenClock {
 public:
  explicit EvenClock(Clocks clocks);

  [[nodiscard]] Time now() const { return began_ + clocks_.steady() - steady_began_; }
  // When this clock was made, by itself.
  [[nodiscard]] Time began() const noexcept { return began_; }
  // How far the wall's clock is ahead of this one; other than about 0 when it was set, or the machine slept.
  [[nodiscard]] Time ahead() const { return clocks_.wall() - now(); }

 private:
  Clocks clocks_;
  Time began_;
  Time steady_began_;
};

}  // namespace rimau::online
