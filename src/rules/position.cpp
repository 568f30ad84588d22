#include "rules/position.hpp"

#include <tuple>

#include "base/text.hpp"
#include "board/symmetry.hpp"
#include "rules/zobrist.hpp"

namespace rimau {
namespace {

std::unexpected<Error> refuse(std::string_view field, std::string message) {
  return fail(ErrorKind::text, std::move(message), {.field = std::string(field)});
}

bool is_start(const Game& game, const Setup& setup) {
  const auto start = start_position(game);
  return setup.tigers == start.tigers && setup.men == start.men && setup.tigers_in_hand == start.tigers_in_hand &&
         setup.men_in_hand == start.men_in_hand && setup.turn == start.turn;
}

}  // namespace

Position start_position(const Game& game) {
  const auto& rules = game.rules();
  Position start;
  start.tigers = rules.tigers_at;
  start.men = rules.men_at;
  start.tigers_in_hand = static_cast<std::uint8_t>(rules.tigers - rules.tigers_at.size());
  start.men_in_hand = static_cast<std::uint8_t>(rules.men - rules.men_at.size());
  start.turn = rules.first;
  start.stage = rules.removals > 0 ? Stage::opening : Stage::play;
  return start;
}

Result<Position> validate(const Game& game, const Setup& setup) {
  const auto& rules = game.rules();
  const auto& board = game.board();

  // 1. Pieces on the board.
  if (!game.points().contains(setup.tigers | setup.men))
    return refuse("tigers", cat("a piece is on none of the ", board.size(), " points"));
  if (setup.tigers.meets(setup.men))
    return refuse("men", cat(board.name((setup.tigers & setup.men).first()), " holds a tiger already"));

  // 2. The tigers.
  const auto tigers = static_cast<unsigned>(rules.tigers);
  const auto tigers_on_board = static_cast<unsigned>(setup.tigers.size());
  if (tigers_on_board > tigers)
    return refuse("tigers", cat("found ", tigers_on_board, " tigers on the board, expected at most ", tigers));
  if (setup.tigers_in_hand > tigers || tigers_on_board + setup.tigers_in_hand != tigers)
    return refuse(setup.tigers_in_hand == 0 ? "tigers" : "hand",
                  cat("found ", tigers_on_board, " tigers on the board and ", setup.tigers_in_hand,
                      " in hand, expected ", tigers, " together"));

  // 3. The stage, and with it how many men there are.
  const bool opens = rules.removals > 0;
  const bool opening = opens && is_start(game, setup);
  const auto stage = setup.stage.value_or(opening ? Stage::opening : Stage::play);
  const auto present = static_cast<unsigned>(setup.men.size()) + setup.men_in_hand;
  const auto sum = cat(setup.men.size(), " men on the board and ", setup.men_in_hand, " in hand");
  // With the start's board and turn it is the hand that is wrong, not the stage.
  const bool board_of_start = setup.tigers == rules.tigers_at && setup.men == rules.men_at && setup.turn == rules.first;
  if (stage == Stage::opening && opens && board_of_start && present != static_cast<unsigned>(rules.men))
    return refuse("hand", cat("found ", sum, ", expected ", rules.men, " together in the opening"));
  if (stage == Stage::opening && !opening)
    return refuse("stage", opens ? "found opening, which is only the game's own start; expected play"
                                 : "found opening, but this game has no opening turn; expected play");
  const auto men = static_cast<unsigned>(stage == Stage::opening ? rules.men : rules.men_in_play());
  const auto removed = static_cast<unsigned>(rules.men) - men;

  // 4. The men.
  const auto after_removal = removed > 0 ? cat(" (", rules.men, " less the ", removed, " removed in the opening)") : "";
  if (static_cast<unsigned>(setup.men.size()) > men)
    return refuse("men", cat("found ", setup.men.size(), " men on the board, expected at most ", men, after_removal));
  if (present > men) return refuse("hand", cat("found ", sum, ", expected at most ", men, " together", after_removal));
  if (setup.captured && *setup.captured != men - present)
    return refuse("captured", cat("found ", *setup.captured, " captured with ", sum, ", expected ", men - present,
                                  " to make ", men, after_removal));

  Position position;
  position.tigers = setup.tigers;
  position.men = setup.men;
  position.tigers_in_hand = static_cast<std::uint8_t>(setup.tigers_in_hand);
  position.men_in_hand = static_cast<std::uint8_t>(setup.men_in_hand);
  position.turn = setup.turn;
  position.stage = stage;
  position.ply = setup.ply;
  return position;
}

Key key(const Position& position) noexcept {
  Key key = zobrist::tigers_in_hand[position.tigers_in_hand] ^ zobrist::men_in_hand[position.men_in_hand];
  for (const auto point : position.tigers) key ^= zobrist::tigers[static_cast<std::size_t>(point.index())];
  for (const auto point : position.men) key ^= zobrist::men[static_cast<std::size_t>(point.index())];
  if (position.turn == Side::men) key ^= zobrist::men_to_move;
  if (position.stage == Stage::opening) key ^= zobrist::opening_stage;
  return key;
}

Position image(const Position& position, const Board::Permutation& permutation) {
  Position mapped = position;
  mapped.tigers = image(position.tigers, permutation);
  mapped.men = image(position.men, permutation);
  return mapped;
}

Position canonical(const Game& game, const Position& position) {
  Position least = position;
  for (const auto& permutation : game.symmetries()) {
    const auto mapped = image(position, permutation);
    if (position.stage == Stage::opening && !same_position(mapped, start_position(game))) continue;
    if (std::tie(mapped.tigers, mapped.men) < std::tie(least.tigers, least.men)) least = mapped;
  }
  return least;
}

}  // namespace rimau
