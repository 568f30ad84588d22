#include <algorithm>

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau {
namespace {

// Reads the parts of a move's text from left to right; remembers where it is for errors.
class MoveReader {
 public:
  MoveReader(const Game& game, std::string_view text) : game_(game), text_(text) {}

  Result<Move> read() {
    if (text_ == "pass") return Move::pass();
    if (text_.starts_with('@')) return drop();
    if (text_.size() > 2 && text_[2] == ',') return opening();
    if (text_.size() == 2 && game_.rules().removals == 1) return opening();
    return step_or_leap();
  }

 private:
  [[nodiscard]] std::unexpected<Error> refuse(std::string_view expected) const {
    return fail(ErrorKind::text,
                cat("found ", at_ < text_.size() ? cat("\"", shown(text_.substr(at_), 20), "\"") : "the end",
                    ", expected ", expected, " in the move \"", shown(text_), "\""),
                {.column = static_cast<int>(at_) + 1, .field = "move"});
  }

  Result<Point> point() {
    const auto point = game_.board().find(text_.substr(at_, 2));
    if (!point) return refuse(cat("a point of the board ", game_.board().id()));
    at_ += 2;
    return *point;
  }

  bool accept(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  Result<Move> end(Move move) const {
    if (at_ != text_.size()) return refuse("no more text");
    return move;
  }

  Result<Move> drop() {
    ++at_;
    const auto to = point();
    if (!to) return std::unexpected(to.error());
    return end(Move::drop(*to));
  }

  // from, then '-' or 'x', then to.
  Result<Move> step_or_leap() {
    const auto from = point();
    if (!from) return std::unexpected(from.error());
    const bool leap = accept('x');
    if (!leap && !accept('-')) return refuse("- (a step) or x (a leap)");
    const auto to = point();
    if (!to) return std::unexpected(to.error());
    if (*from == *to) return at_ -= 2, refuse("another point than the move starts from");
    return end(leap ? Move::leap(*from, *to) : Move::step(*from, *to));
  }

  Result<Move> opening() {
    PointSet removed;
    do {
      const auto man = point();
      if (!man) return std::unexpected(man.error());
      if (PointSet(*man).bits() <= removed.bits())
        return at_ -= 2, refuse("the removed men sorted and each named once");
      removed |= *man;
    } while (accept(','));
    if (removed.size() > 3) return refuse("at most three removed men");
    if (!accept('/')) return end(Move::opening(removed));
    const auto from = point();
    if (!from) return std::unexpected(from.error());
    if (!accept('-')) return refuse("- (a relocation)");
    const auto to = point();
    if (!to) return std::unexpected(to.error());
    if (*from == *to) return at_ -= 2, refuse("another point than the tiger stands on");
    return end(Move::opening(removed, *from, *to));
  }

  const Game& game_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string format_move(const Game& game, Move move) {
  const auto& board = game.board();
  switch (move.kind()) {
    case Move::Kind::drop:
      return cat('@', board.name(move.to()));
    case Move::Kind::leap:
      return cat(board.name(move.from()), 'x', board.name(move.to()));
    case Move::Kind::step:
      return move.is_pass() ? "pass" : cat(board.name(move.from()), '-', board.name(move.to()));
    case Move::Kind::opening:
      break;
  }
  std::string text;
  for (const auto man : move.removed()) text += cat(text.empty() ? "" : ",", board.name(man));
  if (move.relocates()) text += cat('/', board.name(move.from()), '-', board.name(move.to()));
  return text;
}

Result<Move> parse_move(const Game& game, std::string_view text) {
  if (text.size() > max_text_bytes)
    return fail(ErrorKind::limit, cat("a move of ", text.size(), " bytes"), {.field = "move"});
  return MoveReader(game, text).read();
}

Result<Move> parse_legal_move(const Game& game, const Position& position, std::string_view text) {
  auto move = parse_move(game, text);
  if (!move) return move;
  if (auto why = why_illegal(game, position, *move); !why.empty())
    return fail(ErrorKind::illegal, cat(text, " is not legal: ", why), {.field = "move"});
  return move;
}

std::vector<std::string> move_list(const Game& game, const Position& position) {
  std::vector<std::string> texts;
  for_each_move(game, position, [&](Move move) { texts.push_back(format_move(game, move)); });
  std::ranges::sort(texts);
  return texts;
}

}  // namespace rimau
