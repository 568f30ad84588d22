// For the sources of SlidingSlice alone: its passes, and the codes it uses while it solves.
#pragma once

#include "base/threads.hpp"
#include "solver/sliding_slice.hpp"

namespace rimau::solver {

using tablebase::CodeScale;
using tablebase::draw_code;

// While a slice is being solved, a code with the tigers to move can also be one of these, of rounds
// that are never reached: the last round is refused.
inline constexpr Code held = 255;  // a capture saves the tigers: no win of the men, yet perhaps one of theirs
inline constexpr Code proposed = tablebase::last_code;  // perhaps a win of the men: a step leads to one
// And one of a win in captures stands there before it is certain: a promise.
//
// With the men to move a code below the tigers' counts, at first, the steps that are not known to lose.

// Runs body(representative), which tells whether there was anything to do, for all of them on all
// threads; between two of them nothing is shared but what body says. False when progress asks to stop.
template <class Body>
bool SlidingSlice::over_representatives(const SliceProgress& progress, const std::string& doing, double done,
                                        Body&& body) {
  std::atomic<std::uint64_t> treated{0};
  std::atomic<bool> stop{false};
  parallel_for(space_->sets.representatives(), threads_, [&](std::size_t number, unsigned worker) {
    if (stop.load(std::memory_order_relaxed)) return;
    const auto representative = static_cast<std::uint32_t>(number);
    if (body(representative))
      treated += men_sets_.size() * static_cast<std::uint64_t>(space_->sets.orbit(representative));
    if (worker == 0 && progress && !progress(doing, done, treated.exchange(0))) stop = true;
  });
  return !stop && (!progress || progress(doing, done, treated));
}

template <class Body>
Result<void> SlidingSlice::pass(const SliceProgress& progress, const std::string& doing, double done, Body&& body) {
  return stopped_by_any(!over_representatives(progress, doing, done, body));
}

template <class Body>
Result<void> SlidingSlice::reaching_pass(const SliceProgress& progress, const std::string& doing, double done,
                                         Reached reached, std::optional<Code> only, Body&& body) {
  if (partners_ == nullptr) return pass(progress, doing, done, body);
  partners_->begin(
      binomial(space_->slots, men_sets_.men()), space_->sets.representatives(),
      {.only = only, .told = [this, reached](std::uint32_t representative, std::uint64_t place, Code code) {
         (this->*reached)(representative, place, code);
       }});
  const bool stop = !over_representatives(progress, doing, done, [&](std::uint32_t representative) {
    partners_->listen();
    return body(representative);
  });
  partners_->end();
  return stopped_by_any(stop);
}

}  // namespace rimau::solver
