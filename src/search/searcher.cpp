#include "search/root.hpp"
#include "search/search.hpp"

namespace rimau {

void Searcher::use(std::shared_ptr<const tablebase::Tables> tables) {
  tables_ = std::move(tables);
  guide_.reset();
  fault_.reset();
}

Guide* Searcher::guide(const std::shared_ptr<const Game>& game) {
  if (tables_ == nullptr || fault_) return nullptr;
  if (guide_ == nullptr || guide_->game() != game) guide_ = std::make_unique<Guide>(tables_, game);
  return guide_.get();
}

std::optional<tablebase::Value> Searcher::known(const std::shared_ptr<const Game>& game, const Position& position) {
  auto* asked = guide(game);
  if (asked == nullptr) return std::nullopt;
  auto value = asked->value(position);
  fault_ = asked->fault();
  return value;
}

SearchReport Searcher::search(const Play& play, const SearchLimits& limits, const Progress& progress) {
  if (limits.helper == 0) table_->grow_older();
  auto* asked = guide(play.shared_game());
  table_->begin_search();
  auto report = Root(play, limits, progress, *table_, asked, *networks_).run();
  table_->end_search();
  if (asked != nullptr) fault_ = asked->fault();
  return report;
}

}  // namespace rimau
