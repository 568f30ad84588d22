// The files of games/, built into the program.
#pragma once

#include <span>

#include "base/embedded.hpp"

namespace rimau {

[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

}  // namespace rimau
