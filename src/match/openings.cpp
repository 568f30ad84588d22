#include "match/openings.hpp"

#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.hpp"

namespace rimau::match {
namespace {

constexpr int tries_for_new = 50;
constexpr int tries_for_open = 1000;
constexpr int draws_for_balance = 40;
constexpr int half_a_man = 50;
constexpr std::uint64_t nodes_to_judge = 5'000;

}  // namespace

Openings::Openings(std::shared_ptr<const Game> game, OpeningOptions options)
    : game_(std::move(game)), options_(std::move(options)), random_(options_.seed) {
  if (options_.starts.empty()) options_.starts.push_back(start_position(*game_));
}

Result<Play> Openings::draw(const Position& start) {
  for (int tries = 0; tries < tries_for_open; ++tries) {
    Play play(game_, start);
    while (!play.outcome().over() && play.moves().size() < options_.plies) {
      const auto& position = play.position();
      const auto move = random_move(*game_, position, count_moves(*game_, position),
                                    [this](unsigned bound) { return random_.below(bound); });
      if (auto made = play.play(move); !made) return std::unexpected(std::move(made).error());
    }
    if (play.outcome().over()) continue;
    const auto found = key(canonical(*game_, play.position()));
    if (tries < tries_for_new && options_.plies > 0 && given_.contains(found)) continue;
    return play;
  }
  return fail(ErrorKind::limit, cat("openings: every draw of ", options_.plies, " moves ends the game"));
}

int Openings::advantage(const Play& play) {
  if (!judge_) judge_ = std::make_unique<Searcher>(16);
  judge_->clear();
  return std::abs(judge_->search(play, {.nodes = nodes_to_judge}, {}).score);
}

Result<Play> Openings::next(const std::function<bool()>& keep_going) {
  const auto& start = options_.starts[count_++ % options_.starts.size()];
  auto best = draw(start);
  if (best && options_.balanced) {
    int least = advantage(*best);
    for (int draws = 1; draws < draws_for_balance && least >= half_a_man; ++draws) {
      if (!keep_going()) return fail(ErrorKind::cancelled, "stopped");
      auto other = draw(start);
      if (!other) return other;
      const int found = advantage(*other);
      if (found < least) std::tie(least, best) = std::pair(found, std::move(other));
    }
  }
  if (best) given_.insert(key(canonical(*game_, best->position())));
  return best;
}

}  // namespace rimau::match
