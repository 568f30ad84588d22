// The limits of one "go".
#pragma once

#include <string_view>
#include <vector>

#include "search/search.hpp"

namespace rimau::protocol {

struct Go {
  SearchLimits limits;
  bool infinite = false;  // until told to stop, whatever is found
};

// The words after "go"; `first_player` says whether the side to move is p1. Times are milliseconds. Of a
// clock so much is spent that it cannot run out: a part of what is left and of the increment, and never
// the last margin. Fails as `text` for an unknown word, a number missing or out of range. No word at all
// means infinite.
[[nodiscard]] Result<Go> parse_go(const std::vector<std::string_view>& words, bool first_player);

}  // namespace rimau::protocol
