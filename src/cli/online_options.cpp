#include "cli/online_options.hpp"

#include <spdlog/spdlog.h>

#include "base/text.hpp"
#include "cli/command.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

namespace rimau::cli {
namespace {

constexpr unsigned max_rate = 1'000'000;
constexpr unsigned max_keep_days = 36'500;
constexpr unsigned max_thinkers = 256;
constexpr double burst_factor = 3;  // messages at once, against those of a second

// What browsers send: scheme, host and, if it is not the usual one, port.
CLI::Validator origin() {
  return CLI::Validator(
      [](std::string& text) {
        for (const std::string_view scheme : {"https://", "http://"}) {
          const auto host = std::string_view(text).substr(std::min(scheme.size(), text.size()));
          if (text.starts_with(scheme) && !host.empty() &&
              host.find_first_of("/?# ABCDEFGHIJKLMNOPQRSTUVWXYZ") == host.npos)
            return std::string();
        }
        return cat("found \"", shown(text),
                   "\", expected https://HOST or http://HOST:PORT, in small letters and without a path");
      },
      "");
}

CLI::Validator postgres_url() {
  return CLI::Validator(
      [](std::string& text) {
        // The text is not repeated: it may hold a password.
        return store::is_postgres_url(text) ? std::string() : std::string("expected postgresql://USER@HOST/DATABASE");
      },
      "");
}

Result<std::unique_ptr<store::Store>> open_store(const OnlineRequest& request) {
  if (!request.store.empty()) {
    auto store = store::open_postgres(request.store);
    if (store) spdlog::info("online games are kept in PostgreSQL");
    return store;
  }
  auto store = store::open_sqlite(request.data);
  if (store) spdlog::info("online games are kept in {}; the database is whole", shown(request.data, 300));
  return store;
}

}  // namespace

void OnlineRequest::add_to(CLI::App& command) {
  const auto number = [&command](const char* name, unsigned& value, const char* about, unsigned max,
                                 const char* variable) {
    command.add_option(name, value, about)->check(number_between(0, max))->envname(variable);
  };
  auto* folder = command.add_option("--data", data, "Let people play online, and keep their games in this folder")
                     ->type_name("DIR")
                     ->check(not_empty())
                     ->envname("RIMAU_DATA");
  command
      .add_option("--store", store,
                  "The same, kept in a PostgreSQL database, postgresql://…, which several\nservers may share")
      ->type_name("URL")
      ->check(postgres_url())
      ->excludes(folder)
      ->envname("RIMAU_STORE");
  command
      .add_option("--origin", origins,
                  "An address, as https://rimau.example, whose pages may play online;\nmay be repeated (default: this "
                  "server's own under an IP address or localhost)")
      ->type_name("URL")
      ->allow_extra_args(false)
      ->check(origin())
      ->envname("RIMAU_ORIGIN");
  number("--sockets-per-address", sockets_per_address, "Online connections of one address (default 64); 0: no limit",
         max_rate, "RIMAU_SOCKETS_PER_ADDRESS");
  number("--message-rate", message_rate,
         "Messages a second of one online connection (default 20), three times\nas many at once; 0: no limit", max_rate,
         "RIMAU_MESSAGE_RATE");
  number("--game-rate", game_rate,
         "Games an hour that one address may make (default 60), half as many\nat once; 0: no limit", max_rate,
         "RIMAU_GAME_RATE");
  number("--keep-days", keep_days, "Remove games in which nothing has happened for so long (default 365);\n0: never",
         max_keep_days, "RIMAU_KEEP_DAYS");
  command.add_option("--thinkers", thinkers, "Threads in which the computer thinks about online games (default 1)")
      ->check(number_between(1, max_thinkers))
      ->envname("RIMAU_THINKERS");
}

Result<std::shared_ptr<server::OnlineService>> open_online(const OnlineRequest& request, const Catalogue& catalogue,
                                                           std::shared_ptr<const tablebase::Tables> tables) {
  if (request.data.empty() && request.store.empty()) return nullptr;
  auto store = open_store(request);
  if (!store) return std::unexpected(std::move(store).error());
  server::OnlineOptions options{.origins = request.origins,
                                .sockets_per_address = request.sockets_per_address,
                                .games_per_hour = double(request.game_rate),
                                .games_at_once = std::max(1.0, request.game_rate / 2.0),
                                .hub = {.thinkers = request.thinkers,
                                        .messages_per_second = double(request.message_rate),
                                        .messages_at_once = burst_factor * request.message_rate,
                                        .keep_days = static_cast<int>(request.keep_days)}};
  return std::make_shared<server::OnlineService>(catalogue, *std::move(store), std::move(tables), std::move(options));
}

}  // namespace rimau::cli
