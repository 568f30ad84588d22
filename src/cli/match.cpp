// rimau match: two players meet; who is stronger, and how sure that is.
#include <cmath>
#include <csignal>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/match_files.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"
#include "match/match.hpp"

namespace rimau::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned most_games = 1'000'000;
constexpr unsigned most_plies = 100'000;
constexpr unsigned longest_ms = 100'000'000;
constexpr unsigned usual_games = 100;
constexpr unsigned usual_games_of_a_test = 20'000;

struct Request {
  std::string game;
  std::array<std::string, 2> players;
  unsigned games = 0;  // 0: not given
  std::string openings = "random";
  std::string positions;
  unsigned seed = 1;
  std::string seats = "both";
  std::string sprt;
  std::string adjudicate = "wins";
  std::vector<std::string> tables;
  std::string records;
  bool json = false;
  match::Plan plan;
};

Result<match::Sprt> parse_sprt(const std::string& text) {
  const auto comma = text.find(',');
  const auto refuse = [&text] {
    return fail(ErrorKind::text, cat("--sprt: found \"", shown(text), "\", expected ELO0,ELO1 such as 0,20"));
  };
  if (comma == std::string::npos) return refuse();
  const auto read = [&text](std::size_t at, std::size_t end) -> std::optional<double> {
    auto part = std::string_view(text).substr(at, end - at);
    const bool negative = part.starts_with('-');
    if (negative) part.remove_prefix(1);
    const auto number = parse_number(part, 2000);
    if (!number) return std::nullopt;
    return negative ? -static_cast<double>(*number) : static_cast<double>(*number);
  };
  const auto elo0 = read(0, comma);
  const auto elo1 = read(comma + 1, text.size());
  if (!elo0 || !elo1 || *elo0 >= *elo1) return refuse();
  return match::Sprt{*elo0, *elo1};
}

Result<match::Plan> make_plan(Session& session, const Request& request) {
  auto plan = request.plan;
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  plan.game = *game;
  for (std::size_t i = 0; i < 2; ++i) {
    auto player = match::parse_player(request.players[i]);
    if (!player) return std::unexpected(std::move(player).error());
    plan.players[i] = *std::move(player);
    if (plan.players[i].tables && request.tables.empty())
      return fail(ErrorKind::text, cat("player \"", shown(request.players[i]), "\": tables=on needs --tables DIR"));
  }
  if (plan.players[0].name == plan.players[1].name) plan.players[1].name += " (2)";
  if (!request.sprt.empty()) {
    const auto test = parse_sprt(request.sprt);
    if (!test) return std::unexpected(test.error());
    plan.sprt = *test;
  }
  plan.games = static_cast<int>(request.games > 0 ? request.games : plan.sprt ? usual_games_of_a_test : usual_games);
  if (!request.positions.empty()) {
    auto starts = read_starts(session, **game, request.positions);
    if (!starts) return std::unexpected(std::move(starts).error());
    plan.openings.starts = *std::move(starts);
  }
  plan.openings.balanced = request.openings == "balanced";
  plan.openings.seed = request.seed;
  plan.seats = request.seats == "both"     ? match::Seats::both
               : request.seats == "tigers" ? match::Seats::tigers
                                           : match::Seats::men;
  plan.adjudicate = request.adjudicate == "none"   ? match::Adjudicate::none
                    : request.adjudicate == "wins" ? match::Adjudicate::wins
                                                   : match::Adjudicate::all;
  plan.surroundings.tables = tables_for_play(request.tables, **game);
  plan.surroundings.keep_going = [] { return !stop_requested(); };
  return plan;
}

std::string elo_text(double elo) { return std::isinf(elo) ? (elo > 0 ? "+inf" : "-inf") : fmt::format("{:+.0f}", elo); }

std::string test_text(const match::Summary& summary, const match::Sprt& test) {
  const double ratio = match::log_likelihood_ratio(summary.groups, test);
  const auto* verdict = ratio >= match::sprt_bound ? "accepted" : ratio <= -match::sprt_bound ? "refused" : "undecided";
  return fmt::format("sprt {:g},{:g}: {:g} is {} (ratio {:.2f}, bounds {:.2f} and {:.2f})", test.elo0, test.elo1,
                     test.elo1, verdict, ratio, -match::sprt_bound, match::sprt_bound);
}

std::string line_of(const char* label, const match::Tally& tally) {
  if (tally.games() == 0) return {};
  return fmt::format("{:<10} {:>6} won {:>6} drawn {:>6} lost  {:5.1f} %\n", label, tally.won, tally.drawn, tally.lost,
                     100.0 * (tally.won + 0.5 * tally.drawn) / tally.games());
}

// How the games ended, each way with its number: "threshold 12, repetition 3, cut off 1".
std::vector<std::pair<std::string, int>> endings(const match::Summary& summary) {
  std::vector<std::pair<std::string, int>> found;
  for (std::size_t i = 0; i < summary.reasons.size(); ++i)
    if (summary.reasons[i] > 0) found.emplace_back(name(static_cast<Reason>(i)), summary.reasons[i]);
  const auto count = [&](match::Ending ending) { return summary.endings[static_cast<std::size_t>(ending)]; };
  if (const int n = count(match::Ending::tables); n > 0) found.emplace_back("tables", n);
  if (const int n = count(match::Ending::cut_off); n > 0) found.emplace_back("cut off", n);
  if (const int n = count(match::Ending::fault); n > 0) found.emplace_back("fault", n);
  return found;
}

void print_for_people(const match::Plan& plan, const match::Summary& summary) {
  const auto total = summary.total();
  print("{} against {}: {}, {} games, seed {}\n", shown(plan.players[0].name, 200), shown(plan.players[1].name, 200),
        plan.game->id(), total.games(), plan.openings.seed);
  if (total.games() == 0) return;
  put(line_of("as tigers", summary.by_side[0]));
  put(line_of("as men", summary.by_side[1]));
  put(line_of("both", total));
  const auto elo = match::estimate(summary.groups);
  print("elo {} (95 %: {} to {})\n", elo_text(elo.elo), elo_text(elo.low), elo_text(elo.high));
  if (plan.sprt) print("{}\n", test_text(summary, *plan.sprt));
  std::vector<std::string> ends;
  for (const auto& [how, count] : endings(summary)) ends.push_back(cat(how, " ", count));
  print("ended by {}; {} plies a game\n", join(ends, ", "), summary.plies / total.games());
  for (std::size_t i = 0; i < 2; ++i)
    if (summary.faults[i] > 0)
      print("{} lost {} by misbehaving\n", shown(plan.players[i].name, 200), summary.faults[i]);
}

Json elo_json(double elo) { return std::isinf(elo) ? Json(nullptr) : Json(elo); }

void print_json(const match::Plan& plan, const match::Summary& summary) {
  Json out;
  out["game"] = plan.game->id();
  out["players"] = {shown(plan.players[0].name, 200), shown(plan.players[1].name, 200)};
  out["seed"] = plan.openings.seed;
  for (const auto side : {Side::tigers, Side::men}) {
    const auto& tally = summary.by_side[static_cast<std::size_t>(side)];
    out[std::string("as_") + std::string(name(side))] = {
        {"won", tally.won}, {"drawn", tally.drawn}, {"lost", tally.lost}};
  }
  out["games"] = summary.total().games();
  out["share"] = summary.share();
  const auto elo = match::estimate(summary.groups);
  out["elo"] = {{"low", elo_json(elo.low)}, {"elo", elo_json(elo.elo)}, {"high", elo_json(elo.high)}};
  out["groups"] = summary.groups.counts;
  out["sprt"] = plan.sprt ? Json(match::log_likelihood_ratio(summary.groups, *plan.sprt)) : Json(nullptr);
  out["endings"] = Json::object();
  for (const auto& [how, count] : endings(summary)) out["endings"][how] = count;
  out["faults"] = summary.faults;
  out["plies"] = summary.plies;
  print("{}\n", out.dump(2));
}

Result<int> run(Session& session, const Request& request) {
  const auto plan = make_plan(session, request);
  if (!plan) return std::unexpected(plan.error());
  RecordFile records;
  if (!request.records.empty())
    if (auto opened = records.open(session.catalogue, request.records); !opened)
      return std::unexpected(std::move(opened).error());
  std::signal(SIGPIPE, SIG_IGN);  // a program that ends while it is spoken to
  watch_for_stop();
  match::Summary last;  // what stands when an error ends the match
  Result<match::Summary> summary;
  {
    ProgressLine line;
    summary = match::run(*plan, [&](const match::Finished& game, const match::Summary& so_far) -> Result<void> {
      if (game.ending == match::Ending::fault) line.note(cat("game ", game.number, ": ", shown(game.note, 500)));
      const auto total = so_far.total();
      line.show(cat(total.games(), " of ", plan->games, " games, +", total.won, " =", total.drawn, " -", total.lost),
                static_cast<double>(total.games()) / plan->games, std::nullopt);
      last = so_far;
      return records.add(*plan, game);
    });
  }
  if (request.json) print_json(*plan, summary ? *summary : last);
  else if (summary || last.total().games() > 0) print_for_people(*plan, summary ? *summary : last);
  if (!summary) return std::unexpected(std::move(summary).error());
  if (stop_requested()) return fail(ErrorKind::cancelled, "stopped; the result above is of the games finished by then");
  return 0;
}

void add_options(CLI::App& command, Request& request) {
  auto& plan = request.plan;
  command.add_option("--games", request.games, "How many games (default 100; with --sprt at most 20000)")
      ->type_name("N")
      ->check(number_between(1, most_games));
  command
      .add_option("--openings", request.openings,
                  "Begin with random moves (random, the default), or with such as\nleave neither side ahead (balanced)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"random", "balanced"}));
  command.add_option("--plies", plan.openings.plies, "Random moves before the players begin (default 6)")
      ->type_name("N")
      ->check(number_between(0, most_plies));
  command
      .add_option("--positions", request.positions,
                  "Begin from the positions of a file in turn, one a line,\ninstead of the game's start")
      ->type_name("FILE")
      ->check(not_empty());
  command.add_option("--seed", request.seed, "Draw other openings and other carelessness (default 1)")
      ->type_name("N")
      ->check(number_between(0, 4'000'000'000));
  command
      .add_option("--seats", request.seats,
                  "Where the first player sits: both (the default; each\nopening is played twice), tigers or men")
      ->type_name("SEATS")
      ->check(CLI::IsMember({"both", "tigers", "men"}));
  command.add_option("--max-plies", plan.max_plies, "Draw a game that has so many plies (default 400)")
      ->type_name("N")
      ->check(number_between(1, most_plies));
  command
      .add_option("--sprt", request.sprt,
                  "Stop when it is known whether the first player is stronger\nby ELO1 or by ELO0")
      ->type_name("ELO0,ELO1");
  command.add_option("--concurrency,--threads", plan.concurrency, "Games at a time (default 1)")
      ->type_name("N")
      ->check(number_between(1, 256));
  add_tables_option(command, request.tables);
  command
      .add_option(
          "--adjudicate", request.adjudicate,
          "End a game that the tables call won (wins, the default),\nalso one that they call drawn (all), or none")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"none", "wins", "all"}));
  command.add_option("--margin", plan.surroundings.margin_ms, "Pardon a move that is so much too late (default 500)")
      ->type_name("MS")
      ->check(number_between(0, longest_ms));
  command
      .add_option("--timeout", plan.surroundings.timeout_ms,
                  "Wait so long for a program's answer that has no other\nlimit (default 60000)")
      ->type_name("MS")
      ->check(number_between(1, longest_ms));
  command.add_option("--records", request.records, "Add each finished game to this file")
      ->type_name("FILE")
      ->check(not_empty());
  command.add_flag("--json", request.json, "Answer in JSON");
}

}  // namespace

void add_match(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("match", "Let two players meet: results, Elo with error bars");
  auto request = std::make_shared<Request>();
  add_game_argument(*command, request->game);
  command->add_option("FIRST", request->players[0], "The player whose results are told")->required()->type_name("");
  command->add_option("SECOND", request->players[1], "Its opponent")->required()->type_name("");
  add_options(*command, *request);
  command->footer(
      "A player is random, level=N, nodes=N, depth=N, movetime=MS or clock=MS+MS (for the game, and added a\n"
      "move), joined by commas with hash=MiB, contempt=N (what a draw costs it, 100 to a man), tables=on or\n"
      "name=TEXT. Any program that speaks UGI (docs/protocol.md) is one, too: cmd=COMMAND at the end of the\n"
      "text, after its limits (movetime=100 when there are none) and option.NAME=VALUE for what to set. A\n"
      "program that crashes, is late or answers an illegal move loses the game, which is told, and is\n"
      "started anew. Ctrl-C ends the match with the result so far. docs/match.md tells more.\n\n" +
      examples({{"rimau match rimau-24 level=3 level=2 --games 200 --openings balanced", "are they apart?"},
                {"rimau match bagh-chal nodes=20000 nodes=5000 --sprt 0,50", "until it is clear"},
                {"rimau match bagh-chal movetime=100 'movetime=100,cmd=./other-engine --fast' --records games.rec",
                 "against another program"}}));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
