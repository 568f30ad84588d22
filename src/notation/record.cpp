#include "notation/record.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace rimau {
namespace {

constexpr std::array<std::string_view, 4> usual_tags{"Event", "Date", "Tigers", "Men"};
constexpr std::array<std::string_view, 4> derived_tags{"Game", "Position", "Result", "Termination"};

// Where a tag is written: the usual ones first, in their order.
std::size_t place_of(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(usual_tags, name) - usual_tags.begin());
}

constexpr std::string_view clock_start = "[%clk ";

// A clock in a comment: where it is written, from '[' to ']', and what it says.
struct ClockText {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::uint32_t seconds = 0;
};

std::optional<std::uint32_t> parse_clock(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3 || parts[1].size() != 2 || parts[2].size() != 2) return std::nullopt;
  const auto two_digits = [](std::string_view part) {
    return parse_number(part.front() == '0' ? part.substr(1) : part, 59);
  };
  const auto hours = parse_number(parts[0], 999);
  const auto minutes = two_digits(parts[1]);
  const auto seconds = two_digits(parts[2]);
  if (!hours || !minutes || !seconds) return std::nullopt;
  return *hours * 3600 + *minutes * 60 + *seconds;
}

std::optional<ClockText> find_clock(std::string_view comment) {
  for (auto begin = comment.find(clock_start); begin != std::string_view::npos;
       begin = comment.find(clock_start, begin + 1)) {
    const auto inside = begin + clock_start.size();
    const auto end = comment.substr(inside, 16).find(']');  // no time is longer
    if (end == std::string_view::npos) continue;
    if (const auto seconds = parse_clock(comment.substr(inside, end)))
      return ClockText{begin, clock_start.size() + end + 1, *seconds};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> Record::tag(std::string_view name) const {
  const auto found = std::ranges::find(tags_, name, &RecordTag::name);
  if (found == tags_.end()) return std::nullopt;
  return found->value;
}

Result<void> Record::set_tag(std::string_view name, std::string value) {
  if (!is_tag_name(name))
    return fail(ErrorKind::text, cat("\"", shown(name), "\" is no tag's name; expected letters, digits and _"));
  if (std::ranges::find(derived_tags, name) != derived_tags.end())
    return fail(ErrorKind::text, cat("the tag ", name, " follows from the game and cannot be set"));
  if (const auto found = std::ranges::find(tags_, name, &RecordTag::name); found != tags_.end()) {
    found->value = std::move(value);
    return {};
  }
  if (tags_.size() >= max_record_tags) return fail(ErrorKind::limit, cat("more than ", max_record_tags, " tags"));
  const auto after =
      std::ranges::upper_bound(tags_, place_of(name), {}, [](const RecordTag& tag) { return place_of(tag.name); });
  tags_.insert(after, {std::string(name), std::move(value)});
  return {};
}

bool Record::is_tag_name(std::string_view name) noexcept {
  constexpr std::string_view allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  return !name.empty() && name.size() <= 80 && name.find_first_not_of(allowed) == std::string_view::npos;
}

bool Record::is_usual_tag(std::string_view name) noexcept { return place_of(name) < usual_tags.size(); }

std::vector<NodeId> Record::mainline() const {
  std::vector<NodeId> line;
  for (NodeId at = root_node; !nodes_[at].children.empty(); line.push_back(at)) at = nodes_[at].children.front();
  return line;
}

Play Record::play_to(NodeId id) const {
  std::vector<Move> moves;
  for (; id != root_node; id = nodes_[id].parent) moves.push_back(nodes_[id].move);
  Play play(game_, start_);
  for (auto move = moves.rbegin(); move != moves.rend(); ++move)
    if (!play.play(*move)) break;  // cannot happen: every move was checked when it was added
  return play;
}

std::uint32_t Record::ply(NodeId id) const {
  std::uint32_t ply = start_.ply;
  for (; id != root_node; id = nodes_[id].parent) ++ply;
  return ply;
}

NodeId Record::add_unchecked(NodeId parent, Move move) {
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({.move = move, .parent = parent});
  nodes_[parent].children.push_back(id);
  return id;
}

Result<NodeId> Record::add(NodeId parent, Move move) {
  if (auto played = play_to(parent).play(move); !played) return std::unexpected(std::move(played).error());
  const bool at_end = nodes_[parent].children.empty() && (parent == root_node || mainline().back() == parent);
  if (declared_.over() && at_end) return fail(ErrorKind::illegal, cat("the game is over: ", name(declared_.reason)));
  const auto id = add_unchecked(parent, move);
  if (!too_deep()) return id;
  nodes_.pop_back();
  nodes_[parent].children.pop_back();
  return fail(ErrorKind::limit, cat("variations may nest ", max_variation_depth, " deep"));
}

bool Record::promote(NodeId id) {
  if (id == root_node) return false;
  const auto line = mainline();
  auto& siblings = nodes_[nodes_[id].parent].children;
  const auto at = std::ranges::find(siblings, id);
  std::rotate(siblings.begin(), at, at + 1);
  if (too_deep()) {
    std::rotate(siblings.begin(), siblings.begin() + 1, siblings.begin() + (at - siblings.begin()) + 1);
    return false;
  }
  // Only a variation has comments before its first move; here they follow the move before.
  auto& lead = nodes_[id].lead;
  auto& before = nodes_[nodes_[id].parent].comments;
  before.insert(before.end(), lead.begin(), lead.end());
  lead.clear();
  if (mainline() != line) declared_ = {};
  return true;
}

bool Record::too_deep() const {
  std::vector<int> depth(nodes_.size(), 0);
  for (std::size_t id = 1; id < nodes_.size(); ++id) {
    const auto parent = nodes_[id].parent;
    depth[id] = depth[parent] + (nodes_[parent].children.front() == id ? 0 : 1);
    if (depth[id] > max_variation_depth) return true;
  }
  return false;
}

void Record::add_lead(NodeId id, std::string comment) {
  const auto parent = nodes_[id].parent;
  const bool begins_variation = id != root_node && nodes_[parent].children.front() != id;
  (begins_variation ? nodes_[id].lead : nodes_[parent].comments).push_back(std::move(comment));
}

std::optional<std::uint32_t> Record::clock(NodeId id) const {
  for (const auto& comment : nodes_[id].comments)
    if (const auto clock = find_clock(comment)) return clock->seconds;
  return std::nullopt;
}

void Record::set_clock(NodeId id, std::uint32_t seconds) {
  seconds = std::min(seconds, max_clock);
  const auto two = [](std::uint32_t number) { return cat(number < 10 ? "0" : "", number); };
  const auto text = cat(clock_start, seconds / 3600, ':', two(seconds / 60 % 60), ':', two(seconds % 60), ']');
  auto& comments = nodes_[id].comments;
  for (auto& comment : comments)
    if (const auto clock = find_clock(comment)) {
      comment.replace(clock->begin, clock->length, text);
      return;
    }
  comments.insert(comments.begin(), text);
}

bool Record::declare(Outcome outcome) {
  const bool win = outcome.verdict == Verdict::tigers || outcome.verdict == Verdict::men;
  const bool declarable = outcome == Outcome{} || outcome == Outcome{Verdict::draw, Reason::agreement} ||
                          (win && (outcome.reason == Reason::resignation || outcome.reason == Reason::time));
  if (declarable) declared_ = outcome;
  return declarable;
}

Record record_of(const Play& play) {
  Record record(play.shared_game(), play.start());
  NodeId last = root_node;
  for (const auto move : play.moves()) last = record.add_unchecked(last, move);
  record.declare(play.outcome());  // refused, as it should be, for an end by rule
  return record;
}

Play replay(const Record& record) {
  const auto line = record.mainline();
  auto play = record.play_to(line.empty() ? root_node : line.back());
  const auto [verdict, reason] = record.declared();
  const auto loser = verdict == Verdict::men ? Side::tigers : Side::men;
  if (reason == Reason::resignation) play.resign(loser);
  if (reason == Reason::time) play.flag(loser);
  if (reason == Reason::agreement) play.agree_draw();
  return play;
}

}  // namespace rimau
