#include "solver/table_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.hpp"
#include "solver/checkpoint.hpp"

namespace rimau::solver {

namespace fs = std::filesystem;

namespace {

// What runs that were killed had begun to write: a file's name and an ending of its own.
bool is_leftover(const std::string& name) {
  return name.find(".rtb.") != std::string::npos || name.starts_with("checkpoint.");
}

void remove_unfinished(const std::string& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (is_leftover(entry.path().filename().string())) fs::remove(entry.path(), ignored);
}

}  // namespace

Result<TableFolder> TableFolder::prepare(const Game& game, const std::string& folder, bool resume) {
  TableFolder made;
  made.path_ = folder + "/" + tablebase::folder_name(game);
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fail(ErrorKind::unavailable, "no such folder", {.file = folder});
  fs::create_directory(made.path_, error);
  if (error) return fail(ErrorKind::unavailable, cat("cannot create: ", error.message()), {.file = made.path_});
  if (resume) remove_unfinished(made.path_);
  made.tables_ = tablebase::Tables::open({made.path_});
  if (!resume && (!made.tables_.files().empty() || fs::exists(checkpoint_path(made.path_), error)))
    return fail(ErrorKind::illegal, "holds tables already; resume to complete them, or remove them first",
                {.file = made.path_});
  return made;
}

const tablebase::LevelFile* TableFolder::finished(const Game& game, tablebase::Level level, int men) const noexcept {
  const auto* file = tables_.find(game, level);
  if (file != nullptr && fs::path(file->path()).filename() != tablebase::file_name(level)) return nullptr;
  const int most = std::min(men - level.men_in_hand, game.board().size() - game.rules().tigers);
  return file != nullptr && file->slices() > most ? file : nullptr;
}

std::uint64_t TableFolder::bytes() const {
  std::uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path_, ignored)) bytes += entry.file_size(ignored);
  return bytes;
}

}  // namespace rimau::solver
