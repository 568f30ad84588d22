// Records as text. Variations are walked with a stack of our own, whatever their depth.
#include "base/text.hpp"
#include "notation/record.hpp"

namespace rimau {
namespace {

constexpr std::size_t line_width = 80;  // moves are broken between lines here; comments never are

// The text between two delimiters, of which `closing` ends it. U+FFFD stands for what no text may hold.
std::string escaped(std::string_view text, char closing) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto length = utf8_length(text.substr(at));
    const auto byte = static_cast<unsigned char>(c);
    if (length == 0 || byte == 0) out += replacement;
    else if (c == '\\' || c == closing) out += {'\\', c};
    else if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (byte < 0x20 || byte == 0x7F) out += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
    else out += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return out;
}

std::string tag_line(std::string_view name, std::string_view value) {
  return cat('[', name, " \"", escaped(value, '"'), "\"]\n");
}

class MoveTextWriter {
 public:
  explicit MoveTextWriter(const Record& record) : record_(record) {}

  // Everything from the first comment to the result.
  std::string write(std::string_view result) {
    write_comments(record_.node(root_node).comments);
    waiting_.push_back({Task::Kind::go_on, root_node, record_.start().ply});
    while (!waiting_.empty()) {
      const auto task = waiting_.back();
      waiting_.pop_back();
      if (task.kind == Task::Kind::go_on) write_next(task);
      if (task.kind == Task::Kind::variation) write_variation(task);
      if (task.kind == Task::Kind::close) line_ += ')';
    }
    put(result);
    return cat(text_, line_, '\n');
  }

 private:
  struct Task {
    enum class Kind { go_on, variation, close };
    Kind kind;
    NodeId node;
    std::uint32_t ply;  // at the node before the move that is to be written
  };

  // The next move of a line, then its variations, then the rest of the line.
  void write_next(Task after) {
    const auto& children = record_.node(after.node).children;
    if (children.empty()) return;
    write_move(children.front(), after.ply);
    waiting_.push_back({Task::Kind::go_on, children.front(), after.ply + 1});
    for (std::size_t i = children.size() - 1; i > 0; --i) {
      waiting_.push_back({Task::Kind::close, children[i], 0});
      waiting_.push_back({Task::Kind::variation, children[i], after.ply});
    }
  }

  void write_variation(Task task) {
    opening_ = "(";
    write_comments(record_.node(task.node).lead);
    write_move(task.node, task.ply);
    waiting_.push_back({Task::Kind::go_on, task.node, task.ply + 1});
  }

  void write_move(NodeId id, std::uint32_t ply) {
    put(cat(ply + 1, ". ", format_move(record_.game(), record_.node(id).move)));
    write_comments(record_.node(id).comments);
  }

  void write_comments(const std::vector<std::string>& comments) {
    for (const auto& comment : comments) put(cat('{', escaped(comment, '}'), '}'));
  }

  void put(std::string_view token) {
    if (!line_.empty() && line_.size() + 1 + opening_.size() + token.size() > line_width) {
      text_ += cat(line_, '\n');
      line_.clear();
    }
    line_ += cat(line_.empty() ? "" : " ", opening_, token);
    opening_ = {};
  }

  const Record& record_;
  std::vector<Task> waiting_;
  std::string text_;
  std::string line_;
  std::string_view opening_;  // a bracket that the next token is put behind
};

}  // namespace

std::string format_record(const Record& record) {
  const auto outcome = replay(record).outcome();
  const auto result = name(outcome.verdict);
  std::string tags = tag_line("Game", record.game().id());
  auto tag = record.tags().begin();
  for (; tag != record.tags().end() && Record::is_usual_tag(tag->name); ++tag) tags += tag_line(tag->name, tag->value);
  tags += tag_line("Result", result);
  if (outcome.reason != Reason::none) tags += tag_line("Termination", name(outcome.reason));
  if (record.start() != start_position(record.game()))
    tags += tag_line("Position", format_position(record.game(), record.start()));
  for (; tag != record.tags().end(); ++tag) tags += tag_line(tag->name, tag->value);
  return cat(tags, '\n', MoveTextWriter(record).write(result));
}

std::string format_records(std::span<const Record> records) {
  std::string text;
  for (const auto& record : records) text += cat(text.empty() ? "" : "\n", format_record(record));
  return text;
}

}  // namespace rimau
