#include "terminal/merge.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace rimau::terminal {
namespace {

std::optional<NodeId> child_with(const Record& record, NodeId parent, Move move) {
  const auto& children = record.node(parent).children;
  const auto found = std::ranges::find(children, move, [&](NodeId id) { return record.node(id).move; });
  if (found == children.end()) return std::nullopt;
  return *found;
}

// The node of the loaded record that the play ends on; nothing if it has left the record.
std::optional<NodeId> end_of(const Record& loaded, const Play& play) {
  std::optional<NodeId> node = root_node;
  for (const auto move : play.moves())
    if (node = child_with(loaded, *node, move); !node) break;
  return node;
}

void copy_comments(const RecordNode& from, Record& to, NodeId id) {
  for (const auto& comment : from.lead) to.add_lead(id, comment);
  to.comments(id) = from.comments;
}

// The loaded record without what comes after `end`. Parents have smaller numbers than their children,
// so one walk in the order of numbers copies the tree.
Record pruned(const Record& loaded, std::optional<NodeId> end) {
  Record record(loaded.shared_game(), loaded.start());
  for (const auto& tag : loaded.tags()) (void)record.set_tag(tag.name, tag.value);
  record.comments(root_node) = loaded.node(root_node).comments;
  std::vector<std::optional<NodeId>> copy(loaded.size());
  copy[root_node] = root_node;
  const auto copy_children = [&](NodeId parent) {
    if (parent == end || !copy[parent]) return;
    for (const auto child : loaded.node(parent).children) {
      copy[child] = record.add_unchecked(*copy[parent], loaded.node(child).move);
      copy_comments(loaded.node(child), record, *copy[child]);
    }
  };
  for (NodeId id = 0; id < loaded.size(); ++id) copy_children(id);
  return record;
}

}  // namespace

Record merged(const Record& loaded, const Play& play) {
  Record record = pruned(loaded, end_of(loaded, play));
  NodeId node = root_node;
  for (const auto move : play.moves()) {
    const auto known = child_with(record, node, move);
    node = known ? *known : record.add_unchecked(node, move);
    if (record.node(record.node(node).parent).children.front() != node && !record.promote(node)) {
      // Only a record with variations nested to the very bound; the game matters more than they.
      Record plain = record_of(play);
      for (const auto& tag : loaded.tags()) (void)plain.set_tag(tag.name, tag.value);
      return plain;
    }
  }
  record.declare({});
  record.declare(play.outcome());
  return record;
}

}  // namespace rimau::terminal
