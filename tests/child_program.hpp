// The built program, run as a child and talked to while it runs.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rimau::testing {

// Reads what is there, waiting at most `ms`; empty when nothing came; sets `ended` at the end.
inline std::string read_some(int descriptor, int ms, bool& ended) {
  pollfd input{.fd = descriptor, .events = POLLIN, .revents = 0};
  if (::poll(&input, 1, ms) <= 0) return {};
  std::array<char, 16384> buffer;
  const auto got = ::read(descriptor, buffer.data(), buffer.size());
  if (got > 0) return {buffer.data(), static_cast<std::size_t>(got)};
  ended = got == 0 || errno != EINTR;
  return {};
}

// The exit code of a child that ends within ten seconds, 128 + n when a signal ended it; it is killed
// and -1 answered otherwise.
inline int wait_for(pid_t child) {
  for (int tries = 0; tries < 1000; ++tries) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ::usleep(10'000);
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return -1;
}

// A new empty folder, in memory where there is such a place: games are flushed to disk after every turn,
// which takes long on a busy machine.
inline std::string new_folder() {
  for (std::string name : {"/dev/shm/rimau-test-XXXXXX", "/tmp/rimau-test-XXXXXX"})
    if (::mkdtemp(name.data()) != nullptr) return name;
  return {};
}

class ChildProgram {
 public:
  explicit ChildProgram(std::vector<std::string> arguments) {
    int to[2];
    int from[2];
    if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) ::_exit(99);
    ::signal(SIGPIPE, SIG_IGN);
    child_ = ::fork();
    if (child_ == 0) {
      ::signal(SIGPIPE, SIG_DFL);
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      ::dup2(from[1], STDERR_FILENO);
      std::vector<char*> argv;
      for (auto& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::execv(argv[0], argv.data());
      ::_exit(99);
    }
    ::close(to[0]);
    ::close(from[1]);
    to_ = to[1];
    from_ = from[0];
  }
  ~ChildProgram() {
    close_input();
    if (child_ > 0) ::kill(child_, SIGKILL), ::waitpid(child_, nullptr, 0);
    ::close(from_);
  }
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  // Reads while it writes, so that neither side can wait for the other for ever.
  void send(std::string_view text) {
    ::fcntl(to_, F_SETFL, O_NONBLOCK);
    while (!text.empty() && !ended_) {
      const auto put = ::write(to_, text.data(), text.size());
      if (put > 0) text.remove_prefix(static_cast<std::size_t>(put));
      else if (errno != EAGAIN) return;
      else unread_ += read_some(from_, 10, ended_);
    }
  }

  // What the program says up to its next prompt ("> " at the end of what it has said), the prompt
  // included; nothing if it ends or says nothing for ten seconds.
  std::optional<std::string> until_prompt() {
    while (!ended_ && !unread_.ends_with("> ")) {
      const auto more = read_some(from_, 10'000, ended_);
      if (more.empty()) return std::nullopt;
      unread_ += more;
    }
    if (ended_) return std::nullopt;
    return std::exchange(unread_, {});
  }

  void close_input() {
    if (to_ >= 0) ::close(to_);
    to_ = -1;
  }

  // Ends the input; the rest of what the program says, and its exit code.
  std::pair<std::string, int> finish() {
    close_input();
    while (!ended_) {
      const auto more = read_some(from_, 10'000, ended_);
      if (more.empty() && !ended_) break;
      unread_ += more;
    }
    const int code = wait_for(std::exchange(child_, -1));
    return {std::exchange(unread_, {}), code};
  }

 private:
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
  bool ended_ = false;
  std::string unread_;
};

}  // namespace rimau::testing
