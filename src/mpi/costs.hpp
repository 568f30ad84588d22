// What slices cost: processor time, and what the processes sent each other.
#pragma once

#include <string>
#include <vector>

#include "mpi/post.hpp"
#include "solver/sliding_slice.hpp"

namespace rimau::mpi {

// Which slice, and how many rounds its fixpoints took: none with men in hand.
struct SolvedSlice {
  int men_in_hand = 0;
  int men = 0;  // on the board
  int rounds = 0;
};

// What a slice cost all processes together, without gathering and writing it.
struct SliceCost {
  SolvedSlice slice;
  std::uint64_t entries = 0;    // both sides to move, after symmetry
  std::uint64_t positions = 0;  // the same before symmetry
  std::uint64_t decided = 0;    // positions of those that one side wins
  double processor_seconds = 0;
  double busiest_seconds = 0;  // of the process that took the most
  Traffic sent;
};

// Processor time of this process so far, in seconds.
[[nodiscard]] double processor_seconds();

// What this process has used.
struct Used {
  double seconds = 0;  // of its processor's time
  Traffic sent;
};

// Measures from its making on. The post must outlive it.
class Meter {
 public:
  explicit Meter(const Post& post) : post_(post), start_(now()) {}
  [[nodiscard]] Used used() const;

 private:
  [[nodiscard]] Used now() const { return {processor_seconds(), post_.traffic()}; }

  const Post& post_;
  Used start_;
};

// Together: from what each process has used of its own, and counts of the whole slice.
[[nodiscard]] SliceCost cost_of(const World& world, const solver::SliceSpace& space, const SolvedSlice& slice,
                                const tablebase::SliceCount& counts, const Used& used);

// As a CSV file: a line with the names of the columns, then one a slice.
[[nodiscard]] std::string csv(const std::vector<SliceCost>& costs);

}  // namespace rimau::mpi
