#include "wasm/module.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "base/text.hpp"
#include "search/bench.hpp"
#include "search/levels.hpp"
#include "wasm/board_json.hpp"
#include "wasm/error_json.hpp"
#include "wasm/game_json.hpp"
#include "wasm/table_json.hpp"

namespace rimau::wasm {
namespace {

constexpr std::size_t hash_mib = 32;
constexpr std::size_t max_tables = 64;
constexpr unsigned max_number = 1'000'000'000;
constexpr unsigned max_lines = 50;

Result<unsigned> number(std::string_view text, std::string_view what, unsigned max = max_number) {
  if (const auto found = parse_number(text, max)) return *found;
  return fail(ErrorKind::text, cat("expected a number up to ", max, ", found \"", shown(text), '"'),
              {.field = std::string(what)});
}

Result<Language> language(std::string_view code) {
  const auto found = std::ranges::find(language_codes, code);
  if (found == language_codes.end())
    return fail(ErrorKind::unknown, cat("no language \"", shown(code), "\"; expected en, ms, id or es"));
  return static_cast<Language>(found - language_codes.begin());
}

void done(Json& out, bool changed) { out.object().member("done", changed).end_object(); }

void made(Json& out, const Game& game, const std::optional<Move>& move) {
  out.object().key("made");
  if (move) out.value(format_move(game, *move));
  else out.null();
  out.end_object();
}

}  // namespace

const Module::Command Module::commands[] = {
    {"games", 1, &Module::games},      {"rules", 2, &Module::rules},
    {"board", 1, &Module::board},      {"position", 1, &Module::position},
    {"moves", 1, &Module::moves},      {"new", 1, &Module::new_table},
    {"from", 1, &Module::from},        {"load", 1, &Module::load},
    {"look", 1, &Module::look},        {"tree", 1, &Module::tree},
    {"click", 2, &Module::click},      {"confirm", 1, &Module::confirm},
    {"cancel", 1, &Module::cancel},    {"clear", 1, &Module::clear},
    {"move", 2, &Module::move},        {"go", 2, &Module::go},
    {"prune", 2, &Module::prune},      {"promote", 2, &Module::promote},
    {"declare", 3, &Module::declare},  {"declare", 2, &Module::agree},
    {"close", 1, &Module::close},      {"comment", 3, &Module::comment},
    {"clock", 3, &Module::clock},      {"tag", 3, &Module::tag},
    {"record", 1, &Module::record},    {"line", 1, &Module::line},
    {"choose", 4, &Module::choose},    {"search", 6, &Module::search},
    {"judge", 4, &Module::judge_move}, {"bench", 0, &Module::bench},
    {"learn", 1, &Module::learn},
};

std::string Module::call(std::string_view request) {
  auto arguments = split(request, '\0');
  const auto called = arguments.front();
  arguments.erase(arguments.begin());
  const auto command = std::ranges::find_if(
      commands, [&](const Command& known) { return known.name == called && known.arguments == arguments.size(); });
  if (command == std::end(commands))
    return error_json(
        {ErrorKind::unknown, cat("no command \"", shown(called), "\" with ", arguments.size(), " arguments"), {}});
  Json out;
  if (const auto answer = (this->*command->run)(out, arguments); !answer) return error_json(answer.error());
  return std::move(out).take();
}

Searcher& Module::searcher() {
  if (!searcher_) searcher_.emplace(hash_mib).use(networks_);
  return *searcher_;
}

Result<Table*> Module::table(std::string_view text) {
  const auto found = number(text, "table");
  if (!found) return std::unexpected(found.error());
  const auto kept = tables_.find(*found);
  if (kept == tables_.end()) return fail(ErrorKind::unknown, cat("there is no table ", *found));
  return &kept->second;
}

Module::Answer Module::keep(Json& out, Table table) {
  if (tables_.size() >= max_tables) return fail(ErrorKind::limit, cat("more than ", max_tables, " tables"));
  tables_.emplace(++last_table_, std::move(table));
  out.object().member("table", last_table_).end_object();
  return {};
}

Module::Answer Module::games(Json& out, const Arguments& arguments) {
  const auto code = language(arguments[0]);
  if (!code) return std::unexpected(code.error());
  write_games(out, catalogue_, *code);
  return {};
}

Module::Answer Module::rules(Json& out, const Arguments& arguments) {
  const auto game = catalogue_.open(arguments[0]);
  if (!game) return std::unexpected(game.error());
  const auto code = language(arguments[1]);
  if (!code) return std::unexpected(code.error());
  write_rules(out, tell_rules(catalogue_, **game, *code));
  return {};
}

Module::Answer Module::board(Json& out, const Arguments& arguments) {
  const auto game = catalogue_.open(arguments[0]);
  if (!game) return std::unexpected(game.error());
  write_board(out, (*game)->board());
  return {};
}

Module::Answer Module::position(Json& out, const Arguments& arguments) {
  const auto found = parse_position(catalogue_, arguments[0]);
  if (!found) return std::unexpected(found.error());
  out.object()
      .member("position", format_position(*found->game, found->position))
      .member("game", found->game->id())
      .end_object();
  return {};
}

Module::Answer Module::moves(Json& out, const Arguments& arguments) {
  const auto found = parse_position(catalogue_, arguments[0]);
  if (!found) return std::unexpected(found.error());
  out.object().key("moves").array();
  for (const auto& text : move_list(*found->game, found->position)) out.value(text);
  out.end_array().end_object();
  return {};
}

Module::Answer Module::new_table(Json& out, const Arguments& arguments) {
  const auto game = catalogue_.open(arguments[0]);
  if (!game) return std::unexpected(game.error());
  return keep(out, Table(Record(*game)));
}

Module::Answer Module::from(Json& out, const Arguments& arguments) {
  const auto found = parse_position(catalogue_, arguments[0]);
  if (!found) return std::unexpected(found.error());
  return keep(out, Table(Record(found->game, found->position)));
}

Module::Answer Module::load(Json& out, const Arguments& arguments) {
  auto records = parse_records(catalogue_, arguments[0]);
  if (!records) return std::unexpected(std::move(records).error());
  if (records->empty()) return fail(ErrorKind::text, "there is no game in this record");
  return keep(out, Table(std::move(records->front())));
}

Module::Answer Module::look(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  write_table(out, **found);
  return {};
}

Module::Answer Module::tree(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  write_tree(out, **found);
  return {};
}

Module::Answer Module::click(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const auto point = (*found)->game().board().find(arguments[1]);
  if (!point) return fail(ErrorKind::unknown, cat("there is no point \"", shown(arguments[1]), '"'));
  const auto move = (*found)->click(*point);
  if (!move) return std::unexpected(move.error());
  made(out, (*found)->game(), *move);
  return {};
}

Module::Answer Module::confirm(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const auto move = (*found)->confirm();
  if (!move) return std::unexpected(move.error());
  made(out, (*found)->game(), *move);
  return {};
}

Module::Answer Module::cancel(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  done(out, (*found)->cancel());
  return {};
}

Module::Answer Module::clear(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const bool begun = (*found)->turn().begun();
  (*found)->clear();
  done(out, begun);
  return {};
}

Module::Answer Module::move(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const auto& game = (*found)->game();
  const auto move = parse_legal_move(game, (*found)->play().position(), arguments[1]);
  if (!move) return std::unexpected(move.error());
  if (auto played = (*found)->make(*move); !played) return played;
  made(out, game, *move);
  return {};
}

namespace {

// What the three commands on a node have in common.
Result<bool> on_node(const Result<Table*>& table, std::string_view node, bool (Table::*change)(NodeId)) {
  if (!table) return std::unexpected(table.error());
  const auto id = number(node, "node");
  if (!id) return std::unexpected(id.error());
  return ((*table)->*change)(*id);
}

}  // namespace

Module::Answer Module::go(Json& out, const Arguments& arguments) {
  const auto changed = on_node(table(arguments[0]), arguments[1], &Table::go);
  if (!changed) return std::unexpected(changed.error());
  done(out, *changed);
  return {};
}

Module::Answer Module::prune(Json& out, const Arguments& arguments) {
  const auto changed = on_node(table(arguments[0]), arguments[1], &Table::prune);
  if (!changed) return std::unexpected(changed.error());
  done(out, *changed);
  return {};
}

Module::Answer Module::promote(Json& out, const Arguments& arguments) {
  const auto changed = on_node(table(arguments[0]), arguments[1], &Table::promote);
  if (!changed) return std::unexpected(changed.error());
  done(out, *changed);
  return {};
}

Module::Answer Module::declare(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const auto reason = parse_reason(arguments[1]);
  const auto side = parse_side(arguments[2]);
  if (!reason || !side) return fail(ErrorKind::text, "expected resignation or time, and the side that loses by it");
  done(out, (*found)->declare({win_of(opponent(*side)), *reason}));
  return {};
}

Module::Answer Module::agree(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  if (arguments[1] != name(Reason::agreement)) return fail(ErrorKind::text, "expected agreement");
  done(out, (*found)->declare({Verdict::draw, Reason::agreement}));
  return {};
}

Module::Answer Module::close(Json& out, const Arguments& arguments) {
  const auto id = number(arguments[0], "table");
  if (!id) return std::unexpected(id.error());
  done(out, tables_.erase(*id) > 0);
  return {};
}

Module::Answer Module::comment(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const auto id = number(arguments[1], "node");
  if (!id) return std::unexpected(id.error());
  if (*id >= (*found)->record().size()) return fail(ErrorKind::unknown, cat("there is no node ", *id));
  auto& record = (*found)->annotations();
  const auto clock = record.clock(*id);
  record.comments(*id).clear();
  if (!arguments[2].empty()) record.comments(*id).emplace_back(arguments[2]);
  if (clock && !record.clock(*id)) record.set_clock(*id, *clock);
  done(out, true);
  return {};
}

Module::Answer Module::clock(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const auto id = number(arguments[1], "node");
  if (!id) return std::unexpected(id.error());
  const auto seconds = number(arguments[2], "seconds", Record::max_clock);
  if (!seconds) return std::unexpected(seconds.error());
  if (*id == root_node || *id >= (*found)->record().size())
    return fail(ErrorKind::unknown, cat("there is no move ", *id));
  (*found)->annotations().set_clock(*id, *seconds);
  done(out, true);
  return {};
}

Module::Answer Module::tag(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  if (auto set = (*found)->annotations().set_tag(arguments[1], std::string(arguments[2])); !set) return set;
  done(out, true);
  return {};
}

Module::Answer Module::record(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  out.object().member("record", format_record((*found)->record())).end_object();
  return {};
}

Module::Answer Module::line(Json& out, const Arguments& arguments) {
  const auto found = table(arguments[0]);
  if (!found) return std::unexpected(found.error());
  const auto& play = (*found)->play();
  std::string moves;
  for (const auto move : play.moves()) moves += cat(moves.empty() ? "" : " ", format_move(play.game(), move));
  out.object().member("start", format_position(play.game(), play.start())).member("moves", moves).end_object();
  return {};
}

Module::Answer Module::choose(Json& out, const Arguments& arguments) {
  const auto play = play_of(catalogue_, arguments[0], arguments[1]);
  if (!play) return std::unexpected(play.error());
  const auto level = number(arguments[2], "level");
  if (!level) return std::unexpected(level.error());
  const auto seed = number(arguments[3], "seed");
  if (!seed) return std::unexpected(seed.error());
  if (play->outcome().over()) return fail(ErrorKind::illegal, "the game is over");
  Random random(*seed);
  const auto move = choose_move(searcher(), *play, static_cast<int>(*level), random, {});
  out.object().member("move", format_move(play->game(), move)).end_object();
  return {};
}

Module::Answer Module::search(Json& out, const Arguments& arguments) {
  const auto play = play_of(catalogue_, arguments[0], arguments[1]);
  if (!play) return std::unexpected(play.error());
  const auto depth = number(arguments[2], "depth", max_depth);
  if (!depth) return std::unexpected(depth.error());
  const auto nodes = number(arguments[3], "nodes");
  if (!nodes) return std::unexpected(nodes.error());
  const auto milliseconds = number(arguments[4], "milliseconds");
  if (!milliseconds) return std::unexpected(milliseconds.error());
  const auto lines = number(arguments[5], "lines", max_lines);
  if (!lines) return std::unexpected(lines.error());
  think(out, searcher(), *play,
        {.depth = static_cast<int>(*depth),
         .nodes = *nodes,
         .movetime_ms = static_cast<int>(*milliseconds),
         .lines = std::max(1, static_cast<int>(*lines))},
        report_);
  return {};
}

Module::Answer Module::judge_move(Json& out, const Arguments& arguments) {
  const auto play = play_of(catalogue_, arguments[0], arguments[1]);
  if (!play) return std::unexpected(play.error());
  const auto move = parse_legal_move(play->game(), play->position(), arguments[2]);
  if (!move) return std::unexpected(move.error());
  const auto nodes = number(arguments[3], "nodes");
  if (!nodes) return std::unexpected(nodes.error());
  return judge(out, searcher(), *play, *move, *nodes);
}

Module::Answer Module::learn(Json& out, const Arguments& arguments) {
  if (auto added = networks_.add(arguments[0]); !added) return added;
  if (searcher_) searcher_->clear();  // what it remembers is judged otherwise
  done(out, true);
  return {};
}

Module::Answer Module::bench(Json& out, const Arguments&) {
  const auto summary = run_bench(catalogue_, {}, networks_);
  if (!summary) return std::unexpected(summary.error());
  out.object().member("signature", std::to_string(summary->signature)).end_object();
  return {};
}

}  // namespace rimau::wasm
