// The files of networks/, built into the program; into the page's module none is, since the page fetches the one that
// it needs.
#pragma once

#include <span>

#include "base/embedded.hpp"

namespace rimau {

[[nodiscard]] std::span<const EmbeddedFile> embedded_networks();

}  // namespace rimau
