// What bench/fit_network learnt of a game: the numbers that patterns.hpp counts with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "game/game.hpp"
#include "search/features.hpp"

namespace rimau {

inline constexpr int network_one = 64;                  // of a unit's sum; the most that counts
inline constexpr std::size_t network_most_lanes = 512;  // units times symmetries, and mixers times symmetries
inline constexpr int network_most_mixers = 64;

// The largest numbers there may be, so that sums stay exact: of pieces, hands, turns and mixes; of leans; of the
// others.
inline constexpr int network_small = 127;
inline constexpr int network_medium = 16'383;
inline constexpr int network_large = 32'767;

// Weights of what counts depend on how full the men's hand is (empty, up to a third, up to two thirds, more) and on the
// side to move.
inline constexpr std::size_t network_heads = 8;
[[nodiscard]] constexpr std::size_t network_head(int men_in_hand, int men, Side turn) noexcept {
  const int fullness = men_in_hand == 0 ? 0 : 3 * men_in_hand <= men ? 1 : 3 * men_in_hand <= 2 * men ? 2 : 3;
  return static_cast<std::size_t>(2 * fullness + (turn == Side::tigers ? 0 : 1));
}

// What is weighed beside the patterns.
inline constexpr std::size_t network_terms = 11;
using NetworkTerms = std::array<int, network_terms>;
[[nodiscard]] NetworkTerms network_terms_of(const Features& seen, int tigers_win_at) noexcept;

// The numbers in the order of the lists' names, the last index fastest. Immutable once read; may be shared by threads.
struct Network {
  // Rules that it was learnt for; other rules of the same games have no network.
  struct Rules {
    std::string game;  // without options
    int tigers = 0;
    int men = 0;
    int tigers_win_at = 0;
  };
  std::vector<Rules> rules;
  std::size_t board_points = 0;
  std::size_t symmetries = 0;  // of the board; options that give it more have no network
  std::size_t hand_sizes = 0;  // for how many numbers of men in hand there are weights: those from none on
  std::size_t units = 0;       // of the first layer
  std::size_t mixers = 0;      // of the second layer; may be none, and is unless the units are a multiple of four

  std::vector<std::int16_t> points;  // by side (tigers, men), point and unit; network_one is 1
  std::vector<std::int16_t> hands;   // by men in hand and unit
  std::vector<std::int16_t> turns;   // by side to move and unit
  std::vector<std::int16_t> heads;   // by head and unit; in weight_unit, for a sum of 1

  // A mixer's sum of 1 is network_one times network_one.
  std::vector<std::int16_t> mixes;   // by mixer and unit; network_one is 1
  std::vector<std::int16_t> biases;  // by head and mixer
  std::vector<std::int16_t> leans;   // by mixer and term
  std::vector<std::int16_t> counts;  // by head and mixer; in weight_unit, for a sum of 1

  std::vector<std::int16_t> terms;  // by head and term; in weight_unit
};

// Reads a file of networks/ (docs/networks.md). Fails as `text`, naming the line: wrong words, numbers out of range,
// too few or too many of them.
[[nodiscard]] Result<Network> parse_network(std::string_view text);

// A collection of networks. Reading may be shared by threads; adding may not.
class Networks {
 public:
  // Those of the program itself; in the page's module none.
  [[nodiscard]] static const Networks& built_in();

  // Fails as parse_network(), changing nothing. A later network takes the place of an earlier one of the same rules.
  Result<void> add(std::string_view text);
  // That for the game's rules, or null.
  [[nodiscard]] std::shared_ptr<const Network> find(const Game& game) const noexcept;

 private:
  std::vector<std::shared_ptr<const Network>> all_;  // the latest last
};

}  // namespace rimau
