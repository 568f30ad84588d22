// Whole files in, whole files out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/errors.hpp"

namespace rimau {

// The contents of a regular file (or, for "-", of standard input) of at most max_bytes. Fails as
// `unavailable` (with the system's reason), or `limit` when it is larger. Blocks.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

// Writes the file so that a reader, or a crash at any moment, sees the old contents or the new,
// never a part: temporary file in the same folder, flushed to disk, then renamed. On failure the
// old file is untouched and the temporary one removed. A link is followed; a device or pipe is
// written to as it is. Blocks.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view contents);

}  // namespace rimau
