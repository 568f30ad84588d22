#include "search/network.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "search/embedded.hpp"

namespace rimau {
namespace {

constexpr int most_of_a_game = 64;  // points, men, tigers
constexpr int most_symmetries = 16;

// Reads a text word by word. After the first fault all that is read is empty or least.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) { next(); }

  [[nodiscard]] bool at(std::string_view word) const { return word_ == word; }
  [[nodiscard]] std::optional<Error> fault() && { return std::move(fault_); }

  void expect(std::string_view word) {
    if (word_ != word) refuse(cat('"', word, '"'));
    next();
  }
  void expect_end() {
    if (!word_.empty()) refuse("the end");
  }
  std::string_view any(std::string_view what) {
    const auto word = word_;
    if (word.empty()) refuse(what);
    next();
    return word;
  }
  int number(int least, int most) {
    int value = least;
    const auto [end, error] = std::from_chars(word_.data(), word_.data() + word_.size(), value);
    if (word_.empty() || error != std::errc{} || end != word_.data() + word_.size() || value < least || value > most)
      value = least, refuse(cat("a number from ", least, " to ", most));
    next();
    return value;
  }
  int named(std::string_view name, int least, int most) {
    expect(name);
    return number(least, most);
  }
  // `name` and so many numbers from -most to most.
  std::vector<std::int16_t> list(std::string_view name, std::size_t count, int most) {
    expect(name);
    std::vector<std::int16_t> numbers;
    while (numbers.size() < count && !fault_) numbers.push_back(static_cast<std::int16_t>(number(-most, most)));
    return numbers;
  }

 private:
  static constexpr std::string_view blanks = " \t\r\n";

  void next() {
    if (fault_) return;
    skip(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    while (rest_.starts_with('#')) {  // a remark, to the end of its line
      skip(std::min(rest_.find('\n'), rest_.size()));
      skip(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    }
    word_ = rest_.substr(0, rest_.find_first_of(blanks));
    rest_.remove_prefix(word_.size());
  }
  void skip(std::size_t count) {
    line_ += static_cast<int>(std::ranges::count(rest_.substr(0, count), '\n'));
    rest_.remove_prefix(count);
  }
  void refuse(std::string_view expected) {
    if (fault_) return;
    const auto found = word_.empty() ? std::string("the end") : cat('"', shown(word_), '"');
    fault_ = fail(ErrorKind::text, cat("expected ", expected, ", found ", found), {.line = line_}).error();
    word_ = {};
  }

  std::string_view rest_;
  std::string_view word_;
  int line_ = 1;
  std::optional<Error> fault_;
};

std::vector<Network::Rules> read_rules(Reader& reader) {
  std::vector<Network::Rules> rules;
  do {
    reader.expect("for");
    rules.push_back({.game = std::string(reader.any("a game")),
                     .tigers = reader.named("tigers", 1, most_of_a_game),
                     .men = reader.named("men", 1, most_of_a_game),
                     .tigers_win_at = reader.named("win", 1, most_of_a_game)});
  } while (reader.at("for"));
  return rules;
}

std::size_t read_size(Reader& reader, std::string_view name, int least, int most) {
  return static_cast<std::size_t>(reader.named(name, least, most));
}

}  // namespace

NetworkTerms network_terms_of(const Features& seen, int tigers_win_at) noexcept {
  const int left = tigers_win_at - seen.captured;
  const int nearly_won = left <= 1 ? 4 : left == 2 ? 2 : left == 3 ? 1 : 0;
  return {1,         seen.captured,   nearly_won,   seen.room,     seen.holes,  seen.moves,
          seen.held, seen.threatened, seen.exposed, seen.shielded, seen.in_hand};
}

Result<Network> parse_network(std::string_view text) {
  Reader reader(text);
  Network network;
  reader.expect("network");
  reader.expect("1");
  network.rules = read_rules(reader);
  const auto points = network.board_points = read_size(reader, "board", 1, most_of_a_game);
  network.symmetries = read_size(reader, "symmetries", 1, most_symmetries);
  const auto hands = network.hand_sizes = read_size(reader, "hand", 0, most_of_a_game) + 1;
  const auto most = static_cast<int>(network_most_lanes / network.symmetries);
  const auto units = network.units = read_size(reader, "units", 1, most);
  const auto mixers = network.mixers =
      read_size(reader, "mixers", 0, units % 4 == 0 ? std::min(most, network_most_mixers) : 0);
  network.points = reader.list("points", 2 * points * units, network_small);
  network.hands = reader.list("hands", hands * units, network_small);
  network.turns = reader.list("turns", 2 * units, network_small);
  network.heads = reader.list("heads", network_heads * units, network_large);
  network.mixes = reader.list("mixes", mixers * units, network_small);
  network.biases = reader.list("biases", network_heads * mixers, network_large);
  network.leans = reader.list("leans", mixers * network_terms, network_medium);
  network.counts = reader.list("counts", network_heads * mixers, network_large);
  network.terms = reader.list("terms", network_heads * network_terms, network_large);
  reader.expect_end();
  if (auto fault = std::move(reader).fault()) return std::unexpected(*std::move(fault));
  return network;
}

const Networks& Networks::built_in() {
  static const Networks all = [] {
    Networks made;
    for (const auto& file : embedded_networks()) (void)made.add(file.text);  // all can be read: tests say so
    return made;
  }();
  return all;
}

Result<void> Networks::add(std::string_view text) {
  auto network = parse_network(text);
  if (!network) return std::unexpected(std::move(network).error());
  all_.push_back(std::make_shared<const Network>(*std::move(network)));
  return {};
}

std::shared_ptr<const Network> Networks::find(const Game& game) const noexcept {
  const auto& rules = game.rules();
  const auto fits = [&](const Network::Rules& of) {
    return of.game == game.spec().id && of.tigers == rules.tigers && of.men == rules.men &&
           of.tigers_win_at == rules.tigers_win_at;
  };
  for (auto network = all_.rbegin(); network != all_.rend(); ++network) {
    const auto& found = **network;
    if (std::ranges::any_of(found.rules, fits) && found.board_points == static_cast<std::size_t>(game.board().size()) &&
        found.symmetries == game.symmetries().size() && found.hand_sizes > static_cast<std::size_t>(rules.men))
      return *network;
  }
  return nullptr;
}

}  // namespace rimau
