#include "cli/tables.hpp"

#include <algorithm>
#include <csignal>
#include <set>

#include "base/text.hpp"
#include "cli/output.hpp"

namespace rimau::cli {
namespace {

volatile std::sig_atomic_t stop_flag = 0;

void on_stop(int signal) {
  if (stop_flag != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  stop_flag = 1;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

tablebase::Tables open_tables(const std::vector<std::string>& folders) {
  auto tables = tablebase::Tables::open(folders);
  for (const auto& refusal : tables.refusals()) fmt::print(stderr, "rimau: left out: {}\n", shown(refusal.text(), 500));
  return tables;
}

void add_tables_option(CLI::App& command, std::vector<std::string>& folders) {
  command.add_option("--tables", folders, "Use the tables in this folder; may be repeated")
      ->type_name("DIR")
      ->check(not_empty())
      ->allow_extra_args(false);
}

std::shared_ptr<const tablebase::Tables> tables_for_play(const std::vector<std::string>& folders, const Game& game) {
  if (folders.empty()) return nullptr;
  auto tables = std::make_shared<const tablebase::Tables>(open_tables(folders));
  if (std::ranges::any_of(tables->files(), [&](const auto& file) { return file.check_game(game).has_value(); }))
    return tables;
  fmt::print(stderr, "rimau: no tables of {} there; going on without\n", game.id());
  return nullptr;
}

std::vector<std::string> games_of(const tablebase::Tables& tables) {
  std::set<std::string> games;
  for (const auto& file : tables.files()) {
    const auto& name = file.header().game;
    games.emplace(name.begin(), std::ranges::find(name, '\0'));
  }
  return {games.begin(), games.end()};
}

std::string told(const tablebase::Value& value) {
  if (value.verdict == Verdict::draw) return "draw";
  const std::string winner(name(value.verdict));
  return value.distance ? cat(winner, " in ", *value.distance) : winner;
}

void watch_for_stop() {
  std::signal(SIGINT, on_stop);
  std::signal(SIGTERM, on_stop);
}

bool stop_requested() { return stop_flag != 0; }

ProgressLine::ProgressLine() : terminal_(is_terminal(stderr)), next_(start_ + std::chrono::seconds(2)) {}

ProgressLine::~ProgressLine() {
  if (drawn_ && terminal_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::note(std::string_view text) {
  fmt::print(stderr, "{}rimau: {}\n", drawn_ && terminal_ ? "\r\x1b[K" : "", text);
}

void ProgressLine::show(std::string_view phase, double done, std::optional<std::uint64_t> positions) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(250) : std::chrono::milliseconds(10'000));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  auto line = fmt::format("{:3.0f} %  {}", 100 * done, phase);
  if (positions) {
    const double rate = double(*positions) / seconds / 1e6;
    line += fmt::format(", {:.{}f} million positions a second", rate, rate < 10 ? 1 : 0);
  }
  line += fmt::format(", {} so far", duration(seconds));
  if (done > 0.01 && done < 1) line += fmt::format(", about {} left", duration(seconds * (1 - done) / done));
  if (terminal_) {
    // Never more than a line: a wrapped one could not be redrawn.
    fmt::print(stderr, "\r{}\x1b[K", line.substr(0, static_cast<std::size_t>(text_width() - 1)));
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace rimau::cli
