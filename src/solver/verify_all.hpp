// The exhaustive check behind verify(): a level at a time, slice by slice.
#pragma once

#include <mutex>

#include "solver/verify.hpp"

namespace rimau::solver {

// Collects what is wrong into a report; safe to use from several threads.
class Faults {
 public:
  explicit Faults(VerifyReport& report) : report_(report) {}
  void add(std::string text);
  // Whether there are as many as are kept, so that looking on is of no use.
  [[nodiscard]] bool too_many() const;

 private:
  mutable std::mutex guard_;  // of report_.faults and report_.fault_count
  VerifyReport& report_;
};

// Every position of every level of the game among the tables, and the counts in the headers.
[[nodiscard]] Result<void> verify_all(const tablebase::Tables& tables, const Game& game, unsigned threads,
                                      VerifyReport& report, Faults& faults, const VerifyProgress& progress);

}  // namespace rimau::solver
