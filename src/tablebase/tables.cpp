#include "tablebase/tables.hpp"

#include "base/text.hpp"
#include "tablebase/entry.hpp"
#include "tablebase/successors.hpp"

namespace rimau::tablebase {
const LevelFile* Tables::find(const Game& game, Level level) const noexcept {
  const LevelFile* best = nullptr;
  for (const auto& file : files_)
    if (file.level() == level && file.check_game(game) && (best == nullptr || file.slices() > best->slices()))
      best = &file;
  return best;
}

Probe::Probe(const Tables& tables, const Game& game) : tables_(tables), game_(game) {
  sets_.resize(static_cast<std::size_t>(game.rules().tigers) + 1);
  files_.resize(sets_.size() * (static_cast<std::size_t>(game.rules().men) + 1));
}

const LevelFile* Probe::file_of(Level level) {
  const int at = level.tigers_in_hand * (game_.rules().men + 1) + level.men_in_hand;
  auto& file = files_[static_cast<std::size_t>(at)];
  if (!file) file = tables_.find(game_, level);
  return *file;
}

bool Probe::covers(const Position& position) {
  if (position.stage == Stage::opening) return false;
  const bool drops = position.turn == Side::men && position.men_in_hand > 0;
  const auto* file = file_of({position.tigers_in_hand, position.men_in_hand - (drops ? 1 : 0)});
  const int men = position.men.size() + (drops ? 1 : 0);
  return file != nullptr && men < file->slices() && file->slice(men).entries > 0;
}

const TigerSets& Probe::sets(int tigers) {
  auto& sets = sets_[static_cast<std::size_t>(tigers)];
  if (sets == nullptr) sets = std::make_unique<TigerSets>(game_, tigers);
  return *sets;
}

Result<Value> Probe::value(const Position& position) {
  const auto end = outcome(game_, position);
  if (end.over()) return Value{end.verdict, 0};
  if (position.turn == Side::tigers && position.stage == Stage::play) return looked_up(position);
  return best_successor(position);
}

Result<Value> Probe::best_successor(const Position& position) {
  return tablebase::best_successor(game_, position, [this](const Position& next) { return value(next); });
}

// The best of the tigers' leaps, if they have one. They lead, through the men's turn, to slices that hold
// all. Neighbouring positions ask for the same ones, so some are kept.
Result<Probe::Best> Probe::best_leap(const Position& position) {
  if (leaps_.empty()) leaps_.resize(kept_leaps);
  auto& kept = leaps_[key(position) % kept_leaps];
  if (kept.known && same_position(kept.position, position)) return kept.value;
  Best best;
  std::optional<Error> error;
  for_each_move(game_, position, [&](Move move) {
    if (error || move.kind() != Move::Kind::leap) return;
    auto found = value(play_unchecked(game_, position, move));
    if (!found) error = std::move(found).error();
    else if (!best || better(Side::tigers, *found, *best)) best = *found;
  });
  if (error) return std::unexpected(*std::move(error));
  if (best) best = one_ply_back(*best);
  kept = {position, true, best};
  return best;
}

// The value of a position whose entry may leave out its leaps.
Result<Value> Probe::filled_in(const Position& position, Code code, const LevelFile& file) {
  auto leap = best_leap(position);
  if (!leap) return std::unexpected(std::move(leap).error());
  if (*leap && !file.has_distances()) (*leap)->distance.reset();
  if (code != as_leap_code) {
    const auto stored = value_of(code, file.scale(), file.has_distances());
    return *leap && better(Side::tigers, **leap, stored) ? **leap : stored;
  }
  if (*leap) return **leap;
  return fail(ErrorKind::damaged, "a position without a leap is worth what its leap is", {.file = file.path()});
}

Result<Value> Probe::looked_up(const Position& position) {
  const Level level{position.tigers_in_hand, position.men_in_hand};
  const auto* file = file_of(level);
  const int men = position.men.size();
  if (file == nullptr || men >= file->slices() || file->slice(men).entries == 0)
    return fail(ErrorKind::unknown, cat("no table holds positions with ", men, " men on the board, ",
                                        position.men_in_hand, " men and ", position.tigers_in_hand, " tigers in hand"));
  // 1. The entry's number.
  const auto entry = entry_of(game_, sets(position.tigers.size()), position.tigers, position.men);
  const auto& slice = file->slice(men);
  if (entry >= slice.entries)
    return fail(ErrorKind::damaged, "the slice is too small for its number of men", {.file = file->path()});

  // 2. Its block, decoded now or before.
  const auto number = static_cast<std::uint32_t>(entry / slice.block_entries);
  const auto mixed =
      (std::uint64_t{number} << 16 | static_cast<std::uint64_t>(men) << 8 | position.men_in_hand) * 0x9E3779B97F4A7C15u;
  auto& kept = blocks_[(mixed >> 32) % kept_blocks];
  if (kept.file != file || kept.number != number || kept.men != men) {
    auto codes = file->block(men, number);
    if (!codes) return std::unexpected(std::move(codes).error());
    kept = {file, number, men, *std::move(codes)};
  }
  const Code code = kept.codes[entry % slice.block_entries];
  const bool may_say_less = file->has_distances() ? code == as_leap_code : !tigers_win(code);
  if (may_say_less && file->leaves_out_leaps(men)) return filled_in(position, code, *file);
  return value_of(code, file->scale(), file->has_distances());
}

Result<std::vector<Probe::MoveValue>> Probe::moves(const Position& position) {
  return move_values(game_, position, [this](const Position& next) { return value(next); });
}

}  // namespace rimau::tablebase
