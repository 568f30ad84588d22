#include "base/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/text.hpp"

namespace rimau {
namespace {

// A file descriptor that is closed whatever happens.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

std::unexpected<Error> system_failure(const std::string& path, std::string_view doing) {
  return fail(ErrorKind::unavailable, cat("cannot ", doing, ": ", std::strerror(errno)), {.file = path});
}

Result<void> write_all(int fd, std::string_view contents, const std::string& path) {
  while (!contents.empty()) {
    const auto written = ::write(fd, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_failure(path, "write");
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

// Writes to what is no regular file: a device, a pipe. There are no old contents to protect there.
Result<void> write_in_place(const std::string& path, std::string_view contents) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) return system_failure(path, "open");
  return write_all(file.get(), contents, path);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return system_failure(path, "open");
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
  std::string temporary = path + ".XXXXXX";
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return system_failure(path, "create");
  const auto give_up = [&](std::unexpected<Error> error) -> Result<void> {
    ::unlink(temporary.c_str());
    return error;
  };
  if (auto done = write_all(file.get(), contents, path); !done) return give_up(std::unexpected(done.error()));
  // mkostemp makes the file private; a saved game or drawing is meant to be read by others.
  if (::fchmod(file.get(), 0644) != 0 || ::fsync(file.get()) != 0) return give_up(system_failure(path, "write"));
  if (::close(file.release()) != 0) return give_up(system_failure(path, "write"));
  if (::rename(temporary.c_str(), path.c_str()) != 0) return give_up(system_failure(path, "rename into place"));
  // The rename is durable only once its folder is.
  const auto parent = std::filesystem::path(path).parent_path();
  const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) ::fsync(folder.get());
  return {};
}

}  // namespace rimau
