// How often the engine, without tables, keeps the result that the tables know.
//
//   truth GAME TABLES SEED [network=FILE] LIMIT:COUNT…
//
// TABLES is the folder; LIMIT is so many milliseconds (100ms) or positions (500000n) a move. For each limit
// draws positions as bench/drawn.hpp says until COUNT of them have moves that differ in value, lets the
// engine move in these, and prints the share in which it kept the value: in all, while men are in hand, on
// the board only, and for either side to move. An error is a move to a worse result (win, draw, loss),
// not a longer way. A network in FILE (docs/networks.md) takes the place of the program's own.
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "base/files.hpp"
#include "base/text.hpp"
#include "drawn.hpp"
#include "game/catalogue.hpp"
#include "notation/notation.hpp"
#include "search/search.hpp"

namespace rimau::bench {
namespace {

struct Work {
  std::string label;
  SearchLimits limits;
  unsigned count = 0;
};

std::optional<Work> parse_work(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  Work work{.label = std::string(text.substr(0, colon))};
  const auto count = parse_number(text.substr(colon + 1), 1'000'000);
  std::string_view limit = work.label;
  const bool time = limit.ends_with("ms");
  if (!count || (!time && !limit.ends_with("n"))) return std::nullopt;
  limit.remove_suffix(time ? 2 : 1);
  const auto number = parse_number(limit, 2'000'000'000);
  if (!number || *number == 0) return std::nullopt;
  if (time) work.limits.movetime_ms = static_cast<int>(*number);
  else work.limits.nodes = *number;
  work.limits.tables = false;
  work.count = *count;
  return work;
}

struct Count {
  unsigned kept = 0;
  unsigned all = 0;

  void add(bool good) {
    kept += good ? 1 : 0;
    ++all;
  }
  // "98.20 % of 500"
  [[nodiscard]] std::string text() const {
    return all == 0 ? std::string("-") : fmt::format("{:.2f} % of {}", 100.0 * kept / all, all);
  }
};

void measure(const std::shared_ptr<const Game>& game, const tablebase::Tables& tables, unsigned seed,
             const Networks& networks, const Work& work) {
  Sampler sampler(game, tables, seed);
  Searcher searcher(64);
  searcher.use(networks);
  Count all;
  std::array<Count, 2> by_phase;  // sliding, dropping
  std::array<Count, 2> by_side;
  unsigned drawn_in_all = 0;
  std::uint64_t nodes = 0;
  while (all.all < work.count) {
    const auto drawn = sampler.next();
    if (!drawn) break;
    ++drawn_in_all;
    if (!drawn->differs()) continue;
    searcher.clear();
    const auto report = searcher.search(Play(game, drawn->position), work.limits, {});
    nodes += report.nodes;
    const bool good = drawn->keeps(report.best);
    all.add(good);
    by_phase[drawn->dropping() ? 1 : 0].add(good);
    by_side[static_cast<std::size_t>(drawn->position.turn)].add(good);
    if (!good && std::getenv("TRUTH_ERRORS") != nullptr)
      fmt::print(stderr, "{}\t{}\t{}\n", format_position(*game, drawn->position), format_move(*game, report.best),
                 format_move(*game, drawn->moves.front().move));
  }
  fmt::print(
      "{:<24} {:>9}  {:<17}  dropping {:<17}  sliding {:<17}  tigers {:<17}  men {:<17}  {} drawn, {} nodes each\n",
      game->id(), work.label, all.text(), by_phase[1].text(), by_phase[0].text(), by_side[0].text(), by_side[1].text(),
      drawn_in_all, all.all == 0 ? 0 : nodes / all.all);
  std::fflush(stdout);
}

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  Catalogue catalogue;
  const auto game = words.size() >= 4 ? catalogue.open(words[0]) : fail(ErrorKind::text, "too few words");
  const auto seed = words.size() >= 4 ? parse_number(words[2], 4'000'000'000) : std::nullopt;
  std::vector<Work> works;
  Networks networks = Networks::built_in();
  std::size_t first = 3;
  if (words.size() > 3 && words[3].starts_with("network=")) {
    ++first;
    const auto text = read_file(words[3].substr(8), 1 << 20);
    const auto added = text ? networks.add(*text) : std::unexpected(text.error());
    if (!added) {
      fmt::print(stderr, "{}\n", Error(added.error()).in_file(words[3].substr(8)).text());
      return exit_code(added.error().kind);
    }
  }
  for (std::size_t i = first; i < words.size(); ++i)
    if (auto work = parse_work(words[i])) works.push_back(*std::move(work));
  if (!game || !seed || works.empty() || works.size() + first != words.size()) {
    fmt::print(stderr,
               "usage: truth GAME TABLES SEED [network=FILE] LIMIT:COUNT…, such as 100ms:1000 or 500000n:1000\n");
    return 2;
  }
  const auto tables = tablebase::Tables::open({words[1]});
  for (const auto& work : works) measure(*game, tables, *seed, networks, work);
  return 0;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) { return rimau::bench::main(argc, argv); }
