#include "program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace rimau::testing {
namespace {

constexpr unsigned longest_run_seconds = 60;

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> made;
  for (auto& text : texts) made.push_back(text.data());
  made.push_back(nullptr);
  return made;
}

// Starts the program with these three descriptors.
pid_t start(const Request& request, int in, int out, int err) {
  std::vector<std::string> arguments{RIMAU_PROGRAM};
  arguments.insert(arguments.end(), request.arguments.begin(), request.arguments.end());
  std::vector<std::string> environment{"PATH=/usr/bin:/bin", "HOME=/", "TERM=xterm", "LANG=C.UTF-8"};
  // What comes first counts.
  environment.insert(environment.begin(), request.environment.begin(), request.environment.end());
  const auto argument_pointers = pointers(arguments);
  const auto environment_pointers = pointers(environment);
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::alarm(longest_run_seconds);
  ::execve(RIMAU_PROGRAM, argument_pointers.data(), environment_pointers.data());
  ::_exit(127);
}

void wait_into(pid_t child, Ran& ran) {
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status)) ran.exit = WEXITSTATUS(status);
  else ran.signal = WTERMSIG(status);
}

int memory_file() {
  const int file = ::memfd_create("rimau-test", MFD_CLOEXEC);
  if (file < 0) std::abort();
  return file;
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> chunk;
  for (;;) {
    const auto got = ::read(file, chunk.data(), chunk.size());
    if (got <= 0) return text;  // a terminal whose program has ended gives an error
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

int input_file(const std::string& text) {
  const int file = memory_file();
  if (::write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::abort();
  ::lseek(file, 0, SEEK_SET);
  return file;
}

}  // namespace

Ran run(const Request& request) {
  const int in = input_file(request.input);
  const int out = memory_file();
  const int err = memory_file();
  Ran ran;
  wait_into(start(request, in, out, err), ran);
  ::lseek(out, 0, SEEK_SET);
  ::lseek(err, 0, SEEK_SET);
  ran.out = read_all(out);
  ran.err = read_all(err);
  for (const int file : {in, out, err}) ::close(file);
  return ran;
}

Ran run_on_terminal(const Request& request) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0) std::abort();
  const int terminal = ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  const winsize size{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(terminal, TIOCSWINSZ, &size);
  const int in = input_file(request.input);
  Ran ran;
  const pid_t child = start(request, in, terminal, terminal);
  ::close(terminal);
  ran.out = read_all(master);
  wait_into(child, ran);
  ::close(master);
  ::close(in);
  return ran;
}

Ran run_unread(const Request& request) {
  std::array<int, 2> pipe_ends{};
  if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) std::abort();
  ::close(pipe_ends[0]);
  const int in = input_file(request.input);
  const int err = memory_file();
  Ran ran;
  const pid_t child = start(request, in, pipe_ends[1], err);
  ::close(pipe_ends[1]);
  wait_into(child, ran);
  ::lseek(err, 0, SEEK_SET);
  ran.err = read_all(err);
  ::close(in);
  ::close(err);
  return ran;
}

std::string read_some(int descriptor, int ms, bool& ended) {
  pollfd input{.fd = descriptor, .events = POLLIN, .revents = 0};
  if (::poll(&input, 1, ms) <= 0) return {};
  std::array<char, 16384> buffer;
  const auto got = ::read(descriptor, buffer.data(), buffer.size());
  if (got > 0) return {buffer.data(), static_cast<std::size_t>(got)};
  ended = got == 0 || errno != EINTR;
  return {};
}

int wait_for(pid_t child) {
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

ChildProgram::ChildProgram(std::vector<std::string> arguments) {
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

ChildProgram::~ChildProgram() {
  close_input();
  if (child_ > 0) ::kill(child_, SIGKILL), ::waitpid(child_, nullptr, 0);
  ::close(from_);
}

void ChildProgram::send(std::string_view text) {
  ::fcntl(to_, F_SETFL, O_NONBLOCK);
  while (!text.empty() && !ended_) {
    const auto put = ::write(to_, text.data(), text.size());
    if (put > 0) text.remove_prefix(static_cast<std::size_t>(put));
    else if (errno != EAGAIN) return;
    else unread_ += read_some(from_, 10, ended_);
  }
}

std::optional<std::string> ChildProgram::until_prompt() {
  while (!ended_ && !unread_.ends_with("> ")) {
    const auto more = read_some(from_, 10'000, ended_);
    if (more.empty()) return std::nullopt;
    unread_ += more;
  }
  if (ended_) return std::nullopt;
  return std::exchange(unread_, {});
}

std::optional<std::string> ChildProgram::until(std::string_view text) {
  std::size_t found = 0;
  while ((found = unread_.find(text)) == std::string::npos) {
    if (ended_) return std::nullopt;
    const auto more = read_some(from_, 10'000, ended_);
    if (more.empty() && !ended_) return std::nullopt;
    unread_ += more;
  }
  auto said = unread_.substr(0, found + text.size());
  unread_.erase(0, said.size());
  return said;
}

void ChildProgram::signal(int number) { ::kill(child_, number); }

void ChildProgram::close_input() {
  if (to_ >= 0) ::close(to_);
  to_ = -1;
}

void ChildProgram::interrupt() {
  if (child_ > 0) ::kill(child_, SIGINT);
}

std::pair<std::string, int> ChildProgram::finish() {
  close_input();
  while (!ended_) {
    const auto more = read_some(from_, 10'000, ended_);
    if (more.empty() && !ended_) break;
    unread_ += more;
  }
  const int code = wait_for(std::exchange(child_, -1));
  return {std::exchange(unread_, {}), code};
}

}  // namespace rimau::testing
