#include "match/program_player.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau::match {
namespace {

constexpr std::chrono::milliseconds leave_taking(200);

}  // namespace

ProgramPlayer::~ProgramPlayer() {
  if (!process_) return;
  // Not kept waiting for: what does not take it at once is ended.
  (void)process_->send("quit", Clock::now() + leave_taking, [] { return true; });
  process_->finish(leave_taking);
}

ProgramPlayer::Clock::time_point ProgramPlayer::starting_deadline() const {
  return Clock::now() + std::chrono::milliseconds(surroundings_.timeout_ms);
}

Result<void> ProgramPlayer::say(std::string_view line) {
  return process_->send(line, starting_deadline(), surroundings_.keep_going);
}

Result<std::string> ProgramPlayer::await(std::string_view word, Clock::time_point deadline) {
  for (;;) {
    auto line = process_->receive(deadline, surroundings_.keep_going);
    if (!line) return line;
    const std::string_view text = *line;
    if (text == word) return std::string();
    if (text.starts_with(word) && (text[word.size()] == ' ' || text[word.size()] == '\t'))
      return std::string(trim(text.substr(word.size())));
    if (Clock::now() > deadline) return fail(ErrorKind::limit, "no answer in time");
  }
}

Result<void> ProgramPlayer::greet(const Game& game) {
  std::vector<std::string> lines{cat("setoption name Game value ", game.id())};
  for (const auto& [name, value] : settings_.options) lines.push_back(cat("setoption name ", name, " value ", value));
  if (auto said = say("ugi"); !said) return said;
  if (auto answer = await("ugiok", starting_deadline()); !answer) return std::unexpected(std::move(answer).error());
  for (const auto& line : lines)
    if (auto said = say(line); !said) return said;
  return {};
}

Result<void> ProgramPlayer::begin_game(const std::shared_ptr<const Game>& game, std::uint64_t) {
  const auto failed = [this](Error error) -> Result<void> {
    process_.reset();
    error.message = cat("while starting: ", error.message);
    return std::unexpected(std::move(error));
  };
  if (!process_) {
    auto started = Process::start(settings_.command);
    if (!started) return failed(std::move(started).error());
    process_.emplace(*std::move(started));
    if (auto greeted = greet(*game); !greeted) return failed(std::move(greeted).error());
  }
  for (const auto* line : {"uginewgame", "isready"})
    if (auto said = say(line); !said) return failed(std::move(said).error());
  if (auto ready = await("readyok", starting_deadline()); !ready) return failed(std::move(ready).error());
  return {};
}

// How long an answer is waited for at most.
std::chrono::milliseconds ProgramPlayer::longest_think(Side side, const Clocks& clocks) const {
  const auto& budget = settings_.budget;
  long long longest = surroundings_.timeout_ms;
  if (budget.movetime_ms > 0) longest = std::min<long long>(longest, budget.movetime_ms + surroundings_.margin_ms);
  if (budget.clock_ms > 0)
    longest = std::min(longest, clocks.left[static_cast<std::size_t>(side)] + surroundings_.margin_ms);
  return std::chrono::milliseconds(longest);
}

Result<Move> ProgramPlayer::choose(const Play& play, const Clocks& clocks) {
  if (!process_) return fail(ErrorKind::unavailable, "it is not running");
  auto move = ask(play, clocks);
  if (!move) process_.reset();  // whatever it is doing, it does no longer
  return move;
}

Result<Move> ProgramPlayer::ask(const Play& play, const Clocks& clocks) {
  const auto& game = play.game();
  std::string position = same_position(play.start(), start_position(game)) && play.start().ply == 0
                             ? "position startpos"
                             : cat("position fen ", format_position(game, play.start()));
  if (!play.moves().empty()) position += " moves";
  for (const auto move : play.moves()) position += cat(" ", format_move(game, move));
  if (auto said = say(position); !said) return std::unexpected(std::move(said).error());
  if (auto said = say(cat("go ", go_words(settings_.budget, clocks, game.rules().first))); !said)
    return std::unexpected(std::move(said).error());
  const auto answer = await("bestmove", Clock::now() + longest_think(play.position().turn, clocks));
  if (!answer) return std::unexpected(answer.error());
  const auto text = std::string_view(*answer).substr(0, answer->find_first_of(" \t"));
  auto move = parse_legal_move(game, play.position(), text);
  if (!move) return fail(ErrorKind::illegal, cat("it answered \"", shown(text), "\": ", move.error().message));
  return move;
}

}  // namespace rimau::match
