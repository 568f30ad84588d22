// What is done about each request.
#include <spdlog/spdlog.h>

#include "base/text.hpp"
#include "online/hub.hpp"
#include "online/hub_state.hpp"
#include "online/secrets.hpp"

namespace rimau::online {
namespace {

constexpr unsigned most_challenges = 100;
constexpr auto challenges_age = std::chrono::seconds(1);

// By what a resent request says again, so that it is the same game and the same side.
bool drawn_tigers(std::string_view token, std::string_view id) {
  return derived_token({"side", token, id}).front() % 2 == 0;
}

}  // namespace

void Hub::answer(const Asker& asker, std::string text) {
  if (asker.connection->listener)
    asker.connection->listener->tell(std::make_shared<const std::string>(std::move(text)));
}

void Hub::refuse(const Asker& asker, std::string_view game, const Refusal& refusal) {
  ++counts_.refusals;
  answer(asker, error_text(asker.id, game, refusal));
}

void Hub::count_answer(const Asker& asker) {
  using namespace std::chrono;
  const auto us = duration_cast<microseconds>(TokenBucket::Clock::now() - asker.since).count();
  const auto at = std::ranges::lower_bound(answer_bounds_ms, static_cast<int>((us + 999) / 1000));
  ++counts_.answered[static_cast<std::size_t>(at - answer_bounds_ms.begin())];
  counts_.answer_us += static_cast<std::uint64_t>(us);
}

void Hub::done(const Asker& asker, Table& table) {
  in_order(table, [this, asker, text = done_text(asker.id, table.game, table.room->number(), table.room->ply())] {
    answer(asker, text);
  });
}

void Hub::settle(const Asker& asker, Table& table, const Judged<std::optional<Event>>& judged) {
  if (!judged) return refuse(asker, table.game, judged.error());
  if (!*judged) return done(asker, table);
  if (std::holds_alternative<Rematched>(**judged)) return make_rematch(asker, table, **judged);
  commit(
      table, **judged,
      [this, asker](Table& after) -> Answer {
        return [this, asker, text = done_text(asker.id, after.game, after.room->number(), after.room->ply())] {
          answer(asker, text);
          count_answer(asker);
        };
      },
      [this, asker, game = table.game](const Refusal& why) { refuse(asker, game, why); });
}

void Hub::show(const Asker& asker, Table& table, std::optional<Side> side) {
  if (!may_watch(asker, table.game)) return;
  auto presence = table.presence();
  if (side) presence.here[static_cast<std::size_t>(*side)] = true;
  const auto text = state_text(*table.room, presence, 0, now(), Addressee{asker.id, side});
  in_order(table, [this, asker, side, text, kept = find(table.game)] {
    answer(asker, text);
    subscribe(asker.connection, *kept, side);
  });
}

bool Hub::may_watch(const Asker& asker, const std::string& game) {
  const auto& watched = asker.connection->watched;
  if (watched.size() < max_watched || watched.contains(game)) return true;
  refuse(asker, game, {Refusal::Code::limit, cat("a connection watches at most ", max_watched, " games; leave one")});
  return false;
}

void Hub::on(const Asker& asker, const ask::Ping&) { answer(asker, pong_text(asker.id)); }

void Hub::on(const Asker& asker, const ask::Token&) {
  const auto token = random_token();
  if (token) answer(asker, token_text(asker.id, *token));
  else refuse(asker, {}, refusal_of(token.error()));
}

Judged<Settings> Hub::settings_of(const ask::Create& request, const std::string& message, const std::string& id) {
  const auto game = catalogue_.open(request.rules);
  if (!game) {
    auto refusal = refusal_of(game.error());
    refusal.code = Refusal::Code::text;
    refusal.field = "rules";
    return std::unexpected(std::move(refusal));
  }
  const auto side = request.side.value_or(drawn_tigers(request.token, message) ? Side::tigers : Side::men);
  Settings settings{.rules = (*game)->id(),
                    .clock = request.clock,
                    .listed = request.listed,
                    .is_private = request.is_private,
                    .chance = !request.side,
                    .salt = id,
                    .maker = side};
  settings.seat(side) = {.kind = Seat::Kind::person, .name = request.name, .hash = token_hash(id, request.token)};
  if (request.computer > 0) settings.seat(opponent(side)) = {.kind = Seat::Kind::computer, .level = request.computer};
  return settings;
}

void Hub::on(const Asker& asker, const ask::Create& request) {
  const auto id = derived_token({"game", request.token, asker.id});
  const auto settings = settings_of(request, asker.id, id);
  if (!settings) return refuse(asker, {}, settings.error());
  if (!may_watch(asker, id)) return;
  if (!find(id) && options_.game_limit) {
    if (const auto wait = options_.game_limit(asker.connection->address))
      return refuse(asker, {}, {Refusal::Code::busy, "too many new games from your address", {}, *wait});
  }
  const store::Head head{.id = id, .text = format_settings(*settings), .created = now()};
  writer_->run([this, asker, request, head, listed = settings->listed](store::Store& store) {
    const auto created = store.create(head, listed);
    const std::scoped_lock lock(mutex_);
    made(asker, request.token, head, created);
  });
}

void Hub::made(const Asker& asker, const std::string& token, const store::Head& head, const Result<void>& created) {
  // One that is there has been made by the same message.
  if (!created && created.error().kind != ErrorKind::illegal) {
    ++counts_.write_failures;
    spdlog::error("a game could not be made: {}", shown(created.error().text(), 300));
    return refuse(asker, {}, refusal_of(created.error()));
  }
  if (created) {
    ++counts_.games_made;
    challenges_read_.reset();
  }
  with_table(asker, head.id, [this, asker, token](Table& table) {
    if (const auto side = table.room->holder(token)) show(asker, table, side);
    count_answer(asker);
    think_if_due(table);
  });
}

void Hub::on(const Asker& asker, const ask::Watch& request) {
  with_table(asker, request.game, [this, asker, request](Table& table) {
    const auto side = table.room->holder(request.token);
    if (!side && !table.room->visible_to_all()) return refuse(asker, request.game, no_such_game());
    show(asker, table, side);
  });
}

void Hub::on(const Asker& asker, const ask::Leave& request) {
  unsubscribe(asker.connection, request.game);
  answer(asker, done_text(asker.id, request.game, 0, 0));
}

void Hub::on(const Asker& asker, const ask::Join& request) {
  with_table(asker, request.game, [this, asker, request](Table& table) {
    const auto& room = *table.room;
    if (const auto side = room.holder(request.token)) return show(asker, table, side);
    if (!room.visible_to_all()) return refuse(asker, request.game, no_such_game());
    const auto judged = room.join(request.token, request.name);
    if (!judged) return refuse(asker, request.game, judged.error());
    if (!*judged || !may_watch(asker, request.game)) return;
    const auto side = std::get<Joined>(**judged).side;
    challenges_read_.reset();
    commit(
        table, **judged,
        [this, asker, side](Table& after) -> Answer {
          auto presence = after.presence();
          presence.here[static_cast<std::size_t>(side)] = true;
          const auto text = state_text(*after.room, presence, 0, now(), Addressee{asker.id, side});
          return [this, asker, side, text, kept = find(after.game)] {
            answer(asker, text);
            subscribe(asker.connection, *kept, side);
            count_answer(asker);
          };
        },
        [this, asker, game = request.game](const Refusal& why) { refuse(asker, game, why); });
  });
}

void Hub::on(const Asker& asker, const ask::Computer& request) {
  with_seat(asker, request.game, [this, asker, request](Table& table, Side by) {
    challenges_read_.reset();
    settle(asker, table, table.room->seat_computer(by, request.level));
  });
}

void Hub::on(const Asker& asker, const ask::State& request) {
  with_table(asker, request.game, [this, asker, request](Table& table) {
    const auto watched = asker.connection->watched.find(request.game);
    const bool watching = watched != asker.connection->watched.end();
    if (!watching && !table.room->visible_to_all()) return refuse(asker, request.game, no_such_game());
    const auto you = watching ? watched->second : std::nullopt;
    const auto text = state_text(*table.room, table.presence(), 0, now(), Addressee{asker.id, you});
    in_order(table, [this, asker, text] { answer(asker, text); });
  });
}

void Hub::on(const Asker& asker, const ask::Move& request) {
  with_seat(asker, request.game, [this, asker, request](Table& table, Side by) {
    // The client knows more than we do: it has been told by another server.
    if (shared_ && request.ply > table.room->ply()) return move_when_fresh(asker, request);
    settle(asker, table, table.room->move(by, request.ply, asker.id, request.move, now()));
  });
}

void Hub::move_when_fresh(const Asker& asker, const ask::Move& request) {
  refresh(find(request.game));
  writer_->run_later([this, asker, request](store::Store&) {
    const std::scoped_lock lock(mutex_);
    with_seat(asker, request.game, [this, asker, request](Table& table, Side by) {
      settle(asker, table, table.room->move(by, request.ply, asker.id, request.move, now()));
    });
  });
}

void Hub::on(const Asker& asker, const ask::About& request) {
  with_seat(asker, request.game, [this, asker, request](Table& table, Side by) {
    const auto& room = *table.room;
    switch (request.verb) {
      case ask::About::Verb::offer:
        return settle(asker, table, room.offer(by, request.what, request.ply, now()));
      case ask::About::Verb::accept:
        return settle(asker, table, room.accept(by, request.what, request.ply, now()));
      case ask::About::Verb::decline:
        return settle(asker, table, room.decline(by, request.what, request.ply));
    }
  });
}

void Hub::on(const Asker& asker, const ask::Resign& request) {
  with_seat(asker, request.game,
            [this, asker](Table& table, Side by) { settle(asker, table, table.room->resign(by)); });
}

void Hub::on(const Asker& asker, const ask::Claim& request) {
  with_seat(asker, request.game, [this, asker, request](Table& table, Side by) {
    if (!request.absence) return settle(asker, table, table.room->claim_time(by, now()));
    const auto other = static_cast<std::size_t>(opponent(by));
    const auto presence = table.presence();
    const auto away = presence.here[other] ? 0 : std::max(Time{1}, now() - presence.away_since[other]);
    settle(asker, table, table.room->claim_absence(by, away, now()));
  });
}

void Hub::on(const Asker& asker, const ask::Record& request) {
  with_table(asker, request.game, [this, asker, request](Table& table) {
    if (!asker.connection->watched.contains(request.game) && !table.room->visible_to_all())
      return refuse(asker, request.game, no_such_game());
    in_order(table, [this, asker, text = record_text(asker.id, request.game, format_record(table.room->record()))] {
      answer(asker, text);
    });
  });
}

void Hub::on(const Asker& asker, const ask::Delete& request) {
  with_seat(asker, request.game, [this, asker](Table& table, Side by) {
    if (const auto allowed = table.room->removal(by); !allowed) return refuse(asker, table.game, allowed.error());
    // From now on nobody sees it; should it not go, it is back.
    table.removed = true;
    ++table.pending;
    writer_->run([this, asker, kept = find(table.game)](store::Store& store) {
      const auto removed = store.remove(kept->game);
      const std::scoped_lock lock(mutex_);
      --kept->pending;
      kept->removed = false;
      if (!removed) return refuse(asker, kept->game, refusal_of(removed.error()));
      challenges_read_.reset();
      forget(*kept);
      answer(asker, done_text(asker.id, kept->game, 0, 0));
    });
  });
}

void Hub::make_rematch(const Asker& asker, Table& table, const Event& event) {
  const auto& room = *table.room;
  const store::Head head{.id = room.next_id(), .text = format_settings(room.next_settings()), .created = now()};
  ++table.pending;
  writer_->run([this, asker, event, head, kept = find(table.game)](store::Store& store) {
    const auto created = store.create(head, false);
    const std::scoped_lock lock(mutex_);
    --kept->pending;
    if (!created && created.error().kind != ErrorKind::illegal)
      return refuse(asker, kept->game, refusal_of(created.error()));
    if (created) ++counts_.games_made;
    if (kept->removed || !kept->room) return refuse(asker, kept->game, no_such_game());
    if (!kept->room->rematch().empty()) return done(asker, *kept);
    commit(
        *kept, event,
        [this, asker](Table& after) -> Answer {
          return [this, asker, text = done_text(asker.id, after.game, after.room->number(), after.room->ply())] {
            answer(asker, text);
          };
        },
        [this, asker, game = kept->game](const Refusal& why) { refuse(asker, game, why); });
  });
}

void Hub::on(const Asker& asker, const ask::List&) {
  if (challenges_read_ && asker.since - *challenges_read_ < challenges_age)
    return answer(asker, list_text(asker.id, present_challenges()));
  awaiting_challenges_.push_back(asker);
  if (awaiting_challenges_.size() == 1) load_challenges();
}

// Heads never change, so each is read once for as long as it is on the list.
void Hub::load_challenges() {
  writer_->run([this, known = known_challenges_](store::Store& store) {
    std::map<std::string, Challenge> all;
    const auto ids = store.listed(most_challenges);
    for (const auto& id : ids ? *ids : std::vector<std::string>{}) {
      if (const auto found = known.find(id); found != known.end()) {
        all.insert(*found);
        continue;
      }
      const auto kept = store.read(id, std::numeric_limits<std::int32_t>::max());
      const auto settings = kept ? parse_settings(kept->head.text) : std::unexpected(kept.error());
      if (!settings) continue;
      Challenge challenge{.game = id,
                          .rules = settings->rules,
                          .created = kept->head.created,
                          .name = settings->seat(settings->maker).name,
                          .clock = settings->clock};
      if (!settings->chance) challenge.side = opponent(settings->maker);
      all.emplace(id, std::move(challenge));
    }
    const std::scoped_lock lock(mutex_);
    known_challenges_ = std::move(all);
    challenges_read_ = TokenBucket::Clock::now();
    for (const auto& asker : std::exchange(awaiting_challenges_, {})) {
      if (ids) answer(asker, list_text(asker.id, present_challenges()));
      else refuse(asker, {}, refusal_of(ids.error()));
    }
  });
}

std::vector<Challenge> Hub::present_challenges() const {
  std::vector<Challenge> all;
  for (const auto& [id, challenge] : known_challenges_) {
    all.push_back(challenge);
    const auto table = find(id);
    all.back().here = table && table->room && table->is_here(table->room->settings().maker);
  }
  std::ranges::sort(all, [](const Challenge& a, const Challenge& b) {
    return a.created != b.created ? a.created > b.created : a.game < b.game;
  });
  return all;
}

}  // namespace rimau::online
