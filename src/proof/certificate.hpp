// A winning strategy in a file: for every position that can arise, the winner's reply.
#pragma once

#include <string>
#include <vector>

#include "proof/search.hpp"

namespace rimau::proof {

// The strategy of the men from one position of a game on, until a wall of the smaller game is full.
struct Certificate {
  std::string game;               // its GAME text
  std::string rest;               // the smaller game's
  std::uint64_t fingerprint = 0;  // of the game
  std::uint64_t rest_fingerprint = 0;
  NodeKey start = 0;           // canonical, the men to move
  std::uint64_t work = 0;      // positions expanded to find it
  std::vector<Reply> replies;  // sorted by position, each once
};

// The file's bytes and back; the format is in docs/proof.md. Fails as `unsupported` for another kind or version of
// file, as `damaged` when the contents fail their checksum or contradict themselves.
[[nodiscard]] std::string written(const Certificate& certificate);
[[nodiscard]] Result<Certificate> read_certificate(std::string_view bytes);
// The same of a file, which errors name; `unavailable` when it cannot be read. Blocks.
[[nodiscard]] Result<Certificate> read_certificate_file(const std::string& path);

// The extension of such files.
inline constexpr std::string_view certificate_extension = ".rpf";

}  // namespace rimau::proof
