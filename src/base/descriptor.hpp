// The system's open files, and what goes wrong with them.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/errors.hpp"

namespace rimau {

// A file descriptor, closed with its owner unless it is one of the three that every program starts with. Negative:
// none.
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  ~Descriptor() { close(); }

  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }
  [[nodiscard]] int get() const noexcept { return fd_; }
  // Closes it now. False, with errno, when the system could not keep what was written.
  bool close() noexcept {
    const int fd = std::exchange(fd_, -1);
    return fd <= STDERR_FILENO || ::close(fd) == 0;
  }

 private:
  int fd_ = -1;
};

// "cannot <doing>: <what errno says>" of the file, as `unavailable`.
[[nodiscard]] std::unexpected<Error> system_failure(const std::string& path, std::string_view doing);

// All of the bytes; `path` is what an error names. Blocks.
[[nodiscard]] Result<void> write_whole(const Descriptor& file, const void* data, std::size_t size,
                                       const std::string& path);
// False when the file ends before, or cannot be read. Blocks.
[[nodiscard]] bool read_whole(const Descriptor& file, void* data, std::size_t size);

}  // namespace rimau
