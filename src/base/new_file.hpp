// Files that are there whole or not at all.
#pragma once

#include <cstddef>
#include <string>

#include "base/descriptor.hpp"

namespace rimau {

// A file that is being written beside where it is to be. Whoever reads, and a crash at any moment, finds under its name
// the file that was there before, or the new one with all that was written; what does not get so far is removed. For
// one thread.
class NewFile {
 public:
  // For a regular file of that name, there already or not. Fails as `unavailable`, with the system's reason.
  [[nodiscard]] static Result<NewFile> create(std::string path);
  NewFile(NewFile&& other) noexcept
      : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})), file_(std::move(other.file_)) {}
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  // Where it is to be.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Fails as `unavailable`; the file is then to be given up. Blocks.
  [[nodiscard]] Result<void> write(const void* data, std::size_t size);
  // Flushes it to disk and gives it its name, readable by all. Once, at the end. Blocks.
  [[nodiscard]] Result<void> place();

 private:
  NewFile(std::string path, std::string temporary, Descriptor file)
      : path_(std::move(path)), temporary_(std::move(temporary)), file_(std::move(file)) {}

  std::string path_;
  std::string temporary_;  // empty once placed
  Descriptor file_;
};

}  // namespace rimau
