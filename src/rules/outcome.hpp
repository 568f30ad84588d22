// How a game ends and why.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "game/side.hpp"

namespace rimau {

enum class Verdict : std::uint8_t { open, tigers, men, draw };  // tigers, men: that side has won

enum class Reason : std::uint8_t {
  none,
  threshold,    // enough men are captured
  immobilised,  // the tigers, to move and all on the board, have neither step nor leap
  stuck,        // the men cannot step, and by option stuck=lose that loses
  repetition,   // a position occurred as often as the rules allow
  quiet,        // too many plies with neither drop nor capture
  resignation,
  agreement,
  time,
};

struct Outcome {
  Verdict verdict = Verdict::open;
  Reason reason = Reason::none;

  [[nodiscard]] constexpr bool over() const noexcept { return verdict != Verdict::open; }
  constexpr bool operator==(const Outcome&) const noexcept = default;
};

[[nodiscard]] constexpr Verdict win_of(Side side) noexcept {
  return side == Side::tigers ? Verdict::tigers : Verdict::men;
}

// As records write them: tigers, men, draw, and * for a game that goes on.
[[nodiscard]] std::string_view name(Verdict verdict) noexcept;
[[nodiscard]] std::optional<Verdict> parse_verdict(std::string_view text) noexcept;
// As records write them in Termination: threshold, immobilised, …; empty for none.
[[nodiscard]] std::string_view name(Reason reason) noexcept;
[[nodiscard]] std::optional<Reason> parse_reason(std::string_view text) noexcept;

}  // namespace rimau
