// Runs the built program as a user would: to its end, or talking to it while it runs.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

// Reads what is there, waiting at most `ms`; empty when nothing came; sets `ended` at the end.
[[nodiscard]] std::string read_some(int descriptor, int ms, bool& ended);

// The exit code of a child that ends within ten seconds, 128 + n when a signal ended it; it is killed
// and -1 answered otherwise.
[[nodiscard]] int wait_for(pid_t child);

// The program, talked to while it runs; in the environment of the test.
class ChildProgram {
 public:
  explicit ChildProgram(std::vector<std::string> arguments);
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  // Reads while it writes, so that neither side can wait for the other for ever.
  void send(std::string_view text);
  // What the program says up to its next prompt ("> " at the end of what it has said), the prompt
  // included; nothing if it ends or says nothing for ten seconds.
  std::optional<std::string> until_prompt();
  // What the program says up to the first such text, itself included; nothing as above.
  std::optional<std::string> until(std::string_view text);
  void signal(int number);
  void close_input();
  void interrupt();  // as Ctrl-C does
  // Ends the input; the rest of what the program says, and its exit code.
  std::pair<std::string, int> finish();

 private:
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
  bool ended_ = false;
  std::string unread_;
};

}  // namespace rimau::testing
