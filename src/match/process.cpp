#include "match/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "base/text.hpp"

namespace rimau::match {
namespace {

constexpr std::size_t longest_line = 1 << 20;
constexpr int patience_ms = 100;  // between two looks at keep_going

std::unexpected<Error> refused(std::string_view what) {
  return fail(ErrorKind::unavailable, cat(what, ": ", std::strerror(errno)));
}

std::string told_status(int status) {
  if (WIFEXITED(status)) return cat("it ended with exit code ", WEXITSTATUS(status));
  if (WIFSIGNALED(status)) return cat("it was ended by signal ", WTERMSIG(status));
  return "it ended";
}

struct Pipe {
  Descriptor out;
  Descriptor in;

  // Nothing, with errno, when the system has none to give.
  static std::optional<Pipe> open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  }
};

// Between fork and exec of a program that may have threads: only calls that POSIX allows there.
[[noreturn]] void become(char* const* arguments, int in, int out) {
  ::setpgid(0, 0);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  ::execv(arguments[0], arguments);
  ::_exit(127);
}

}  // namespace

Result<Process> Process::start(const std::string& command) {
  auto to = Pipe::open();
  auto from = Pipe::open();
  if (!to || !from) return refused("no pipe");
  std::string shell = "/bin/sh", option = "-c", text = command;
  const std::array<char*, 4> arguments{shell.data(), option.data(), text.data(), nullptr};
  const pid_t child = ::fork();
  if (child == 0) become(arguments.data(), to->out.get(), from->in.get());
  if (child < 0) return refused("no process");
  ::setpgid(child, child);  // whichever of the two comes first
  ::fcntl(to->in.get(), F_SETFL, O_NONBLOCK);
  return Process(child, std::move(to->in), std::move(from->out));
}

Process::Process(Process&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      to_(std::move(other.to_)),
      from_(std::move(other.from_)),
      unread_(std::move(other.unread_)),
      searched_(std::exchange(other.searched_, 0)) {}

Process::~Process() { finish(std::chrono::milliseconds(0)); }

void Process::finish(std::chrono::milliseconds grace) {
  to_.close();
  if (child_ > 0) {
    const auto deadline = Clock::now() + grace;
    bool ended = false;
    while (!(ended = ::waitpid(child_, nullptr, WNOHANG) == child_) && Clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(-child_, SIGKILL);  // what it has started ends with it
    if (!ended) ::waitpid(child_, nullptr, 0);
  }
  child_ = -1;
  from_.close();
}

// Why nothing more can be said or heard. The program gets a moment to end, so that its end can be told.
std::unexpected<Error> Process::gone() {
  int status = 0;
  for (int tries = 0; tries < 20 && child_ > 0; ++tries) {
    if (::waitpid(child_, &status, WNOHANG) == child_) {
      ::kill(-child_, SIGKILL);
      child_ = -1;
      return fail(ErrorKind::unavailable, told_status(status));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return fail(ErrorKind::unavailable, "it closed its input or output");
}

// Waits until one of the events is there; tells which.
Result<short> Process::wait(short events, Clock::time_point deadline, const KeepGoing& keep_going) const {
  for (;;) {
    if (!keep_going()) return fail(ErrorKind::cancelled, "stopped");
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return fail(ErrorKind::limit, "no answer in time");
    std::array<pollfd, 2> ends{{{.fd = from_.get(), .events = POLLIN, .revents = 0},
                                {.fd = (events & POLLOUT) != 0 ? to_.get() : -1, .events = POLLOUT, .revents = 0}}};
    const int found = ::poll(ends.data(), ends.size(), static_cast<int>(std::min<long long>(left + 1, patience_ms)));
    if (found < 0 && errno != EINTR) return refused("poll");
    if (found <= 0) continue;
    short ready = 0;
    if (ends[0].revents != 0) ready = static_cast<short>(ready | POLLIN);
    if (ends[1].revents != 0) ready = static_cast<short>(ready | POLLOUT);
    return ready;
  }
}

Result<void> Process::read_more() {
  std::array<char, 65536> buffer;
  const auto got = ::read(from_.get(), buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR) return {};
  if (got <= 0) return gone();
  if (unread_.size() > longest_line && unread_.find('\n') == std::string::npos)
    return fail(ErrorKind::unavailable, "it says a line of more than a mebibyte");
  unread_.append(buffer.data(), static_cast<std::size_t>(got));
  return {};
}

std::optional<std::string> Process::take_line() {
  const auto end = unread_.find('\n', searched_);
  if (end == std::string::npos) {
    searched_ = unread_.size();
    return std::nullopt;
  }
  std::string line(trim(std::string_view(unread_).substr(0, end)));
  unread_.erase(0, end + 1);
  searched_ = 0;
  return line;
}

Result<std::string> Process::receive(Clock::time_point deadline, const KeepGoing& keep_going) {
  for (;;) {
    if (auto line = take_line()) return *std::move(line);
    // Also one that never stops talking has to answer in time.
    if (auto ready = wait(POLLIN, deadline, keep_going); !ready) return std::unexpected(std::move(ready).error());
    if (auto more = read_more(); !more) return std::unexpected(std::move(more).error());
  }
}

Result<void> Process::send(std::string_view line, Clock::time_point deadline, const KeepGoing& keep_going) {
  const auto text = cat(line, "\n");
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto put = ::write(to_.get(), rest.data(), rest.size());
    if (put > 0) {
      rest.remove_prefix(static_cast<std::size_t>(put));
      continue;
    }
    if (put < 0 && errno == EINTR) continue;
    if (put == 0 || errno != EAGAIN) return gone();
    auto ready = wait(POLLIN | POLLOUT, deadline, keep_going);
    if (!ready) return std::unexpected(std::move(ready).error());
    if ((*ready & POLLIN) == 0) continue;
    if (unread_.size() > longest_line) return fail(ErrorKind::limit, "it talks and does not listen");
    if (auto more = read_more(); !more) return more;
  }
  return {};
}

}  // namespace rimau::match
