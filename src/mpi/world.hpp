// The processes of one run over MPI: who they are, and what they decide together.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <string>

#include "base/errors.hpp"

namespace rimau::mpi {

// Waits between looks for something to happen: briefly at first, then with the processor given away, so that more
// processes than processors still get on.
class Patience {
 public:
  void wait();
  void reset() noexcept { looks_ = 0; }

 private:
  unsigned looks_ = 0;
};

// Begins and ends MPI for this process; there is one. What is said to be together blocks until all have called it,
// in the same order. When another process cannot be reached any more, the run ends with a word about it.
class World {
 public:
  World(int& argc, char**& argv);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int ranks() const noexcept { return ranks_; }
  [[nodiscard]] bool leads() const noexcept { return rank_ == 0; }
  // How many of them share this host, and its name.
  [[nodiscard]] int ranks_here() const noexcept { return ranks_here_; }
  [[nodiscard]] const std::string& host() const noexcept { return host_; }

  // Together: whether any of them says yes.
  [[nodiscard]] bool any(bool here) const;
  // Together: the error of the lowest rank that has one, the same for all.
  [[nodiscard]] Result<void> agree(Result<void> here) const;
  // Together: the sums and the largest, of each number, in place.
  void add_up(std::span<std::uint64_t> numbers) const;
  void find_largest(std::span<std::uint64_t> numbers) const;
  // Together: the leader's numbers, in place.
  void spread(std::span<std::int64_t> numbers) const;

  // Blocks until what was begun is done.
  void finish(MPI_Request& request) const;
  // Ends all processes at once.
  [[noreturn]] void abort(const std::string& why) const;

 private:
  [[nodiscard]] std::string spread_text(std::string text, int from) const;

  int rank_ = 0;
  int ranks_ = 1;
  int ranks_here_ = 1;
  std::string host_;
};

}  // namespace rimau::mpi
