#include "terminal/words.hpp"

#include <vector>

#include "base/text.hpp"

namespace rimau::terminal {
namespace {

constexpr std::string_view language = "en";

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

}  // namespace rimau::terminal
