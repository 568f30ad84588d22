// What captures promise: the part of SlidingSlice that looks at slices with fewer men.
#include <bit>

#include "base/text.hpp"
#include "solver/slice_passes.hpp"

namespace rimau::solver {
namespace {

// The code that a capture into a position with the men to move promises.
constexpr Code promised(const CodeScale& scale, Code men_to_move) noexcept {
  if (scale.tigers_win(men_to_move)) return men_to_move;
  return scale.men_win(men_to_move) ? static_cast<Code>(men_to_move + 1) : held;
}

// The better promise for the tigers; draw_code stands for none.
constexpr Code better_promise(const CodeScale& scale, Code a, Code b) noexcept {
  if (a == draw_code || b == draw_code) return a == draw_code ? b : a;
  if (scale.men_win(a) && scale.men_win(b)) return std::max(a, b);
  if (scale.men_win(a) || scale.men_win(b)) return scale.men_win(a) ? b : a;
  return std::min(a, b);
}

}  // namespace

Result<void> SlidingSlice::enter_promises(const SliceProgress& progress) {
  if (partners_ != nullptr)
    if (auto done = share_captures(progress); !done) return done;
  return pass(progress, "captures", 0.05, [this](std::uint32_t representative) {
    if (partners_ == nullptr) enter_captures(representative);
    note_promises(representative);
    return true;
  });
}

void SlidingSlice::enter_captures(std::uint32_t representative) {
  const auto& scale = space_->scale;
  const auto codes = tiger_codes(representative);
  const auto all = PointSet::first_points(space_->slots);
  for (const auto& leap : tiger_leaps(*space_->game, space_->sets, representative)) {
    const int taken = std::popcount(leap.over);
    if (taken > men_sets_.men()) continue;
    const int left = men_sets_.men() - taken;
    const auto left_sets = binomial(space_->slots, left);
    const auto& below = (*lower_)[static_cast<std::size_t>(left)];
    // Every set of men with which the leap is possible: the men leapt over and some of the others.
    const auto others = all - PointSet(leap.over | leap.landing);
    const auto count = binomial(others.size(), left);
    const auto among_others = SlotsMap::onto(others);
    auto places = PointSet::first_points(left);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto men = among_others(places.bits());
      auto& code = codes[space_->ranks(men | leap.over)];
      const auto after = space_->decided(left) ? scale.tigers_win_code(0)
                                               : below.data()[leap.to * left_sets + space_->ranks(leap.map(men))];
      code = better_promise(scale, code, promised(scale, after));
      if (left > 0) places = next_of_same_size(places);
    }
  }
}

// The same from the other end: each holder of a position that captures lead to tells it to those it is led to from.
Result<void> SlidingSlice::share_captures(const SliceProgress& progress) {
  const auto representatives = space_->sets.representatives();
  std::vector<std::vector<MoveBack>> into(representatives);
  for (std::uint32_t from = 0; from < representatives; ++from)
    for (const auto& leap : tiger_leaps(*space_->game, space_->sets, from))
      into[leap.to].push_back(taken_back(from, leap, space_->slots));
  for (int left = 0; left < men_sets_.men(); ++left) {
    if (space_->decided(left)) continue;
    const int taken = men_sets_.men() - left;
    const auto share = space_->share(left, partners_);
    const MenSets left_sets(left, share.begin, share.end);
    const auto doing = cat("captures of ", taken, " men");
    auto done = reaching_pass(progress, doing, 0, &SlidingSlice::promise, {}, [&](std::uint32_t representative) {
      auto leaps = into[representative];
      std::erase_if(leaps, [&](const MoveBack& leap) { return std::popcount(leap.over) != taken; });
      if (leaps.empty()) return false;
      const auto codes = (*lower_)[static_cast<std::size_t>(left)].slice(representative * share.size(), share.size());
      left_sets.each([&](std::uint64_t place, std::uint64_t set) {
        for (const auto& leap : leaps)
          if (leap.possible(set))
            reach<&SlidingSlice::promise>(leap.from, space_->ranks(leap.before(set)), codes[place]);
      });
      return true;
    });
    if (!done) return done;
  }
  return pass(progress, "captures that win", 0, [this](std::uint32_t representative) {
    enter_decided_captures(representative);
    return true;
  });
}

void SlidingSlice::enter_decided_captures(std::uint32_t representative) {
  auto leaps = tiger_leaps(*space_->game, space_->sets, representative);
  std::erase_if(leaps, [&](const SetMove& leap) {
    const int taken = std::popcount(leap.over);
    return taken > men_sets_.men() || !space_->decided(men_sets_.men() - taken);
  });
  if (leaps.empty()) return;
  const auto after = space_->scale.tigers_win_code(0);
  men_sets_.each([&](std::uint64_t place, std::uint64_t set) {
    if (std::ranges::any_of(leaps, [set](const SetMove& leap) { return leap.possible(set); }))
      promise(representative, place, after);
  });
}

// A capture leads to a position with that code with the men to move.
void SlidingSlice::promise(std::uint32_t representative, std::uint64_t place, Code after) {
  auto& code = tiger_codes(representative)[place];
  code = better_promise(space_->scale, code, promised(space_->scale, after));
}

void SlidingSlice::note_promises(std::uint32_t representative) {
  const auto codes = tiger_codes(representative);
  for (std::uint64_t place = 0; place < codes.size(); ++place)
    if (codes[place] != draw_code) pending_tigers_.add(representative, place, codes[place]);
}

}  // namespace rimau::solver
