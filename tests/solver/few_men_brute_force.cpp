#include "solver/few_men_brute_force.hpp"

#include <algorithm>

#include "notation/notation.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

Side other(Side side) noexcept { return side == Side::men ? Side::tigers : Side::men; }

std::string in_words(Verdict verdict, int plies) { return cat(name(verdict), " in ", plies, " plies"); }

}  // namespace

FewMenBruteForce::FewMenBruteForce(const Game& game, int most_men)
    : game_(game), most_men_(most_men), slices_(static_cast<std::size_t>((most_men + 1) * (most_men + 1) * 2)) {
  const int points = game.board().size();
  const int most = std::max(most_men, game.rules().tigers);
  binomials_.assign(static_cast<std::size_t>(points + 1),
                    std::vector<std::uint64_t>(static_cast<std::size_t>(most + 1)));
  for (std::size_t n = 0; n < binomials_.size(); ++n) {
    binomials_[n][0] = 1;
    for (std::size_t k = 1; n > 0 && k < binomials_[n].size(); ++k)
      binomials_[n][k] = binomials_[n - 1][k - 1] + binomials_[n - 1][k];
  }
  const auto sets = [&](int size) { return binomials_.back()[static_cast<std::size_t>(size)]; };
  for (int in_hand = 0; in_hand <= most_men; ++in_hand)
    for (int men = 0; in_hand + men <= most_men; ++men) {
      for (const auto turn : {Side::tigers, Side::men})
        slice(in_hand, men, turn).cells.assign(sets(game.rules().tigers) * sets(men), cell({}));
      if (in_hand == 0) solve_sliding(men);
    }
  for (int in_hand = 1; in_hand <= most_men; ++in_hand)
    for (int men = 0; in_hand + men <= most_men; ++men) solve_with_hand(in_hand, men);
}

FewMenBruteForce::Cell FewMenBruteForce::cell(Worth worth) {
  return static_cast<Cell>(worth.plies << 2 | static_cast<int>(worth.verdict));
}

Worth FewMenBruteForce::worth(Cell cell) { return {static_cast<Verdict>(cell & 3), cell >> 2}; }

std::uint64_t FewMenBruteForce::rank(PointSet points) const {
  std::uint64_t rank = 0;
  std::size_t number = 0;
  for (const auto point : points) rank += binomials_[static_cast<std::size_t>(point.index())][++number];
  return rank;
}

std::uint64_t FewMenBruteForce::index(const Position& position) const {
  return rank(position.tigers) * binomials_.back()[static_cast<std::size_t>(position.men.size())] + rank(position.men);
}

Worth FewMenBruteForce::worth_of(const Position& position) const {
  return worth(slice(position.men_in_hand, position.men.size(), position.turn).cells[index(position)]);
}

// From the ends back, ply by ply, within the positions with all of so many men on the board. A leap's end is known
// already, and counts when its ply comes.
void FewMenBruteForce::solve_sliding(int men) {
  struct Word {  // a move of the position leads to one that is decided
    Position before;
    Verdict verdict;
  };
  std::vector<std::vector<Word>> words;        // by the plies of what was decided
  std::vector<std::vector<Position>> decided;  // by their plies
  std::vector<std::uint8_t> moves[2];          // that are not decided yet, by position
  const auto put = [](auto& lists, int plies, auto entry) {
    if (lists.size() <= static_cast<std::size_t>(plies)) lists.resize(static_cast<std::size_t>(plies) + 1);
    lists[static_cast<std::size_t>(plies)].push_back(entry);
  };
  for (const auto turn : {Side::tigers, Side::men}) {
    auto& count = moves[turn == Side::men];
    count.assign(slice(0, men, turn).cells.size(), 0);
    each_in(0, men, turn, [&](const Position& position) {
      if (const auto end = outcome(game_, position); end.over()) {
        cell_of(position) = cell({end.verdict, 0});
        put(decided, 0, position);
        return true;
      }
      for_each_move(game_, position, [&](Move move) {
        ++count[index(position)];
        if (move.kind() != Move::Kind::leap) return;
        const auto end = worth_of(play_unchecked(game_, position, move));
        if (end.verdict != Verdict::draw) put(words, end.plies, Word{position, end.verdict});
      });
      return true;
    });
  }
  for (std::size_t plies = 0; plies < std::max(words.size(), decided.size()); ++plies) {
    const auto take = [&](const Position& before, Verdict verdict) {
      auto& known = cell_of(before);
      if (worth(known).verdict != Verdict::draw) return;
      if (win_of(before.turn) != verdict && --moves[before.turn == Side::men][index(before)] > 0) return;
      known = cell({verdict, static_cast<int>(plies) + 1});
      put(decided, static_cast<int>(plies) + 1, before);
    };
    if (plies < words.size())
      for (const auto& word : words[plies]) take(word.before, word.verdict);
    if (plies >= decided.size()) continue;
    const auto now = std::move(decided[plies]);
    for (const auto& position : now) {
      // Steps can be taken back; who had to pass had the same pieces before.
      auto before = position;
      before.turn = other(position.turn);
      const auto verdict = worth(cell_of(position)).verdict;
      for_each_move(game_, before, [&](Move move) {
        if (move.kind() == Move::Kind::leap) return;
        auto stepped_back = play_unchecked(game_, before, move);
        stepped_back.turn = before.turn;
        take(stepped_back, verdict);
      });
    }
  }
}

// The men drop until none is in hand, so no position comes twice: one look at what follows is enough.
void FewMenBruteForce::solve_with_hand(int in_hand, int men) {
  for (const auto turn : {Side::men, Side::tigers})
    each_in(in_hand, men, turn, [&](const Position& position) {
      const auto end = outcome(game_, position);
      Worth best{end.verdict, 0};
      bool any = end.over();
      // A win, the sooner the better, before a draw before a loss, the later the better.
      const auto goodness = [turn](const Worth& worth) {
        if (worth.verdict == Verdict::draw) return 0;
        return worth.verdict == win_of(turn) ? 1'000'000 - worth.plies : worth.plies - 1'000'000;
      };
      if (!any)
        for_each_move(game_, position, [&](Move move) {
          auto after = worth_of(play_unchecked(game_, position, move));
          if (after.verdict != Verdict::draw) ++after.plies;
          if (!any || goodness(after) > goodness(best)) best = after;
          any = true;
        });
      cell_of(position) = cell(best);
      return true;
    });
}

FewMenBruteForce::Comparison FewMenBruteForce::compare(const tablebase::Tables& tables) const {
  Comparison result;
  tablebase::Probe probe(tables, game_);
  each([&](const Position& position, Worth truth) {
    const auto told = [&](const std::string& found) {
      result.difference =
          cat(format_position(game_, position), ": ", found, "; by brute force ", in_words(truth.verdict, truth.plies));
      return false;
    };
    const auto value = probe.value(position);
    if (!value) return told(value.error().text());
    const bool counted = position.men_in_hand == 0 && truth.verdict != Verdict::draw;
    if (value->verdict != truth.verdict || (counted && value->distance != truth.plies))
      return told(in_words(value->verdict, value->distance.value_or(-1)));
    ++result.positions;
    result.decided += truth.verdict != Verdict::draw;
    return true;
  });
  return result;
}

}  // namespace rimau::testing
