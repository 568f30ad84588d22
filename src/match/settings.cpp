#include "match/settings.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "search/levels.hpp"
#include "search/scores.hpp"

namespace rimau::match {
namespace {

constexpr unsigned largest_number = 4'000'000'000;
constexpr unsigned longest_ms = 100'000'000;
constexpr unsigned most_hash_mib = 65'536;

std::unexpected<Error> refuse(std::string_view part, std::string_view expected) {
  return fail(ErrorKind::text, cat("player: found \"", shown(part), "\", expected ", expected));
}

Result<void> read_number(std::string_view part, std::string_view value, unsigned max, unsigned& into,
                         unsigned least = 1) {
  const auto read = parse_number(value, max);
  if (!read || *read < least) return refuse(part, cat("a number from ", least, " to ", max));
  into = *read;
  return {};
}

Result<void> read_level(std::string_view part, std::string_view value, Settings& settings) {
  const auto read = parse_number(value, static_cast<unsigned>(last_level));
  if (!read || static_cast<int>(*read) < first_level)
    return refuse(part, cat("a level from ", first_level, " to ", last_level));
  settings.level = static_cast<int>(*read);
  settings.kind = Kind::level;
  return {};
}

// "MS" or "MS+MS".
Result<void> read_clock(std::string_view part, std::string_view value, Budget& budget) {
  const auto plus = value.find('+');
  if (auto base = read_number(part, value.substr(0, plus), longest_ms, budget.clock_ms); !base) return base;
  if (plus == std::string_view::npos) return {};
  const auto more = parse_number(value.substr(plus + 1), longest_ms);
  if (!more) return refuse(part, "clock=MS or clock=MS+MS");
  budget.increment_ms = *more;
  return {};
}

Result<void> read_part(std::string_view part, Settings& settings) {
  if (part == "random") return settings.kind = Kind::random, Result<void>{};
  const auto equals = part.find('=');
  if (equals == std::string_view::npos) return refuse(part, player_grammar());
  const auto key = part.substr(0, equals);
  const auto value = part.substr(equals + 1);
  auto& budget = settings.budget;
  if (key == "level") return read_level(part, value, settings);
  if (key == "nodes") return read_number(part, value, largest_number, budget.nodes);
  if (key == "depth") return read_number(part, value, static_cast<unsigned>(max_depth), budget.depth);
  if (key == "movetime") return read_number(part, value, longest_ms, budget.movetime_ms);
  if (key == "clock") return read_clock(part, value, budget);
  if (key == "hash") return read_number(part, value, most_hash_mib, settings.hash_mib);
  if (key == "contempt") return read_number(part, value, most_contempt, settings.contempt, 0);
  if (key == "tables" && (value == "on" || value == "off")) return settings.tables = value == "on", Result<void>{};
  if (key == "name" && !value.empty()) return settings.name = value, Result<void>{};
  if (key.starts_with("option.") && key.size() > 7)
    return settings.options.emplace_back(key.substr(7), value), Result<void>{};
  return refuse(part, player_grammar());
}

// What does not go together.
Result<void> check(std::string_view text, const Settings& settings) {
  const bool limited = settings.budget != Budget{};
  if (settings.kind == Kind::program) {
    if (settings.command.find_first_not_of(' ') == std::string::npos) return refuse(text, "a command after cmd=");
    return {};
  }
  if (!settings.options.empty()) return refuse(text, "option.NAME only together with cmd=");
  if (settings.kind != Kind::search && limited) return refuse(text, "no limits for random or a level");
  if (settings.kind != Kind::search && settings.contempt > 0) return refuse(text, "contempt only with limits");
  if (settings.kind == Kind::search && !limited) return refuse(text, player_grammar());
  return {};
}

}  // namespace

std::string_view player_grammar() noexcept {
  return "random, level=N, nodes=N, depth=N, movetime=MS or clock=MS+MS, joined by commas with hash=MiB, contempt=N, "
         "tables=on or name=TEXT; or cmd=COMMAND at the end, with option.NAME=VALUE before it";
}

Result<Settings> parse_player(std::string_view text) {
  Settings settings;
  int kinds = 0;
  for (auto rest = std::optional(text); rest;) {
    if (rest->starts_with("cmd=")) {
      settings.kind = Kind::program;
      settings.command = rest->substr(4);
      ++kinds;
      break;
    }
    const auto comma = rest->find(',');
    const auto part = rest->substr(0, comma);
    if (auto read = read_part(part, settings); !read) return std::unexpected(std::move(read).error());
    if (part == "random" || part.starts_with("level=")) ++kinds;
    rest = comma == std::string_view::npos ? std::nullopt : std::optional(rest->substr(comma + 1));
  }
  if (kinds > 1) return refuse(text, "one of random, level=N and cmd=COMMAND");
  if (auto sound = check(text, settings); !sound) return std::unexpected(std::move(sound).error());
  if (settings.kind == Kind::program && settings.budget == Budget{}) settings.budget.movetime_ms = 100;
  if (settings.name.empty()) settings.name = text;
  return settings;
}

}  // namespace rimau::match
