#include "mpi/costs.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>

namespace rimau::mpi {

double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Used Meter::used() const {
  const auto end = now();
  return {end.seconds - start_.seconds, {end.sent.bytes - start_.sent.bytes, end.sent.messages - start_.sent.messages}};
}

SliceCost cost_of(const World& world, const solver::SliceSpace& space, const SolvedSlice& slice,
                  const tablebase::SliceCount& counts, const Used& used) {
  const auto microseconds = static_cast<std::uint64_t>(used.seconds * 1e6);
  std::array<std::uint64_t, 3> sums{microseconds, used.sent.bytes, used.sent.messages};
  std::array<std::uint64_t, 1> most{microseconds};
  world.add_up(sums);
  world.find_largest(most);
  const auto decided = counts.men_win[0] + counts.men_win[1] + counts.tigers_win[0] + counts.tigers_win[1];
  return {slice,
          2 * space.entries(slice.men),
          2 * counts.positions,
          decided,
          double(sums[0]) / 1e6,
          double(most[0]) / 1e6,
          {sums[1], sums[2]}};
}

std::string csv(const std::vector<SliceCost>& costs) {
  std::string text =
      "men_in_hand,men,entries,positions,decided,rounds,processor_seconds,busiest_seconds,bytes_sent,messages\n";
  for (const auto& cost : costs)
    text += fmt::format("{},{},{},{},{},{},{:.6f},{:.6f},{},{}\n", cost.slice.men_in_hand, cost.slice.men, cost.entries,
                        cost.positions, cost.decided, cost.slice.rounds, cost.processor_seconds, cost.busiest_seconds,
                        cost.sent.bytes, cost.sent.messages);
  return text;
}

}  // namespace rimau::mpi
