// What the results of a match say about the difference in strength.
#pragma once

#include <array>
#include <cstdint>

namespace rimau::match {

// The first player's results, counted by groups of games: a group is all games from one opening (one from
// each seat), since these are not independent of each other. counts[i] is the number of groups in which it
// scored i quarters of the points.
struct Groups {
  std::array<std::int64_t, 5> counts{};

  // A group with this share of the points, in [0, 1].
  void add(double share) noexcept;
  [[nodiscard]] std::int64_t size() const noexcept;
};

// A difference in Elo with its 95 % error bars; infinite where the results set no bound.
struct Estimate {
  double low = 0;
  double elo = 0;
  double high = 0;
};

// The share of the points that a player so much stronger expects (Elo 1978), and the inverse; shares of
// 0 and 1 give infinities.
[[nodiscard]] double expected_share(double elo) noexcept;
[[nodiscard]] double elo_of(double share) noexcept;

// From the mean share and its variance over groups. One group spread evenly over all results is added
// before the error bars are drawn, so that a short match of equal results does not look certain.
// Without groups all three are 0, -inf and +inf.
[[nodiscard]] Estimate estimate(const Groups& groups) noexcept;

// A sequential probability ratio test of "elo1 or more" against "elo0 or less".
struct Sprt {
  double elo0 = 0;
  double elo1 = 0;
};
// The logarithm of the likelihood ratio; normal approximation over groups (the "generalized SPRT" of
// Van den Bergh). 0 without groups.
[[nodiscard]] double log_likelihood_ratio(const Groups& groups, const Sprt& test) noexcept;
// At this much the test accepts elo1, at minus this much elo0; both kinds of error are 5 %.
inline constexpr double sprt_bound = 2.944438979166440;  // log(0.95 / 0.05)

}  // namespace rimau::match
