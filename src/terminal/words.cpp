#include "terminal/words.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace rimau::terminal {
namespace {

constexpr std::string_view language = "en";
constexpr std::string_view blanks = " \t\r\n";

std::string plural(std::string_view noun) {
  if (noun == "man") return "men";
  if (noun == "sheep") return "sheep";
  return cat(noun, "s");
}

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// "the tiger", "the tigers": all pieces of a side as the game starts.
std::string the_side(const Game& game, Side side) {
  const auto& rules = game.rules();
  return cat("the ", piece_name(game, side, side == Side::tigers ? rules.tigers : rules.men));
}

std::string why(const Game& game, const Outcome& outcome) {
  const bool one = game.rules().tigers == 1;
  switch (outcome.reason) {
    case Reason::none:
      return {};
    case Reason::threshold:
      return cat(": enough ", piece_name(game, Side::men, 2), " are captured");
    case Reason::immobilised:
      return cat(": ", the_side(game, Side::tigers), one ? " is" : " are", " hemmed in");
    case Reason::stuck:
      return cat(": ", the_side(game, Side::men), " cannot move");
    case Reason::repetition:
      return cat(": the same position for the ", game.rules().repetition, ". time");
    case Reason::quiet:
      return cat(": ", game.rules().quiet, " turns without drop or capture");
    case Reason::resignation:
      return ": the other side has resigned";
    case Reason::agreement:
      return " by agreement";
    case Reason::time:
      return ": the other side's time is up";
  }
  return {};
}

std::string join_points(const Game& game, PointSet points) {
  std::vector<std::string> names;
  for (const auto point : points) names.emplace_back(game.board().name(point));
  return join(names, " ");
}

// The columns a text takes: its characters, not its bytes.
int columns_of(std::string_view text) {
  return static_cast<int>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The bytes of the first `columns` characters.
std::size_t bytes_of(std::string_view text, int columns) {
  std::size_t bytes = 0;
  for (; columns > 0 && bytes < text.size(); --columns)
    bytes += std::max<std::size_t>(1, utf8_length(text.substr(bytes)));
  return bytes;
}

}  // namespace

std::string piece_name(const Game& game, Side side, int count) {
  const auto& spec = game.spec();
  const auto name = (side == Side::tigers ? spec.tiger : spec.man).get(language);
  const auto noun = !name.empty() ? name : side == Side::tigers ? "tiger" : "man";
  return count == 1 ? std::string(noun) : plural(noun);
}

std::string counted(const Game& game, Side side, int count) { return cat(count, ' ', piece_name(game, side, count)); }

std::string seat_name(const Seats& seats, Side side) {
  if (seats.of(side) == Player::computer) return "computer";
  return seats.two_persons() ? "" : "you";
}

std::string describe(const Game& game, const Position& before, Move move) {
  const auto piece = piece_name(game, before.turn, 1);
  if (move.is_pass()) return cat("the ", piece_name(game, before.turn, 2), " must pass");
  const auto to = game.board().name(move.to());
  switch (move.kind()) {
    case Move::Kind::drop:
      return cat("a ", piece, " is dropped on ", to);
    case Move::Kind::leap: {
      const int taken = taken_by(game, move).size();
      return cat("the ", piece, " leaps from ", game.board().name(move.from()), " to ", to, " and takes ",
                 counted(game, Side::men, taken));
    }
    case Move::Kind::step:
      return cat("the ", piece, " steps from ", game.board().name(move.from()), " to ", to);
    case Move::Kind::opening:
      break;
  }
  auto text = cat("the ", piece_name(game, Side::men, 2), " on ", join_points(game, move.removed()), " are removed");
  if (move.relocates()) text += cat(", the ", piece, " goes from ", game.board().name(move.from()), " to ", to);
  return text;
}

std::string describe(const Game& game, const Outcome& outcome) {
  if (!outcome.over()) return {};
  if (outcome.verdict == Verdict::draw) return cat("A draw", why(game, outcome), ".");
  const auto winner = outcome.verdict == Verdict::tigers ? Side::tigers : Side::men;
  const bool one = winner == Side::tigers && game.rules().tigers == 1;
  return cat(sentence(the_side(game, winner)), one ? " has won" : " have won", why(game, outcome), ".");
}

std::string describe(const Game& game, const tablebase::Value& value) {
  if (value.verdict == Verdict::draw) return "With best play nobody wins.";
  const auto winner = value.verdict == Verdict::tigers ? Side::tigers : Side::men;
  const bool one = winner == Side::tigers && game.rules().tigers == 1;
  const auto turns = value.distance ? cat(" in ", *value.distance, *value.distance == 1 ? " turn" : " turns") : "";
  return cat("With best play ", the_side(game, winner), one ? " wins" : " win", turns, ".");
}

std::vector<std::string> rules_text(const Game& game) {
  const auto& spec = game.spec();
  const auto& rules = game.rules();
  std::vector<std::string> paragraphs;
  paragraphs.push_back(cat(spec.name.get(language), " (", game.id(), ")",
                           spec.origin.empty() ? "" : cat(", ", spec.origin.get(language))));
  paragraphs.push_back(cat(counted(game, Side::tigers, rules.tigers), " against ", counted(game, Side::men, rules.men),
                           " on the board \"", game.board().id(), "\" of ", game.board().size(), " points."));
  for (const auto& rule : spec.texts) {
    auto text = cat(sentence(rule.about), ": ", rule.text.get(language));
    if (!rule.sources.empty()) text += cat(" [", join(rule.sources, ", "), "]");
    if (rule.ruling) text += " (our ruling)";
    paragraphs.push_back(std::move(text));
  }
  for (const auto& [key, source] : spec.sources) paragraphs.push_back(cat("[", key, "] ", source));
  return paragraphs;
}

std::vector<std::string> wrap(std::string_view text, int columns) {
  std::vector<std::string> lines;
  std::string line;
  const auto flush = [&] { lines.push_back(std::exchange(line, {})); };
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(blanks, at), text.size());
    auto word = text.substr(at, end - at);
    at = text.find_first_not_of(blanks, end);
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns) flush();
    while (columns_of(word) > columns) {
      const auto bytes = bytes_of(word, columns);
      line = word.substr(0, bytes);
      word.remove_prefix(bytes);
      flush();
    }
    if (word.empty()) continue;
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty() || lines.empty()) flush();
  return lines;
}

}  // namespace rimau::terminal
