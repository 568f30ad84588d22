// The engine's protocol: whatever lines come, every answer is a whole line of the grammar, the engine stays
// alive, and each search that was begun is answered by exactly one bestmove.
#include <algorithm>
#include <atomic>
#include <string>

#include "base/text.hpp"
#include "check.hpp"
#include "protocol/engine.hpp"
#include "search/levels.hpp"

using namespace rimau;

namespace {

constexpr std::size_t most_lines = 64;

// What the engine has said since the last forget().
class Listener {
 public:
  void hear(std::string_view line) {
    fuzz::check(line.find_first_of("\r\n") == std::string_view::npos, "an answer is one line");
    fuzz::check(find_invalid_utf8(line) == std::string_view::npos, "an answer is UTF-8");
    const auto begins = [line](std::string_view word) { return line.starts_with(word); };
    constexpr std::string_view known[] = {"id ", "option name ", "ugiok", "readyok", "bestmove ", "info ", "response "};
    fuzz::check(std::ranges::any_of(known, begins), "an answer is one of the grammar");
    if (begins("bestmove ")) ++bestmoves;
    if (line == "readyok") ++readies;
    if (begins("info string error: go:") || begins("info string error: go ")) ++refused_searches;
  }
  void forget() { bestmoves = readies = refused_searches = 0; }

  std::atomic<int> bestmoves = 0;
  std::atomic<int> readies = 0;
  std::atomic<int> refused_searches = 0;
};

// What would fill the memory, or read folders of this machine.
bool is_too_much(std::string_view line) {
  const auto digits = std::ranges::count_if(line, [](char c) { return c >= '0' && c <= '9'; });
  return line.find("Tables") != std::string_view::npos || (line.find("Hash") != std::string_view::npos && digits > 1) ||
         (line.find("Threads") != std::string_view::npos && digits > 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogue catalogue;
  static Listener listener;
  static protocol::Engine engine(catalogue, [](std::string_view line) { listener.hear(line); });
  // One engine serves all inputs, so each begins by putting everything back.
  for (const auto& line :
       {std::string("stop"), cat("setoption name Level value ", last_level), std::string("setoption name Hash value 1"),
        std::string("setoption name Threads value 1"), std::string("setoption name MultiPV value 1"),
        std::string("setoption name Game value rimau-24"), std::string("position startpos"), std::string("uginewgame")})
    engine.obey(line);
  listener.forget();

  int searches = 0;
  std::size_t lines = 0;
  for (const auto line : split(fuzz::text_of(data, size), '\n')) {
    if (is_too_much(line)) continue;
    if (++lines > most_lines) break;
    const int refused = listener.refused_searches;
    const auto word = trim(line).substr(0, trim(line).find_first_of(" \t"));
    if (!engine.obey(line)) break;
    if (word == "go" && listener.refused_searches == refused) ++searches;
  }
  engine.obey("stop");
  const int readies = listener.readies;
  engine.obey("isready");
  fuzz::check(listener.readies == readies + 1, "isready is answered");
  fuzz::check(listener.bestmoves == searches, "each search has one bestmove");
  return 0;
}
