#include "server/probe_service.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "server/api.hpp"

namespace rimau::server {

// A worker taken from the idle ones, or a new one; given back at the end.
class ProbeService::Lease {
 public:
  explicit Lease(ProbeService& service) : service_(service) {
    const std::scoped_lock lock(service.workers_mutex_);
    if (service.idle_.empty()) {
      worker_ = std::make_unique<Worker>(service.catalogue_);
    } else {
      worker_ = std::move(service.idle_.back());
      service.idle_.pop_back();
    }
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease() {
    const std::scoped_lock lock(service_.workers_mutex_);
    service_.idle_.push_back(std::move(worker_));
  }
  [[nodiscard]] Worker& operator*() const noexcept { return *worker_; }

 private:
  ProbeService& service_;
  std::unique_ptr<Worker> worker_;
};

ProbeService::ProbeService(const Catalogue& catalogue, std::shared_ptr<const tablebase::Tables> tables)
    : catalogue_(catalogue), tables_(std::move(tables)) {}

Result<Body> ProbeService::answer(const std::string& position) {
  const Lease lease(*this);
  auto& worker = *lease;
  const auto read = parse_position(worker.catalogue, position);
  if (!read) return std::unexpected(read.error());
  const auto key = format_position(*read->game, read->position);
  if (auto body = kept(key)) return body;
  auto body = found(worker, read->game, read->position);
  if (body) {
    keep(key, *body);
  } else if (!body.error().place.file.empty()) {
    spdlog::error("probe: {}", shown(body.error().text(), 500));
    body.error().place.file = std::filesystem::path(body.error().place.file).filename().string();
  }
  return body;
}

Result<Body> ProbeService::found(Worker& worker, const std::shared_ptr<const Game>& game, const Position& position) {
  auto& probes = worker.probes;
  const auto same = std::ranges::find_if(probes, [&](const auto& kept) { return kept.game->id() == game->id(); });
  if (same != probes.end()) {
    probes.splice(probes.begin(), probes, same);
  } else {
    if (probes.size() == max_probes_per_worker) probes.pop_back();
    probes.push_front({game, std::make_unique<tablebase::Probe>(*tables_, *game)});
  }
  auto& [opened, probe] = probes.front();
  const auto value = probe->value(position);
  if (!value) return std::unexpected(value.error());
  const auto moves = probe->moves(position);
  if (!moves) return std::unexpected(moves.error());
  return std::make_shared<const std::string>(probe_json(*opened, position, *value, *moves));
}

Body ProbeService::kept(const std::string& key) {
  const std::scoped_lock lock(kept_mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found->second);
  return found->second->body;
}

void ProbeService::keep(const std::string& key, const Body& body) {
  const auto size = [](const Kept& kept) { return 2 * kept.key.size() + kept.body->size(); };
  const std::scoped_lock lock(kept_mutex_);
  if (by_key_.contains(key)) return;  // somebody else has looked the same up meanwhile
  kept_.push_front({key, body});
  by_key_.emplace(key, kept_.begin());
  kept_bytes_ += size(kept_.front());
  while (kept_bytes_ > max_kept_bytes) {
    kept_bytes_ -= size(kept_.back());
    by_key_.erase(kept_.back().key);
    kept_.pop_back();
  }
}

}  // namespace rimau::server
