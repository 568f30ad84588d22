#include "solver/shared_slices.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace rimau::solver {
namespace {

using tablebase::draw_code;
using tablebase::men_win_code;
using tablebase::tigers_win;
using tablebase::tigers_win_code;

constexpr std::uint64_t bit_of(int slot) noexcept { return std::uint64_t{1} << slot; }

// A pass into shares of the slice of `men` men: take(code there, code told) changes what is there.
template <class Take>
class Telling {
 public:
  Telling(const SliceSpace& space, int men, std::span<Code> codes, Partners& partners, Take take)
      : partners_(partners), share_(space.share(men, &partners)), codes_(codes), take_(std::move(take)) {
    partners.begin(binomial(space.slots, men), space.sets.representatives(),
                   {.told = [this](std::uint32_t representative, std::uint64_t place, Code code) {
                     take_(codes_[representative * share_.size() + place], code);
                   }});
  }
  ~Telling() { partners_.end(); }
  Telling(const Telling&) = delete;
  Telling& operator=(const Telling&) = delete;

  void operator()(std::uint32_t representative, std::uint64_t rank, Code code) {
    if (share_.holds(rank)) take_(codes_[representative * share_.size() + rank - share_.begin], code);
    else partners_.tell(representative, rank, code);
  }

 private:
  Partners& partners_;
  Share share_;
  std::span<Code> codes_;
  Take take_;
};

}  // namespace

Result<void> drop_shared_men(const SliceSpace& space, int men, const ShareOfCodes& below,
                             const tablebase::CodeScale& scale, std::span<Code> men_to_move, Partners& partners) {
  std::ranges::fill(men_to_move, tigers_win_code(0));
  Result<void> done;
  if (men < space.slots) {
    const auto from = space.share(men + 1, &partners);
    const MenSets sets(men + 1, from.begin, from.end);
    std::vector<Code> codes(from.size());
    Telling tell(space, men, men_to_move, partners, [](Code& known, Code code) {
      if (!tablebase::men_win(known)) known = code;
    });
    for (std::uint32_t representative = 0; done && representative < space.sets.representatives(); ++representative) {
      partners.listen();
      done = below(representative, codes);
      if (!done) break;
      sets.each([&](std::uint64_t place, std::uint64_t set) {
        const bool wins = scale.men_win(codes[place]);
        if (!wins && codes[place] != draw_code) return;
        each_bit(set, [&](int man) {
          tell(representative, space.ranks(set ^ bit_of(man)), wins ? men_win_code(0) : draw_code);
        });
      });
    }
  }
  return partners.agree(std::move(done));
}

Result<void> move_shared_tigers(const SliceSpace& space, int men, int in_hand, const MenToMove& men_to_move,
                                std::span<Code> tigers_to_move, Partners& partners) {
  // 1. Without a move the men have won.
  std::ranges::fill(tigers_to_move, men_win_code(0));
  // 2. The moves by how many men they take and where they end; captures that win at once need no word from others.
  const auto representatives = space.sets.representatives();
  std::vector<std::vector<MoveBack>> into(representatives);
  const auto share = space.share(men, &partners);
  const MenSets sets(men, share.begin, share.end);
  for (std::uint32_t from = 0; from < representatives; ++from) {
    auto moves = tiger_steps(*space.game, space.sets, from);
    for (auto& leap : tiger_leaps(*space.game, space.sets, from)) moves.push_back(std::move(leap));
    std::erase_if(moves, [&](const SetMove& move) { return std::popcount(move.over) > men; });
    for (const auto& move : moves)
      if (!space.decided(men - std::popcount(move.over) + in_hand))
        into[move.to].push_back(taken_back(from, move, space.slots));
    std::erase_if(moves, [&](const SetMove& move) { return !space.decided(men - std::popcount(move.over) + in_hand); });
    if (moves.empty()) continue;
    sets.each([&](std::uint64_t place, std::uint64_t set) {
      if (std::ranges::any_of(moves, [set](const SetMove& move) { return move.possible(set); }))
        tigers_to_move[from * share.size() + place] = tigers_win_code(0);
    });
  }
  // 3. From every position that is no win of the men to those before it.
  Telling tell(space, men, tigers_to_move, partners, [](Code& known, Code code) {
    if (!tigers_win(known)) known = code;
  });
  for (int left = 0; left <= men; ++left) {
    if (space.decided(left + in_hand)) continue;
    const auto left_share = space.share(left, &partners);
    const MenSets left_sets(left, left_share.begin, left_share.end);
    for (std::uint32_t representative = 0; representative < representatives; ++representative) {
      partners.listen();
      auto moves = into[representative];
      std::erase_if(moves, [&](const MoveBack& move) { return std::popcount(move.over) != men - left; });
      if (moves.empty()) continue;
      const auto codes =
          men_to_move[static_cast<std::size_t>(left)].slice(representative * left_share.size(), left_share.size());
      left_sets.each([&](std::uint64_t place, std::uint64_t set) {
        if (tablebase::men_win(codes[place])) return;
        for (const auto& move : moves)
          if (move.possible(set)) tell(move.from, space.ranks(move.before(set)), codes[place]);
      });
    }
  }
  return {};
}

Result<void> derive_shared_men_to_move(const SliceSpace& space, int men, std::span<const Code> tigers_to_move,
                                       std::span<Code> men_to_move, Partners& partners) {
  const auto& scale = space.scale;
  constexpr Code none = 255;  // no step known
  const auto share = space.share(men, &partners);
  const MenSets sets(men, share.begin, share.end);
  std::ranges::fill(men_to_move, none);
  {
    Telling tell(space, men, men_to_move, partners, [&scale](Code& known, Code code) {
      if (known == none || worth_to_men(scale, code) > worth_to_men(scale, known)) known = code;
    });
    for (std::uint32_t representative = 0; representative < space.sets.representatives(); ++representative) {
      partners.listen();
      const auto codes = tigers_to_move.subspan(representative * share.size(), share.size());
      const auto steps = men_steps(*space.game, space.sets.representative(representative));
      sets.each([&](std::uint64_t place, std::uint64_t set) {
        each_bit(set, [&](int man) {
          each_bit(steps[static_cast<std::size_t>(man)] & ~set, [&](int slot) {
            tell(representative, space.ranks(set ^ bit_of(man) ^ bit_of(slot)), codes[place]);
          });
        });
      });
    }
  }
  for (std::size_t entry = 0; entry < men_to_move.size(); ++entry) {
    auto& code = men_to_move[entry];
    if (code == none && space.game->rules().stuck_loses) {
      code = scale.tigers_win_code(0);
      continue;
    }
    if (code == none) code = tigers_to_move[entry];
    if (scale.tigers_win(code)) ++code;
  }
  return {};
}

}  // namespace rimau::solver
