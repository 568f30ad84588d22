// rimau analyze: the best lines of a position, with scores, and exact values where tables know them.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"
#include "parallel/parallel_searcher.hpp"
#include "search/evaluation.hpp"

namespace rimau::cli {
namespace {

using Json = nlohmann::ordered_json;  // members in the order they are documented

constexpr std::size_t usual_hash_mib = 64;
constexpr int usual_movetime_ms = 1000;
constexpr unsigned max_movetime_ms = 1'000'000'000;
constexpr unsigned max_nodes = 4'000'000'000;
constexpr unsigned max_lines = 10'000;

struct Request {
  Start start;
  std::string depth, nodes, movetime;  // as typed; empty: not given
  unsigned lines = 1;
  unsigned threads = 1;
  std::vector<std::string> tables;
  bool json = false;
};

struct Analysis {
  SearchReport report;
  std::optional<tablebase::Value> value;  // of the position, by the tables
  std::optional<Error> fault;             // of the tables, met on the way
  long milliseconds = 0;
};

SearchLimits limits_of(const Request& request) {
  SearchLimits limits;
  limits.depth = std::atoi(request.depth.c_str());
  limits.nodes = std::strtoull(request.nodes.c_str(), nullptr, 10);
  limits.movetime_ms = std::atoi(request.movetime.c_str());
  limits.lines = static_cast<int>(request.lines);
  if (limits.depth == 0 && limits.nodes == 0 && limits.movetime_ms == 0) limits.movetime_ms = usual_movetime_ms;
  return limits;
}

Analysis analyze(const Play& play, const Request& request, const std::shared_ptr<const tablebase::Tables>& tables) {
  ParallelSearcher searcher(usual_hash_mib, static_cast<int>(request.threads));
  searcher.use(tables);
  Analysis analysis;
  const auto begin = std::chrono::steady_clock::now();
  analysis.value = searcher.first().known(play.shared_game(), play.position());
  analysis.report = searcher.search(play, limits_of(request), [](const SearchReport&) { return !stop_requested(); });
  analysis.milliseconds = static_cast<long>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin).count());
  analysis.fault = searcher.first().fault();
  return analysis;
}

// How a line ends, when that is certain: by the tables, or because the search has seen the end.
std::optional<tablebase::Value> end_of(const SearchLine& line, Side side) {
  if (line.value) return line.value;
  if (std::abs(line.score) <= win_score) return std::nullopt;
  return tablebase::Value{win_of(line.score > 0 ? side : opponent(side)), max_score - std::abs(line.score)};
}

std::string_view certainty(const SearchLine& line) {
  if (line.value) return "exact";
  return std::abs(line.score) > win_score ? "forced" : "estimate";
}

std::vector<std::string> texts(const Game& game, const std::vector<Move>& moves) {
  std::vector<std::string> found;
  for (const auto move : moves) found.push_back(format_move(game, move));
  return found;
}

bool knows_draws_by_history(const Rules& rules) { return rules.repetition > 0 || rules.quiet > 0; }

void print_for_people(const Play& play, const Analysis& analysis) {
  const auto& game = play.game();
  const auto side = play.position().turn;
  print("{}\n", format_position(game, play.position()));
  if (play.outcome().over()) return print("{}\n", told(play.outcome()));
  if (analysis.value)
    print("exact value: {}{}\n", told(*analysis.value),
          knows_draws_by_history(game.rules()) ? ", draws by repetition or quiet plies left out of account" : "");
  const auto& report = analysis.report;
  print("depth {}, {} nodes, {:.2f} s\n\n", report.depth, report.nodes,
        static_cast<double>(analysis.milliseconds) / 1e3);
  int number = 0;
  for (const auto& line : report.lines) {
    const auto end = end_of(line, side);
    print("{:>2}  {:<12} {:<8}  {}\n", ++number, end ? told(*end) : fmt::format("{:+.2f}", line.score / 100.0),
          certainty(line), join(texts(game, line.moves), " "));
  }
  if (std::ranges::any_of(report.lines, [&](const auto& line) { return !end_of(line, side); }))
    print("\nEstimates count men, from the view of the {}, who are to move.\n", name(side));
}

Json winner_and_plies(Json object, const std::optional<tablebase::Value>& value) {
  object["winner"] = value ? Json(name(value->verdict)) : Json(nullptr);
  object["plies"] = value && value->distance ? Json(*value->distance) : Json(nullptr);
  return object;
}

void print_json(const Play& play, const Analysis& analysis) {
  const auto& game = play.game();
  const auto side = play.position().turn;
  const auto& report = analysis.report;
  Json out;
  out["game"] = game.id();
  out["position"] = format_position(game, play.position());
  out["turn"] = name(side);
  out["outcome"] = nullptr;
  if (play.outcome().over())
    out["outcome"] = {{"verdict", name(play.outcome().verdict)}, {"reason", name(play.outcome().reason)}};
  out["value"] = analysis.value ? winner_and_plies(Json::object(), analysis.value) : Json(nullptr);
  out["history_ignored"] = !play.outcome().over() && analysis.value && knows_draws_by_history(game.rules());
  out["tables_fault"] = analysis.fault ? Json(shown(analysis.fault->text(), 500)) : Json(nullptr);
  out["depth"] = report.depth;
  out["nodes"] = report.nodes;
  out["milliseconds"] = analysis.milliseconds;
  out["lines"] = Json::array();
  for (const auto& line : report.lines) {
    Json object;
    object["moves"] = texts(game, line.moves);
    object["score"] = line.score;
    object["expect"] = std::round(1000 * expected_result(game, line.score)) / 1000;
    object["certainty"] = certainty(line);
    out["lines"].push_back(winner_and_plies(std::move(object), end_of(line, side)));
  }
  print("{}\n", out.dump(2));
}

Result<int> run(Session& session, const Request& request) {
  const auto play = request.start.open(session);
  if (!play) return std::unexpected(play.error());
  const auto tables = tables_for_play(request.tables, play->game());
  watch_for_stop();
  const auto analysis = analyze(*play, request, tables);
  if (analysis.fault) fmt::print(stderr, "rimau: going on without tables: {}\n", shown(analysis.fault->text(), 500));
  if (request.json) print_json(*play, analysis);
  else print_for_people(*play, analysis);
  return 0;
}

}  // namespace

void add_analyze(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("analyze", "Look for the best moves of a position");
  auto request = std::make_shared<Request>();
  request->start.add_to(*command);
  command->add_option("--depth", request->depth, "Look so many plies ahead")
      ->type_name("N")
      ->check(number_between(1, max_depth));
  command->add_option("--nodes", request->nodes, "Look at so many positions; the answer is the same on every machine")
      ->type_name("N")
      ->check(number_between(1, max_nodes));
  command->add_option("--movetime", request->movetime, "Look for so long (1000 if no limit is given)")
      ->type_name("MS")
      ->check(number_between(1, max_movetime_ms));
  command->add_option("--multipv", request->lines, "Tell the best N moves, or all when there are fewer")
      ->type_name("N")
      ->check(number_between(1, max_lines));
  command
      ->add_option("--threads", request->threads,
                   "Threads to search with (default 1; with more, the same call need not give the same answer)")
      ->type_name("N")
      ->check(number_between(1, ParallelSearcher::max_threads));
  add_tables_option(*command, request->tables);
  command->add_flag("--json", request->json, "Answer in JSON");
  command->footer(
      "A line is exact when tables know the end, forced when the search has seen it, else an estimate. Ctrl-C\n"
      "ends the search and tells what was found.\n\n"
      "JSON: an object with game, position, turn, outcome (verdict and reason; null while the game goes on),\n"
      "value (winner and plies by the tables; null when they do not know), history_ignored, tables_fault,\n"
      "depth, nodes, milliseconds, and lines, the best first: moves, score (100 to a man, from the view of\n"
      "the side to move), expect (the share of the points that side can expect, from 0 to 1), certainty\n"
      "(exact, forced, estimate), winner (tigers, men, draw, or null for an estimate), plies (null where not\n"
      "known).\n\n" +
      examples({{"rimau analyze rimau-24 --after d2,e3,f4 --depth 8 --multipv 3", "the men's three best drops"},
                {"rimau analyze bagh-chal --tables tables --json", "what the tables know of the start"}}));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
