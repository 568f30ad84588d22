// A network between clients and a server that can go silent, as a firewall that drops packets or a phone out of reach
// does: nothing is closed, nothing arrives.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace rimau::testing {

class Proxy {
 public:
  // Carries what comes to port() to the port of this machine, and back.
  explicit Proxy(int to);
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  [[nodiscard]] int port() const noexcept { return port_; }
  // From now on nothing is carried, and nobody new let through; nothing is closed either.
  void go_silent() {
    const std::scoped_lock lock(carrying_);
    silent_ = true;
  }
  void come_back() { silent_ = false; }

 private:
  using Pair = std::array<int, 2>;
  void work(int to);
  static bool carry(const Pair& pair, int from);

  int listening_ = -1;
  int port_ = 0;
  std::vector<Pair> pairs_;  // of the thread alone
  std::mutex carrying_;      // held while bytes are carried
  std::atomic<bool> silent_ = false;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace rimau::testing
