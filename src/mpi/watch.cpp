#include "mpi/watch.hpp"

#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"

namespace rimau::mpi {
namespace {

constexpr std::array stopping_signals{SIGTERM, SIGINT, SIGHUP};

volatile std::sig_atomic_t watched = 0;  // the child
volatile std::sig_atomic_t asked_to_stop = 0;

void pass_on(int signal) {
  asked_to_stop = 1;
  if (watched != 0) ::kill(watched, signal);
}

// As launchers tell it to what they start; MPI itself is the child's.
std::string rank_told() {
  for (const auto* variable : {"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK"})
    if (const char* value = std::getenv(variable); value != nullptr) return shown(value, 10);
  return "?";
}

}  // namespace

void go_on_in_watched_child() {
  for (const int signal : stopping_signals) std::signal(signal, pass_on);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) std::perror("rimau-mpi: cannot start a process");
  if (child <= 0) {
    for (const int signal : stopping_signals) std::signal(signal, SIG_DFL);
    if (child < 0) return;  // unwatched, then
    // A group of its own: what a launcher or a terminal sends to the whole group comes once, through the parent.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(2);
    return;
  }
  watched = child;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  if (asked_to_stop == 0) {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    fmt::print(stderr,
               "rimau-mpi: rank {} on {} was killed by signal {} ({}), which ends the run; what is finished is kept, "
               "and the same command with --resume goes on from it\n",
               rank_told(), host.data(), signal, ::strsignal(signal));
  }
  ::_exit(128 + signal);
}

}  // namespace rimau::mpi
