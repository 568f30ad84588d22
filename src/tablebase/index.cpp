#include "tablebase/index.hpp"

#include <limits>

#include "board/symmetry.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace rimau {
namespace {

using Triangle = std::array<std::array<std::uint64_t, max_points + 1>, max_points + 1>;

constexpr std::uint64_t saturated = std::numeric_limits<std::int64_t>::max();

constexpr Triangle pascal() noexcept {
  Triangle rows{};
  for (std::size_t n = 0; n <= max_points; ++n) {
    rows[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) {
      const std::uint64_t sum = rows[n - 1][k - 1] + rows[n - 1][k];
      rows[n][k] = sum > saturated ? saturated : sum;
    }
  }
  return rows;
}

constexpr Triangle binomials = pascal();

}  // namespace

std::uint64_t binomial(int n, int k) noexcept {
  if (k < 0 || k > n) return 0;
  return binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

std::uint64_t rank_of(PointSet set) noexcept {
  std::uint64_t rank = 0;
  std::size_t place = 1;
  for (const auto point : set) rank += binomials[static_cast<std::size_t>(point.index())][place++];
  return rank;
}

PointSet unrank(std::uint64_t rank, int size) noexcept {
  PointSet set;
  int top = max_points - 1;
  for (int place = size; place > 0; --place) {
    while (binomial(top, place) > rank) --top;
    set |= Point::at(top);
    rank -= binomial(top, place);
  }
  return set;
}

std::uint64_t compress(PointSet set, PointSet within) noexcept {
#if defined(__BMI2__)
  return _pext_u64(set.bits(), within.bits());
#else
  std::uint64_t places = 0;
  int place = 0;
  for (const auto point : within) places |= std::uint64_t{set.contains(point)} << place++;
  return places;
#endif
}

PointSet expand(std::uint64_t places, PointSet within) noexcept {
#if defined(__BMI2__)
  return PointSet(_pdep_u64(places, within.bits()));
#else
  PointSet set;
  for (const auto point : within) {
    if ((places & 1) != 0) set |= point;
    places >>= 1;
  }
  return set;
#endif
}

TigerSets::TigerSets(const Game& game, int tigers) : tigers_(tigers) {
  const auto count = binomial(game.board().size(), tigers);
  images_.resize(count);
  PointSet set = PointSet::first_points(tigers);
  for (std::uint64_t rank = 0; rank < count; ++rank) {
    // The first of a class in this order is its least: it stands for the others.
    std::size_t best = 0;
    PointSet least = set;
    for (std::size_t i = 0; i < game.symmetries().size(); ++i) {
      const auto mapped = image(set, game.symmetries()[i]);
      if (mapped < least) least = mapped, best = i;
    }
    if (least == set) {
      images_[rank] = {representatives(), 0};
      sets_.push_back(set);
      orbits_.push_back(0);
    } else {
      images_[rank] = {images_[rank_of(least)].representative, static_cast<std::uint8_t>(best)};
    }
    ++orbits_[images_[rank].representative];
    if (!set.empty()) set = next_of_same_size(set);
  }
}

std::uint64_t count_orbits(const Game& game, int tigers, int men) {
  // A position is fixed by a symmetry when both sets are unions of its cycles: count those by a
  // polynomial in two variables, the product over cycles of (1 + x^length + y^length).
  std::uint64_t fixed = 0;
  for (const auto& symmetry : game.symmetries()) {
    std::vector<std::vector<std::uint64_t>> ways(static_cast<std::size_t>(tigers) + 1,
                                                 std::vector<std::uint64_t>(static_cast<std::size_t>(men) + 1, 0));
    ways[0][0] = 1;
    PointSet seen;
    for (const auto start : game.points()) {
      if (seen.contains(start)) continue;
      std::size_t length = 0;
      for (Point at = start; !seen.contains(at); at = symmetry[static_cast<std::size_t>(at.index())]) {
        seen |= at;
        ++length;
      }
      for (std::size_t t = ways.size(); t-- > 0;)
        for (std::size_t m = ways[t].size(); m-- > 0;) {
          if (t >= length) ways[t][m] += ways[t - length][m];
          if (m >= length) ways[t][m] += ways[t][m - length];
        }
    }
    fixed += ways.back().back();
  }
  return fixed / game.symmetries().size();
}

}  // namespace rimau
