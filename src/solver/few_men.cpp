#include "solver/few_men.hpp"

#include "base/text.hpp"
#include "solver/level_slice.hpp"
#include "tablebase/entry.hpp"
#include "tablebase/successors.hpp"

namespace rimau::solver {

using tablebase::Value;

namespace {

// A sliding slice has many rounds, one of a level a pass for each side.
constexpr double rounds_worth = 4;

double work_of(const SliceSpace& space, int men_in_hand, int men) {
  const double entries = space.decided(men_in_hand + men) ? 0 : static_cast<double>(space.entries(men));
  return men_in_hand == 0 ? rounds_worth * entries : entries;
}

int total(const Position& position) noexcept { return position.men.size() + position.men_in_hand; }

}  // namespace

FewMen::FewMen(const Game& game) : game_(&game), space_(game, most_men, usual_scale(game)) {}

bool FewMen::possible(const Position& position) const noexcept {
  return position.stage == Stage::play && position.tigers_in_hand == 0 && total(position) <= most_men &&
         total(position) <= space_.slots;
}

int FewMen::slices_solved(int men_in_hand) const noexcept {
  const auto level = static_cast<std::size_t>(men_in_hand);
  return level < levels_.size() ? levels_[level].slices() : 0;
}

template <class Visit>
void FewMen::each_missing(const Position& position, Visit&& visit) const {
  for (int in_hand = 0; in_hand <= position.men_in_hand; ++in_hand)
    for (int men = slices_solved(in_hand); men <= total(position) - in_hand; ++men) visit(in_hand, men);
}

bool FewMen::solved(const Position& position) const noexcept {
  bool missing = false;
  each_missing(position, [&](int, int) { missing = true; });
  return !missing;
}

std::uint64_t FewMen::memory_needed(const Position& position) const {
  std::uint64_t bytes = MenRanks::bytes(most_men) + space_.sets.size() * sizeof(TigerSets::Image);
  for (const auto& level : levels_)
    for (const auto& codes : level.tigers_to_move) bytes += 2 * codes.size();
  std::uint64_t passing = 0;  // what one slice needs while it is solved
  each_missing(position, [&](int in_hand, int men) {
    if (space_.decided(in_hand + men)) return;
    bytes += 2 * space_.entries(men);
    const auto working = MenSets::bytes(space_.slots, men) + SlidingSlice::working_bytes(space_, men);
    passing = std::max(passing, working);
  });
  return bytes + passing;
}

// One call of solve().
class FewMen::Run {
 public:
  Run(FewMen& few, const Position& position, const Progress& progress) : few_(few), progress_(progress) {
    few_.each_missing(position, [&](int in_hand, int men) { total_work_ += work_of(few_.space_, in_hand, men); });
    few_.levels_.resize(std::max<std::size_t>(few_.levels_.size(), position.men_in_hand + std::size_t{1}));
  }

  Result<void> execute(const Position& position) {
    for (int in_hand = 0; in_hand <= position.men_in_hand; ++in_hand)
      for (int men = few_.slices_solved(in_hand); men <= total(position) - in_hand; ++men) {
        if (auto done = slice(in_hand, men); !done) return done;
        done_work_ += work_of(few_.space_, in_hand, men);
      }
    return {};
  }

 private:
  bool tell(int in_hand, int men, double share, std::uint64_t positions) {
    if (!progress_) return true;
    positions_ += positions;
    const double done = total_work_ > 0 ? (done_work_ + share * work_of(few_.space_, in_hand, men)) / total_work_ : 1;
    return progress_({"few men", std::min(done, 1.0), positions_});
  }

  Result<void> slice(int in_hand, int men) {
    auto& level = few_.levels_[static_cast<std::size_t>(in_hand)];
    if (few_.space_.decided(in_hand + men)) {
      level.tigers_to_move.emplace_back();
      level.men_to_move.resize(level.tigers_to_move.size());
      return {};
    }
    return in_hand == 0 ? sliding(level, men) : dropping(level, in_hand, men);
  }

  Result<void> sliding(LevelCodes& level, int men) {
    auto slice = SlidingSlice::make(few_.space_, men, level.men_to_move, 1);
    if (!slice) return std::unexpected(std::move(slice).error());
    auto done = slice->solve(
        [&](const std::string&, double share, std::uint64_t positions) { return tell(0, men, share, positions); });
    if (!done) return done;
    level.men_to_move.push_back(slice->take_men_to_move());
    level.tigers_to_move.push_back(slice->take_tigers_to_move());
    return {};
  }

  Result<void> dropping(LevelCodes& level, int in_hand, int men) {
    const auto& space = few_.space_;
    auto tigers_to_move = BigArray<Code>::make(space.entries(men));
    if (!tigers_to_move) return std::unexpected(std::move(tigers_to_move).error());
    auto men_to_move = BigArray<Code>::make(space.entries(men));
    if (!men_to_move) return std::unexpected(std::move(men_to_move).error());
    const MenSets men_sets(space.slots, men);
    const auto& below = few_.levels_[static_cast<std::size_t>(in_hand - 1)];
    const auto& next = below.tigers_to_move[static_cast<std::size_t>(men + 1)];
    const auto next_size = binomial(space.slots, men + 1);
    const auto scale = in_hand == 1 ? space.scale : tablebase::CodeScale{};
    for (std::uint32_t set = 0; set < space.sets.representatives(); ++set) {
      if (!tell(in_hand, men, 0.6 * set / space.sets.representatives(), 0))
        return fail(ErrorKind::cancelled, "stopped");
      drop_men(space, men_sets, next.slice(set * next_size, next_size), scale,
               men_to_move->slice(set * men_sets.size(), men_sets.size()));
    }
    level.men_to_move.resize(static_cast<std::size_t>(men));
    level.men_to_move.push_back(*std::move(men_to_move));
    for (std::uint32_t set = 0; set < space.sets.representatives(); ++set) {
      if (!tell(in_hand, men, 0.6 + 0.4 * set / space.sets.representatives(), 0))
        return fail(ErrorKind::cancelled, "stopped");
      move_tigers(space, men_sets, in_hand, level.men_to_move, set,
                  tigers_to_move->slice(set * men_sets.size(), men_sets.size()));
    }
    level.tigers_to_move.push_back(*std::move(tigers_to_move));
    return {};
  }

  FewMen& few_;
  const Progress& progress_;
  double total_work_ = 0;
  double done_work_ = 0;
  std::uint64_t positions_ = 0;
};

Result<void> FewMen::solve(const Position& position, const Progress& progress) {
  return Run(*this, position, progress).execute(position);
}

Result<Value> FewMen::value(const Position& position) const {
  const auto end = outcome(*game_, position);
  if (end.over()) return Value{end.verdict, 0};
  if (position.turn == Side::tigers && position.stage == Stage::play) return looked_up(position);
  return tablebase::best_successor(*game_, position, [this](const Position& next) { return value(next); });
}

Result<Value> FewMen::looked_up(const Position& position) const {
  const int men = position.men.size();
  if (!possible(position) || men >= slices_solved(position.men_in_hand))
    return fail(ErrorKind::unknown,
                cat("positions with ", men, " men on the board and ", position.men_in_hand, " in hand are not solved"));
  const auto& level = levels_[position.men_in_hand];
  const auto entry = entry_of(*game_, space_.sets, position.tigers, position.men);
  const auto code = level.tigers_to_move[static_cast<std::size_t>(men)].data()[entry];
  const bool sliding = position.men_in_hand == 0;
  return tablebase::value_of(code, sliding ? space_.scale : tablebase::CodeScale{}, sliding);
}

Result<std::vector<tablebase::Probe::MoveValue>> FewMen::moves(const Position& position) const {
  return tablebase::move_values(*game_, position, [this](const Position& next) { return value(next); });
}

}  // namespace rimau::solver
