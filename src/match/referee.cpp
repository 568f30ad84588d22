#include "match/referee.hpp"

#include <chrono>
#include <utility>

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau::match {
namespace {

using Clock = std::chrono::steady_clock;

class Referee {
 public:
  Referee(const Plan& plan, Play opening, const std::array<Player*, 2>& by_side, Side first_side,
          tablebase::Probe* probe)
      : plan_(plan), by_side_(by_side), probe_(probe), game_{.first_side = first_side, .play = std::move(opening)} {
    for (const auto side : {Side::tigers, Side::men}) {
      const auto at = static_cast<std::size_t>(side);
      clocks_.left[at] = settings(side).budget.clock_ms;
      clocks_.increment[at] = settings(side).budget.increment_ms;
    }
  }

  Result<Finished> play() {
    while (!game_.play.outcome().over()) {
      if (game_.play.moves().size() >= plan_.max_plies) {
        end({Verdict::draw, Reason::agreement}, Ending::cut_off, cat("cut off after ", plan_.max_plies, " plies"));
        break;
      }
      if (adjudicated()) break;
      if (auto made = turn(); !made) return std::unexpected(std::move(made).error());
    }
    game_.outcome = game_.play.outcome();
    return std::move(game_);
  }

 private:
  [[nodiscard]] std::size_t player_at(Side side) const noexcept { return side == game_.first_side ? 0 : 1; }
  [[nodiscard]] const Settings& settings(Side side) const noexcept { return plan_.players[player_at(side)]; }

  void end(Outcome outcome, Ending ending, std::string note) {
    switch (outcome.verdict) {
      case Verdict::draw:
        game_.play.agree_draw();
        break;
      case Verdict::tigers:
      case Verdict::men: {
        const auto loser = outcome.verdict == Verdict::tigers ? Side::men : Side::tigers;
        if (outcome.reason == Reason::time) game_.play.flag(loser);
        else game_.play.resign(loser);
        break;
      }
      case Verdict::open:
        break;
    }
    game_.ending = ending;
    game_.note = std::move(note);
  }

  void forfeit(Side side, Reason reason, std::string_view what) {
    game_.faulty = player_at(side);
    end({win_of(opponent(side)), reason}, Ending::fault, cat(settings(side).name, " loses: ", what));
  }

  bool adjudicated() {
    if (probe_ == nullptr || plan_.adjudicate == Adjudicate::none) return false;
    if (!probe_->covers(game_.play.position())) return false;
    const auto value = probe_->value(game_.play.position());
    if (!value || (value->verdict == Verdict::draw && plan_.adjudicate == Adjudicate::wins)) return false;
    end({value->verdict, Reason::resignation}, Ending::tables, cat("the tables know: ", name(value->verdict)));
    return true;
  }

  // Lets the side to move make its move; fails only as `cancelled`.
  Result<void> turn() {
    const auto side = game_.play.position().turn;
    const auto at = static_cast<std::size_t>(side);
    const auto begin = Clock::now();
    const auto move = by_side_[at]->choose(game_.play, clocks_);
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count();
    if (!move) {
      if (move.error().kind == ErrorKind::cancelled) return std::unexpected(move.error());
      const bool late = move.error().kind == ErrorKind::limit;
      forfeit(side, late ? Reason::time : Reason::resignation, move.error().message);
      return {};
    }
    if (!in_time(side, spent)) return {};
    if (auto made = game_.play.play(*move); !made) forfeit(side, Reason::resignation, made.error().message);
    return {};
  }

  bool in_time(Side side, long long spent) {
    const auto& budget = settings(side).budget;
    const auto at = static_cast<std::size_t>(side);
    const long long margin = plan_.surroundings.margin_ms;
    if (budget.movetime_ms > 0 && spent > budget.movetime_ms + margin) {
      forfeit(side, Reason::time, cat("it took ", spent, " ms of ", budget.movetime_ms));
      return false;
    }
    if (budget.clock_ms == 0) return true;
    clocks_.left[at] -= spent;
    if (clocks_.left[at] < -margin) {
      forfeit(side, Reason::time, cat("its clock ran out ", -clocks_.left[at], " ms ago"));
      return false;
    }
    clocks_.left[at] = std::max(clocks_.left[at], 0LL) + clocks_.increment[at];
    return true;
  }

  const Plan& plan_;
  std::array<Player*, 2> by_side_;
  tablebase::Probe* probe_;
  Finished game_;
  Clocks clocks_;
};

}  // namespace

Result<Finished> play_game(const Plan& plan, Play opening, const std::array<Player*, 2>& by_side, Side first_side,
                           tablebase::Probe* probe) {
  return Referee(plan, std::move(opening), by_side, first_side, probe).play();
}

}  // namespace rimau::match
