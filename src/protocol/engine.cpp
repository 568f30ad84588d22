#include "protocol/engine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "protocol/position_line.hpp"
#include "search/evaluation.hpp"
#include "search/levels.hpp"

namespace rimau::protocol {
namespace {

constexpr std::string_view first_game = "rimau-24";
constexpr std::size_t usual_hash_mib = 64;
constexpr unsigned max_hash_mib = 65'536;
constexpr unsigned max_lines = 10'000;

// "score win 7", "score loss exact", "score draw exact", "score cp -35".
std::string score_text(const SearchLine& line, Side side) {
  if (line.value) {
    const auto& value = *line.value;
    if (value.verdict == Verdict::draw) return "score draw exact";
    const auto plies = value.distance ? cat(" ", *value.distance) : "";
    return cat("score ", value.verdict == win_of(side) ? "win" : "loss", plies, " exact");
  }
  if (std::abs(line.score) > win_score)
    return cat("score ", line.score > 0 ? "win " : "loss ", max_score - std::abs(line.score));
  return cat("score cp ", line.score);
}

// "expect 0.573": the share of the points that the side to move can expect.
std::string expect_text(const Game& game, int score) {
  const auto permille = std::lround(1000 * expected_result(game, score));
  const auto digits = cat(permille % 1000);
  return cat("expect ", permille / 1000, ".", std::string(3 - digits.size(), '0'), digits);
}

Result<unsigned> number(const std::string& name, const std::string& value, unsigned min, unsigned max) {
  const auto read = parse_number(value, max);
  if (!read || *read < min)
    return fail(ErrorKind::text,
                cat(name, ": found \"", shown(value), "\", expected a number from ", min, " to ", max));
  return *read;
}

}  // namespace

Engine::Engine(Catalogue& catalogue, Say say)
    : catalogue_(catalogue),
      say_(std::move(say)),
      game_(*catalogue.open(first_game)),
      play_(Play(game_)),
      searcher_(usual_hash_mib),
      level_(last_level) {}

Engine::~Engine() { stop(); }

void Engine::say(std::string_view line) {
  const std::lock_guard lock(writing_);
  say_(line);
}

void Engine::complain(std::string_view message) { say(cat("info string error: ", shown(message, 1000))); }

bool Engine::obey(std::string_view line) {
  const auto words = words_of(line);
  if (words.empty()) return true;
  const auto command = words.front();
  const Words rest(words.begin() + 1, words.end());
  if (command == "quit") return stop(), false;
  if (command == "ugi") introduce();
  else if (command == "isready") say("readyok");
  else if (command == "stop") stop();
  else if (command == "go") go(rest);
  else if (command == "position") set_position(line);
  else if (command == "query") answer_query(rest.empty() ? "" : rest.front());
  else if (command != "setoption" && command != "uginewgame") complain(cat("no command \"", shown(command), "\""));
  else if (thinking()) complain(cat(command, ": not while thinking; send stop first"));
  else if (command == "setoption") set_option(rest);
  else searcher_.clear();
  return true;
}

void Engine::introduce() {
  say("id name rimau");
  say("id author the rimau authors");
  say(cat("option name Game type string default ", game_->id()));
  for (const auto& [key, option] : Catalogue::options(game_->spec()))
    say(cat("option name ", key, " type string default ", option.initial));
  say(cat("option name Hash type spin default ", usual_hash_mib, " min 1 max ", max_hash_mib));
  say(cat("option name Threads type spin default 1 min 1 max ", ParallelSearcher::max_threads));
  say(cat("option name MultiPV type spin default 1 min 1 max ", max_lines));
  say(cat("option name Contempt type spin default 0 min 0 max ", most_contempt));
  say(cat("option name Level type spin default ", last_level, " min ", first_level, " max ", last_level));
  say("option name Tables type string default <empty>");
  say("ugiok");
}

void Engine::set_option(const Words& words) {
  const auto value_at = std::ranges::find(words, "value");
  if (words.empty() || words.front() != "name" || value_at == words.end() || value_at - words.begin() != 2)
    return complain("setoption: expected name NAME value VALUE");
  // The value is the rest of the line: a path may hold blanks.
  std::string value;
  if (value_at + 1 != words.end()) {
    const char* begin = (value_at + 1)->data();
    value.assign(begin, static_cast<std::size_t>(words.back().data() + words.back().size() - begin));
  }
  const std::string name(words[1]);
  if (const auto done = set(name, value); !done) complain(cat("setoption: ", done.error().text()));
}

Result<void> Engine::set(const std::string& name, const std::string& value) {
  const auto spin = [&](unsigned min, unsigned max, auto&& use) -> Result<void> {
    const auto read = number(name, value, min, max);
    if (!read) return std::unexpected(read.error());
    return use(*read);
  };
  if (name == "Game") return set_game(value);
  if (name == "Hash") return spin(1, max_hash_mib, [&](unsigned mib) { return searcher_.resize(mib); });
  if (name == "Threads")
    return spin(1, ParallelSearcher::max_threads,
                [&](unsigned threads) { return searcher_.set_threads(static_cast<int>(threads)), Result<void>{}; });
  if (name == "MultiPV")
    return spin(1, max_lines, [&](unsigned lines) { return lines_ = static_cast<int>(lines), Result<void>{}; });
  if (name == "Contempt")
    return spin(0, most_contempt,
                [&](unsigned contempt) { return contempt_ = static_cast<int>(contempt), Result<void>{}; });
  if (name == "Level")
    return spin(first_level, last_level,
                [&](unsigned level) { return level_ = static_cast<int>(level), Result<void>{}; });
  if (name == "Tables") {
    if (value.empty() || value == "<empty>") return searcher_.use(nullptr), Result<void>{};
    auto tables = std::make_shared<const tablebase::Tables>(tablebase::Tables::open({value}));
    for (const auto& refusal : tables->refusals()) complain(refusal.text());
    say(cat("info string tables: ", tables->files().size(), " files"));
    searcher_.use(std::move(tables));
    return {};
  }
  if (Catalogue::options(game_->spec()).contains(name)) return set_rule(name, value);
  return fail(ErrorKind::unknown, cat("no option \"", shown(name), "\""));
}

Result<void> Engine::set_game(const std::string& text) {
  auto game = catalogue_.open(text);
  if (!game) return std::unexpected(std::move(game).error());
  game_ = *std::move(game);
  play_.emplace(game_);
  return {};
}

// The game under its present options but this one.
Result<void> Engine::set_rule(const std::string& key, const std::string& value) {
  if (value.find_first_of(":,=") != std::string::npos)
    return fail(ErrorKind::unknown, cat(key, ": no value \"", shown(value), "\""));
  const auto id = game_->id();
  const auto colon = std::min(id.find(':'), id.size());
  std::vector<std::string> options{cat(key, "=", value)};
  if (colon < id.size())
    for (const auto option : split(std::string_view(id).substr(colon + 1), ','))
      if (!option.starts_with(cat(key, "="))) options.emplace_back(option);
  return set_game(cat(id.substr(0, colon), ":", join(options, ",")));
}

void Engine::set_position(std::string_view text) {
  auto read = read_position_line(catalogue_, game_, text);
  if (read) {
    play_ = *std::move(read);
    return;
  }
  play_.reset();
  complain(cat("position: ", read.error().text()));
}

void Engine::go(const Words& words) {
  if (thinking()) return complain("go: already thinking; send stop first");
  if (!play_) return complain("go: there is no valid position");
  auto go = parse_go(words, play_->position().turn == play_->game().rules().first);
  if (!go) return complain(go.error().text());
  stop();  // ends the thread of the search before
  go->limits.lines = lines_;
  go->limits.contempt = contempt_;
  stopping_ = false;
  infinite_ = go->infinite;
  thinking_ = true;
  worker_ = std::thread([this, play = *play_, go = *go] { think(play, go); });
}

// Runs in the search's thread. Exactly one bestmove, whatever happens.
void Engine::think(Play play, Go go) {
  const auto begin = std::chrono::steady_clock::now();
  if (play.outcome().over()) {
    const auto verdict = play.outcome().verdict;
    const bool won = verdict == win_of(play.position().turn);
    say(cat("info depth 0 score ", verdict == Verdict::draw ? "draw" : won ? "win 0" : "loss 0", " exact"));
    say("bestmove none");
    thinking_ = false;
    return;
  }
  int told = 0;
  const auto progress = [&](const SearchReport& found) {
    if (found.depth > told) {
      told = found.depth;
      report(
          play, found,
          static_cast<long>(
              std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin).count()));
    }
    return !stopping_.load(std::memory_order_relaxed);
  };
  // The highest level has no limits but those of the command.
  const auto best =
      level_ < last_level
          ? searcher_.first().search(play, within(limits_of_level(level_, random_), go.limits), progress).best
          : searcher_.search(play, go.limits, progress).best;
  if (const auto& fault = searcher_.first().fault()) complain(cat("going on without tables: ", fault->text()));
  if (go.infinite) {
    std::unique_lock lock(waiting_);
    stopped_.wait(lock, [this] { return stopping_.load(); });
  }
  thinking_ = false;
  say(cat("bestmove ", format_move(play.game(), best)));
}

void Engine::report(const Play& play, const SearchReport& report, long milliseconds) {
  int number = 0;
  for (const auto& line : report.lines) {
    std::string moves;
    for (const auto move : line.moves) moves += cat(" ", format_move(play.game(), move));
    say(cat("info depth ", report.depth, " multipv ", ++number, " ", score_text(line, play.position().turn), " ",
            expect_text(play.game(), line.score), " nodes ", report.nodes, " nps ",
            report.nodes * 1000 / static_cast<std::uint64_t>(std::max(milliseconds, 1L)), " time ", milliseconds, " pv",
            moves));
  }
}

void Engine::answer_query(std::string_view what) {
  if (!play_) return complain("query: there is no valid position");
  const auto& game = play_->game();
  const auto first = game.rules().first;
  const auto verdict = play_->outcome().verdict;
  const auto yes_or_no = [](bool yes) { return yes ? "response true" : "response false"; };
  if (what == "gameover") return say(yes_or_no(play_->outcome().over()));
  if (what == "p1turn") return say(yes_or_no(play_->position().turn == first));
  if (what == "result") {
    if (verdict == Verdict::open) return say("response none");
    if (verdict == Verdict::draw) return say("response draw");
    return say(verdict == win_of(first) ? "response p1win" : "response p2win");
  }
  if (what == "legalmoves") {
    const bool over = play_->outcome().over();
    return say(cat("response ", over ? "" : join(move_list(game, play_->position()), " ")));
  }
  complain(cat("query: found \"", shown(what), "\", expected gameover, p1turn, result or legalmoves"));
}

void Engine::stop() {
  {
    const std::lock_guard lock(waiting_);
    stopping_ = true;
  }
  stopped_.notify_all();
  if (worker_.joinable()) worker_.join();
}

void Engine::finish() {
  if (infinite_) stop();
  if (worker_.joinable()) worker_.join();
}

}  // namespace rimau::protocol
