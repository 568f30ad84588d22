// A place for the files of a test.
#pragma once

#include <stdlib.h>

#include <string>

namespace rimau::testing {

// A new empty folder, in memory where there is such a place: games are flushed to disk after every turn,
// which takes long on a busy machine.
[[nodiscard]] inline std::string new_folder() {
  for (std::string name : {"/dev/shm/rimau-test-XXXXXX", "/tmp/rimau-test-XXXXXX"})
    if (::mkdtemp(name.data()) != nullptr) return name;
  return {};
}

}  // namespace rimau::testing
