// Exact values out of tables, for many who ask at once.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/catalogue.hpp"
#include "server/message.hpp"
#include "tablebase/tables.hpp"

namespace rimau::server {

// Thread-safe. Keeps what it last answered, up to a bounded number of bytes.
class ProbeService {
 public:
  // The catalogue is copied.
  ProbeService(const Catalogue& catalogue, std::shared_ptr<const tablebase::Tables> tables);

  // The answer of docs/api.md to the position of that text, as JSON. Fails as parse_position() and
  // tablebase::Probe do, but never naming a folder of this machine. Blocks while tables are read.
  [[nodiscard]] Result<Body> answer(const std::string& position);

 private:
  // What one thread needs for a while: opening games and probing are not for several.
  struct Worker {
    Catalogue catalogue;
    struct GameProbe {
      std::shared_ptr<const Game> game;
      std::unique_ptr<tablebase::Probe> probe;
    };
    std::list<GameProbe> probes;  // the one used last comes first
  };
  class Lease;

  [[nodiscard]] Result<Body> found(Worker& worker, const std::shared_ptr<const Game>& game, const Position& position);
  [[nodiscard]] Body kept(const std::string& key);
  void keep(const std::string& key, const Body& body);

  // A probe keeps up to some 64 MiB of decoded blocks.
  static constexpr std::size_t max_probes_per_worker = 2;
  static constexpr std::size_t max_kept_bytes = std::size_t{32} << 20;

  const Catalogue catalogue_;
  const std::shared_ptr<const tablebase::Tables> tables_;

  std::mutex workers_mutex_;  // guards idle_
  std::vector<std::unique_ptr<Worker>> idle_;

  struct Kept {
    std::string key;
    Body body;
  };
  std::mutex kept_mutex_;  // guards what follows
  std::list<Kept> kept_;   // the one asked for last comes first
  std::unordered_map<std::string, std::list<Kept>::iterator> by_key_;
  std::size_t kept_bytes_ = 0;
};

}  // namespace rimau::server
