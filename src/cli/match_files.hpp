// The files of rimau match: positions to begin from, and the records of its games.
#pragma once

#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "cli/command.hpp"
#include "match/match.hpp"

namespace rimau::cli {

// The positions of a file, one a line; blank lines and lines that begin with # are passed over. Fails
// naming file and line for anything but a position of this game that is not over, and for a file without
// any.
[[nodiscard]] Result<std::vector<Position>> read_starts(Session& session, const Game& game, const std::string& path);

// Games at the end of a file, each written at once, so that the file is whole whenever the program ends.
class RecordFile {
 public:
  // A new file, or one that holds records, which are kept. Fails, changing nothing, for any other.
  [[nodiscard]] Result<void> open(Catalogue& catalogue, const std::string& path);
  // Writes the game's record; nothing if no file was opened.
  [[nodiscard]] Result<void> add(const match::Plan& plan, const match::Finished& game);

 private:
  std::string path_;
  Descriptor file_;
  bool empty_ = true;
};

}  // namespace rimau::cli
