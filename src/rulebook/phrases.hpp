// The program's own words about a game's rules, in the languages of the game files. Names of games,
// pieces and boards, and the rules' prose, are in games/.
#pragma once

#include <array>
#include <string_view>

namespace rimau {

enum class Language { en, ms, id, es };
inline constexpr std::array<std::string_view, 4> language_codes{"en", "ms", "id", "es"};

// {} stand for the numbers and names named in the comments.
enum class Phrase {
  board,            // heading
  board_size,       // board's name, points, edges, lines
  board_symmetry,   // symmetries that keep the rules
  tigers,           // heading of the tiger side
  men,              // heading of the other side
  placed,           // how many, points
  in_hand,          // how many
  begins,           // heading: who begins
  opening,          // heading: opening turn
  opening_removes,  // how many men
  opening_moves,    // (after opening_removes)
  capture,          // heading
  capture_run,      // numbers of men, as "1, 3, 5"
  tigers_win,       // heading
  win_all,          //
  win_number,       // men captured, men left
  men_win,          // heading
  men_win_how,      //
  trap,             // heading: smallest trap
  trap_size,        // so many men, so many tigers
  stuck,            // heading: men who cannot step
  stuck_pass,       //
  stuck_lose,       //
  draws,            // heading
  draw_repetition,  // occurrences
  draw_quiet,       // plies
  draw_none,        //
  options,          // heading
  by_default,       //
  every_game,       // (an option that every game has)
  sources,          // heading
  ruling,           // (sources disagree or are silent)
  with_options,     // the GAME text without options
  draft,            //
  count_            // how many there are
};

[[nodiscard]] std::string_view phrase(Phrase phrase, Language language);

// The heading of the rule texts about a topic (see RuleText::about); the topic itself if it has none.
[[nodiscard]] std::string_view topic_heading(std::string_view topic, Language language);

}  // namespace rimau
