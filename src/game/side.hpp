// The two sides, everywhere called by these names whatever a game calls its pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rimau {

// tigers: few, alone may capture. men: many, trap the tigers.
enum class Side : std::uint8_t { tigers, men };

[[nodiscard]] constexpr Side opponent(Side side) noexcept { return side == Side::tigers ? Side::men : Side::tigers; }
[[nodiscard]] constexpr std::string_view name(Side side) noexcept { return side == Side::tigers ? "tigers" : "men"; }
[[nodiscard]] constexpr std::optional<Side> parse_side(std::string_view text) noexcept {
  if (text == "tigers") return Side::tigers;
  if (text == "men") return Side::men;
  return std::nullopt;
}

}  // namespace rimau
