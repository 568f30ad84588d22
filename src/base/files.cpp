#include "base/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/descriptor.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"

namespace rimau {
namespace {

// Writes to what is no regular file: a device, a pipe. There are no old contents to protect there.
Result<void> write_in_place(const std::string& path, std::string_view contents) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) return system_failure(path, "open");
  return write_whole(file, contents.data(), contents.size(), path);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return system_failure(path, "open");
  struct stat status{};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode))
    return fail(ErrorKind::unavailable, "cannot read: it is a directory", {.file = path});
  std::string contents;
  std::size_t size = 0;
  constexpr std::size_t chunk = 1 << 16;
  for (;;) {
    contents.resize(size + chunk);
    const auto got = ::read(file.get(), contents.data() + size, chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure(path, "read");
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > max_bytes)
      return fail(ErrorKind::limit, cat("larger than the ", max_bytes, " bytes allowed here"), {.file = path});
  }
  contents.resize(size);
  return contents;
}

Result<void> write_file(const std::string& given_path, std::string_view contents) {
  struct stat status{};
  const bool exists = ::stat(given_path.c_str(), &status) == 0;
  // Renaming over a device would put a file in its place.
  if (exists && !S_ISREG(status.st_mode)) return write_in_place(given_path, contents);
  std::string path = given_path;
  if (exists) {
    // Renaming over a link would cut it; its target is meant.
    std::error_code error;
    if (const auto target = std::filesystem::canonical(given_path, error); !error) path = target.string();
  }
  auto file = NewFile::create(std::move(path));
  if (!file) return std::unexpected(file.error());
  if (auto done = file->write(contents.data(), contents.size()); !done) return done;
  return file->place();
}

}  // namespace rimau
