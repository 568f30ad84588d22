// Finds the longest wins in a game's tables: the figures of docs/results.md.
//
//     longest_wins DIR GAME
//
// Positions that a slice leaves out are not looked at: where such a one is won in n plies, the position
// after the best leap and the men's turn is won in n - 2 and stored, so what is told of the tigers is at
// most two plies short; the men's wins are all stored.
//
// For each side one line: plies, and a position (tigers to move, no men in hand) that shows it; then the
// fewest men on the board with which the men win, and their longest win by the number of men.
#include <fmt/core.h>

#include <array>
#include <map>

#include "notation/notation.hpp"
#include "tablebase/tables.hpp"

namespace {

using namespace rimau;

struct Longest {
  int code = -1;
  int men = 0;
  std::uint64_t entry = 0;
};

Position position_of(const Game& game, const TigerSets& sets, const Longest& at) {
  const auto per_set = binomial(game.board().size() - sets.tigers(), at.men);
  Position position;
  position.tigers = sets.representative(static_cast<std::uint32_t>(at.entry / per_set));
  position.men = expand(unrank(at.entry % per_set, at.men).bits(), game.points() - position.tigers);
  return position;
}

Result<int> run(const std::string& folder, const std::string& id) {
  Catalogue catalogue;
  const auto game = catalogue.open(id);
  if (!game) return std::unexpected(game.error());
  const auto tables = tablebase::Tables::open({folder});
  const auto* file = tables.find(**game, {0, 0});
  if (file == nullptr) return fail(ErrorKind::unknown, "no tables of the game there", {.file = folder});
  const TigerSets sets(**game, (*game)->rules().tigers);
  const auto scale = file->scale();
  std::array<Longest, 2> longest;     // by winner: men, tigers
  std::map<int, int> longest_by_men;  // codes of the men's wins
  for (int men = (*game)->rules().men_left_when_tigers_win() + 1; men < file->slices(); ++men)
    for (std::uint32_t number = 0; number < file->blocks(men); ++number) {
      const auto codes = file->block(men, number);
      if (!codes) return std::unexpected(codes.error());
      for (std::size_t i = 0; i < codes->size(); ++i) {
        const auto code = (*codes)[i];
        if (code == tablebase::draw_code || code == tablebase::as_leap_code) continue;
        auto& side = longest[scale.men_win(code) ? 0 : 1];
        if (scale.men_win(code)) longest_by_men[men] = std::max(longest_by_men[men], int{code});
        if (code > side.code) side = {code, men, std::uint64_t{number} * file->slice(men).block_entries + i};
      }
    }
  for (const std::size_t side : {0U, 1U}) {
    const auto& found = longest[side];
    if (found.code < 0) continue;
    fmt::print("{} in {}: {}\n", side == 0 ? "men" : "tigers",
               2 * scale.round(static_cast<tablebase::Code>(found.code)) + (side == 0 ? 0 : 1),
               format_position(**game, position_of(**game, sets, found)));
  }
  if (!longest_by_men.empty()) fmt::print("fewest men with a win: {}\n", longest_by_men.begin()->first);
  for (const auto& [men, code] : longest_by_men)
    fmt::print("with {} men, men in {} at most\n", men, 2 * scale.round(static_cast<tablebase::Code>(code)));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "Usage: longest_wins DIR GAME\n");
    return 2;
  }
  const auto done = run(argv[1], argv[2]);
  if (done) return *done;
  fmt::print(stderr, "longest_wins: {}\n", done.error().text());
  return 2;
}
