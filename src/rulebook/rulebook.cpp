#include "rulebook/rulebook.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/text.hpp"

namespace rimau {
namespace {

// The phrase with each {} replaced by the next part.
std::string filled(std::string_view phrase, const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) {
    const auto gap = phrase.find("{}");
    if (gap == std::string_view::npos) break;
    out += cat(phrase.substr(0, gap), part);
    phrase.remove_prefix(gap + 2);
  }
  return out.append(phrase);
}

// Works out what there is to tell of one game in one language.
class Teller {
 public:
  Teller(const Catalogue& catalogue, const Game& game, Language language)
      : catalogue_(catalogue),
        game_(game),
        language_(language),
        code_(language_codes[static_cast<std::size_t>(language)]) {}

  ToldRules tell() && {
    const auto& spec = game_.spec();
    told_.name = spec.name.get(code_);
    told_.origin = spec.origin.get(code_);
    told_.draft = spec.drafts.contains(code_);
    facts();
    options();
    topics();
    for (const auto& [key, citation] : spec.sources) told_.sources.push_back({key, citation});
    return std::move(told_);
  }

 private:
  template <class... Parts>
  [[nodiscard]] std::string say(Phrase which, const Parts&... parts) const {
    return filled(phrase(which, language_), {cat(parts)...});
  }

  void fact(Phrase label, std::string_view text) {
    told_.facts.push_back({std::string(phrase(label, language_)), std::string(text)});
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

  void facts() {
    const auto& rules = game_.rules();
    const auto& board = game_.board();
    fact(Phrase::board, cat(say(Phrase::board_size, catalogue_.board_name(game_.spec().board, code_), board.size(),
                                board.edges(), board.lines().size()),
                            "; ", say(Phrase::board_symmetry, game_.symmetries().size())));
    fact(Phrase::tigers, placed(Side::tigers, rules.tigers, rules.tigers_at));
    fact(Phrase::men, placed(Side::men, rules.men, rules.men_at));
    fact(Phrase::begins, phrase(rules.first == Side::tigers ? Phrase::tigers : Phrase::men, language_));
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

  void options() {
    for (const auto& [key, option] : Catalogue::options(game_.spec()))
      told_.options.push_back({.values = option_values(key, option),
                               .initial = option.initial,
                               .about = std::string(option.about.get(code_)),
                               .every_game = !game_.spec().options.contains(key)});
  }

  void topics() {
    const auto& texts = game_.spec().texts;
    told_.told_without_options = !texts.empty() && game_.id().find(':') != std::string::npos;
    for (const auto& text : texts) {
      if (told_.topics.empty() || told_.topics.back().about != text.about)
        told_.topics.push_back({text.about, std::string(topic_heading(text.about, language_)), {}});
      told_.topics.back().paragraphs.push_back({std::string(text.text.get(code_)), text.sources, text.ruling});
    }
  }

  const Catalogue& catalogue_;
  const Game& game_;
  Language language_;
  std::string_view code_;
  ToldRules told_;
};

// Lays told rules out as lines.
class Layout {
 public:
  Layout(const ToldRules& told, const Game& game, Language language, int width)
      : told_(told), game_(game), language_(language), width_(width) {}

  std::vector<std::string> lines() && {
    title();
    constexpr int fact_column = 20;
    for (const auto& [label, text] : told_.facts) labelled(label, text, fact_column);
    options();
    topics();
    sources();
    return std::move(lines_);
  }

 private:
  [[nodiscard]] std::string_view say(Phrase which) const { return phrase(which, language_); }

  void put(std::string_view text, int indent) {
    for (auto& line : wrap(text, width_, indent)) lines_.push_back(std::move(line));
  }
  void heading(std::string_view text) {
    lines_.emplace_back();
    put(text, 0);
  }

  // A label, then what it labels in a column of its own if there is room for one.
  void labelled(std::string_view label, std::string_view text, int column) {
    constexpr int least_room = 24;
    const auto start = cat("  ", label);
    if (width_ - column < least_room || columns(start) >= column) return put(cat(label, ": ", text), 2);
    auto wrapped = wrap(text, width_, column);
    const auto blanks = static_cast<std::size_t>(columns(start));
    wrapped.front() = start + wrapped.front().substr(blanks);
    for (auto& line : wrapped) lines_.push_back(std::move(line));
  }

  void title() {
    auto line = cat(told_.name, " (", game_.id(), ")");
    if (!told_.origin.empty()) line += cat(", ", told_.origin);
    put(line, 0);
    if (told_.draft) put(say(Phrase::draft), 0);
    lines_.emplace_back();
  }

  void options() {
    heading(say(Phrase::options));
    for (const auto& option : told_.options) {
      put(cat(option.values, " (", say(Phrase::by_default), ": ", option.initial, ")"), 2);
      put(option.every_game ? cat(option.about, " (", say(Phrase::every_game), ")") : option.about, 6);
    }
  }

  void topics() {
    if (told_.told_without_options) heading(filled(say(Phrase::with_options), {game_.spec().id}));
    for (const auto& topic : told_.topics) {
      heading(topic.heading);
      for (const auto& paragraph : topic.paragraphs) {
        auto words = paragraph.text;
        if (!paragraph.sources.empty()) words += cat(" [", join(paragraph.sources, ", "), "]");
        if (paragraph.ruling) words += cat(" (", say(Phrase::ruling), ")");
        put(words, 2);
      }
    }
  }

  void sources() {
    if (told_.sources.empty()) return;
    heading(say(Phrase::sources));
    for (const auto& [key, citation] : told_.sources) {
      const auto label = shown(key, 20);
      labelled(label, citation, columns(label) + 4);
    }
  }

  const ToldRules& told_;
  const Game& game_;
  Language language_;
  int width_;
  std::vector<std::string> lines_;
};

}  // namespace

std::string option_values(const std::string& key, const OptionSpec& option) {
  std::vector<std::string> values;
  for (const auto& [value, rules] : option.values)
    if (option.number_sets.empty() || !parse_number(value, option.number_max)) values.push_back(value);
  if (!option.number_sets.empty()) values.push_back(cat(option.number_min, "..", option.number_max));
  return cat(key, '=', join(values, "|"));
}

ToldRules tell_rules(const Catalogue& catalogue, const Game& game, Language language) {
  return Teller(catalogue, game, language).tell();
}

std::vector<std::string> rules_text(const Catalogue& catalogue, const Game& game, Language language, int width) {
  return Layout(tell_rules(catalogue, game, language), game, language, width).lines();
}

}  // namespace rimau
