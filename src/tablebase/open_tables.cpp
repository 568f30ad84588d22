// Finds table files. Apart from tables.cpp, which needs no file system and is part of the web page's module.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.hpp"
#include "tablebase/tables.hpp"

namespace rimau::tablebase {

namespace fs = std::filesystem;

Tables Tables::open(const std::vector<std::string>& folders) {
  Tables tables;
  for (const auto& folder : folders) tables.add_folder(folder, true);
  return tables;
}

void Tables::add_folder(const std::string& folder, bool look_below) {
  std::error_code error;
  std::vector<std::string> below;
  std::vector<std::string> found;
  auto entry = fs::directory_iterator(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const auto& path = entry->path();
    std::error_code ignored;
    if (path.extension() == ".rtb") found.push_back(path.string());
    else if (look_below && entry->is_directory(ignored)) below.push_back(path.string());
  }
  if (error)
    refusals_.push_back({ErrorKind::unavailable, cat("cannot read the folder: ", error.message()), {.file = folder}});
  std::ranges::sort(found);
  std::ranges::sort(below);
  for (const auto& path : found) {
    auto file = LevelFile::open(path);
    if (file) files_.push_back(*std::move(file));
    else refusals_.push_back(std::move(file).error());
  }
  for (const auto& next : below) add_folder(next, false);
}

}  // namespace rimau::tablebase
