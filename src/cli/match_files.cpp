#include "cli/match_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "notation/record.hpp"

namespace rimau::cli {
namespace {

constexpr std::size_t max_positions_bytes = 64 << 20;

Record record_of_game(const match::Plan& plan, const match::Finished& game) {
  Record record = record_of(game.play);
  const auto& tigers = plan.players[game.first_side == Side::tigers ? 0 : 1].name;
  const auto& men = plan.players[game.first_side == Side::tigers ? 1 : 0].name;
  // These names are sound, so nothing here can fail.
  (void)record.set_tag("Event", "rimau match");
  (void)record.set_tag("Tigers", tigers);
  (void)record.set_tag("Men", men);
  (void)record.set_tag("Round", std::to_string(game.number));
  if (!game.note.empty()) {
    const auto line = record.mainline();
    record.comments(line.empty() ? root_node : line.back()).push_back(game.note);
  }
  return record;
}

}  // namespace

Result<std::vector<Position>> read_starts(Session& session, const Game& game, const std::string& path) {
  const auto file = shown(path, 200);
  const auto text = read_file(path, max_positions_bytes);
  if (!text) return std::unexpected(Error(text.error()).in_file(file));
  std::vector<Position> starts;
  int number = 0;
  for (const auto raw : split(*text, '\n')) {
    ++number;
    const auto line = trim(raw);
    if (line.empty() || line.starts_with('#')) continue;
    auto position = parse_position(session.catalogue, game, line);
    if (!position) return std::unexpected(std::move(position).error().in_file(file).at_line(number));
    if (outcome(game, *position).over())
      return fail(ErrorKind::illegal, "the game is over in this position", {.file = file, .line = number});
    starts.push_back(*position);
  }
  if (starts.empty()) return fail(ErrorKind::text, "holds no position", {.file = file});
  return starts;
}

Result<void> RecordFile::open(Catalogue& catalogue, const std::string& path) {
  const auto shown_path = shown(path, 200);
  if (::access(path.c_str(), F_OK) == 0) {
    const auto text = read_file(path, max_record_bytes);
    if (!text) return std::unexpected(Error(text.error()).in_file(shown_path));
    const auto records = parse_records(catalogue, *text);
    if (!records) return std::unexpected(Error(records.error()).in_file(shown_path));
    empty_ = trim(*text).empty();
  }
  file_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file_.is_open()) return system_failure(shown_path, "write");
  path_ = shown_path;
  return {};
}

Result<void> RecordFile::add(const match::Plan& plan, const match::Finished& game) {
  if (!file_.is_open()) return {};
  const auto text = cat(empty_ ? "" : "\n", format_record(record_of_game(plan, game)));
  const auto before = ::lseek(file_.get(), 0, SEEK_END);
  auto written = write_whole(file_, text.data(), text.size(), path_);
  if (written) empty_ = false;
  else if (before >= 0) (void)!::ftruncate(file_.get(), before);  // half a game would spoil the file
  return written;
}

}  // namespace rimau::cli
