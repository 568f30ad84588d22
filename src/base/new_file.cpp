#include "base/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

namespace rimau {

Result<NewFile> NewFile::create(std::string path) {
  std::string temporary = path + ".XXXXXX";
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) return system_failure(path, "create");
  return NewFile(std::move(path), std::move(temporary), std::move(file));
}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> NewFile::write(const void* data, std::size_t size) { return write_whole(file_, data, size, path_); }

Result<void> NewFile::place() {
  // mkostemp makes the file private; saved games, drawings and tables are meant to be read by others.
  if (::fchmod(file_.get(), 0644) != 0 || ::fsync(file_.get()) != 0 || !file_.close())
    return system_failure(path_, "write");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return system_failure(path_, "rename into place");
  temporary_.clear();
  // The rename is durable only once its folder is.
  const auto parent = std::filesystem::path(path_).parent_path();
  const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) ::fsync(folder.get());
  return {};
}

}  // namespace rimau
