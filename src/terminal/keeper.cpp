#include "terminal/keeper.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "base/files.hpp"
#include "base/text.hpp"

namespace rimau::terminal {
namespace {

constexpr int max_at_once = 9;  // programs that play the same game and keep it
constexpr std::size_t max_kept_bytes = 8 << 20;

// The folder for state by the XDG base directory rules: relative values count as unset.
std::string state_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && state[0] == '/') return cat(std::string_view(state), "/rimau");
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return cat(std::string_view(home), "/.local/state/rimau");
  return {};
}

std::string file_name(std::string game) {
  std::ranges::replace(game, '/', '_');
  return game;
}

// Holds the lock on a file for as long as it is open; not open when there is none to have.
Descriptor lock(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.is_open() && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0) file.close();
  return file;
}

}  // namespace

Keeper::Keeper(const std::string& game) {
  const auto folder = state_folder();
  if (folder.empty()) {
    why_not_ = "neither XDG_STATE_HOME nor HOME names a folder, so unfinished games are not kept";
    return;
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    why_not_ = cat(folder, ": ", error.message(), ", so unfinished games are not kept");
    return;
  }
  for (int i = 1; i <= max_at_once && !lock_.is_open(); ++i) {
    const auto path = cat(folder, "/", file_name(game), i == 1 ? std::string() : cat(".", i));
    lock_ = lock(path + ".lock");
    if (lock_.is_open()) path_ = path + ".rec";
  }
  if (!lock_.is_open()) why_not_ = cat(folder, " cannot be written, so unfinished games are not kept");
}

Result<std::optional<Record>> Keeper::find(Catalogue& catalogue) {
  std::error_code error;
  if (path_.empty() || !std::filesystem::exists(path_, error)) return std::nullopt;
  auto text = read_file(path_, max_kept_bytes);
  if (!text) return std::unexpected(std::move(text).error());
  auto records = parse_records(catalogue, *text);
  if (records && records->size() == 1 && !replay(records->front()).outcome().over()) return std::move(records->front());
  if (records && !records->empty()) return std::nullopt;
  const auto reason = records ? "it is empty" : records.error().text();
  return fail(ErrorKind::damaged,
              cat("the unfinished game cannot be read (", reason, "); it was moved to ", put_aside()), {.file = path_});
}

std::string Keeper::put_aside() {
  kept_revision_.reset();
  if (path_.empty()) return {};
  auto aside = path_;
  aside.replace(aside.size() - 4, 4, ".previous.rec");
  std::error_code error;
  std::filesystem::rename(path_, aside, error);
  return aside;
}

Result<void> Keeper::keep(const Session& session) {
  if (path_.empty() || session.revision() == kept_revision_) return {};
  kept_revision_ = session.revision();
  if (session.over() || session.play().moves().empty()) {
    forget();
    return {};
  }
  return write_file(path_, format_record(session.record(today())));
}

void Keeper::forget() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[16];
  return {text, std::strftime(text, sizeof text, "%Y.%m.%d", &local)};
}

}  // namespace rimau::terminal
