// Shares of slices, brought together by the leader who writes the tables, and read back by each.
#pragma once

#include <functional>

#include "mpi/post.hpp"
#include "solver/sliding_slice.hpp"

namespace rimau::mpi {

// Together: the leader's take(codes) gets the codes of a whole slice in the order of table files, in parts; an
// error of it ends the taking, not the gathering. `share` is this process's.
[[nodiscard]] Result<void> gather(const World& world, const Post& post, const solver::SliceSpace& space, int men,
                                  std::span<const tablebase::Code> share,
                                  const std::function<Result<void>(std::span<const tablebase::Code>)>& take);

}  // namespace rimau::mpi
