#include "mpi/gather.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace rimau::mpi {
namespace {

using tablebase::Code;

constexpr std::uint64_t part_bytes = std::uint64_t{1} << 20;
constexpr int part_tag = 100;  // none of Post's

// The parts of a slice in order: of whom, and how many codes.
template <class Visit>
void each_part(const World& world, const Post& post, const solver::SliceSpace& space, int men, Visit&& visit) {
  const auto sets = binomial(space.slots, men);
  for (std::uint32_t representative = 0; representative < space.sets.representatives(); ++representative)
    for (int rank = 0; rank < world.ranks(); ++rank) {
      const auto size = post.share_of(rank, sets).size();
      for (std::uint64_t first = 0; first < size; first += part_bytes)
        visit(rank, representative * size + first, std::min(part_bytes, size - first));
    }
}

// The leader's side: the next part is on its way while one is taken.
class Taking {
 public:
  Taking(const World& world, std::span<const Code> own) : world_(world), own_(own) {
    for (auto& buffer : buffers_) buffer.resize(part_bytes);
  }

  void expect(int rank, std::uint64_t first, std::uint64_t count) {
    auto& part = parts_[(taken_ + expected_++) % 2];
    part = {rank, first, count, MPI_REQUEST_NULL};
    auto& buffer = buffers_[static_cast<std::size_t>(&part - parts_.data())];
    if (rank != world_.rank())
      MPI_Irecv(buffer.data(), static_cast<int>(count), MPI_BYTE, rank, part_tag, MPI_COMM_WORLD, &part.request);
  }
  [[nodiscard]] bool expects_two() const noexcept { return expected_ == 2; }
  [[nodiscard]] bool expects_any() const noexcept { return expected_ > 0; }

  template <class Take>
  void next(Take&& take) {
    auto& part = parts_[taken_ % 2];
    const auto& buffer = buffers_[taken_ % 2];
    if (part.rank == world_.rank()) {
      take(own_.subspan(part.first, part.count));
    } else {
      world_.finish(part.request);
      take(std::span<const Code>(buffer).first(part.count));
    }
    ++taken_;
    --expected_;
  }

 private:
  struct Part {
    int rank = 0;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  const World& world_;
  std::span<const Code> own_;
  std::array<Part, 2> parts_;
  std::array<std::vector<Code>, 2> buffers_;
  std::size_t taken_ = 0;
  std::size_t expected_ = 0;
};

}  // namespace

Result<void> gather(const World& world, const Post& post, const solver::SliceSpace& space, int men,
                    std::span<const Code> share, const std::function<Result<void>(std::span<const Code>)>& take) {
  Result<void> done;
  if (world.leads()) {
    Taking taking(world, share);
    const auto take_next = [&] {
      taking.next([&](std::span<const Code> codes) {
        if (done) done = take(codes);
      });
    };
    each_part(world, post, space, men, [&](int rank, std::uint64_t first, std::uint64_t count) {
      taking.expect(rank, first, count);
      if (taking.expects_two()) take_next();
    });
    while (taking.expects_any()) take_next();
  } else {
    each_part(world, post, space, men, [&](int rank, std::uint64_t first, std::uint64_t count) {
      if (rank != world.rank()) return;
      MPI_Request request{};
      MPI_Isend(share.data() + first, static_cast<int>(count), MPI_BYTE, 0, part_tag, MPI_COMM_WORLD, &request);
      world.finish(request);
    });
  }
  return world.agree(std::move(done));
}

}  // namespace rimau::mpi
