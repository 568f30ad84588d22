// What rimau serve is told about online play.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "game/catalogue.hpp"
#include "server/online_service.hpp"
#include "tablebase/tables.hpp"

namespace rimau::cli {

struct OnlineRequest {
  std::string data;   // the folder; empty: nobody plays online
  std::string store;  // or a database that several servers share
  std::vector<std::string> origins;
  unsigned sockets_per_address = 64;
  unsigned message_rate = 20;
  unsigned game_rate = 60;
  unsigned keep_days = 365;
  unsigned thinkers = 1;

  void add_to(CLI::App& command);
};

// Opens the store, which checks it, and begins; null when there is neither folder nor database. Blocks.
[[nodiscard]] Result<std::shared_ptr<server::OnlineService>> open_online(
    const OnlineRequest& request, const Catalogue& catalogue, std::shared_ptr<const tablebase::Tables> tables);

}  // namespace rimau::cli
