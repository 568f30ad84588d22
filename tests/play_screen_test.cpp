// `rimau play` on a terminal: a pseudo-terminal of every size, resized and sent signals, is left as it
// was found.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "new_folder.hpp"
#include "program.hpp"

namespace rimau {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view enter_screen = "\x1b[?1049h";
constexpr std::string_view leave_screen = "\x1b[?1049l";

// The program on a terminal of its own, in a job of its own as a shell would start it: the child here
// stands for the shell, which also keeps the terminal open when the job has ended.
class OnTerminal {
 public:
  OnTerminal(int columns, int rows, std::vector<std::string> options) {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    int report[2];
    if (::pipe2(report, O_CLOEXEC) != 0 || ::openpty(&master_, &slave_, nullptr, nullptr, &size) != 0) ::_exit(99);
    ::tcgetattr(slave_, &before_);
    shell_ = ::fork();
    if (shell_ == 0) be_shell(report[1], std::move(options));
    ::close(report[1]);
    if (::read(report[0], &job_, sizeof job_) != sizeof job_) job_ = -1;
    report_ = report[0];
  }
  ~OnTerminal() {
    if (job_ > 0 && !reported_) ::kill(job_, SIGKILL);
    ::kill(shell_, SIGKILL);
    ::waitpid(shell_, nullptr, 0);
    ::close(report_);
    ::close(slave_);
    if (master_ >= 0) ::close(master_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  void type(std::string_view keys) const { (void)!::write(master_, keys.data(), keys.size()); }
  void resize(int columns, int rows) const {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    ::ioctl(master_, TIOCSWINSZ, &size);
  }
  void send(int signal) const { ::kill(job_, signal); }

  // Reads until the terminal was sent the text after what was read before, at most ten seconds.
  bool shows(std::string_view text) {
    for (int tries = 0; tries < 200; ++tries) {
      if (const auto at = output_.find(text, seen_); at != std::string::npos) {
        seen_ = at + text.size();
        return true;
      }
      bool ended = false;
      output_ += testing::read_some(master_, 50, ended);
    }
    return false;
  }
  // Reads what comes until nothing does for a moment.
  void settle(int ms = 60) {
    for (bool ended = false; !ended;) {
      const auto more = testing::read_some(master_, ms, ended);
      if (more.empty()) return;
      output_ += more;
    }
  }

  // The status of the job's next change (stopped or ended), as waitpid() tells it; -1 after ten seconds.
  int next_status() {
    pollfd input{.fd = report_, .events = POLLIN, .revents = 0};
    int status = -1;
    for (int tries = 0; tries < 200 && ::poll(&input, 1, 50) == 0; ++tries) settle(0);
    if ((input.revents & POLLIN) != 0 && ::read(report_, &status, sizeof status) == sizeof status)
      reported_ = !WIFSTOPPED(status);
    settle(0);
    return status;
  }

  // Whether the terminal's modes are those it had at first.
  [[nodiscard]] bool modes_as_before() const {
    termios now{};
    ::tcgetattr(slave_, &now);
    return now.c_iflag == before_.c_iflag && now.c_oflag == before_.c_oflag && now.c_cflag == before_.c_cflag &&
           now.c_lflag == before_.c_lflag && std::memcmp(now.c_cc, before_.c_cc, sizeof now.c_cc) == 0;
  }
  // Whether the last words of the output show the cursor and leave the alternate screen.
  [[nodiscard]] bool screen_left() const {
    const auto left = output_.rfind(leave_screen);
    const auto entered = output_.rfind(enter_screen);
    if (entered == std::string::npos) return true;
    const auto hidden = output_.rfind("\x1b[?25l");
    const auto shown = std::max(output_.rfind("\x1b[?25h") + 1, output_.rfind("\x1b[?12l\x1b[?25h") + 1);
    return left != std::string::npos && left > entered && (hidden == std::string::npos || shown > hidden);
  }
  [[nodiscard]] const std::string& output() const { return output_; }
  void hang_up() { ::close(std::exchange(master_, -1)); }

 private:
  [[noreturn]] void be_shell(int report, std::vector<std::string> options) {
    ::close(master_);
    ::setsid();
    ::ioctl(slave_, TIOCSCTTY, 0);
    ::signal(SIGTTOU, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    const pid_t job = ::fork();
    if (job == 0) be_job(std::move(options));
    ::setpgid(job, job);
    ::tcsetpgrp(slave_, job);
    (void)!::write(report, &job, sizeof job);
    for (int status = 0; ::waitpid(job, &status, WUNTRACED) == job;) {
      (void)!::write(report, &status, sizeof status);
      if (!WIFSTOPPED(status)) break;
    }
    for (;;) ::pause();
  }
  [[noreturn]] void be_job(std::vector<std::string> options) const {
    ::setpgid(0, 0);
    ::tcsetpgrp(slave_, ::getpid());
    for (const int signal : {SIGTTOU, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(slave_, descriptor);
    ::close(slave_);
    options.insert(options.begin(), {RIMAU_PROGRAM, "play"});
    std::vector<char*> argv;
    for (auto& option : options) argv.push_back(option.data());
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(99);
  }

  int master_ = -1;
  int slave_ = -1;
  int report_ = -1;
  pid_t shell_ = -1;
  pid_t job_ = -1;
  bool reported_ = false;
  termios before_{};
  std::string output_;
  std::size_t seen_ = 0;
};

class PlayScreen : public ::testing::Test {
 protected:
  PlayScreen() {
    folder_ = testing::new_folder();
    ::setenv("XDG_STATE_HOME", folder_.c_str(), 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::setenv("TERM", "xterm-256color", 1);
    ::unsetenv("NO_COLOR");
    ::unsetenv("LINES");
    ::unsetenv("COLUMNS");
  }
  ~PlayScreen() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  static void expect_left_as_it_was(const OnTerminal& terminal, const std::string& what) {
    EXPECT_TRUE(terminal.modes_as_before()) << what;
    EXPECT_TRUE(terminal.screen_left()) << what;
  }

  std::string folder_;
};

TEST_F(PlayScreen, fits_or_says_that_it_does_not_in_any_size) {  // B57
  for (const auto& [columns, rows] :
       {std::pair{1, 1}, {2, 300}, {1000, 1}, {20, 5}, {38, 17}, {80, 24}, {480, 154}, {1000, 300}}) {
    OnTerminal terminal(columns, rows, {"rimau-24", "--as", "both", "--new"});
    const bool fits = columns >= 38 && rows >= 17;
    const auto size = cat(columns, "x", rows);
    EXPECT_TRUE(terminal.shows(fits ? "Rimau" : columns < 20 ? "t" : "too small")) << size;
    terminal.settle();
    terminal.type("d2,e3,f4\r");
    if (fits) {
      EXPECT_TRUE(terminal.shows("removed")) << size;
    }
    terminal.type("Q");
    EXPECT_EQ(terminal.next_status(), 0) << size;
    expect_left_as_it_was(terminal, size);
  }
}

TEST_F(PlayScreen, is_resized_a_hundred_times_during_a_game) {  // B57
  OnTerminal terminal(80, 24, {"rimau-24", "--level", "1", "--seed", "1"});
  ASSERT_TRUE(terminal.shows("Rimau"));
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const int columns = 1 + static_cast<int>(random.below(i % 2 == 0 ? 40 : 400));
    const int rows = 1 + static_cast<int>(random.below(i % 2 == 0 ? 20 : 200));
    terminal.resize(columns, rows);
    if (i == 50) terminal.type("d2,e3,f4\r");
    if (i % 10 == 0) terminal.settle(5);
  }
  terminal.resize(20, 5);
  EXPECT_TRUE(terminal.shows("too small"));
  terminal.settle();
  terminal.resize(80, 24);
  EXPECT_TRUE(terminal.shows("d2,e3,f4")) << "the game goes on";
  terminal.settle();
  terminal.type("Q");
  EXPECT_EQ(terminal.next_status(), 0);
  expect_left_as_it_was(terminal, "resized");
}

TEST_F(PlayScreen, gives_the_terminal_back_when_a_signal_ends_it) {  // B57
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV}) {
    OnTerminal terminal(80, 24, {"rimau-24", "--level", "10", "--new"});
    ASSERT_TRUE(terminal.shows("Rimau"));
    terminal.settle();
    EXPECT_FALSE(terminal.modes_as_before());
    terminal.type("d2,e3,f4\r");
    EXPECT_TRUE(terminal.shows("thinking"));
    terminal.send(signal);
    const int status = terminal.next_status();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << signal << ": " << status;
    expect_left_as_it_was(terminal, cat("signal ", signal));
  }
}

TEST_F(PlayScreen, is_interrupted_by_its_key) {
  OnTerminal terminal(80, 24, {"bagh-chal", "--as", "both"});
  ASSERT_TRUE(terminal.shows("Bagh-chal"));
  terminal.settle();
  terminal.type("\x03");
  const int status = terminal.next_status();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  expect_left_as_it_was(terminal, "Ctrl-C");
}

TEST_F(PlayScreen, stops_and_goes_on) {  // B57
  OnTerminal terminal(80, 24, {"bagh-chal", "--as", "both"});
  ASSERT_TRUE(terminal.shows("Bagh-chal"));
  terminal.settle();
  for (int i = 0; i < 2; ++i) {
    terminal.type("\x1a");
    const int stopped = terminal.next_status();
    ASSERT_TRUE(WIFSTOPPED(stopped) && WSTOPSIG(stopped) == SIGTSTP) << stopped;
    terminal.settle();
    expect_left_as_it_was(terminal, "stopped");
    terminal.send(SIGCONT);
    EXPECT_TRUE(terminal.shows("Bagh-chal")) << "drawn anew";
    terminal.settle();
    EXPECT_FALSE(terminal.modes_as_before());
  }
  terminal.type("c3");
  terminal.type("\x1b");
  terminal.settle();
  terminal.type("@c3\r");
  EXPECT_TRUE(terminal.shows("goat"));
  terminal.type("Q");
  EXPECT_EQ(terminal.next_status(), 0);
  expect_left_as_it_was(terminal, "gone on");
}

TEST_F(PlayScreen, ends_when_the_terminal_goes_away_and_keeps_the_game) {
  {
    OnTerminal terminal(80, 24, {"bagh-chal", "--as", "both"});
    ASSERT_TRUE(terminal.shows("Bagh-chal"));
    terminal.type("@c3\r");
    EXPECT_TRUE(terminal.shows("dropped"));
    terminal.hang_up();
    const int status = terminal.next_status();
    EXPECT_TRUE(status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGHUP)) << status;
  }
  OnTerminal terminal(80, 24, {"bagh-chal"});
  EXPECT_TRUE(terminal.shows("Go on with it?"));
  terminal.type("y\n");
  EXPECT_TRUE(terminal.shows("@c3"));
  terminal.settle();
  terminal.type("Q");
  EXPECT_EQ(terminal.next_status(), 0);
  expect_left_as_it_was(terminal, "resumed");
}

TEST_F(PlayScreen, takes_any_keys) {
  OnTerminal terminal(80, 24, {"rimau-24", "--as", "both"});
  ASSERT_TRUE(terminal.shows("Rimau"));
  Random random(11);
  std::string keys;
  for (int i = 0; i < 6000; ++i) {
    const auto key = static_cast<char>(random.below(256));
    // Neither the keys that leave, stop or interrupt, nor those that write files.
    if (std::string_view("Qq\x03\x1a\x1c\x13\x11SsOo:y").find(key) == std::string_view::npos) keys += key;
  }
  for (std::size_t at = 0; at < keys.size(); at += 500) {
    terminal.type(keys.substr(at, 500));
    terminal.settle(20);
  }
  terminal.settle();
  terminal.type("\x1b");
  terminal.settle();
  terminal.type("\x1b");
  terminal.settle();
  terminal.send(SIGTERM);
  const int status = terminal.next_status();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
  expect_left_as_it_was(terminal, "any keys");
}

TEST_F(PlayScreen, takes_clicks) {
  OnTerminal terminal(80, 24, {"bagh-chal", "--as", "both"});
  ASSERT_TRUE(terminal.shows("Bagh-chal"));
  terminal.settle();
  // Mouse events as xterm sends them (SGR or X10): find out which was asked for.
  const bool sgr = terminal.output().find("\x1b[?1006") != std::string::npos;
  const auto dropped = [&] { return terminal.output().find("dropped") != std::string::npos; };
  for (int row = 4; row < 20 && !dropped(); ++row)
    for (int column = 3; column < 60 && !dropped(); column += 3) {
      terminal.type(sgr ? cat("\x1b[<0;", column, ";", row, "M\x1b[<0;", column, ";", row, "m")
                        : cat("\x1b[M ", static_cast<char>(32 + column), static_cast<char>(32 + row)));
      terminal.settle(10);
    }
  EXPECT_TRUE(terminal.shows("dropped"));
  terminal.settle();
  terminal.type("Q");
  EXPECT_EQ(terminal.next_status(), 0);
  expect_left_as_it_was(terminal, "clicked");
}

TEST_F(PlayScreen, respects_dumb_terminals_and_NO_COLOR) {
  ::setenv("TERM", "dumb", 1);
  {
    OnTerminal terminal(80, 24, {"bagh-chal", "--as", "both"});
    ASSERT_TRUE(terminal.shows("men> "));
    terminal.type("quit\n");
    EXPECT_EQ(terminal.next_status(), 0);
    EXPECT_EQ(terminal.output().find('\x1b'), std::string::npos);
    expect_left_as_it_was(terminal, "dumb");
  }
  ::setenv("TERM", "xterm-256color", 1);
  ::setenv("NO_COLOR", "1", 1);
  OnTerminal terminal(80, 24, {"bagh-chal", "--as", "both"});
  ASSERT_TRUE(terminal.shows("Bagh-chal"));
  terminal.type("Q");
  EXPECT_EQ(terminal.next_status(), 0);
  EXPECT_THAT(terminal.output(), Not(AnyOf(HasSubstr("\x1b[38;5;"), HasSubstr("\x1b[33m"))));
  ::unsetenv("NO_COLOR");
}

TEST_F(PlayScreen, plays_on_an_unknown_terminal_line_by_line) {
  ::setenv("TERM", "no-such-terminal", 1);
  ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // ncurses keeps what it allocated for a terminal it refuses
  OnTerminal terminal(80, 24, {"bagh-chal", "--as", "both"});
  EXPECT_TRUE(terminal.shows("men> "));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.next_status(), 0);
  ::unsetenv("ASAN_OPTIONS");
  ::setenv("TERM", "xterm-256color", 1);
}

}  // namespace
}  // namespace rimau
