#include "solver/shared_slices.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace rimau::solver {
namespace {

using tablebase::draw_code;
using tablebase::men_win_code;
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

constexpr Code value_of(const tablebase::CodeScale& scale, Code code) noexcept {
  return scale.men_win(code) ? men_win_code(0) : scale.tigers_win(code) ? tigers_win_code(0) : draw_code;
}

// What a side has been told about the positions it can move into, as a byte: how good the best of them is, from 0 to
// 2, and how many they were.
class Heard {
 public:
  explicit Heard(Side mover)
      : values_(mover == Side::men ? std::array{tigers_win_code(0), draw_code, men_win_code(0)}
                                   : std::array{men_win_code(0), draw_code, tigers_win_code(0)}) {}

  static constexpr int most_moves = 63;

  // How good a value is for the mover.
  [[nodiscard]] unsigned worth(Code value) const noexcept {
    return value == values_[2] ? 2U : value == values_[1] ? 1U : 0U;
  }
  // The least value a position can have.
  [[nodiscard]] Code worst() const noexcept { return values_[0]; }
  void add(Code& heard, Code value) const noexcept {
    const auto best = std::max<unsigned>(heard >> count_bits, worth(value));
    const auto count = std::min<unsigned>((heard & most_moves) + 1U, most_moves);
    heard = static_cast<Code>(best << count_bits | count);
  }
  // With so many moves, those that nothing was heard of leading to the usual value.
  [[nodiscard]] Code value(Code heard, int moves, Code usual) const noexcept {
    const unsigned best = heard >> count_bits;
    return values_[(heard & most_moves) < moves ? std::max(best, worth(usual)) : best];
  }

 private:
  static constexpr unsigned count_bits = 6;
  std::array<Code, 3> values_;  // from the worst to the best
};

// The turns of a representative's tigers with so many men, some in hand: those that end undecided, and captures
// after which the tigers have won.
struct TigerTurns {
  std::vector<SetMove> open;
  std::vector<SetMove> winning;
};

TigerTurns tiger_turns(const SliceSpace& space, std::uint32_t representative, int men, int in_hand) {
  auto moves = tiger_steps(*space.game, space.sets, representative);
  for (auto& leap : tiger_leaps(*space.game, space.sets, representative)) moves.push_back(std::move(leap));
  TigerTurns turns;
  for (auto& move : moves) {
    const int left = men - std::popcount(move.over);
    if (left >= 0) (space.decided(left + in_hand) ? turns.winning : turns.open).push_back(std::move(move));
  }
  return turns;
}

// The most turns that a position can have.
int most_tiger_turns(const Game& game) {
  int most = 0;
  for (const auto point : game.points())
    most = std::max(most, game.steps(point).size() + static_cast<int>(game.leaps(point).size()));
  return most * game.rules().tigers;
}

}  // namespace

Result<void> drop_shared_men(const SliceSpace& space, int men, const ShareOfCodes& below,
                             const tablebase::CodeScale& scale, Code usual, std::span<Code> men_to_move,
                             Partners& partners) {
  const Heard heard(Side::men);
  std::ranges::fill(men_to_move, Code{0});
  Result<void> done;
  if (men < space.slots) {
    const auto from = space.share(men + 1, &partners);
    const MenSets sets(men + 1, from.begin, from.end);
    std::vector<Code> codes(from.size());
    Telling tell(space, men, men_to_move, partners, [&heard](Code& known, Code value) { heard.add(known, value); });
    for (std::uint32_t representative = 0; done && representative < space.sets.representatives(); ++representative) {
      partners.listen();
      done = below(representative, codes);
      if (!done) break;
      sets.each([&](std::uint64_t place, std::uint64_t set) {
        const auto value = value_of(scale, codes[place]);
        if (value == usual) return;
        each_bit(set, [&](int man) { tell(representative, space.ranks(set ^ bit_of(man)), value); });
      });
    }
  }
  for (auto& code : men_to_move) code = heard.value(code, space.slots - men, usual);
  return partners.agree(std::move(done));
}

Result<void> move_shared_tigers(const SliceSpace& space, int men, int in_hand, const MenToMove& men_to_move, Code usual,
                                std::span<Code> tigers_to_move, Partners& partners) {
  const Heard heard(Side::tigers);
  if (most_tiger_turns(*space.game) > Heard::most_moves) usual = heard.worst();  // then their number does not matter
  std::ranges::fill(tigers_to_move, Code{0});
  // 1. The turns by where they end.
  const auto representatives = space.sets.representatives();
  std::vector<std::vector<MoveBack>> into(representatives);
  for (std::uint32_t from = 0; from < representatives; ++from)
    for (const auto& move : tiger_turns(space, from, men, in_hand).open)
      into[move.to].push_back(taken_back(from, move, space.slots));
  // 2. From every position to those before it.
  {
    Telling tell(space, men, tigers_to_move, partners, [&heard](Code& known, Code value) { heard.add(known, value); });
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
          if (codes[place] == usual) return;
          for (const auto& move : moves)
            if (move.possible(set)) tell(move.from, space.ranks(move.before(set)), codes[place]);
        });
      }
    }
  }
  // 3. What was not told; and captures that win, which nobody else need tell.
  const auto share = space.share(men, &partners);
  const MenSets sets(men, share.begin, share.end);
  for (std::uint32_t representative = 0; representative < representatives; ++representative) {
    const auto turns = tiger_turns(space, representative, men, in_hand);
    const auto codes = tigers_to_move.subspan(representative * share.size(), share.size());
    sets.each([&](std::uint64_t place, std::uint64_t set) {
      const auto possible = [set](const SetMove& move) { return move.possible(set); };
      const auto moves = static_cast<int>(std::ranges::count_if(turns.open, possible));
      codes[place] =
          std::ranges::any_of(turns.winning, possible) ? tigers_win_code(0) : heard.value(codes[place], moves, usual);
    });
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
