// Checks certificates by the rules and the tables alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "proof/certificate.hpp"
#include "tablebase/tables.hpp"

namespace rimau::proof {

struct CheckReport {
  std::uint64_t positions = 0;  // of the men, each with the reply that the certificate gives
  std::uint64_t leaves = 0;     // different positions with a full wall
  std::uint64_t unused = 0;     // replies to positions that never arise
  std::uint64_t fault_count = 0;
  std::vector<std::string> faults;  // the first few, for people
};

// False asks to stop.
using CheckProgress = std::function<bool(std::uint64_t positions)>;

// Walks through every turn of the tiger against the certificate's replies: each position must have a reply, each reply
// must be legal, and each line must end with the tiger hemmed in, or in a position with a full wall that the men win in
// the smaller game by its tables. Without tables (null) the last is left open. Shares with the search only the rules,
// and the check that the smaller game is sound (Walled::make). One thread. Fails as `unsupported` when the certificate
// is of another game, as the tables do, or as `cancelled`.
[[nodiscard]] Result<CheckReport> check(const Certificate& certificate, const Game& game, const Walled& walled,
                                        const tablebase::Tables* tables, const CheckProgress& progress);

// The positions after the game's opening turn, or its start when it has none: canonical, each once, in the order of
// their keys. The men are to move in all of them.
[[nodiscard]] std::vector<Node> openings(const Game& game);

}  // namespace rimau::proof
