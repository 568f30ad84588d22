// A PostgreSQL server of the test's own, from Debian's package.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/text.hpp"
#include "new_folder.hpp"

namespace rimau::testing {

class Postgres {
 public:
  // Starts it; where() is empty when it is not installed or does not start.
  Postgres() {
    namespace fs = std::filesystem;
    std::error_code error;
    for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error))
      if (fs::exists(version.path() / "bin/initdb")) programs_ = version.path() / "bin";
    if (programs_.empty()) return;
    // It refuses to be run by root.
    const auto folder = folder_.path() + "/db";
    fs::create_directory(folder);
    if (::geteuid() == 0) {
      as_ = "setpriv --reuid=postgres --regid=postgres --clear-groups ";
      ::chmod(folder_.path().c_str(), 0711);
      if (std::system(cat("chown postgres '", folder, "'").c_str()) != 0) return;
    }
    const bool made = do_it(cat("initdb -D '", folder, "/data' -A trust -U rimau -E UTF8 --no-locale --no-sync"));
    if (made && do_it(cat("pg_ctl -D '", folder, "/data' -w -t 30 -l '", folder, "/log' -o \"-k '", folder,
                          "' -c listen_addresses='' -c fsync=off\" start")))
      where_ = folder;
  }
  ~Postgres() {
    if (!where_.empty()) (void)do_it(cat("pg_ctl -D '", where_, "/data' -m immediate -w stop"));
  }
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;

  [[nodiscard]] bool runs() const noexcept { return !where_.empty(); }
  [[nodiscard]] std::string url() const { return cat("postgresql:///postgres?user=rimau&host=", where_); }
  // Stops it as a crash would, and starts it again.
  bool restart() const {
    return do_it(cat("pg_ctl -D '", where_, "/data' -m immediate -w -l '", where_, "/log' -o \"-k '", where_,
                     "' -c listen_addresses='' -c fsync=off\" restart"));
  }

 private:
  [[nodiscard]] bool do_it(const std::string& command) const {
    return std::system(cat("cd /; ", as_, programs_.string(), "/", command, " >/dev/null 2>&1").c_str()) == 0;
  }

  Folder folder_;
  std::filesystem::path programs_;
  std::string as_;
  std::string where_;
};

}  // namespace rimau::testing
