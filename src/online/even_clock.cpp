#include "online/even_clock.hpp"

#include <chrono>

namespace rimau::online {
namespace {

template <class Clock>
Time time_of() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

Clocks with_defaults(Clocks clocks) {
  if (!clocks.wall) clocks.wall = time_of<std::chrono::system_clock>;
  if (!clocks.steady) clocks.steady = time_of<std::chrono::steady_clock>;
  return clocks;
}

}  // namespace

EvenClock::EvenClock(Clocks clocks)
    : clocks_(with_defaults(std::move(clocks))), began_(clocks_.wall()), steady_began_(clocks_.steady()) {}

}  // namespace rimau::online
