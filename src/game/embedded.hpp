// The files of games/, built into the program (see cmake/EmbedGames.cmake).
#pragma once

#include <span>
#include <string_view>

namespace rimau {

struct EmbeddedFile {
  std::string_view name;  // as in the source tree, "games/rimau-24.toml"
  std::string_view text;
};

[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

}  // namespace rimau
