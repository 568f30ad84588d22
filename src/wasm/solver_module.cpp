#include "wasm/solver_module.hpp"

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "wasm/error_json.hpp"

namespace rimau::wasm {
namespace {

void write_value(Json& out, const tablebase::Value& value) {
  out.member("winner", name(value.verdict)).key("distance");
  if (value.distance) out.value(*value.distance);
  else out.null();
}

}  // namespace

std::string SolverModule::call(std::string_view request) {
  auto answered = answer(request);
  return answered ? *std::move(answered) : error_json(answered.error());
}

Result<std::string> SolverModule::answer(std::string_view request) {
  const auto arguments = split(request, '\0');
  const bool asks_needs = arguments.size() == 2 && arguments[0] == "needs";
  const bool asks_probe = arguments.size() == 3 && arguments[0] == "probe";
  if (!asks_needs && !asks_probe)
    return fail(ErrorKind::unknown,
                cat("no command \"", shown(arguments[0]), "\" with ", arguments.size() - 1, " arguments"));
  auto read = parse_position(catalogue_, arguments[1]);
  if (!read) return std::unexpected(std::move(read).error());
  take_up(read->game);
  if (asks_needs) return needs(read->position);
  constexpr unsigned most_bytes = 3'000'000'000;
  const auto bytes = parse_number(arguments[2], most_bytes);
  if (!bytes) return fail(ErrorKind::text, cat("expected a number up to ", most_bytes), {.field = "bytes"});
  return probe(read->position, *bytes);
}

void SolverModule::take_up(std::shared_ptr<const Game> game) {
  if (game_ && game_->id() == game->id()) return;
  few_men_.reset();
  game_ = std::move(game);
  few_men_ = std::make_unique<solver::FewMen>(*game_);
}

Result<std::string> SolverModule::needs(const Position& position) {
  const bool possible = few_men_->possible(position);
  Json out;
  out.object().member("possible", possible);
  out.member("bytes", possible ? few_men_->memory_needed(position) : 0);
  out.member("solved", possible && few_men_->solved(position)).end_object();
  return std::move(out).take();
}

Result<std::string> SolverModule::probe(const Position& position, std::uint64_t bytes) {
  // 1. Is it to be had?
  if (!few_men_->possible(position))
    return fail(ErrorKind::unsupported, cat("only positions with all tigers on the board and at most ",
                                            solver::FewMen::most_men, " men can be solved here"));
  const auto needed = few_men_->memory_needed(position);
  if (needed > bytes)
    return fail(ErrorKind::limit,
                cat("solving this takes ", (needed >> 20) + 1, " MiB; ", bytes >> 20, " are allowed"));
  // 2. What it rests on.
  double told = 0;
  constexpr double worth_telling = 0.01;
  auto solved = few_men_->solve(position, [&](const solver::Status& status) {
    if (status.done < told + worth_telling || !report_) return true;
    told = status.done;
    Json text;
    text.object().member("done", status.done).end_object();
    return report_(std::move(text).take());
  });
  if (!solved) return std::unexpected(std::move(solved).error());
  // 3. The answer.
  const auto value = few_men_->value(position);
  if (!value) return std::unexpected(value.error());
  const auto moves = few_men_->moves(position);
  if (!moves) return std::unexpected(moves.error());
  Json out;
  out.object().member("position", format_position(*game_, position));
  write_value(out, *value);
  const auto end = outcome(*game_, position);
  out.key("over");
  if (end.over()) out.value(name(end.reason));
  else out.null();
  out.key("moves").array();
  for (const auto& [move, after] : *moves) {
    out.object().member("move", format_move(*game_, move));
    write_value(out, tablebase::one_ply_back(after));
    out.end_object();
  }
  out.end_array().end_object();
  return std::move(out).take();
}

}  // namespace rimau::wasm
