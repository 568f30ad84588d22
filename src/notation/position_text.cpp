#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::array<std::string_view, 7> field_names{"tigers", "men", "hand", "captured", "turn", "stage", "ply"};
constexpr std::array<std::string_view, 4> required_fields{"tigers", "men", "hand", "turn"};

struct Field {
  std::string_view key;
  std::string_view value;
  int value_column = 0;
};

std::unexpected<Error> refuse(const Field& field, std::string message) {
  return fail(ErrorKind::text, std::move(message), {.column = field.value_column, .field = std::string(field.key)});
}

std::string found(std::string_view value, std::string_view expected) {
  return cat("found \"", shown(value), "\", expected ", expected);
}

// The words of a line with the column each starts at.
struct Word {
  std::string_view text;
  int column = 0;
};

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const auto end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
    at = line.find_first_not_of(blanks, end);
  }
  return words;
}

Result<PointSet> read_points(const Game& game, const Field& field) {
  PointSet set;
  if (field.value == "-") return set;
  for (const auto name : split(field.value, ',')) {
    Field here = field;
    here.value_column += static_cast<int>(name.data() - field.value.data());
    const auto point = game.board().find(name);
    if (!point) return refuse(here, found(name, cat("a point of the board ", game.board().id(), ", or - for none")));
    if (set.contains(*point)) return refuse(here, cat(name, " is listed twice"));
    set |= *point;
  }
  return set;
}

Result<unsigned> read_number(const Field& field, std::string_view text, unsigned max) {
  const auto number = parse_number(text, max);
  if (!number) return refuse(field, found(text, cat("a number from 0 to ", max)));
  return *number;
}

Result<void> read_hand(const Field& field, Setup& setup) {
  const auto parts = split(field.value, '/');
  if (parts.size() != 2) return refuse(field, found(field.value, "tigers in hand / men in hand, as in 0/15"));
  const auto tigers = read_number(field, parts[0], max_points);
  if (!tigers) return std::unexpected(tigers.error());
  const auto men = read_number(field, parts[1], max_points);
  if (!men) return std::unexpected(men.error());
  setup.tigers_in_hand = *tigers;
  setup.men_in_hand = *men;
  return {};
}

Result<void> read_field(const Game& game, const Field& field, Setup& setup) {
  if (field.key == "tigers" || field.key == "men") {
    const auto points = read_points(game, field);
    if (!points) return std::unexpected(points.error());
    (field.key == "tigers" ? setup.tigers : setup.men) = *points;
    return {};
  }
  if (field.key == "hand") return read_hand(field, setup);
  if (field.key == "captured" || field.key == "ply") {
    const auto number = read_number(field, field.value, field.key == "ply" ? max_ply : max_points);
    if (!number) return std::unexpected(number.error());
    if (field.key == "ply") setup.ply = *number;
    else setup.captured = *number;
    return {};
  }
  if (field.key == "turn") {
    const auto side = parse_side(field.value);
    if (!side) return refuse(field, found(field.value, "tigers or men"));
    setup.turn = *side;
    return {};
  }
  if (field.value != "opening" && field.value != "play") return refuse(field, found(field.value, "opening or play"));
  setup.stage = field.value == "opening" ? Stage::opening : Stage::play;
  return {};
}

// The fields after the game's name, each known and given once, in the order of the text.
Result<std::vector<Field>> split_fields(const std::vector<Word>& words) {
  std::vector<Field> fields;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto& word = words[i];
    const auto equals = word.text.find('=');
    const auto key = word.text.substr(0, equals);
    if (equals == std::string_view::npos || std::ranges::find(field_names, key) == field_names.end())
      return fail(ErrorKind::text, found(word.text, "tigers=, men=, hand=, captured=, turn=, stage= or ply="),
                  {.column = word.column, .field = "position"});
    const Field field{key, word.text.substr(equals + 1), word.column + static_cast<int>(equals) + 1};
    if (std::ranges::find(fields, key, &Field::key) != fields.end()) return refuse(field, "the field is given twice");
    fields.push_back(field);
  }
  return fields;
}

Result<Position> read_setup(const Game& game, const std::vector<Word>& words) {
  const auto fields = split_fields(words);
  if (!fields) return std::unexpected(fields.error());
  Setup setup;
  for (const auto name : required_fields)
    if (std::ranges::find(*fields, name, &Field::key) == fields->end())
      return fail(ErrorKind::text, "missing; a position needs tigers, men, hand and turn",
                  {.field = std::string(name)});
  for (const auto& field : *fields)
    if (auto read = read_field(game, field, setup); !read) return std::unexpected(read.error());
  auto position = validate(game, setup);
  if (position) return position;
  // Point at the field that validate() found at fault, where it was written.
  auto error = std::move(position).error();
  if (const auto at = std::ranges::find(*fields, error.place.field, &Field::key); at != fields->end())
    error.place.column = at->value_column;
  return std::unexpected(std::move(error));
}

Result<std::vector<Word>> split_line(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() > max_text_bytes)
    return fail(ErrorKind::limit, cat("a position of ", text.size(), " bytes; at most ", max_text_bytes),
                {.field = "position"});
  auto words = words_of(text);
  if (words.empty())
    return fail(ErrorKind::text,
                "no text; expected a game and its fields, as in \"bagh-chal tigers=… men=… hand=… turn=…\"",
                {.field = "position"});
  return words;
}

std::string format_points(const Game& game, PointSet set) {
  std::string text;
  for (const auto point : set) text += cat(text.empty() ? "" : ",", game.board().name(point));
  return text.empty() ? "-" : text;
}

}  // namespace

std::string format_position(const Game& game, const Position& position) {
  return cat(game.id(), " tigers=", format_points(game, position.tigers), " men=", format_points(game, position.men),
             " hand=", int{position.tigers_in_hand}, '/', int{position.men_in_hand},
             " captured=", captured(game, position), " turn=", name(position.turn),
             " stage=", position.stage == Stage::opening ? "opening" : "play", " ply=", position.ply);
}

Result<GamePosition> parse_position(Catalogue& catalogue, std::string_view text) {
  const auto words = split_line(text);
  if (!words) return std::unexpected(words.error());
  auto game = catalogue.open(words->front().text);
  if (!game) {
    auto error = std::move(game).error();
    error.place.column += error.place.column > 0 ? words->front().column - 1 : words->front().column;
    return std::unexpected(std::move(error));
  }
  auto position = read_setup(**game, *words);
  if (!position) return std::unexpected(std::move(position).error());
  return GamePosition{*std::move(game), *position};
}

Result<Position> parse_position(Catalogue& catalogue, const Game& game, std::string_view text) {
  auto read = parse_position(catalogue, text);
  if (!read) return std::unexpected(std::move(read).error());
  if (read->game->id() != game.id())
    return fail(ErrorKind::text, cat("found a position of ", read->game->id(), ", expected one of ", game.id()),
                {.column = 1, .field = "game"});
  return read->position;
}

}  // namespace rimau
