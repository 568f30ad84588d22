// Files of the source tree that are built into the program.
#pragma once

#include <string_view>

namespace rimau {

struct EmbeddedFile {
  std::string_view name;  // as in the source tree, "games/rimau-24.toml"
  std::string_view text;
};

}  // namespace rimau
