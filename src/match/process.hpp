// A program run beside this one and talked to by lines. POSIX only.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "base/errors.hpp"

namespace rimau::match {

// The program and all that it starts, unless that leaves its process group, end with this object. One
// thread at a time. The caller must have SIGPIPE ignored.
class Process {
 public:
  using Clock = std::chrono::steady_clock;
  using KeepGoing = std::function<bool()>;

  // Runs the command in /bin/sh, in a process group of its own; its standard error is this program's.
  // Fails as `unavailable` when the system refuses a process. That the command does not exist is seen
  // when nothing is answered.
  [[nodiscard]] static Result<Process> start(const std::string& command);
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;

  // Sends a line. While the program does not take it, what it says is read and kept.
  // Both fail as `limit` at the deadline, as `cancelled` when keep_going returns false (asked at least ten
  // times a second), as `unavailable` when the program has ended or closed its output or input, or says
  // a line longer than a mebibyte.
  [[nodiscard]] Result<void> send(std::string_view line, Clock::time_point deadline, const KeepGoing& keep_going);
  // The next line, without its end.
  [[nodiscard]] Result<std::string> receive(Clock::time_point deadline, const KeepGoing& keep_going);

  // Lets the program end by itself for so long, its input closed, then ends it.
  void finish(std::chrono::milliseconds grace);

 private:
  Process(pid_t child, Descriptor to, Descriptor from) : child_(child), to_(std::move(to)), from_(std::move(from)) {}
  [[nodiscard]] std::optional<std::string> take_line();
  [[nodiscard]] Result<void> read_more();
  [[nodiscard]] std::unexpected<Error> gone();
  [[nodiscard]] Result<short> wait(short events, Clock::time_point deadline, const KeepGoing& keep_going) const;

  pid_t child_ = -1;  // also the number of its process group
  Descriptor to_;
  Descriptor from_;
  std::string unread_;
  std::size_t searched_ = 0;  // of unread_, for a line's end
};

}  // namespace rimau::match
