// Reads records: one pass over the text, a stack of our own for the variations. A Play stands at the
// current node all the time, so that moves are judged by the rules and the history of their own line.
#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "notation/record.hpp"

namespace rimau {
namespace {

using Failure = std::unexpected<Error>;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view blanks = " \t\r\n\v\f";
constexpr std::string_view ends_of_words = " \t\r\n\v\f{}()[];\"";

// Line and column of an offset. LF, CR LF and a CR alone each end a line. Only errors ask, once.
Place place_at(std::string_view text, std::size_t offset, std::string_view field) {
  Place place{.line = 1, .column = 1, .field = std::string(field)};
  for (std::size_t i = 0; i < offset; ++i) {
    const bool ends_line = text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n");
    place.line += ends_line ? 1 : 0;
    place.column = ends_line ? 1 : place.column + 1;
  }
  return place;
}

// The text from left to right: blanks, comments, quoted texts and words. All records of a file share it.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  // What stands here, for an error message.
  [[nodiscard]] std::string found() const { return at_end() ? "the end" : cat('"', shown(text_.substr(at_), 20), '"'); }

  // An error at an offset; `where` (the game and ply) is told first.
  [[nodiscard]] Failure refuse(std::size_t offset, std::string message, std::string_view field = {},
                               ErrorKind kind = ErrorKind::text) const {
    return fail(kind, where.empty() ? std::move(message) : cat(where, ": ", message), place_at(text_, offset, field));
  }

  bool accept(char c) {
    if (peek() != c || at_end()) return false;
    ++at_;
    return true;
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  void skip_byte_order_mark() {
    if (!text_.substr(at_).starts_with(byte_order_mark)) return;
    at_ += byte_order_mark.size();
    line_start_ = at_;
  }

  // Up to the next blank or delimiter; may be empty.
  std::string_view word() {
    auto word = text_.substr(at_, text_.find_first_of(ends_of_words, at_) - at_);
    word = word.substr(0, word.find(byte_order_mark));
    at_ += word.size();
    return word;
  }

  std::string_view digits() {
    const auto end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
    const auto start = std::exchange(at_, end);
    return text_.substr(start, end - start);
  }

  // Skips blanks, and keeps the comments among them.
  Result<void> comments(std::vector<std::string>& kept) {
    for (;;) {
      skip_blanks();
      const bool line_start = at_ == line_start_ || (at_ > 0 && (text_[at_ - 1] == '\n' || text_[at_ - 1] == '\r'));
      if (peek() != '{' && peek() != ';' && !(peek() == '%' && line_start)) return {};
      if (++comments_ > max_record_entries)
        return refuse(at_, cat("more than ", max_record_entries, " comments"), "comment", ErrorKind::limit);
      if (peek() == '{') {
        const auto start = at_++;
        auto comment = delimited('}', start, "comment");
        if (!comment) return Failure(std::move(comment).error());
        kept.push_back(*std::move(comment));
        continue;
      }
      // A line that begins with % is kept with its %: it says something to another program.
      if (peek() == ';') ++at_;
      const auto end = std::min(text_.find_first_of("\r\n", at_), text_.size());
      kept.emplace_back(text_.substr(at_, end - at_));
      at_ = end;
    }
  }

  // The text up to the closing delimiter, which is consumed; `start` is where the whole began.
  Result<std::string> delimited(char closing, std::size_t start, std::string_view field) {
    std::string out;
    for (;;) {
      if (at_end()) return refuse(start, cat("the ", field, " that begins here has no closing ", closing), field);
      const char c = text_[at_++];
      if (c == closing) return out;
      const bool line_end = c == '\n' || c == '\r';
      if (line_end && closing == '"')
        return refuse(at_ - 1, "found the line's end, expected a closing \" (a line end in a text is written \\n)",
                      field);
      if (c == '\\') {
        const auto character = escape();
        if (character == '\0')
          return refuse(
              at_, cat("found ", found(), " after \\, expected one of \\ \" } n r t, or x and two digits 01 to 7F"),
              field);
        out += character;
      } else {
        if (c == '\r') accept('\n');
        out += line_end ? '\n' : c;
      }
    }
  }

  std::string where;

 private:
  // The character after a backslash; NUL, consuming nothing, if there is no such escape.
  char escape() {
    const auto hex = [this](std::size_t at) {
      constexpr std::string_view digits = "0123456789ABCDEF";
      return at < text_.size() ? digits.find(text_[at]) : std::string_view::npos;
    };
    constexpr std::string_view spelled = "\\\"}nrt";
    constexpr std::string_view meant = "\\\"}\n\r\t";
    if (at_end()) return '\0';
    if (const auto i = spelled.find(peek()); i != std::string_view::npos) return ++at_, meant[i];
    const auto high = hex(at_ + 1);
    const auto low = hex(at_ + 2);
    if (peek() != 'x' || high > 7 || low > 15) return '\0';
    const auto character = static_cast<char>(high * 16 + low);
    if (character != '\0') at_ += 3;
    return character;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;  // where the text begins, after a byte-order mark
  std::size_t comments_ = 0;
};

// The tags that say something to the reader, and where.
struct Header {
  struct Tag {
    std::string value;
    std::size_t name_at = 0;
    std::size_t value_at = 0;  // behind the opening quote
    bool given = false;
    bool plain = false;  // without escapes, so that columns can be counted in it
  };
  Tag game;
  Tag position;
  Tag result;
  Tag termination;
  std::vector<RecordTag> others;

  Tag* find(std::string_view name) {
    if (name == "Game") return &game;
    if (name == "Position") return &position;
    if (name == "Result") return &result;
    return name == "Termination" ? &termination : nullptr;
  }
};

// The moves of one record, from the first comment to the result.
class MoveTextReader {
 public:
  MoveTextReader(Scanner& scan, Record& record, std::size_t game_number, std::size_t& moves)
      : scan_(scan),
        record_(record),
        play_(record.shared_game(), record.start()),
        game_number_(game_number),
        moves_(moves) {}

  // Reads up to and including the result's word.
  Result<void> read(const Header& header) {
    for (;;) {
      auto& comments = fresh_ && !open_.empty() ? lead_ : record_.comments(at_);
      if (auto read = scan_.comments(comments); !read) return read;
      name_place();
      const auto start = scan_.at();
      if (scan_.at_end()) return scan_.refuse(start, cat("the text ends; expected ", expected()), "moves");
      if (numbered_ && (scan_.peek() == '(' || scan_.peek() == ')'))
        return scan_.refuse(start, cat("found ", scan_.found(), ", expected a move after its number"), "moves");
      Result<void> done;
      if (scan_.accept('(')) done = open_variation(start);
      else if (scan_.accept(')')) done = close_variation(start);
      else if (const char c = scan_.peek(); c >= '0' && c <= '9') done = read_number();
      else {
        const auto word = scan_.word();
        if (word.empty()) return scan_.refuse(start, cat("found ", scan_.found(), ", expected ", expected()), "moves");
        if (const auto verdict = parse_verdict(word)) return finish(*verdict, start, header);
        done = read_move(word, start);
      }
      if (!done) return done;
    }
  }

 private:
  [[nodiscard]] std::uint32_t number() const { return play_.position().ply + 1; }
  void name_place() { scan_.where = cat("game ", game_number_, ", ply ", number()); }
  [[nodiscard]] std::string_view expected() const {
    return open_.empty() ? "a move or the result (tigers, men, draw or *)" : "a move or the variation's closing )";
  }

  Result<void> read_number() {
    const auto start = scan_.at();
    const auto digits = scan_.digits();
    if (numbered_)
      return scan_.refuse(start, cat("found ", shown(digits), ", expected a move after its number"), "moves");
    if (digits != cat(number()))
      return scan_.refuse(start, cat("found the move number ", shown(digits), ", expected ", number()), "moves");
    if (!scan_.accept('.'))
      return scan_.refuse(scan_.at(), cat("found ", scan_.found(), ", expected . after the move number"), "moves");
    numbered_ = true;
    return {};
  }

  Result<void> read_move(std::string_view word, std::size_t start) {
    auto move = parse_move(record_.game(), word);
    if (!move) {
      const auto& error = move.error();
      const auto column = static_cast<std::size_t>(std::max(error.place.column, 1)) - 1;
      return scan_.refuse(start + column, error.message, "move", error.kind);
    }
    if (auto played = play_.play(*move); !played)
      return scan_.refuse(start, cat(word, " is not legal: ", played.error().message), "move", played.error().kind);
    if (++moves_ > max_record_entries)
      return scan_.refuse(start, cat("more than ", max_record_entries, " moves"), "move", ErrorKind::limit);
    at_ = record_.add_unchecked(at_, *move);
    if (!lead_.empty())
      for (auto& comment : std::exchange(lead_, {})) record_.add_lead(at_, std::move(comment));
    fresh_ = numbered_ = false;
    return {};
  }

  // A variation stands for the last move: step back before it.
  Result<void> open_variation(std::size_t start) {
    if (fresh_) return scan_.refuse(start, "found a variation before any move that it could stand for", "moves");
    if (open_.size() >= static_cast<std::size_t>(max_variation_depth))
      return scan_.refuse(start, cat("variations may nest ", max_variation_depth, " deep"), "moves", ErrorKind::limit);
    open_.push_back({at_, start});
    at_ = record_.node(at_).parent;
    play_.undo();
    fresh_ = true;
    return {};
  }

  Result<void> close_variation(std::size_t start) {
    if (open_.empty()) return scan_.refuse(start, "found ) without the ( of a variation", "moves");
    if (fresh_) return scan_.refuse(start, "found a variation without a move", "moves");
    const auto stood_for = open_.back().node;
    open_.pop_back();
    for (; at_ != record_.node(stood_for).parent; at_ = record_.node(at_).parent) play_.undo();
    if (auto again = play_.play(record_.node(stood_for).move); !again) return again;
    at_ = stood_for;
    return {};
  }

  // The result, against the rules, the tags and the brackets still open.
  Result<void> finish(Verdict verdict, std::size_t start, const Header& header) {
    const auto said = name(verdict);
    if (numbered_) return scan_.refuse(start, cat("found ", said, ", expected a move after its number"), "result");
    if (!open_.empty())
      return scan_.refuse(open_.back().start, cat("the variation that begins here has no closing )"), "moves");
    const auto& result = header.result;
    if (result.given && result.value != said)
      return scan_.refuse(start, cat("found the result ", said, ", but the tag Result says ", shown(result.value)),
                          "result");
    const auto& termination = header.termination;
    const auto reason = parse_reason(termination.value).value_or(Reason::none);
    if (const auto by_rule = play_.outcome(); by_rule.over()) {
      if (by_rule.verdict != verdict)
        return scan_.refuse(start,
                            cat("found the result ", said, ", but the game has ended by rule: ", name(by_rule.verdict),
                                ", ", name(by_rule.reason)),
                            "result");
      if (reason != Reason::none && reason != by_rule.reason)
        return scan_.refuse(termination.value_at,
                            cat("found ", name(reason), ", but the game has ended by rule: ", name(by_rule.reason)),
                            "Termination");
      return {};
    }
    // A result that the moves do not give and nothing explains is a resignation or an agreement.
    const auto implied = verdict == Verdict::open   ? Reason::none
                         : verdict == Verdict::draw ? Reason::agreement
                                                    : Reason::resignation;
    if (!record_.declare({verdict, reason == Reason::none ? implied : reason}))
      return scan_.refuse(
          termination.value_at,
          cat("found ", name(reason), ", which does not explain the result ", said, " after these moves"),
          "Termination");
    return {};
  }

  struct Open {
    NodeId node;  // the move that the variation stands for
    std::size_t start;
  };

  Scanner& scan_;
  Record& record_;
  Play play_;
  std::size_t game_number_;
  std::size_t& moves_;
  NodeId at_ = root_node;
  bool fresh_ = true;      // no move yet in this line
  bool numbered_ = false;  // a number was read whose move is still to come
  std::vector<std::string> lead_;
  std::vector<Open> open_;
};

class FileReader {
 public:
  FileReader(Catalogue& catalogue, std::string_view text) : catalogue_(catalogue), scan_(text) {}

  Result<std::vector<Record>> read() {
    for (;;) {
      std::vector<std::string> comments;
      scan_.where.clear();
      if (auto read = skip_to_record(comments); !read) return Failure(std::move(read).error());
      if (scan_.at_end()) {
        if (!comments.empty() && records_.empty())
          return scan_.refuse(scan_.at(), "found comments, but no game", "Game");
        if (!comments.empty()) append_to_last(comments);
        return std::move(records_);
      }
      scan_.where = cat("game ", records_.size() + 1);
      if (records_.size() >= max_records)
        return scan_.refuse(scan_.at(), cat("more than ", max_records, " games"), {}, ErrorKind::limit);
      if (auto read = read_record(comments); !read) return Failure(std::move(read).error());
    }
  }

 private:
  // Files are often joined, so a byte-order mark may stand before any record.
  Result<void> skip_to_record(std::vector<std::string>& comments) {
    for (;;) {
      const auto start = scan_.at();
      scan_.skip_byte_order_mark();
      if (auto read = scan_.comments(comments); !read) return read;
      if (scan_.at() == start) return {};
    }
  }

  // Comments behind the last result belong to the last move.
  void append_to_last(std::vector<std::string>& comments) {
    auto& record = records_.back();
    const auto line = record.mainline();
    auto& last = record.comments(line.empty() ? root_node : line.back());
    std::ranges::move(comments, std::back_inserter(last));
  }

  Result<void> read_record(std::vector<std::string>& comments) {
    const auto start = scan_.at();
    auto header = read_header(comments);
    if (!header) return Failure(std::move(header).error());
    if (!header->game.given)
      return scan_.refuse(start,
                          cat("found ", scan_.at() == start ? scan_.found() : "tags without the game",
                              ", expected the tag [Game \"…\"]"),
                          "Game");
    auto record = open_record(*header);
    if (!record) return Failure(std::move(record).error());
    record->comments(root_node) = std::move(comments);
    for (auto& [name, value] : header->others)
      if (auto set = record->set_tag(name, std::move(value)); !set) return set;
    if (auto read = MoveTextReader(scan_, *record, records_.size() + 1, moves_).read(*header); !read) return read;
    records_.push_back(*std::move(record));
    return {};
  }

  Result<Header> read_header(std::vector<std::string>& comments) {
    Header header;
    while (scan_.peek() == '[') {
      if (auto read = read_tag(header); !read) return Failure(std::move(read).error());
      if (auto read = scan_.comments(comments); !read) return Failure(std::move(read).error());
    }
    return header;
  }

  // [Name "value"]
  Result<void> read_tag(Header& header) {
    const auto start = scan_.at();
    scan_.accept('[');
    scan_.skip_blanks();
    Header::Tag tag{.name_at = scan_.at(), .given = true};
    const auto name = scan_.word();
    scan_.skip_blanks();
    const auto quote = scan_.at();
    if (!scan_.accept('"'))
      return scan_.refuse(quote, cat("found ", scan_.found(), ", expected the tag's value in \"quotes\""), "tag");
    tag.value_at = scan_.at();
    auto value = scan_.delimited('"', quote, "tag");
    if (!value) return Failure(std::move(value).error());
    tag.plain = scan_.at() - 1 - tag.value_at == value->size();
    scan_.skip_blanks();
    if (!scan_.accept(']'))
      return scan_.refuse(scan_.at(), cat("found ", scan_.found(), ", expected ] to close the tag"), "tag");
    return keep(header, name, std::move(tag), *std::move(value), start);
  }

  Result<void> keep(Header& header, std::string_view name, Header::Tag tag, std::string value, std::size_t start) {
    auto* own = header.find(name);
    const bool twice =
        own != nullptr ? own->given : std::ranges::find(header.others, name, &RecordTag::name) != header.others.end();
    if (twice) return scan_.refuse(start, cat("the tag ", shown(name), " is given twice"), "tag");
    if (own != nullptr) {
      tag.value = std::move(value);
      *own = std::move(tag);
      if (own == &header.result && !parse_verdict(own->value))
        return scan_.refuse(own->value_at, cat("found \"", shown(own->value), "\", expected tigers, men, draw or *"),
                            "Result");
      if (own == &header.termination && !parse_reason(own->value))
        return scan_.refuse(own->value_at,
                            cat("found \"", shown(own->value),
                                "\", expected threshold, immobilised, stuck, repetition, "
                                "quiet, resignation, agreement or time"),
                            "Termination");
      return {};
    }
    if (!Record::is_tag_name(name))
      return scan_.refuse(tag.name_at,
                          cat("found \"", shown(name), "\", expected a tag's name of letters, digits and _"), "tag");
    if (header.others.size() >= max_record_tags)
      return scan_.refuse(start, cat("more than ", max_record_tags, " tags"), "tag", ErrorKind::limit);
    header.others.push_back({std::string(name), std::move(value)});
    return {};
  }

  Result<Record> open_record(const Header& header) {
    auto game = open_game(header.game);
    if (!game) return Failure(std::move(game).error());
    if (!header.position.given) return Record(*std::move(game));
    const auto position = parse_position(catalogue_, **game, header.position.value);
    if (!position) return refuse_value(header.position, position.error(), "Position");
    return Record(*std::move(game), *position);
  }

  Result<std::shared_ptr<const Game>> open_game(const Header::Tag& tag) {
    if (const auto known = games_.find(tag.value); known != games_.end()) return known->second;
    if (games_.size() >= max_record_games)
      return scan_.refuse(tag.value_at, cat("more than ", max_record_games, " different games"), "Game",
                          ErrorKind::limit);
    auto game = catalogue_.open(tag.value);
    if (!game) return refuse_value(tag, game.error(), "Game");
    games_.emplace(tag.value, *game);
    return game;
  }

  // An error inside a tag's value, at its own column where that can be told.
  [[nodiscard]] Failure refuse_value(const Header::Tag& tag, const Error& error, std::string_view name) const {
    const auto column = tag.plain ? static_cast<std::size_t>(std::max(error.place.column, 1)) - 1 : 0;
    const bool inner = name == "Position" && !error.place.field.empty();
    return scan_.refuse(tag.value_at + column, inner ? cat(error.place.field, ": ", error.message) : error.message,
                        name, error.kind);
  }

  Catalogue& catalogue_;
  Scanner scan_;
  std::vector<Record> records_;
  std::map<std::string, std::shared_ptr<const Game>, std::less<>> games_;
  std::size_t moves_ = 0;
};

}  // namespace

Result<std::vector<Record>> parse_records(Catalogue& catalogue, std::string_view text) {
  if (text.size() > max_record_bytes)
    return fail(ErrorKind::limit, cat("a file of ", text.size(), " bytes; at most ", max_record_bytes));
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return fail(ErrorKind::text, "the text is UTF-16; expected UTF-8", {.line = 1, .column = 1});
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return fail(ErrorKind::text, "found a NUL byte; expected UTF-8 text (is it UTF-16, or no text at all?)",
                place_at(text, nul, {}));
  if (const auto bad = find_invalid_utf8(text); bad != std::string_view::npos)
    return fail(ErrorKind::text, cat("found ", shown(text.substr(bad, 1)), ", which is not UTF-8"),
                place_at(text, bad, {}));
  return FileReader(catalogue, text).read();
}

}  // namespace rimau
