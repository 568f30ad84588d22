#include "server/site.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "base/files.hpp"
#include "base/text.hpp"
#include "server/negotiation.hpp"
#include "server/target.hpp"

namespace rimau::server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_files = 10'000;
constexpr std::size_t max_bytes = std::size_t{256} << 20;

constexpr std::string_view html = "text/html; charset=utf-8";
constexpr std::string_view script = "text/javascript; charset=utf-8";
constexpr std::array<std::pair<std::string_view, std::string_view>, 22> types{{
    {".html", html},
    {".js", script},
    {".mjs", script},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml; charset=utf-8"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".wav", "audio/wav"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".xml", "application/xml"},
    {".pdf", "application/pdf"},
    {".gz", "application/gzip"},
}};

bool runs(std::string_view type) { return type == html || type == script; }

bool is_below(const fs::path& path, const fs::path& root) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

}  // namespace

// Collects the files of a folder, then joins the compressed ones to what they are of.
class Site::Reader {
 public:
  Reader(Site& site, fs::path root) : site_(site), root_(std::move(root)) {}

  Result<void> read() {
    std::error_code error;
    auto entry = fs::recursive_directory_iterator(root_, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      if (entry->path().filename().string().starts_with('.')) {
        entry.disable_recursion_pending();
        continue;
      }
      if (auto added = add(*entry); !added) return added;
    }
    if (error)
      return fail(ErrorKind::unavailable, cat("cannot read the folder: ", error.message()), {.file = root_.string()});
    join_compressed();
    return {};
  }

 private:
  Result<void> add(const fs::directory_entry& entry) {
    std::error_code error;
    const auto& path = entry.path();
    if (entry.is_symlink(error)) {
      const auto real = fs::canonical(path, error);
      if (error || !is_below(real, root_) || !fs::is_regular_file(real, error)) {
        leave_out(ErrorKind::unsupported, "a link that leads to no file of the folder", path);
        return {};
      }
    } else if (!entry.is_regular_file(error)) {
      return {};
    }
    if (site_.files_.size() == max_files) return too_much();
    auto bytes = read_file(path.string(), max_bytes - site_.bytes_);
    if (!bytes && bytes.error().kind == ErrorKind::limit) return too_much();
    if (!bytes) {
      site_.left_out_.push_back(std::move(bytes).error().in_file(path.string()));
      return {};
    }
    const auto name = cat('/', path.lexically_relative(root_).generic_string());
    if (find_invalid_utf8(name) != std::string_view::npos) {
      leave_out(ErrorKind::text, "a name that is no UTF-8", path);
      return {};
    }
    site_.bytes_ += bytes->size();
    File file{.type = std::string(media_type(name)),
              .immutable = has_content_hash(name),
              .plain = {},
              .gzip = {},
              .brotli = {}};
    file.plain.tag = entity_tag(*bytes);
    file.plain.body = std::make_shared<const std::string>(*std::move(bytes));
    site_.files_.emplace(name, std::move(file));
    return {};
  }

  void join_compressed() {
    for (const auto encoding : {Encoding::gzip, Encoding::brotli}) {
      const std::string_view ending = encoding == Encoding::gzip ? ".gz" : ".br";
      for (auto at = site_.files_.begin(); at != site_.files_.end();) {
        const std::string_view name = at->first;
        const auto of = name.ends_with(ending) ? site_.files_.find(name.substr(0, name.size() - ending.size()))
                                               : site_.files_.end();
        if (of == site_.files_.end()) {
          ++at;
          continue;
        }
        auto& variant = encoding == Encoding::gzip ? of->second.gzip : of->second.brotli;
        const auto& body = at->second.plain.body;
        if (!is_older(at->first, of->first) && body->size() < of->second.plain.body->size())
          variant = Variant{body, entity_tag(*of->second.plain.body, server::name(encoding))};
        at = site_.files_.erase(at);
      }
    }
  }

  // Whether the first file was last written before the second; a build writes the compressed file last.
  [[nodiscard]] bool is_older(const std::string& first, const std::string& second) const {
    std::error_code error;
    const auto a = fs::last_write_time(root_ / first.substr(1), error);
    const auto b = fs::last_write_time(root_ / second.substr(1), error);
    return error || a < b;
  }

  void leave_out(ErrorKind kind, std::string why, const fs::path& path) {
    site_.left_out_.push_back({kind, std::move(why), {.file = path.string()}});
  }

  [[nodiscard]] std::unexpected<Error> too_much() const {
    return fail(ErrorKind::limit,
                cat("more than ", max_files, " files or ", max_bytes >> 20, " MiB; is it the web app?"),
                {.file = root_.string()});
  }

  Site& site_;
  fs::path root_;
};

Result<Site> Site::read(const std::string& folder) {
  std::error_code error;
  auto root = fs::canonical(folder, error);
  if (!error && !fs::is_directory(root, error))
    return fail(ErrorKind::unavailable, "not a folder; expected the built web app", {.file = folder});
  if (error) return fail(ErrorKind::unavailable, cat("cannot read the folder: ", error.message()), {.file = folder});
  Site site;
  if (auto read = Reader(site, std::move(root)).read(); !read) return std::unexpected(std::move(read).error());
  return site;
}

Response Site::respond(const std::string& path, const Request& request) const {
  const auto found = files_.find(path.ends_with('/') ? path + "index.html" : path);
  if (found != files_.end()) return respond(found->second, request);
  if (files_.contains(path + "/index.html")) {
    auto response = text_response(308, "The folder's address ends with a slash.");
    response.fields.emplace_back("Location", encoded_path(path) + '/');
    return response;
  }
  return text_response(404, "There is nothing here.");
}

Response Site::respond(const File& file, const Request& request) {
  const auto encoding = choose_encoding(request.accept_encoding, file.gzip.has_value(), file.brotli.has_value());
  const auto& variant = encoding == Encoding::gzip     ? *file.gzip
                        : encoding == Encoding::brotli ? *file.brotli
                                                       : file.plain;
  Response response;
  response.fields = {{"ETag", variant.tag},
                     {"Cache-Control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache"}};
  if (file.gzip || file.brotli) response.fields.emplace_back("Vary", "Accept-Encoding");
  if (runs(file.type)) response.fields.emplace_back("Content-Security-Policy", page_policy);
  if (names_tag(request.if_none_match, variant.tag)) {
    response.status = 304;
    return response;
  }
  response.fields.emplace_back("Content-Type", file.type);
  if (encoding != Encoding::identity) response.fields.emplace_back("Content-Encoding", name(encoding));
  response.body = variant.body;
  return response;
}

std::string_view media_type(std::string_view name) noexcept {
  for (const auto& [ending, type] : types)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

bool has_content_hash(std::string_view name) noexcept {
  constexpr std::size_t hash_length = 8;
  name = name.substr(name.find_last_of('/') + 1);
  const auto dot = name.find('.');
  if (dot == std::string_view::npos || dot < hash_length + 2 || name[dot - hash_length - 1] != '-') return false;
  const auto hash = name.substr(dot - hash_length, hash_length);
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_part = [&](char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return std::ranges::all_of(hash, is_part) && !std::ranges::all_of(hash, is_lower);
}

}  // namespace rimau::server
