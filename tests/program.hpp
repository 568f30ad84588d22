// Runs the built program as a user would and keeps what it said.
#pragma once

#include <string>
#include <vector>

namespace rimau::testing {

struct Ran {
  int exit = -1;    // the exit code, or -1 if a signal ended it
  int signal = 0;   // that signal
  std::string out;  // standard output
  std::string err;  // standard error
};

struct Request {
  std::vector<std::string> arguments;
  std::string input = {};                     // standard input
  std::vector<std::string> environment = {};  // NAME=value, added to a plain one (TERM=xterm, LANG=C.UTF-8)
};

// Blocks until the program has ended; one that runs for more than a minute is stopped (SIGALRM).
[[nodiscard]] Ran run(const Request& request);
[[nodiscard]] inline Ran run(std::vector<std::string> arguments) { return run(Request{std::move(arguments)}); }
// With standard output and error on a terminal of 80 columns; what both said is in `out`.
[[nodiscard]] Ran run_on_terminal(const Request& request);
// With a standard output that nobody reads.
[[nodiscard]] Ran run_unread(const Request& request);

}  // namespace rimau::testing
