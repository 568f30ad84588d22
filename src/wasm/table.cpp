#include "wasm/table.hpp"

#include <algorithm>
#include <utility>

namespace rimau::wasm {
namespace {

NodeId mainline_end(const Record& record) {
  NodeId at = root_node;
  while (!record.node(at).children.empty()) at = record.node(at).children.front();
  return at;
}

// The record without a node (and all below it); `place` is changed to the number that its node has there, or to that of
// the nearest node above it that is kept.
Record without(const Record& record, NodeId pruned, NodeId& place) {
  Record kept(record.shared_game(), record.start());
  for (const auto& tag : record.tags())
    static_cast<void>(kept.set_tag(tag.name, tag.value));  // they came from a record
  std::vector<NodeId> number(record.size(), root_node);
  kept.comments(root_node) = record.node(root_node).comments;
  // Children are added in the order of their parents' lists, so that lines stay lines.
  std::vector<NodeId> waiting{root_node};
  while (!waiting.empty()) {
    const auto id = waiting.back();
    waiting.pop_back();
    for (const auto child : record.node(id).children) {
      if (child == pruned) continue;
      number[child] = kept.add_unchecked(number[id], record.node(child).move);
      kept.comments(number[child]) = record.node(child).comments;
      waiting.push_back(child);
    }
  }
  for (NodeId id = 1; id < record.size(); ++id)
    if (number[id] != root_node)
      for (const auto& comment : record.node(id).lead) kept.add_lead(number[id], comment);
  while (place != root_node && number[place] == root_node) place = record.node(place).parent;
  place = number[place];
  return kept;
}

}  // namespace

Table::Table(Record record)
    : record_(std::move(record)),
      node_(mainline_end(record_)),
      play_(replay(record_)),
      turn_(record_.game(), play_.position()) {}

bool Table::at_mainline_end() const { return record_.node(node_).children.empty() && mainline_end(record_) == node_; }

void Table::arrive() {
  if (record_.declared().over() && at_mainline_end()) play_ = replay(record_);
  turn_ = TurnBuilder(game(), play_.position());
}

Result<std::optional<Move>> Table::click(Point point) {
  if (play_.outcome().over()) return std::optional<Move>();
  const auto move = turn_.click(point);
  if (move)
    if (auto made = make(*move); !made) return std::unexpected(std::move(made).error());
  return move;
}

Result<std::optional<Move>> Table::confirm() {
  if (play_.outcome().over()) return std::optional<Move>();
  const auto move = turn_.confirm();
  if (move)
    if (auto made = make(*move); !made) return std::unexpected(std::move(made).error());
  return move;
}

Result<void> Table::make(Move move) {
  const auto& children = record_.node(node_).children;
  const auto known = std::ranges::find(children, move, [this](NodeId child) { return record_.node(child).move; });
  if (known != children.end()) {
    if (auto played = play_.play(move); !played) return played;
    node_ = *known;
  } else if (children.empty()) {
    if (auto played = play_.play(move); !played) return played;
    node_ = record_.add_unchecked(node_, move);
  } else {
    const auto added = record_.add(node_, move);
    if (!added) return std::unexpected(added.error());
    static_cast<void>(play_.play(move));  // legal, since the record took it
    node_ = *added;
  }
  arrive();
  return {};
}

bool Table::go(NodeId node) {
  if (node >= record_.size()) return false;
  if (node != root_node && record_.node(node).parent == node_) {
    static_cast<void>(play_.play(record_.node(node).move));  // as the record's moves are
    node_ = node;
  } else if (node != node_) {
    play_ = record_.play_to(node);
    node_ = node;
  }
  arrive();
  return true;
}

bool Table::declare(Outcome outcome) {
  const auto end = mainline_end(record_);
  if (record_.declared().over() || record_.play_to(end).outcome().over() || !outcome.over()) return false;
  if (!record_.declare(outcome)) return false;
  node_ = end;
  arrive();
  return true;
}

bool Table::prune(NodeId node) {
  if (node >= record_.size()) return false;
  const auto declared = record_.declared();
  const auto line = record_.mainline();
  if (node == root_node) {
    const auto tags = record_.tags();
    record_ = Record(record_.shared_game(), record_.start());
    for (const auto& tag : tags) static_cast<void>(record_.set_tag(tag.name, tag.value));
    node_ = root_node;
  } else {
    record_ = without(record_, node, node_);
    if (std::ranges::find(line, node) == line.end()) record_.declare(declared);
  }
  play_ = record_.play_to(node_);
  arrive();
  return true;
}

bool Table::promote(NodeId node) {
  if (node >= record_.size() || !record_.promote(node)) return false;
  play_ = record_.play_to(node_);
  arrive();
  return true;
}

}  // namespace rimau::wasm
