// rimau rules: a game's rules, first as facts that the compiled game gives, then as its file tells them.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/phrases.hpp"
#include "cli/terminal.hpp"

namespace rimau::cli {
namespace {

struct Request {
  std::string game;
  std::string language = "en";
};

// Tells one game's rules in one language.
class Teller {
 public:
  Teller(const Session& session, const Game& game, Language language)
      : session_(session),
        game_(game),
        language_(language),
        code_(language_codes[static_cast<std::size_t>(language)]),
        width_(text_width()) {}

  void tell() const {
    title();
    facts();
    options();
    texts();
    sources();
  }

 private:
  template <class... Args>
  [[nodiscard]] std::string say(Phrase which, const Args&... args) const {
    return fmt::format(fmt::runtime(phrase(which, language_)), args...);
  }

  void heading(std::string_view text) const { put(cat("\n", shown(text, 200), "\n")); }
  void paragraph(std::string_view text) const { put("  " + wrapped(text, width_, 2, 2)); }

  // A label, then what it labels in a column of its own.
  void fact(Phrase label, const std::string& text) const {
    constexpr int label_width = 20;
    auto line = cat("  ", phrase(label, language_));
    line.append(static_cast<std::size_t>(std::max(1, label_width - columns(line))), ' ');
    const int start = columns(line);
    put(line + wrapped(text, width_, label_width, start));
  }

  void title() const {
    const auto& spec = game_.spec();
    auto line = cat(spec.name.get(code_), " (", game_.id(), ")");
    if (const auto origin = spec.origin.get(code_); !origin.empty()) line += cat(", ", origin);
    put(wrapped(line, width_, 2, 0));
    if (spec.drafts.contains(code_)) put(wrapped(say(Phrase::draft), width_, 0, 0));
    put("\n");
  }

  [[nodiscard]] std::string listed(PointSet set) const {
    std::vector<std::string> names;
    for (const auto point : set) names.emplace_back(game_.board().name(point));
    return join(names, " ");
  }

  [[nodiscard]] std::string named(Side side, int count) const {
    return cat(count, ' ', game_.spec().piece_name(side, count, code_));
  }

  // "24 men: 9 on d2 d3, 15 in hand"
  [[nodiscard]] std::string placed(Side side, int count, PointSet at) const {
    auto text = named(side, count);
    if (!at.empty()) text += ": " + say(Phrase::placed, at.size(), listed(at));
    if (count > at.size()) text += cat(at.empty() ? ": " : ", ", say(Phrase::in_hand, count - at.size()));
    return text;
  }

  [[nodiscard]] std::string runs() const {
    std::set<int> sizes;
    for (const auto point : game_.points())
      for (const auto& leap : game_.leaps(point)) sizes.insert(leap.over.size());
    std::vector<std::string> texts;
    for (const int size : sizes) texts.push_back(cat(size));
    return texts.empty() ? "-" : join(texts, ", ");
  }

  void facts() const {
    const auto& rules = game_.rules();
    const auto& board = game_.board();
    fact(Phrase::board, say(Phrase::board_size, session_.catalogue.board_name(game_.spec().board, code_), board.size(),
                            board.edges(), board.lines().size()) +
                            "; " + say(Phrase::board_symmetry, game_.symmetries().size()));
    fact(Phrase::tigers, placed(Side::tigers, rules.tigers, rules.tigers_at));
    fact(Phrase::men, placed(Side::men, rules.men, rules.men_at));
    fact(Phrase::begins, std::string(phrase(rules.first == Side::tigers ? Phrase::tigers : Phrase::men, language_)));
    if (rules.removals > 0) {
      auto text = say(Phrase::opening_removes, rules.removals);
      if (rules.relocates) text += "; " + say(Phrase::opening_moves);
      fact(Phrase::opening, text);
    }
    fact(Phrase::capture, say(Phrase::capture_run, runs()));
    fact(Phrase::tigers_win, rules.men_left_when_tigers_win() == 0
                                 ? say(Phrase::win_all)
                                 : say(Phrase::win_number, rules.tigers_win_at, rules.men_left_when_tigers_win()));
    fact(Phrase::men_win, say(Phrase::men_win_how));
    if (const auto trap = smallest_trap(board, rules.capture, rules.tigers))
      fact(Phrase::trap, say(Phrase::trap_size, named(Side::men, *trap), named(Side::tigers, rules.tigers)));
    fact(Phrase::stuck, say(rules.stuck_loses ? Phrase::stuck_lose : Phrase::stuck_pass));
    std::vector<std::string> draws;
    if (rules.repetition > 0) draws.push_back(say(Phrase::draw_repetition, rules.repetition));
    if (rules.quiet > 0) draws.push_back(say(Phrase::draw_quiet, rules.quiet));
    fact(Phrase::draws, draws.empty() ? say(Phrase::draw_none) : join(draws, "; "));
  }

  void options() const {
    heading(phrase(Phrase::options, language_));
    for (const auto& [key, option] : Catalogue::options(game_.spec())) {
      put(cat("  ", option_text(key, option), "\n"));
      auto about = std::string(option.about.get(code_));
      if (!game_.spec().options.contains(key)) about += cat(" (", phrase(Phrase::every_game, language_), ")");
      put("      " + wrapped(about, width_, 6, 6));
    }
  }

  [[nodiscard]] std::string option_text(const std::string& key, const OptionSpec& option) const {
    return cat(option_values(key, option), " (", phrase(Phrase::by_default, language_), ": ", option.initial, ")");
  }

  void texts() const {
    const auto& texts = game_.spec().texts;
    if (!texts.empty() && game_.id().find(':') != std::string::npos) {
      put("\n");
      put(wrapped(say(Phrase::with_options, game_.spec().id), width_, 0, 0));
    }
    std::string_view topic;
    for (const auto& text : texts) {
      if (text.about != topic) heading(topic_heading(text.about, language_));
      topic = text.about;
      auto words = std::string(text.text.get(code_));
      if (!text.sources.empty()) words += cat(" [", join(text.sources, ", "), "]");
      if (text.ruling) words += cat(" (", phrase(Phrase::ruling, language_), ")");
      paragraph(words);
    }
  }

  void sources() const {
    const auto& sources = game_.spec().sources;
    if (sources.empty()) return;
    heading(phrase(Phrase::sources, language_));
    for (const auto& [key, citation] : sources) {
      const auto label = shown(key, 20);
      put(cat("  ", label, "  ") + wrapped(citation, width_, columns(label) + 4, columns(label) + 4));
    }
  }

  const Session& session_;
  const Game& game_;
  Language language_;
  std::string_view code_;
  int width_;
};

Result<int> tell_rules(Session& session, const Request& request) {
  const auto game = session.open(request.game);
  if (!game) return std::unexpected(game.error());
  const auto code = std::ranges::find(language_codes, request.language);
  if (code == language_codes.end())
    return fail(ErrorKind::unknown, cat("no language \"", shown(request.language), "\"; expected en, ms, id or es"),
                {.field = "--language"});
  Teller(session, **game, static_cast<Language>(code - language_codes.begin())).tell();
  return 0;
}

}  // namespace

void add_rules(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("rules", "Tell a game's rules and where they come from");
  auto request = std::make_shared<Request>();
  add_game_argument(*command, request->game);
  command->add_option("--language", request->language, "en, ms (Malay), id (Indonesian) or es (Spanish)\n(default: en)")
      ->type_name("CODE");
  command->footer("The first part is worked out from the game itself, with the options that GAME names.\n\n" +
                  examples({{"rimau rules rimau-24", "the rules of Rimau"},
                            {"rimau rules pulijudam:tigers=4 --language ms", "of a variant, in Malay"}}));
  command->callback(
      [&chosen, request] { chosen = [request](Session& session) { return tell_rules(session, *request); }; });
}

}  // namespace rimau::cli
