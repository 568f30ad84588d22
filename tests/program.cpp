#include "program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
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

void wait_for(pid_t child, Ran& ran) {
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
  wait_for(start(request, in, out, err), ran);
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
  wait_for(child, ran);
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
  wait_for(child, ran);
  ::lseek(err, 0, SEEK_SET);
  ran.err = read_all(err);
  ::close(in);
  ::close(err);
  return ran;
}

}  // namespace rimau::testing
