// The web app's files, read once and kept in memory: what was not read cannot be asked for.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "server/message.hpp"

namespace rimau::server {

// Immutable after read(); may be shared by threads.
class Site {
 public:
  // No files.
  Site() = default;
  // Every regular file below the folder, but those whose names (or folders' names) begin with a dot. A link
  // that leads out of the folder and a file that cannot be read are left out and told in left_out(). A file
  // NAME.gz or NAME.br beside a NAME is that file compressed; it is used when it is not older than NAME, and
  // smaller. Fails as `unavailable` when the folder cannot be read, as `limit` when it holds more than
  // 10,000 files or 256 MiB. Blocks.
  [[nodiscard]] static Result<Site> read(const std::string& folder);

  [[nodiscard]] bool empty() const noexcept { return files_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return files_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] const std::vector<Error>& left_out() const noexcept { return left_out_; }

  // The answer to a GET or HEAD of that decoded path: the file, "not modified", a redirect to the folder's
  // path ending with a slash, or "not found".
  [[nodiscard]] Response respond(const std::string& path, const Request& request) const;

 private:
  struct Variant {
    Body body;
    std::string tag;
  };
  struct File {
    std::string type;
    bool immutable = false;
    Variant plain;
    std::optional<Variant> gzip;
    std::optional<Variant> brotli;
  };
  class Reader;

  [[nodiscard]] static Response respond(const File& file, const Request& request);

  std::map<std::string, File, std::less<>> files_;  // by path, "/index.html"
  std::size_t bytes_ = 0;
  std::vector<Error> left_out_;
};

// The media type for a file's name, with the charset for texts.
[[nodiscard]] std::string_view media_type(std::string_view name) noexcept;

// Whether a build tool has put a hash of the contents into the name ("app-B3f_x9Qz.js"), so that another
// content will have another name: eight characters after the last "-", of which one is no lower-case letter.
[[nodiscard]] bool has_content_hash(std::string_view name) noexcept;

}  // namespace rimau::server
