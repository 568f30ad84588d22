#include "proof/leaves.hpp"

#include "base/text.hpp"
#include "board/symmetry.hpp"

namespace rimau::proof {
namespace {

constexpr std::size_t most_men = max_points + 1;

}  // namespace

Leaves::Leaves(const tablebase::Tables& tables, const Game& game)
    : tables_(tables),
      game_(game),
      sets_(game, game.rules().tigers),
      slots_(game.board().size() - game.rules().tigers),
      slices_(most_men * most_men) {}

Result<bool> Leaves::men_win(const Position& position) const {
  const int men = position.men.size();
  auto& slice = slices_[position.men_in_hand * most_men + static_cast<std::size_t>(men)];
  const auto* bits = slice.bits.load(std::memory_order_acquire);
  if (bits == nullptr) {
    if (auto done = read(slice, position.men_in_hand, men); !done) return std::unexpected(std::move(done).error());
    bits = slice.bits.load(std::memory_order_relaxed);
  }
  const auto to = sets_.image_of(position.tigers);
  const auto free = game_.points() - sets_.representative(to.representative);
  const auto mapped = to.symmetry == 0 ? position.men : image(position.men, game_.symmetries()[to.symmetry]);
  const auto entry = to.representative * binomial(slots_, men) + rank_of(PointSet(compress(mapped, free)));
  return (bits[entry / 64] >> (entry % 64) & 1) != 0;
}

double Leaves::share_won(int men) const noexcept {
  const auto* const file = tables_.find(game_, {0, 0});
  if (file == nullptr || men < 0 || men >= file->slices() || file->slice(men).positions == 0) return 0;
  const auto& slice = file->slice(men);
  return double(slice.men_win[0]) / double(slice.positions);
}

Result<void> Leaves::read(Slice& slice, int hand, int men) const {
  const std::lock_guard lock(reading_);
  if (slice.bits.load(std::memory_order_relaxed) != nullptr) return {};
  const auto* file = tables_.find(game_, {0, hand});
  if (file == nullptr || men >= file->slices() || file->slice(men).entries == 0)
    return fail(ErrorKind::unknown, cat("no table of ", game_.id(), " holds positions with ", men,
                                        " men on the board and ", hand, " in hand"));
  if (auto fits = file->check_sets(sets_); !fits) return fits;
  if (file->leaves_out_leaps(men))
    return fail(ErrorKind::unsupported, "leaves out leaps, and a proof needs tables that do not",
                {.file = file->path()});
  const auto entries = file->slice(men).entries;
  auto made = BigArray<std::uint64_t>::make((entries + 63) / 64 + 1);
  if (!made) return std::unexpected(std::move(made).error());
  auto* const words = made->data();
  std::uint64_t entry = 0;
  for (std::uint32_t block = 0; block < file->blocks(men); ++block) {
    const auto codes = file->block(men, block);
    if (!codes) return std::unexpected(codes.error());
    for (const auto code : *codes) {
      words[entry / 64] |= std::uint64_t{file->scale().men_win(code)} << (entry % 64);
      ++entry;
    }
  }
  if (entry != entries) return fail(ErrorKind::damaged, "a slice is shorter than it says", {.file = file->path()});
  slice.words = *std::move(made);
  bytes_ += slice.words.size() * sizeof(std::uint64_t);
  slice.bits.store(slice.words.data(), std::memory_order_release);
  return {};
}

}  // namespace rimau::proof
