#include "proof/walled.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "board/symmetry.hpp"

namespace rimau::proof {
namespace {

std::unexpected<Error> unsound(std::string why) { return fail(ErrorKind::unsupported, std::move(why)); }

}  // namespace

Result<Walled> Walled::make(const Game& whole, const Game& rest) {
  const auto& a = whole.rules();
  const auto& b = rest.rules();
  if (a.tigers != b.tigers)
    return unsound(cat(rest.id(), " has ", b.tigers, " tigers, expected ", a.tigers, " as in ", whole.id()));
  if (!b.stuck_loses) return unsound(cat("in ", rest.id(), " men who cannot step pass, expected stuck=lose"));
  Walled walled(rest);
  if (auto found = walled.find_wall(whole); !found) return std::unexpected(std::move(found).error());
  if (b.men_left_when_tigers_win() < a.men_left_when_tigers_win() - walled.wall_.size())
    return unsound(cat("in ", rest.id(), " the tigers win later than in ", whole.id()));
  if (auto checked = walled.check_moves(whole); !checked) return std::unexpected(std::move(checked).error());
  return walled;
}

Result<void> Walled::find_wall(const Game& whole) {
  for (const auto point : rest_->points()) {
    const auto found = whole.board().find(rest_->board().name(point));
    if (!found) return unsound(cat("the board of ", whole.id(), " has no point ", rest_->board().name(point)));
    in_whole_.push_back(*found);
  }
  wall_ = whole.points() - image(rest_->points(), in_whole_);
  if (wall_.empty()) return unsound(cat("the board of ", rest_->id(), " is not smaller than that of ", whole.id()));
  for (const auto& symmetry : whole.symmetries()) {
    const auto wall = image(wall_, symmetry);
    if (std::ranges::find(walls_, wall) != walls_.end()) continue;
    walls_.push_back(wall);
    auto& to_rest = to_rest_.emplace_back(static_cast<std::size_t>(max_points));
    for (const auto point : rest_->points()) {
      const auto in_whole = in_whole_[static_cast<std::size_t>(point.index())];
      to_rest[static_cast<std::size_t>(symmetry[static_cast<std::size_t>(in_whole.index())].index())] = point;
    }
  }
  return {};
}

Result<void> Walled::check_moves(const Game& whole) const {
  for (const auto point : rest_->points()) {
    const auto name = rest_->board().name(point);
    const auto from = in_whole_[static_cast<std::size_t>(point.index())];
    if (image(rest_->steps(point), in_whole_) != whole.steps(from) - wall_)
      return unsound(cat("steps from ", name, " differ between ", rest_->id(), " and ", whole.id()));
    std::vector<std::pair<PointSet, Point>> expected;
    for (const auto& leap : whole.leaps(from)) {
      if (wall_.contains(leap.landing)) continue;  // never empty
      if (wall_.meets(leap.over)) return unsound(cat("a tiger on ", name, " may leap over the full part of the board"));
      expected.emplace_back(leap.over, leap.landing);
    }
    std::vector<std::pair<PointSet, Point>> found;
    for (const auto& leap : rest_->leaps(point))
      found.emplace_back(image(leap.over, in_whole_), in_whole_[static_cast<std::size_t>(leap.landing.index())]);
    std::ranges::sort(expected);
    std::ranges::sort(found);
    if (expected != found)
      return unsound(cat("leaps from ", name, " differ between ", rest_->id(), " and ", whole.id()));
  }
  return {};
}

// Which of the walls is full, the first if both are.
std::optional<std::size_t> Walled::full_wall(const Position& position) const {
  for (std::size_t i = 0; i < walls_.size(); ++i)
    if (position.men.contains(walls_[i])) return i;
  return std::nullopt;
}

std::optional<Position> Walled::inside(const Position& position) const {
  const auto wall = full_wall(position);
  if (!wall) return std::nullopt;
  Position inner = position;
  inner.tigers = image(position.tigers, to_rest_[*wall]);
  inner.men = image(position.men - walls_[*wall], to_rest_[*wall]);
  return inner;
}

Move Walled::outside(const Position& position, Move move) const {
  const auto wall = *full_wall(position);
  const auto whole = [&](Point point) {
    std::size_t index = 0;
    while (walls_[wall].contains(Point::at(static_cast<int>(index))) || to_rest_[wall][index] != point) ++index;
    return Point::at(static_cast<int>(index));
  };
  return move.kind() == Move::Kind::drop ? Move::drop(whole(move.to()))
                                         : Move::step(whole(move.from()), whole(move.to()));
}

}  // namespace rimau::proof
