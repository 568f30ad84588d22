#include "terminal/session.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "search/levels.hpp"
#include "terminal/merge.hpp"

namespace rimau::terminal {
namespace {

constexpr std::string_view person_name = "person";
constexpr std::string_view computer_name = "rimau, level ";

std::string player_name(const Seats& seats, Side side) {
  return seats.of(side) == Player::person ? std::string(person_name) : cat(computer_name, seats.level);
}

// The level in a computer player's name; nothing if it is no such name.
std::optional<int> level_in(std::string_view name) {
  if (!name.starts_with(computer_name)) return std::nullopt;
  const auto level = parse_number(name.substr(computer_name.size()), last_level);
  if (!level || *level < first_level) return std::nullopt;
  return static_cast<int>(*level);
}

}  // namespace

Seats seats_of(const Record& record) {
  Seats seats;
  for (const auto side : {Side::tigers, Side::men}) {
    const auto level = level_in(record.tag(side == Side::tigers ? "Tigers" : "Men").value_or(""));
    if (!level) continue;
    (side == Side::tigers ? seats.tigers : seats.men) = Player::computer;
    seats.level = *level;
  }
  return seats;
}

Session::Session(Play play, const Seats& seats)
    : play_(std::move(play)), seats_(seats), turn_(play_.game(), play_.position()) {}

Session::Session(Record record, const Seats& seats) : Session(replay(record), seats) {
  loaded_ = std::make_shared<const Record>(std::move(record));
}

bool Session::computer_to_move() const noexcept { return !over() && seats_.of(side_to_move()) == Player::computer; }
bool Session::person_to_move() const noexcept { return !over() && seats_.of(side_to_move()) == Player::person; }

void Session::changed() {
  turn_ = TurnBuilder(play_.game(), play_.position());
  ++revision_;
}

Result<void> Session::make(Move move) {
  if (over()) return fail(ErrorKind::illegal, "the game is over");
  if (auto made = play_.play(move); !made) return made;
  if (!undone_.empty() && undone_.back() == move) undone_.pop_back();
  else undone_.clear();
  changed();
  return {};
}

Result<void> Session::type(std::string_view text) {
  if (over()) return fail(ErrorKind::illegal, "the game is over");
  if (const auto point = game().board().find(text); point && play_.position().stage == Stage::play) {
    TurnBuilder turn(game(), play_.position());
    const auto why = turn.why_not(*point);
    if (const auto move = turn.click(*point)) return make(*move);
    return fail(ErrorKind::illegal, why.empty() ? cat("where is the piece on ", text, " to go?") : why);
  }
  const auto move = parse_legal_move(game(), play_.position(), text);
  if (!move) return std::unexpected(move.error());
  return make(*move);
}

bool Session::declared() const noexcept {
  const auto reason = play_.outcome().reason;
  return reason == Reason::resignation || reason == Reason::agreement || reason == Reason::time;
}

void Session::undo_one() {
  undone_.push_back(play_.moves().back());
  play_.undo();
}

bool Session::undo() {
  if (declared()) {
    play_.undo();
    changed();
    return true;
  }
  // The person's last move, so that a game the computer has begun is not begun anew.
  const auto count = play_.moves().size();
  auto back = count;
  while (back > 0 && seats_.any_person() && seats_.of(play_.positions()[back - 1].turn) != Player::person) --back;
  if (back == 0) return false;
  while (play_.moves().size() >= back) undo_one();
  changed();
  return true;
}

bool Session::redo() {
  if (undone_.empty() || over()) return false;
  do {
    if (!play_.play(undone_.back())) {
      undone_.clear();
      break;
    }
    undone_.pop_back();
  } while (!undone_.empty() && computer_to_move() && seats_.any_person());
  changed();
  return true;
}

Side Session::persons_side() const noexcept {
  if (seats_.two_persons()) return side_to_move();
  return seats_.tigers == Player::person ? Side::tigers : Side::men;
}

bool Session::resign() {
  if (!seats_.any_person() || !play_.resign(persons_side())) return false;
  changed();
  return true;
}

bool Session::agree_draw() {
  if (!seats_.two_persons() || !play_.agree_draw()) return false;
  changed();
  return true;
}

Record Session::record(std::string_view date) const {
  Record record = loaded_ ? merged(*loaded_, play_) : record_of(play_);
  const auto set = [&record](std::string_view name, std::string value) {
    if (!record.tag(name)) (void)record.set_tag(name, std::move(value));
  };
  set("Date", std::string(date));
  set("Tigers", player_name(seats_, Side::tigers));
  set("Men", player_name(seats_, Side::men));
  return record;
}

}  // namespace rimau::terminal
