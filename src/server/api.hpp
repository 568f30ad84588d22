// What the JSON API says, field by field as docs/api.md tells it. Each is one JSON text without a line end.
#pragma once

#include <string>
#include <vector>

#include "base/errors.hpp"
#include "game/catalogue.hpp"
#include "rules/position.hpp"
#include "tablebase/tables.hpp"

namespace rimau::server {

// All games of the catalogue, which is asked to open each with its defaults.
[[nodiscard]] std::string games_json(Catalogue& catalogue);

// Which levels of which games the tables hold.
[[nodiscard]] std::string tables_json(const tablebase::Tables& tables);

// A position's value and its moves' values, given as Probe::value() and Probe::moves() do.
[[nodiscard]] std::string probe_json(const Game& game, const Position& position, const tablebase::Value& value,
                                     const std::vector<tablebase::Probe::MoveValue>& moves);

[[nodiscard]] std::string error_json(const Error& error);

}  // namespace rimau::server
