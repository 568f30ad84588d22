#include "solver/tiger_drops.hpp"

#include <algorithm>

#include "base/threads.hpp"
#include "board/symmetry.hpp"

namespace rimau::solver {
namespace {

using tablebase::Content;
using tablebase::LevelWriter;

// The better of two codes for a side; draws lie between.
int worth(Code code) noexcept { return tablebase::men_win(code) ? 1 : tablebase::tigers_win(code) ? -1 : 0; }
Code better_for(Side side, Code a, Code b) noexcept {
  return (side == Side::men ? worth(a) >= worth(b) : worth(a) <= worth(b)) ? a : b;
}

// Calls visit(rank, set) for all sets of `men` of the free points, in order of rank.
template <class Visit>
void each_men_set(PointSet free, int men, Visit&& visit) {
  const auto count = binomial(free.size(), men);
  PointSet places = PointSet::first_points(men);
  for (std::uint64_t rank = 0; rank < count; ++rank) {
    visit(rank, expand(places.bits(), free));
    if (men > 0) places = next_of_same_size(places);
  }
}

// With the tigers to move: they drop one on any empty point.
std::vector<Code> tigers_drop(const Game& game, const TigerSets& before, const TigerSets& after,
                              const std::vector<Code>& next, int men, unsigned threads) {
  const int slots = game.board().size() - before.tigers();
  const auto per_set = binomial(slots, men);
  const auto next_per_set = binomial(slots - 1, men);
  std::vector<Code> codes(per_set * before.representatives());
  parallel_for(before.representatives(), threads, [&](std::size_t number, unsigned) {
    const auto tigers = before.representative(static_cast<std::uint32_t>(number));
    const auto free = game.points() - tigers;
    struct Drop {
      Point point;
      const Board::Permutation* symmetry;
      bool identity;
      PointSet free;
      std::size_t first;
    };
    std::vector<Drop> drops;
    for (const auto point : free) {
      const auto to = after.image_of(tigers | point);
      drops.push_back({point, &game.symmetries()[to.symmetry], to.symmetry == 0,
                       game.points() - after.representative(to.representative), to.representative * next_per_set});
    }
    each_men_set(free, men, [&](std::uint64_t rank, PointSet set) {
      Code best = tablebase::men_win_code(0);
      for (const auto& drop : drops) {
        if (set.contains(drop.point)) continue;
        const auto mapped = drop.identity ? set : image(set, *drop.symmetry);
        best = better_for(Side::tigers, next[drop.first + rank_of(PointSet(compress(mapped, drop.free)))], best);
        if (tablebase::tigers_win(best)) break;
      }
      codes[number * per_set + rank] = best;
    });
  });
  return codes;
}

// With the men to move, one man fewer on the board: they drop one on any empty point.
std::vector<Code> men_drop(const Game& game, const TigerSets& sets, const std::vector<Code>& next, int men,
                           unsigned threads) {
  const int slots = game.board().size() - sets.tigers();
  const auto per_set = binomial(slots, men);
  const auto next_per_set = binomial(slots, men + 1);
  std::vector<Code> codes(per_set * sets.representatives());
  parallel_for(sets.representatives(), threads, [&](std::size_t number, unsigned) {
    const auto all = PointSet::first_points(slots);
    each_men_set(all, men, [&](std::uint64_t rank, PointSet set) {
      Code best = tablebase::tigers_win_code(0);
      for (const auto place : all - set) {
        best = better_for(Side::men, next[number * next_per_set + rank_of(set | place)], best);
        if (tablebase::men_win(best)) break;
      }
      codes[number * per_set + rank] = best;
    });
  });
  return codes;
}

std::vector<SliceCount> count(const TigerSets& sets, const std::vector<Code>& codes, int slots, int men) {
  std::vector<SliceCount> counts(static_cast<std::size_t>(men) + 1);
  auto& slice = counts.back();
  const auto per_set = binomial(slots, men);
  slice.positions = per_set * sets.size();
  for (std::uint32_t representative = 0; representative < sets.representatives(); ++representative)
    for (std::uint64_t rank = 0; rank < per_set; ++rank) {
      const auto code = codes[representative * per_set + rank];
      const auto weight = static_cast<std::uint64_t>(sets.orbit(representative));
      if (tablebase::men_win(code)) slice.men_win[0] += weight;
      if (tablebase::tigers_win(code)) slice.tigers_win[0] += weight;
    }
  return counts;
}

}  // namespace

int DropSchedule::men_on_board(int tigers_in_hand) const noexcept {
  const auto& rules = game->rules();
  const int rounds = rules.tigers - rules.tigers_at.size() - tigers_in_hand;
  return rules.men_at.size() + rounds + (men_began ? 1 : 0);
}

int DropSchedule::men_in_hand(int tigers_in_hand) const noexcept {
  return game->rules().men_in_play() - men_on_board(tigers_in_hand);
}

bool drops_are_regular(const Game& game) {
  const int in_hand = game.rules().tigers - game.rules().tigers_at.size();
  return in_hand == 0 || DropSchedule{&game, true}.men_in_hand(1) >= 1;
}

bool tiger_drops_done(const Game& game, const tablebase::Tables& tables) {
  const int total = game.rules().tigers - game.rules().tigers_at.size();
  for (const bool men_began : {false, true})
    for (int in_hand = 1; in_hand <= total; ++in_hand)
      if (tables.find(game, {in_hand, DropSchedule{&game, men_began}.men_in_hand(in_hand)}) == nullptr) return false;
  return true;
}

Result<void> solve_tiger_drops(const DropSchedule& schedule, std::vector<Code> last_level, const std::string& folder,
                               unsigned threads, const Progress& progress) {
  const auto& game = *schedule.game;
  const int total = game.rules().tigers - game.rules().tigers_at.size();
  auto men_to_move = std::move(last_level);
  TigerSets after(game, game.rules().tigers);
  for (int in_hand = 1; in_hand <= total; ++in_hand) {
    if (progress && !progress({"the tigers' drops", double(in_hand - 1) / total, 0}))
      return fail(ErrorKind::cancelled, "stopped");
    TigerSets before(game, game.rules().tigers - in_hand);
    const int men = schedule.men_on_board(in_hand);
    const auto codes = tigers_drop(game, before, after, men_to_move, men, threads);
    auto writer =
        LevelWriter::create(folder, game, {in_hand, schedule.men_in_hand(in_hand)}, Content::values, before, men, men);
    if (!writer) return std::unexpected(std::move(writer).error());
    if (auto done = writer->append(men, codes); !done) return done;
    if (auto done = writer->finish(count(before, codes, game.board().size() - before.tigers(), men)); !done)
      return done;
    if (men == 0) break;
    men_to_move = men_drop(game, before, codes, men - 1, threads);
    after = std::move(before);
  }
  return {};
}

}  // namespace rimau::solver
