// Prints random positions of a game that its tables call won or drawn, one a line.
//
//   draw_positions GAME TABLES VALUE COUNT SEED [PLIES]
//
// VALUE is tigers, men or draw; TABLES the folder. A position is drawn as bench/drawn.hpp says; only such
// count as have a move that throws the result away or, where the other side is to move, a reply of that
// kind after it; and, when PLIES is given, as are won in at least so many plies where the tables know the
// length. For `rimau match --positions`.
#include <fmt/core.h>

#include "base/text.hpp"
#include "drawn.hpp"
#include "game/catalogue.hpp"
#include "notation/notation.hpp"

namespace rimau::bench {
namespace {

// Whether the winner (of a draw: the mover) has something to get wrong, here or at its next turn.
bool demanding(tablebase::Probe& probe, const Game& game, const Drawn& drawn, Verdict value) {
  if (drawn.differs() && (value == Verdict::draw || win_of(drawn.position.turn) == value)) return true;
  for (const auto& [move, after] : drawn.moves) {
    if (after.verdict != value) continue;
    const auto next = play_unchecked(game, drawn.position, move);
    if (outcome(game, next).over()) continue;
    const auto replies = probe.moves(next);
    if (replies && !replies->empty() && replies->back().value.verdict != replies->front().value.verdict) return true;
  }
  return false;
}

struct Request {
  std::shared_ptr<const Game> game;
  std::string tables;
  Verdict value = Verdict::draw;
  unsigned count = 0;
  unsigned seed = 0;
  int plies = 0;
};

std::optional<Request> parse(Catalogue& catalogue, const std::vector<std::string>& words) {
  if (words.size() < 5) return std::nullopt;
  const auto game = catalogue.open(words[0]);
  const auto value = parse_verdict(words[2]);
  const auto count = parse_number(words[3], 1'000'000);
  const auto seed = parse_number(words[4], 4'000'000'000);
  const auto plies = parse_number(words.size() > 5 ? words[5] : "0", 1000);
  if (!game || !value || !count || !seed || !plies) return std::nullopt;
  return Request{*game, words[1], *value, *count, *seed, static_cast<int>(*plies)};
}

int main(int argc, char** argv) {
  Catalogue catalogue;
  const auto request = parse(catalogue, {argv + 1, argv + argc});
  if (!request) {
    fmt::print(stderr, "usage: draw_positions GAME TABLES tigers|men|draw COUNT SEED [PLIES]\n");
    return 2;
  }
  const auto& game = *request->game;
  const auto tables = tablebase::Tables::open({request->tables});
  Sampler sampler(request->game, tables, request->seed);
  tablebase::Probe probe(tables, game);
  for (unsigned found = 0; found < request->count;) {
    const auto drawn = sampler.next();
    if (!drawn) {
      fmt::print(stderr, "draw_positions: the tables in {} hold no such positions\n", request->tables);
      return 1;
    }
    const auto& best = drawn->value();
    if (best.verdict != request->value || best.distance.value_or(1000) < request->plies) continue;
    if (!demanding(probe, game, *drawn, request->value)) continue;
    fmt::print("{}\n", format_position(game, drawn->position));
    ++found;
  }
  return 0;
}

}  // namespace
}  // namespace rimau::bench

int main(int argc, char** argv) { return rimau::bench::main(argc, argv); }
