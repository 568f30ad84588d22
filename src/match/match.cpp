#include "match/match.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>

#include "base/threads.hpp"
#include "match/referee.hpp"

namespace rimau::match {
namespace {

// What the workers share.
class Hall {
 public:
  Hall(const Plan& plan, const std::function<Result<void>(const Finished&, const Summary&)>& finished)
      : plan_(plan), finished_(finished), openings_(plan.game, plan.openings) {}

  // Plays games until there are no more; run by each worker.
  void work();
  [[nodiscard]] Result<Summary> result() && {
    if (error_) return std::unexpected(*std::move(error_));
    return std::move(summary_);
  }

 private:
  struct Pairing {
    int number = 0;
    Side first_side = Side::tigers;
    Play opening;
  };
  // The games of one opening.
  struct Group {
    std::optional<Play> opening;
    int games = 0;  // that it has
    int done = 0;
    double points = 0;
  };
  struct Worker {
    std::array<std::unique_ptr<Player>, 2> players;
    std::unique_ptr<tablebase::Probe> probe;
  };

  [[nodiscard]] int games_of_an_opening() const noexcept { return plan_.seats == Seats::both ? 2 : 1; }
  [[nodiscard]] bool go_on() const {
    return !ended_.load(std::memory_order_relaxed) && plan_.surroundings.keep_going();
  }
  [[nodiscard]] std::optional<Pairing> next();
  [[nodiscard]] Result<Finished> play(Worker& worker, const Pairing& pairing);
  [[nodiscard]] Result<Finished> not_begun(const Pairing& pairing, std::size_t player, const Error& error);
  void count(Finished finished);
  void give_up(Error error);

  const Plan& plan_;
  const std::function<Result<void>(const Finished&, const Summary&)>& finished_;
  std::atomic<bool> ended_ = false;
  std::array<std::atomic<bool>, 2> started_{};  // whether the player has ever begun a game

  std::mutex mutex_;  // guards what follows
  Openings openings_;
  std::vector<Group> groups_;
  int begun_ = 0;
  Summary summary_;
  std::optional<Error> error_;
};

std::optional<Hall::Pairing> Hall::next() {
  const std::lock_guard lock(mutex_);
  if (!go_on() || begun_ == plan_.games) return std::nullopt;
  const int seats = games_of_an_opening();
  const auto at = static_cast<std::size_t>(begun_ / seats);
  if (at == groups_.size()) {
    auto opening = openings_.next(plan_.surroundings.keep_going);
    if (!opening) {
      if (opening.error().kind != ErrorKind::cancelled) error_ = opening.error();
      ended_ = true;
      return std::nullopt;
    }
    groups_.push_back({.opening = *std::move(opening), .games = std::min(seats, plan_.games - begun_)});
  }
  const bool as_men = plan_.seats == Seats::men || (plan_.seats == Seats::both && begun_ % 2 == 1);
  return Pairing{++begun_, as_men ? Side::men : Side::tigers, *groups_[at].opening};
}

// A player that cannot be started loses; if it never could be, the match makes no sense.
Result<Finished> Hall::not_begun(const Pairing& pairing, std::size_t player, const Error& error) {
  if (error.kind == ErrorKind::cancelled) return std::unexpected(error);
  const auto& name = plan_.players[player].name;
  if (!started_[player]) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = Error{ErrorKind::unavailable, error.message, {.field = name}};
    ended_ = true;
    return fail(ErrorKind::cancelled, "stopped");
  }
  Finished game{.number = pairing.number, .first_side = pairing.first_side, .play = pairing.opening};
  game.ending = Ending::fault;
  game.faulty = player;
  game.note = name + " loses: " + error.message;
  const auto loser = player == 0 ? pairing.first_side : opponent(pairing.first_side);
  game.play.resign(loser);
  game.outcome = game.play.outcome();
  return game;
}

Result<Finished> Hall::play(Worker& worker, const Pairing& pairing) {
  for (std::size_t i = 0; i < 2; ++i) {
    const auto seed = mix(plan_.openings.seed * 2 + i) ^ static_cast<std::uint64_t>(pairing.number);
    if (auto begun = worker.players[i]->begin_game(plan_.game, seed); !begun)
      return not_begun(pairing, i, begun.error());
    started_[i] = true;
  }
  std::array<Player*, 2> by_side{worker.players[0].get(), worker.players[1].get()};
  if (pairing.first_side == Side::men) std::swap(by_side[0], by_side[1]);
  auto game = play_game(plan_, pairing.opening, by_side, pairing.first_side, worker.probe.get());
  if (game) game->number = pairing.number;
  return game;
}

void Hall::count(Finished finished) {
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  auto& tally = summary_.by_side[static_cast<std::size_t>(finished.first_side)];
  const double points = finished.points();
  ++(points > 0.75 ? tally.won : points < 0.25 ? tally.lost : tally.drawn);
  ++summary_.endings[static_cast<std::size_t>(finished.ending)];
  if (finished.ending == Ending::fault) ++summary_.faults[finished.faulty];
  if (finished.ending == Ending::rules) ++summary_.reasons[static_cast<std::size_t>(finished.outcome.reason)];
  summary_.plies += static_cast<std::int64_t>(finished.play.moves().size());

  auto& group = groups_[static_cast<std::size_t>((finished.number - 1) / games_of_an_opening())];
  group.points += points;
  if (++group.done == group.games) {
    summary_.groups.add(group.points / group.games);
    group.opening.reset();
  }
  if (plan_.sprt && std::abs(log_likelihood_ratio(summary_.groups, *plan_.sprt)) >= sprt_bound)
    ended_ = summary_.decided = true;
  if (auto told = finished_(finished, summary_); !told) {
    if (!error_) error_ = std::move(told).error();
    ended_ = true;
  }
}

void Hall::work() {
  Worker worker;
  auto surroundings = plan_.surroundings;
  surroundings.keep_going = [this] { return go_on(); };
  for (std::size_t i = 0; i < 2; ++i) worker.players[i] = make_player(plan_.players[i], surroundings);
  if (surroundings.tables) worker.probe = std::make_unique<tablebase::Probe>(*surroundings.tables, *plan_.game);
  while (auto pairing = next()) {
    auto game = play(worker, *pairing);
    if (!game) return;
    count(*std::move(game));
  }
}

}  // namespace

double Finished::points() const noexcept {
  if (outcome.verdict == win_of(first_side)) return 1;
  return outcome.verdict == win_of(opponent(first_side)) ? 0 : 0.5;
}

Tally Summary::total() const noexcept {
  const auto& [a, b] = by_side;
  return {a.won + b.won, a.drawn + b.drawn, a.lost + b.lost};
}

double Summary::share() const noexcept {
  const auto all = total();
  return all.games() == 0 ? 0 : (all.won + 0.5 * all.drawn) / all.games();
}

Result<Summary> run(const Plan& plan, const std::function<Result<void>(const Finished&, const Summary&)>& finished) {
  Hall hall(plan, finished);
  const auto workers = std::min(plan.concurrency, static_cast<unsigned>(std::max(plan.games, 1)));
  parallel_for(workers, workers, [&hall](std::size_t, unsigned) { hall.work(); });
  return std::move(hall).result();
}

}  // namespace rimau::match
