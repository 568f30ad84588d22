#include "search/embedded.hpp"

namespace rimau {

std::span<const EmbeddedFile> embedded_networks() { return {}; }

}  // namespace rimau
