#include "wasm/table_json.hpp"

namespace rimau::wasm {
namespace {

void write_points(Json& out, std::string_view key, const Board& board, PointSet points) {
  out.key(key).array();
  for (const auto point : points) out.value(board.name(point));
  out.end_array();
}

void write_outcome(Json& out, const Outcome& outcome) {
  out.key("outcome");
  if (!outcome.over()) {
    out.null();
    return;
  }
  out.object().member("verdict", name(outcome.verdict)).member("reason", name(outcome.reason)).end_object();
}

PointSet threatened(const Game& game, const Position& position) {
  PointSet men;
  for (const auto tiger : position.tigers)
    for (const auto& leap : game.leaps(tiger))
      if (position.men.contains(leap.over) && !position.occupied().contains(leap.landing)) men |= leap.over;
  return men;
}

PointSet held(const Game& game, const Position& position) {
  const PointSet empty = game.points() - position.occupied();
  PointSet tigers;
  for (const auto tiger : position.tigers) {
    bool moves = game.steps(tiger).meets(empty);
    for (const auto& leap : game.leaps(tiger))
      moves = moves || (position.men.contains(leap.over) && empty.contains(leap.landing));
    if (!moves) tigers |= tiger;
  }
  return tigers;
}

void write_turn(Json& out, const Table& table) {
  const auto& turn = table.turn();
  const auto& board = table.game().board();
  const bool over = table.play().outcome().over();
  write_points(out, "choices", board, over ? PointSet() : turn.choices());
  write_points(out, "targets", board, over ? PointSet() : turn.targets());
  write_points(out, "marked", board, turn.marked());
  out.key("selected");
  if (turn.selected() && !over) out.value(board.name(*turn.selected()));
  else out.null();
  out.key("leaps").object();
  if (turn.selected() && !over && turn.position().turn == Side::tigers && turn.position().stage == Stage::play)
    for (const auto& leap : table.game().leaps(*turn.selected()))
      if (turn.position().men.contains(leap.over) && turn.targets().contains(leap.landing))
        write_points(out, board.name(leap.landing), board, leap.over);
  out.end_object();
  out.member("leftToMark", turn.left_to_mark()).key("relocation");
  if (turn.relocation())
    out.array().value(board.name(turn.relocation()->from)).value(board.name(turn.relocation()->to)).end_array();
  else out.null();
  out.member("ready", !over && turn.ready()).member("begun", turn.begun());
}

std::string_view kind(Move move) {
  if (move.is_pass()) return "pass";
  switch (move.kind()) {
    case Move::Kind::step:
      return "step";
    case Move::Kind::leap:
      return "leap";
    case Move::Kind::drop:
      return "drop";
    case Move::Kind::opening:
      return "opening";
  }
  return "";
}

void write_last(Json& out, const Table& table) {
  out.key("last");
  if (table.play().moves().empty()) {
    out.null();
    return;
  }
  const auto move = table.play().moves().back();
  const auto& board = table.game().board();
  const bool opening = move.kind() == Move::Kind::opening;
  const bool moves = !move.is_pass() && (!opening || move.relocates());
  out.object().member("move", format_move(table.game(), move)).member("kind", kind(move)).key("from");
  if (moves && move.kind() != Move::Kind::drop) out.value(board.name(move.from()));
  else out.null();
  out.key("to");
  if (moves) out.value(board.name(move.to()));
  else out.null();
  write_points(out, "taken", board, opening ? move.removed() : taken_by(table.game(), move));
  out.end_object();
}

void write_texts(Json& out, const std::vector<std::string>& texts) {
  out.array();
  for (const auto& text : texts) out.value(text);
  out.end_array();
}

}  // namespace

void write_table(Json& out, const Table& table) {
  const auto& game = table.game();
  const auto& board = game.board();
  const auto& position = table.play().position();
  out.object()
      .member("game", game.id())
      .member("position", format_position(game, position))
      .member("turn", name(position.turn))
      .member("stage", position.stage == Stage::opening ? "opening" : "play")
      .member("ply", position.ply)
      .member("node", table.node());
  write_points(out, "tigers", board, position.tigers);
  write_points(out, "men", board, position.men);
  out.key("hand").array().value(position.tigers_in_hand).value(position.men_in_hand).end_array();
  out.member("captured", captured(game, position)).member("inPlay", game.rules().men_in_play());
  write_outcome(out, table.play().outcome());
  write_turn(out, table);
  write_points(out, "threatened", board, position.stage == Stage::opening ? PointSet() : threatened(game, position));
  write_points(out, "held", board, position.stage == Stage::opening ? PointSet() : held(game, position));
  write_last(out, table);
  out.member("plies", table.play().moves().size()).key("parent");
  const auto& node = table.record().node(table.node());
  if (table.node() == root_node) out.null();
  else out.value(node.parent);
  out.key("next");
  if (node.children.empty()) out.null();
  else out.value(node.children.front());
  out.member("occurrences", table.play().occurrences()).member("quiet", table.play().quiet_plies());
  out.end_object();
}

void write_tree(Json& out, const Table& table) {
  const auto& record = table.record();
  out.object().member("node", table.node()).key("nodes").array();
  std::vector<std::uint32_t> plies(record.size(), record.start().ply);
  for (NodeId id = 0; id < record.size(); ++id) {
    const auto& node = record.node(id);
    if (id != root_node) plies[id] = plies[node.parent] + 1;
    out.array().value(node.parent).value(id == root_node ? "" : format_move(record.game(), node.move)).value(plies[id]);
    out.array();
    for (const auto child : node.children) out.value(child);
    out.end_array();
    write_texts(out, node.comments);
    write_texts(out, node.lead);
    out.end_array();
  }
  out.end_array().key("tags").array();
  for (const auto& tag : record.tags()) out.array().value(tag.name).value(tag.value).end_array();
  out.end_array().member("declared", name(record.declared().reason)).end_object();
}

}  // namespace rimau::wasm
