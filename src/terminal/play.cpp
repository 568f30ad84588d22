#include "terminal/play.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <langinfo.h>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <utility>

#include "base/console.hpp"
#include "base/text.hpp"
#include "search/levels.hpp"
#include "terminal/line_view.hpp"
#include "terminal/screen_view.hpp"
#include "terminal/table.hpp"

namespace rimau::terminal {
namespace {

constexpr std::string_view default_game = "rimau-24";

Seats seats_for(const PlayOptions& options, const Record* record) {
  Seats seats{.tigers = Player::person, .men = Player::computer, .level = usual_level};
  if (record != nullptr) seats = seats_of(*record);
  if (options.seats) {
    const int level = seats.level;
    seats = *options.seats;
    seats.level = level;
  }
  if (options.level) seats.level = *options.level;
  return seats;
}

Result<Session> session_of(Catalogue& catalogue, const PlayOptions& options, Record record) {
  if (!options.game.empty()) {
    const auto game = catalogue.open(options.game);
    if (!game) return std::unexpected(game.error());
    if ((*game)->id() != record.game().id())
      return fail(ErrorKind::text, cat("found a record of ", record.game().id(), ", expected one of ", (*game)->id()),
                  {.file = options.load});
  }
  const auto seats = seats_for(options, &record);
  return Session(std::move(record), seats);
}

Result<Session> new_session(Catalogue& catalogue, const PlayOptions& options) {
  if (!options.load.empty()) {
    auto record = load_record(catalogue, options.load);
    if (!record) return std::unexpected(std::move(record).error());
    return session_of(catalogue, options, *std::move(record));
  }
  const auto seats = seats_for(options, nullptr);
  if (options.game.empty() && !options.position.empty()) {
    const auto read = parse_position(catalogue, options.position);
    if (!read) return std::unexpected(read.error());
    return Session(Play(read->game, read->position), seats);
  }
  const auto game = catalogue.open(options.game.empty() ? default_game : options.game);
  if (!game) return std::unexpected(game.error());
  if (options.position.empty()) return Session(Play(*game), seats);
  const auto position = parse_position(catalogue, **game, options.position);
  if (!position) return std::unexpected(position.error());
  return Session(Play(*game, *position), seats);
}

// What the two ends of the program are, and what they can show.
struct Surroundings {
  bool terminal = false;  // both are one
  bool dumb = false;
  bool utf8 = false;
  bool colour = false;
};

// ncurses needs the user's locale, or, where that is not installed, another one of the same encoding.
Surroundings look_around() {
  Surroundings around;
  std::setlocale(LC_ALL, "");
  std::setlocale(LC_NUMERIC, "C");
  const auto speaks_utf8 = [] { return std::string_view(::nl_langinfo(CODESET)) == "UTF-8"; };
  if (uses_utf8() && !speaks_utf8()) std::setlocale(LC_CTYPE, "C.UTF-8");
  around.terminal = is_terminal(stdin) && is_terminal(stdout);
  around.dumb = is_dumb_terminal();
  around.utf8 = speaks_utf8();
  around.colour = is_terminal(stdin) && wants_colour(stdout);
  return around;
}

// Asks until the answer is yes or no; no answer (the end of input) is nothing.
std::optional<bool> ask(const std::string& question) {
  for (;;) {
    fmt::print("{} [Y/n] ", question);
    std::fflush(stdout);
    char c = '\0';
    std::string answer;
    for (;;) {
      if (::read(STDIN_FILENO, &c, 1) != 1) return std::nullopt;
      if (c == '\n') break;
      if (answer.size() < 8) answer += c;
    }
    const auto word = trim(answer);
    if (word.empty() || word == "y" || word == "Y" || word == "yes") return true;
    if (word == "n" || word == "N" || word == "no") return false;
  }
}

// The outcome of looking for an unfinished game.
enum class Found : std::uint8_t { none, taken, leave };

// Puts the kept game into the session, if there is one and it is wanted.
Result<Found> take_unfinished(Catalogue& catalogue, const PlayOptions& options, const Surroundings& around,
                              Keeper& keeper, Session& session) {
  const bool wanted = options.unfinished == PlayOptions::Unfinished::resume;
  auto found = keeper.find(catalogue);
  if (!found && wanted) return std::unexpected(std::move(found).error());
  if (!found) fmt::print(stderr, "rimau: {}\n", found.error().text());
  if (!found || !*found) {
    if (wanted) return fail(ErrorKind::unknown, cat("no unfinished game of ", session.game().id(), " is kept"));
    return Found::none;
  }
  bool take = wanted;
  if (options.unfinished == PlayOptions::Unfinished::ask && around.terminal) {
    const auto turns = (*found)->mainline().size();
    const auto answer = ask(cat("An unfinished game of ", session.game().spec().name.get("en"), " (", turns,
                                turns == 1 ? " turn" : " turns", ") is kept. Go on with it?"));
    if (!answer) return Found::leave;
    take = *answer;
  }
  if (!take) {
    const auto aside = keeper.put_aside();
    fmt::print("The unfinished game that was kept is now {}\n", aside);
    return Found::none;
  }
  auto resumed = session_of(catalogue, {.seats = options.seats, .level = options.level}, **std::move(found));
  if (!resumed) return std::unexpected(std::move(resumed).error());
  session = *std::move(resumed);
  return Found::taken;
}

}  // namespace

Result<int> play(Catalogue& catalogue, const PlayOptions& options) {
  auto session = new_session(catalogue, options);
  if (!session) return std::unexpected(std::move(session).error());
  const auto around = look_around();
  std::unique_ptr<Keeper> keeper;
  if (session->seats().any_person()) {
    keeper = std::make_unique<Keeper>(session->game().id());
    if (!keeper->why_not().empty()) fmt::print(stderr, "rimau: {}\n", keeper->why_not());
    const auto found = take_unfinished(catalogue, options, around, *keeper, *session);
    if (!found) return std::unexpected(found.error());
    if (*found == Found::leave) return 0;
  }
  const auto seed = options.seed ? *options.seed : std::random_device{}();
  Table table(catalogue, *std::move(session), std::move(keeper), seed, expanded(options.save));
  if (options.tables) table.use(options.tables(table.session().game()));
  if (around.terminal && !around.dumb && !options.plain) {
    if (play_on_screen(table, {.utf8 = around.utf8, .colour = around.colour})) return 0;
    fmt::print("This terminal cannot show the board; playing line by line.\n");
  }
  play_by_line(table, {.ascii = !around.utf8, .colour = around.colour});
  return 0;
}

}  // namespace rimau::terminal
