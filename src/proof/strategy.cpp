#include "proof/strategy.hpp"

#include <algorithm>

#include "board/symmetry.hpp"

namespace rimau::proof {

Strategy::Strategy(const Certificate& certificate, const Game& game, const Walled& walled,
                   const tablebase::Tables& tables)
    : certificate_(&certificate), game_(&game), walled_(&walled), probe_(tables, walled.rest()) {}

Result<Strategy::Turn> Strategy::turn(const Position& position) {
  const auto inner = walled_->inside(position);
  if (!inner) return by_certificate(position);
  auto found = by_tables(*inner);
  if (found) found->move = walled_->outside(position, found->move);
  return found;
}

Result<Strategy::Turn> Strategy::by_certificate(const Position& position) const {
  const auto& symmetries = game_->symmetries();
  const auto key_of = [&](const Board::Permutation& symmetry) { return Node::of(image(position, symmetry)).key(); };
  const auto least = std::ranges::min_element(symmetries, {}, key_of);
  const auto key = key_of(*least);
  const auto at = std::ranges::lower_bound(certificate_->replies, key, {}, &Reply::position);
  if (at == certificate_->replies.end() || at->position != key)
    return fail(ErrorKind::unknown, "the certificate has no reply to the position");
  const auto before = std::ranges::find(*least, at->drop);
  return Turn{Move::drop(Point::at(static_cast<int>(before - least->begin()))), std::nullopt};
}

Result<Strategy::Turn> Strategy::by_tables(const Position& inner) {
  const auto& rest = walled_->rest();
  std::optional<Turn> best;
  for (const auto move : legal_moves(rest, inner)) {
    const auto value = probe_.value(play_unchecked(rest, inner, move));
    if (!value) return std::unexpected(value.error());
    if (value->verdict != Verdict::men) continue;
    if (!value->distance) return Turn{move, std::nullopt};
    if (!best || *value->distance < *best->distance) best = Turn{move, value->distance};
  }
  if (!best) return fail(ErrorKind::unknown, "the tables know no turn that wins");
  return *best;
}

}  // namespace rimau::proof
