#include "base/descriptor.hpp"

#include <cerrno>
#include <cstring>

#include "base/text.hpp"

namespace rimau {

std::unexpected<Error> system_failure(const std::string& path, std::string_view doing) {
  return fail(ErrorKind::unavailable, cat("cannot ", doing, ": ", std::strerror(errno)), {.file = path});
}

Result<void> write_whole(const Descriptor& file, const void* data, std::size_t size, const std::string& path) {
  const auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const auto written = ::write(file.get(), bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = EIO;
    if (written <= 0) return system_failure(path, "write");
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return {};
}

bool read_whole(const Descriptor& file, void* data, std::size_t size) {
  auto* bytes = static_cast<char*>(data);
  while (size > 0) {
    const auto got = ::read(file.get(), bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace rimau
