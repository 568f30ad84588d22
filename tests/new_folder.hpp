// A place for the files of a test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace rimau::testing {

// A new empty folder, in memory where there is such a place: games are flushed to disk after every turn,
// which takes long on a busy machine.
[[nodiscard]] inline std::string new_folder() {
  for (std::string name : {"/dev/shm/rimau-test-XXXXXX", "/tmp/rimau-test-XXXXXX"})
    if (::mkdtemp(name.data()) != nullptr) return name;
  return {};
}

// A new folder that goes when this does.
class Folder {
 public:
  Folder() : path_(new_folder()) {}
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace rimau::testing
