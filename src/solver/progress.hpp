// What people are told of a run: how far it is, how much it takes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace rimau::solver {

// "1.2 GiB", rounded up.
inline std::string gibibytes(std::uint64_t bytes) {
  const auto tenths = (bytes * 10 >> 30) + 1;
  return cat(tenths / 10, '.', tenths % 10, " GiB");
}

// A fixpoint does not know how many rounds it will take; while one runs, `done` grows by less and less.
struct Status {
  std::string_view phase;
  double done = 0;              // share of the phase, later of the whole run, in [0, 1]
  std::uint64_t positions = 0;  // treated so far, each once a pass, before symmetry
};
// Called several times a second, from one thread at a time; false asks to stop.
using Progress = std::function<bool(const Status&)>;

// Turns the shares of phases into shares of the whole run, which never go back.
class RunProgress {
 public:
  explicit RunProgress(const Progress& told) : told_(&told) {}
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  // What is reported from now on is the part of the run from `begin` to `end`.
  void part(double begin, double end) noexcept { begin_ = begin, end_ = end; }

  bool operator()(Status status) {
    if (!*told_) return true;
    done_ = std::max(done_, begin_ + (end_ - begin_) * status.done);
    status.done = done_;
    positions_ = std::max(positions_, status.positions);
    status.positions = positions_;
    return (*told_)(status);
  }
  // For those who take a function; the object must outlive it.
  [[nodiscard]] Progress function() {
    return [this](const Status& status) { return (*this)(status); };
  }

 private:
  const Progress* told_;
  double begin_ = 0;
  double end_ = 1;
  double done_ = 0;
  std::uint64_t positions_ = 0;
};

}  // namespace rimau::solver
