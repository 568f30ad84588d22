#include "rules/outcome.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rimau {
namespace {

constexpr std::array<std::string_view, 4> verdict_names{"*", "tigers", "men", "draw"};
constexpr std::array<std::string_view, 9> reason_names{"",      "threshold",   "immobilised", "stuck", "repetition",
                                                       "quiet", "resignation", "agreement",   "time"};

template <class Enum, std::size_t N>
std::optional<Enum> parse(const std::array<std::string_view, N>& names, std::string_view text) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view name(Verdict verdict) noexcept { return verdict_names[static_cast<std::size_t>(verdict)]; }
std::optional<Verdict> parse_verdict(std::string_view text) noexcept { return parse<Verdict>(verdict_names, text); }
std::string_view name(Reason reason) noexcept { return reason_names[static_cast<std::size_t>(reason)]; }
std::optional<Reason> parse_reason(std::string_view text) noexcept { return parse<Reason>(reason_names, text); }

}  // namespace rimau
