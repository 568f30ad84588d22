// Small games and their tables, made in a folder that goes when the test does.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "new_folder.hpp"
#include "solver/solve.hpp"
#include "support.hpp"
#include "tablebase/tables.hpp"

namespace rimau::testing {

inline std::string small_game_file(std::string_view name) {
  return cat(RIMAU_SOURCE_DIR, "/tests/data/small-games/", name, ".toml");
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// A game of tests/data/small-games, or a built-in one.
inline std::shared_ptr<const Game> open_small(std::string_view id) {
  static Catalogue games = [] {
    Catalogue made;
    for (const auto* name :
         {"nine", "comb", "crooked", "row", "few", "few-triangle", "few-square", "tail", "tail-full"})
      if (auto added = made.add(bytes_of(small_game_file(name)), name); !added) give_up(added.error().text());
    return made;
  }();
  return must(games.open(id));
}

constexpr std::uint64_t plenty_of_memory = std::uint64_t{8} << 30;

inline Result<solver::SolveReport> solve_into(const std::string& folder, const Game& game, unsigned threads = 1,
                                              bool resume = false) {
  return solver::solve(game, {.folder = folder, .threads = threads, .memory_bytes = plenty_of_memory, .resume = resume},
                       {});
}

// The table files of a folder, in byte order.
inline std::vector<std::filesystem::path> table_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".rtb") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace rimau::testing
