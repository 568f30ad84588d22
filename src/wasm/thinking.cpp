#include "wasm/thinking.hpp"

#include <cstdlib>

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau::wasm {

Result<Play> play_of(Catalogue& catalogue, std::string_view start, std::string_view moves) {
  auto found = parse_position(catalogue, start);
  if (!found) return std::unexpected(std::move(found).error());
  Play play(found->game, found->position);
  int number = 0;
  for (const auto text : split(moves, ' ')) {
    if (text.empty()) continue;
    ++number;
    const auto move = parse_move(play.game(), text);
    auto played = move ? play.play(*move) : Result<void>(std::unexpected(move.error()));
    if (!played) {
      auto error = std::move(played).error();
      error.message = cat("move ", number, ": ", error.message);
      return std::unexpected(std::move(error));
    }
  }
  return play;
}

namespace {

void write_line(Json& out, const Play& play, const SearchLine& line) {
  out.object().key("moves").array();
  for (const auto move : line.moves) out.value(format_move(play.game(), move));
  out.end_array().member("score", line.score).key("winner");
  const auto turn = play.position().turn;
  if (std::abs(line.score) > win_score)
    out.value(name(line.score > 0 ? turn : opponent(turn))).member("plies", max_score - std::abs(line.score));
  else out.null().key("plies").null();
  out.end_object();
}

}  // namespace

void write_report(Json& out, const Play& play, const SearchReport& report) {
  out.object()
      .member("depth", report.depth)
      .member("nodes", report.nodes)
      .member("turn", name(play.position().turn))
      .key("lines")
      .array();
  for (const auto& line : report.lines) write_line(out, play, line);
  out.end_array().end_object();
}

void think(Json& out, Searcher& searcher, const Play& play, const SearchLimits& limits, const Report& report) {
  int told = 0;
  const auto found = searcher.search(play, limits, [&](const SearchReport& now) {
    if (now.depth == told || !report) return true;
    told = now.depth;
    Json text;
    write_report(text, play, now);
    return report(std::move(text).take());
  });
  write_report(out, play, found);
}

Result<void> judge(Json& out, Searcher& searcher, const Play& play, Move move, std::uint64_t nodes) {
  const auto best = searcher.search(play, {.nodes = nodes}, {});
  auto after = play;
  if (auto played = after.play(move); !played) return played;
  int score = best.score;
  std::optional<Move> reply;
  if (move != best.best) {
    const auto& outcome = after.outcome();
    const auto mover = play.position().turn;
    if (outcome.over()) {
      score = outcome.verdict == Verdict::draw ? 0 : outcome.verdict == win_of(mover) ? max_score - 1 : 1 - max_score;
    } else {
      const auto found = searcher.search(after, {.nodes = nodes}, {});
      score = -found.score;
      reply = found.best;
    }
  }
  out.object().member("best", best.score).member("score", score);
  out.member("lost", score < -win_score && best.score >= -win_score).key("reply");
  if (reply) out.value(format_move(after.game(), *reply));
  else out.null();
  out.end_object();
  return {};
}

}  // namespace rimau::wasm
