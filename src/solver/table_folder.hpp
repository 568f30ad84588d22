// The folder that a run writes a game's tables into, and what is finished there.
#pragma once

#include <string>

#include "tablebase/tables.hpp"

namespace rimau::solver {

class TableFolder {
 public:
  // Makes the game's folder inside `folder` if need be. Fails as `unavailable` when that cannot be
  // done, as `illegal` when it holds tables already and the run is not to resume.
  [[nodiscard]] static Result<TableFolder> prepare(const Game& game, const std::string& folder, bool resume);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // What was finished when the run began.
  [[nodiscard]] const tablebase::Tables& tables() const noexcept { return tables_; }
  // The finished file of a level, if there is one that holds its slices of up to `men` men, hand
  // included. One under another level's name does not count: it would be written over.
  [[nodiscard]] const tablebase::LevelFile* finished(const Game& game, tablebase::Level level, int men) const noexcept;

  // The size of all files now.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  std::string path_;
  tablebase::Tables tables_;
};

}  // namespace rimau::solver
