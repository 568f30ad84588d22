// rimau puzzles: positions with one good move, for people to solve.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"
#include "puzzles/finder.hpp"

namespace rimau::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_file_bytes = 64 << 20;
constexpr int file_version = 1;

struct Request {
  std::string game;
  std::vector<std::string> tables;
  unsigned count = 20;
  unsigned seed = 1;
  unsigned max_depth = 0;  // 0: not given
  std::string out;
  bool rate = false;
};

// By exhaustive search each two plies take some hundred times as long.
constexpr int usual_depth_by_search = 7;
constexpr int usual_depth_by_tables = 15;

Json told(const puzzles::Search& search, const puzzles::Puzzle& puzzle) {
  const auto& game = *search.game;
  const auto id = fmt::format("{}-{:08x}", game.id(), key(canonical(game, puzzle.position)) >> 32);
  std::vector<std::string> solution;
  for (const auto move : puzzle.task.solution) solution.push_back(format_move(game, move));
  return {{"id", id},
          {"game", game.id()},
          {"position", format_position(game, puzzle.position)},
          {"side", name(puzzle.position.turn)},
          {"goal", name(puzzle.task.goal)},
          {"depth", puzzle.task.depth},
          {"solution", solution},
          {"difficulty", puzzle.difficulty},
          {"proof", search.tables ? "tables" : "search"}};
}

// The puzzles of a file that exists already.
Result<Json> read_puzzles(const std::string& path) {
  const auto file = shown(path, 200);
  const auto text = read_file(path, max_file_bytes);
  if (!text) return std::unexpected(Error(text.error()).in_file(file));
  auto json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("version") || json["version"] != file_version || !json.contains("puzzles") ||
      !json["puzzles"].is_array())
    return fail(ErrorKind::text, cat("holds no puzzles of version ", file_version), {.file = file});
  for (const auto& puzzle : json["puzzles"])
    if (!puzzle.is_object() || !puzzle.contains("id") || !puzzle["id"].is_string() || !puzzle.contains("position") ||
        !puzzle["position"].is_string())
      return fail(ErrorKind::text, "a puzzle has no id or no position", {.file = file});
  for (const auto& puzzle : json["puzzles"])
    if (!puzzle.value("game", Json("")).is_string() || !puzzle.value("difficulty", Json(0)).is_number_integer() ||
        !puzzle.value("depth", Json(0)).is_number_integer())
      return fail(ErrorKind::text,
                  cat("the puzzle ", shown(puzzle["id"].get<std::string>()),
                      " has a game that is no text, or a difficulty or depth that is no number"),
                  {.file = file});
  return json["puzzles"];
}

// The positions that need not be found again.
Result<std::set<Key>> known_positions(Session& session, const Game& game, const Json& old, const std::string& path) {
  std::set<Key> known;
  for (const auto& puzzle : old) {
    if (puzzle.value("game", "") != game.id()) continue;
    const auto position = parse_position(session.catalogue, game, puzzle["position"].get<std::string>());
    if (!position) return std::unexpected(Error(position.error()).in_file(shown(path, 200)));
    known.insert(key(canonical(game, *position)));
  }
  return known;
}

// One puzzle a line, so that changes can be read.
std::string file_text(const std::vector<Json>& all) {
  std::string text = fmt::format("{{\"version\": {}, \"puzzles\": [\n", file_version);
  for (std::size_t i = 0; i < all.size(); ++i) text += all[i].dump() + (i + 1 < all.size() ? ",\n" : "\n");
  return text + "]}\n";
}

// In the order of the shipped file.
Result<void> write_puzzles(const std::string& path, std::vector<Json> all) {
  std::ranges::sort(all, {}, [](const Json& puzzle) {
    return std::tuple(puzzle.value("game", ""), puzzle.value("difficulty", 0), puzzle.value("depth", 0),
                      puzzle.value("id", ""));
  });
  const auto text = file_text(all);
  if (path.empty()) {
    put(text);
    return {};
  }
  if (auto written = write_file(path, text); !written)
    return std::unexpected(std::move(written).error().in_file(shown(path, 200)));
  return {};
}

// How hard a puzzle read from a file is; nothing when somebody has asked to stop.
Result<std::optional<int>> rated(Session& session, Searcher& searcher, const std::shared_ptr<const Game>& game,
                                 const Json& puzzle) {
  const auto position = parse_position(session.catalogue, *game, puzzle["position"].get<std::string>());
  if (!position) return std::unexpected(position.error());
  const auto solution = puzzle.find("solution");
  if (solution == puzzle.end() || !solution->is_array() || solution->empty() || !solution->front().is_string())
    return fail(ErrorKind::text, cat("the puzzle ", shown(puzzle["id"].get<std::string>()), " has no solution"));
  const auto move = parse_legal_move(*game, *position, solution->front().get<std::string>());
  if (!move) return std::unexpected(move.error());
  return puzzles::difficulty(searcher, game, *position, *move, [] { return !stop_requested(); });
}

// Rates the game's puzzles in the file anew.
Result<int> rate(Session& session, const Request& request) {
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  if (request.out.empty()) return fail(ErrorKind::text, "--rate needs --out, the file whose puzzles are to be rated");
  auto read = read_puzzles(request.out);
  if (!read) return std::unexpected(std::move(read).error());
  std::vector<Json> all(read->begin(), read->end());
  const auto is_wanted = [&](const Json& puzzle) { return puzzle.value("game", "") == (*game)->id(); };
  const auto wanted = static_cast<double>(std::ranges::count_if(all, is_wanted));
  Searcher searcher(puzzles::rating_hash_mib);
  int done = 0;
  int changed = 0;
  watch_for_stop();
  {
    ProgressLine line;
    for (auto& puzzle : all) {
      if (!is_wanted(puzzle)) continue;
      const auto level = rated(session, searcher, *game, puzzle);
      if (!level) return std::unexpected(Error(level.error()).in_file(shown(request.out, 200)));
      if (!*level) return fail(ErrorKind::cancelled, "stopped; the file is as it was");
      changed += puzzle.value("difficulty", 0) == **level ? 0 : 1;
      puzzle["difficulty"] = **level;
      ++done;
      line.show(cat(done, " puzzles, ", changed, " rated otherwise"), done / wanted, std::nullopt);
    }
  }
  if (auto written = write_puzzles(request.out, std::move(all)); !written)
    return std::unexpected(std::move(written).error());
  fmt::print("{} puzzles of {}, {} rated otherwise than before\n", done, (*game)->id(), changed);
  return 0;
}

Result<int> run(Session& session, const Request& request) {
  if (request.rate) return rate(session, request);
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  puzzles::Search search{.game = *game, .count = static_cast<int>(request.count), .seed = request.seed};
  search.tables = tables_for_play(request.tables, **game);
  if (!request.tables.empty() && !search.tables)
    return fail(ErrorKind::unavailable, "no tables of the game to look in");
  search.taste.max_depth = request.max_depth > 0 ? static_cast<int>(request.max_depth)
                           : search.tables       ? usual_depth_by_tables
                                                 : usual_depth_by_search;
  Json old = Json::array();
  if (!request.out.empty() && std::filesystem::exists(request.out)) {
    auto read = read_puzzles(request.out);
    if (!read) return std::unexpected(std::move(read).error());
    old = *std::move(read);
    auto known = known_positions(session, **game, old, request.out);
    if (!known) return std::unexpected(std::move(known).error());
    search.known = *std::move(known);
  }
  watch_for_stop();
  std::vector<puzzles::Puzzle> found;
  {
    ProgressLine line;
    found = puzzles::find(search, [&](const puzzles::Progress& progress) {
      line.show(cat(progress.found, " of ", search.count, " puzzles, ", progress.games, " games"),
                static_cast<double>(progress.found) / search.count, std::nullopt);
      return !stop_requested();
    });
  }
  std::vector<Json> all(old.begin(), old.end());
  for (const auto& puzzle : found) all.push_back(told(search, puzzle));
  if (auto written = write_puzzles(request.out, std::move(all)); !written)
    return std::unexpected(std::move(written).error());
  if (static_cast<int>(found.size()) < search.count)
    fmt::print(stderr, "rimau: {} puzzles found of {} asked for\n", found.size(), search.count);
  if (stop_requested()) return fail(ErrorKind::cancelled, "stopped; what was found by then is kept");
  return 0;
}

}  // namespace

void add_puzzles(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("puzzles", "Find positions in which one move alone keeps the result");
  auto request = std::make_shared<Request>();
  add_game_argument(*command, request->game);
  add_tables_option(*command, request->tables);
  command->add_option("--count", request->count, "How many (default 20)")
      ->type_name("N")
      ->check(number_between(1, 10'000));
  command->add_option("--seed", request->seed, "Play other games to look in (default 1)")
      ->type_name("N")
      ->check(number_between(0, 4'000'000'000));
  command->add_option("--max-depth", request->max_depth, "The longest puzzles in plies (default 15; without tables 7)")
      ->type_name("N")
      ->check(number_between(3, 99));
  command->add_option("--out", request->out, "Write to this file; puzzles that it holds already are kept")
      ->type_name("FILE")
      ->check(not_empty());
  command->add_flag("--rate", request->rate, "Find none; rate the game's puzzles in the file of --out anew");
  command->footer(
      "Positions come from games that the computer plays with itself. With tables they know which moves keep\n"
      "the result; without, every move is searched to its end, which finds short wins only. The answer is\n"
      "JSON (docs/puzzles.md). Ctrl-C keeps what was found.\n\n" +
      examples({{"rimau puzzles bagh-chal --tables tables --count 50 --out puzzles.json", ""},
                {"rimau puzzles rimau-24 --max-depth 5", "traps for the tiger, by search"},
                {"rimau puzzles pulijudam --rate --out puzzles.json", "after the levels have changed"}}));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
