#include "terminal/table.hpp"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/files.hpp"
#include "base/text.hpp"
#include "terminal/words.hpp"

namespace rimau::terminal {

std::string expanded(const std::string& path) {
  const char* home = std::getenv("HOME");
  if (!path.starts_with("~/") || home == nullptr) return path;
  return cat(std::string_view(home), path.substr(1));
}

Result<Record> load_record(Catalogue& catalogue, const std::string& path) {
  const auto text = read_file(path, max_loaded_bytes);
  if (!text) return std::unexpected(text.error());
  auto records = parse_records(catalogue, *text);
  if (!records) return std::unexpected(std::move(records).error().in_file(path));
  if (records->empty()) return fail(ErrorKind::text, "no game in the file", {.file = path});
  return std::move(records->front());
}

Table::Table(Catalogue& catalogue, Session session, std::unique_ptr<Keeper> keeper, std::uint64_t seed,
             std::string save_path)
    : catalogue_(&catalogue),
      session_(std::move(session)),
      keeper_(std::move(keeper)),
      save_path_(std::move(save_path)),
      thinker_(seed) {
  if (!save_path_.empty()) written_.insert(save_path_);
  // A person who plays the tigers sees the board as it is written; so does everybody else.
  if (session_.over()) say(describe(session_.game(), session_.play().outcome()));
}

bool Table::unsaved() const noexcept { return session_.revision() != saved_revision_; }

bool Table::tick() {
  if (const auto answer = thinker_.take()) {
    answered(*answer);
    return true;
  }
  if (!thinker_.busy() && session_.computer_to_move() && !paused_) {
    hinting_ = false;
    thinker_.start(session_.play(), session_.seats().level);
    return true;
  }
  return false;
}

bool Table::wait() {
  tick();
  if (!thinker_.busy()) return false;
  answered(thinker_.wait());
  return true;
}

void Table::answered(Move move) {
  const auto& game = session_.game();
  if (std::exchange(hinting_, false)) {
    give_hint(move);
    return complain_of_tables();
  }
  const auto before = session_.play().position();
  if (auto made = session_.make(move); !made) {
    paused_ = true;
    complain(cat("the computer's move ", format_move(game, move), " is not legal: ", made.error().message));
    return;
  }
  say(cat(format_move(game, move), ": ", describe(game, before, move), "."));
  after_change();
  complain_of_tables();
}

void Table::give_hint(Move move) {
  const auto& game = session_.game();
  hint_ = move;
  auto hint = cat("Hint: ", format_move(game, move), " (", describe(game, session_.play().position(), move), ")");
  if (const auto& known = thinker_.known()) hint += cat(". ", describe(game, *known));
  say(std::move(hint));
}

// Told once, after what else there is to say: the game goes on without them.
void Table::complain_of_tables() {
  const auto& fault = thinker_.fault();
  if (!fault || std::exchange(tables_failed_, true)) return;
  complain(cat(message_.text, message_.text.empty() ? "" : " ", "Going on without tables: ", fault->text()));
}

void Table::after_change() {
  thinker_.stop();
  hinting_ = false;
  hint_.reset();
  if (const auto& outcome = session_.play().outcome(); outcome.over()) say(describe(session_.game(), outcome));
  keep();
}

// Faults of keeping are told once: the game goes on without.
void Table::keep() {
  Result<void> kept = keeper_ ? keeper_->keep(session_) : Result<void>{};
  if (kept && !save_path_.empty()) kept = write_file(save_path_, format_record(session_.record(today())));
  if (kept && !save_path_.empty()) saved_revision_ = session_.revision();
  if (!kept && !std::exchange(keeping_failed_, true)) complain(cat("the game is not kept: ", kept.error().text()));
}

void Table::make(Move move) {
  const auto before = session_.play().position();
  if (const auto made = session_.make(move); !made) return complain(made.error().message);
  say(cat(format_move(session_.game(), move), ": ", describe(session_.game(), before, move), "."));
  after_change();
}

void Table::type(const std::string& text) {
  if (session_.computer_to_move()) return complain("it is the computer's turn");
  const auto before = session_.play().position();
  if (const auto made = session_.type(text); !made) return complain(made.error().message);
  const auto move = session_.play().moves().back();
  say(cat(format_move(session_.game(), move), ": ", describe(session_.game(), before, move), "."));
  after_change();
}

void Table::run(const Command& command) {
  switch (command.verb) {
    case Verb::move:
      return type(command.argument);
    case Verb::hint:
      return ask_hint();
    case Verb::undo:
      return take_back();
    case Verb::redo:
      return make_again();
    case Verb::flip:
      flipped_ = !flipped_;
      return;
    case Verb::save:
      if (would_overwrite(command.argument))
        return complain(cat(shown(command.argument, 200), " exists; \"overwrite FILE\" replaces it"));
      return save(command.argument);
    case Verb::overwrite:
      return save(command.argument);
    case Verb::load:
      return load(command.argument);
    case Verb::restart:
      return restart();
    case Verb::pause:
      paused_ = !paused_;
      if (paused_) thinker_.stop();
      return say(paused_ ? "The computer is paused." : "The computer plays on.");
    case Verb::resign:
      if (session_.over()) return complain("the game is over");
      if (!session_.resign()) return complain("nobody here can resign: the computer plays both sides");
      return after_change();
    case Verb::draw:
      if (session_.over()) return complain("the game is over");
      if (!session_.agree_draw()) return complain("only two people at one keyboard can agree a draw");
      return after_change();
    case Verb::none:
    case Verb::moves:
    case Verb::board:
    case Verb::rules:
    case Verb::help:
    case Verb::quit:
      return;
  }
}

void Table::ask_hint() {
  if (session_.over()) return complain("the game is over");
  if (!session_.person_to_move()) return complain("it is the computer's turn");
  thinker_.start(session_.play(), last_level);
  hinting_ = true;
  say("Looking for a hint...");
}

void Table::take_back() {
  // A computer that would answer at once is stopped, or nothing could be taken back where it plays both.
  thinker_.stop();
  if (!session_.undo()) return complain("there is nothing to take back");
  if (!session_.seats().any_person()) paused_ = true;
  const auto turns = session_.play().moves().size();
  say(cat("Taken back to turn ", session_.play().position().ply + 1, turns == 0 ? ", the start." : "."));
  after_change();
}

void Table::make_again() {
  thinker_.stop();
  if (!session_.redo()) return complain("there is nothing to make again");
  say(cat("Made again: ", format_move(session_.game(), session_.play().moves().back()), "."));
  after_change();
}

void Table::restart() {
  const auto& play = session_.play();
  replace(Session(Play(play.shared_game(), play.start()), session_.seats()));
  say("A new game.");
}

void Table::replace(Session session) {
  thinker_.stop();
  const bool other_game = session.game().id() != session_.game().id();
  session_ = std::move(session);
  saved_revision_ = session_.revision();
  if (keeper_ && other_game) keeper_ = std::make_unique<Keeper>(session_.game().id());
  else if (keeper_) keeper_->put_aside();
  hinting_ = false;
  hint_.reset();
}

bool Table::would_overwrite(const std::string& path) const {
  std::error_code error;
  const auto file = expanded(path);
  return std::filesystem::is_regular_file(file, error) && !written_.contains(file);
}

void Table::save(const std::string& typed) {
  if (typed.empty()) return complain("save to which file? Type save FILE");
  const auto path = expanded(typed);
  if (const auto written = write_file(path, format_record(session_.record(today()))); !written)
    return complain(written.error().text());
  written_.insert(path);
  saved_revision_ = session_.revision();
  say(cat("Saved to ", shown(path, 200), "."));
}

void Table::load(const std::string& typed) {
  if (typed.empty()) return complain("load which file? Type load FILE");
  const auto path = expanded(typed);
  auto record = load_record(*catalogue_, path);
  if (!record) return complain(record.error().text());
  replace(Session(*std::move(record), session_.seats()));
  say(cat("Loaded ", shown(path, 200), ": ", session_.play().moves().size(), " turns of ", session_.game().id(), "."));
}

}  // namespace rimau::terminal
