// A whole run: every opening of a game, each proven by itself, with what was found kept as it is found.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "proof/certificate.hpp"
#include "tablebase/tables.hpp"

namespace rimau::proof {

struct ProveOptions {
  std::string folder;  // made if need be; a certificate a proven opening and the list of all go there
  unsigned threads = 1;
  std::uint64_t memory_mib = 1024;         // of what the search remembers; the leaves come on top
  std::uint64_t max_nodes = 100'000'000;   // for one opening
  std::size_t openings = ~std::size_t{0};  // at most so many, in the order of their numbers
};

enum class Standing : std::uint8_t { open, proven, disproven };

struct Opening {
  Node node;
  Standing standing = Standing::open;
  Numbers numbers;            // bounds where open: how much is known to be missing
  std::uint64_t work = 0;     // positions expanded, in the run that expanded most
  std::uint64_t replies = 0;  // in the certificate
};

struct ProveReport {
  std::vector<Opening> openings;  // all of the game's, those not tried included
  std::size_t found_proven = 0;   // of those, by earlier runs
  std::uint64_t leaf_bytes = 0;   // of tables read into memory
  bool stopped = false;           // before all that were wanted had been tried
  [[nodiscard]] std::size_t count(Standing standing) const noexcept;
};

// How far a run is; from one thread at a time, at the start and then several times a second; false asks to stop.
struct ProveStatus {
  std::size_t found_proven = 0;     // openings, by earlier runs
  std::size_t done = 0;             // by this one, those left open included
  std::size_t wanted = 0;           // all that are to be settled, those found proven included
  std::uint64_t nodes = 0;          // expanded so far
  std::size_t opening = 0;          // of those being worked on the one with the most work,
  std::uint64_t opening_nodes = 0;  // and that work; 0 if there is none
};
using ProveProgress = std::function<bool(const ProveStatus&)>;

// Goes through the openings that have no certificate in the folder yet, and writes the list of all at the end, also
// when it is stopped; an opening left open keeps the bounds of the run that spent most on it. Begun again it searches
// the openings left open from nothing. Fails as the tables do, as `unavailable` when the folder cannot be written, as
// `text` or `illegal` when a list or certificate there is damaged or another game's.
[[nodiscard]] Result<ProveReport> prove(const Game& game, const Walled& walled, const tablebase::Tables& tables,
                                        const ProveOptions& options, const ProveProgress& progress);

// The list of all openings (opening_list.hpp), and the certificate of one, in the folder.
[[nodiscard]] std::string list_path(const std::string& folder);
[[nodiscard]] std::string certificate_path(const std::string& folder, std::size_t opening);

}  // namespace rimau::proof
