#include "protocol/go.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"

namespace rimau::protocol {
namespace {

constexpr unsigned largest = 4'000'000'000;
constexpr long long margin_ms = 30;  // for what happens between two clocks
constexpr long long longest_ms = 1'000'000'000;
constexpr long long moves_to_go = 25;  // that the time left has to suffice for

int budget(long long left, long long increment) {
  const auto share = left / moves_to_go + increment * 3 / 4;
  const auto most = left - std::min(margin_ms, left / 2);
  return static_cast<int>(std::clamp(std::min(share, most), 1LL, longest_ms));
}

}  // namespace

Result<Go> parse_go(const std::vector<std::string_view>& words, bool first_player) {
  std::map<std::string_view, unsigned> numbers;
  Go go;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto word = words[i];
    if (word == "infinite") {
      go.infinite = true;
      continue;
    }
    static constexpr std::string_view known[] = {"p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes"};
    if (std::ranges::find(known, word) == std::end(known))
      return fail(ErrorKind::text, cat("go: found \"", shown(word), "\", expected one of ",
                                       "p1time, p2time, p1inc, p2inc, movetime, depth, nodes, infinite"));
    const auto number = i + 1 < words.size() ? parse_number(words[i + 1], largest) : std::nullopt;
    if (!number || numbers.contains(word))
      return fail(ErrorKind::text, cat("go ", word, ": expected one number from 0 to ", largest));
    numbers[word] = *number;
    ++i;
  }
  const auto get = [&](std::string_view word) { return numbers.contains(word) ? numbers[word] : 0U; };
  const auto time = first_player ? "p1time" : "p2time";
  if (numbers.contains(time)) go.limits.movetime_ms = budget(get(time), get(first_player ? "p1inc" : "p2inc"));
  if (numbers.contains("movetime")) {
    const long long asked = get("movetime");
    go.limits.movetime_ms = static_cast<int>(std::clamp(asked - std::min(5LL, asked / 4), 1LL, longest_ms));
  }
  if (numbers.contains("depth")) go.limits.depth = static_cast<int>(std::clamp(get("depth"), 1U, unsigned{max_depth}));
  if (numbers.contains("nodes")) go.limits.nodes = std::max(get("nodes"), 1U);
  if (go.limits.movetime_ms == 0 && go.limits.depth == 0 && go.limits.nodes == 0) go.infinite = true;
  return go;
}

}  // namespace rimau::protocol
