// rimau engine: the text protocol on standard input and output.
#include "protocol/engine.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include "cli/command.hpp"

namespace rimau::cli {
namespace {

constexpr std::size_t max_line_bytes = 8 << 20;

// Writes a line at once; nothing more once the reader has gone.
class Output {
 public:
  void line(std::string_view text) {
    std::string all(text);
    all += '\n';
    std::string_view rest = all;
    while (!rest.empty() && !closed_) {
      const auto put = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
      else if (put == 0 || errno != EINTR) closed_ = true;
    }
  }
  [[nodiscard]] bool closed() const noexcept { return closed_; }

 private:
  std::atomic<bool> closed_ = false;
};

// Lines end with LF, CR or both; the last one may lack its end.
Result<int> run(Session& session) {
  std::signal(SIGPIPE, SIG_IGN);
  Output output;
  protocol::Engine engine(session.catalogue, [&output](std::string_view line) { output.line(line); });
  std::array<char, 65536> buffer;
  std::string line;
  bool too_long = false;
  const auto end_line = [&] {
    const bool go_on = too_long ? engine.obey("(a line that is too long)") : engine.obey(line);
    line.clear();
    too_long = false;
    return go_on && !output.closed();
  };
  for (;;) {
    const auto got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(got))) {
      if (c == '\n' || c == '\r') {
        if (!end_line()) return 0;
      } else if (line.size() < max_line_bytes) {
        line += c;
      } else {
        too_long = true;
      }
    }
  }
  if (end_line()) engine.finish();
  return 0;
}

}  // namespace

void add_engine(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("engine", "Speak UGI, a text protocol, on standard input and output");
  command->footer("For programs that drive an engine; docs/protocol.md describes it. Type ugi to see the options.");
  command->callback([&chosen] { chosen = run; });
}

}  // namespace rimau::cli
