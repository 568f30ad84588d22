// What a player may be called.
#pragma once

#include <string>
#include <string_view>

#include "base/errors.hpp"

namespace rimau::online {

inline constexpr std::size_t max_name_chars = 32;
inline constexpr std::size_t max_name_bytes = 80;

// The name with blanks at the ends dropped and runs of blanks made one. Fails as `text`, saying why, for an empty or
// long name, one without a letter or digit, and one with characters that do not show or change how others do: controls,
// zero-width and direction marks, variation selectors, private use, more than two combining marks in a row. Not
// escaped.
[[nodiscard]] Result<std::string> clean_name(std::string_view name);

// Equal for names that people cannot tell apart: without regard to case, width, blanks, combining marks, and letters of
// other scripts that look like Latin ones. For names that clean_name() has given.
[[nodiscard]] std::string look_of(std::string_view name);

}  // namespace rimau::online
