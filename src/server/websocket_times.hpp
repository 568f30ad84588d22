// How long the client of a WebSocket may take for this and that.
#pragma once

#include <chrono>

namespace rimau::server {

// How long a client may be silent until it is asked whether it is there, and until it is given up; how long a message
// may take to come, and a part of what is sent to go; how long a closed one may take to go.
struct WebSocketTimes {
  std::chrono::milliseconds ping{20'000};
  std::chrono::milliseconds silence{45'000};
  std::chrono::milliseconds message{10'000};
  std::chrono::milliseconds write{20'000};
  std::chrono::milliseconds closing{2'000};
};

}  // namespace rimau::server
