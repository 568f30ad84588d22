// What the processes tell each other in a pass, in batches over MPI.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <vector>

#include "mpi/world.hpp"
#include "solver/partners.hpp"

namespace rimau::mpi {

// What this process has sent to others.
struct Traffic {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

// Partners over MPI: each rank holds one block of the men sets, all blocks but the last being of one size.
// Batches are filled for each destination and sent by synchronous non-blocking sends, so that nobody is sent more
// than is taken; the last batch of a pass says so. A pass is over for a process when it has the last batches of all
// others, which never begins the next one's before, since messages between two processes keep their order.
class Post final : public solver::Partners {
 public:
  explicit Post(const World& world);

  [[nodiscard]] solver::Share share(std::uint64_t sets) const override;
  [[nodiscard]] solver::Share share_of(int rank, std::uint64_t sets) const noexcept;
  void begin(std::uint64_t sets, std::uint32_t representatives, Pass pass) override;
  void tell(std::uint32_t representative, std::uint64_t rank, tablebase::Code code) override;
  void ask(std::uint32_t representative, std::uint64_t rank, std::uint32_t for_representative,
           std::uint64_t for_place) override;
  void listen() override;
  void end() override;
  [[nodiscard]] bool any(bool here) override { return world_.any(here); }
  [[nodiscard]] Result<void> agree(Result<void> here) override { return world_.agree(std::move(here)); }

  [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }
  // The bytes it takes among so many processes.
  [[nodiscard]] static std::uint64_t memory_needed(int ranks) noexcept;

 private:
  using Bytes = std::vector<unsigned char>;
  // A batch's tag is its kind, twice, and whether it is the last of its kind in the pass.
  enum Kind : int { told = 0, asked = 1, refuted = 2 };
  static constexpr int kinds = 3;
  struct Batch {
    int tag;
    Bytes bytes;
  };
  // Another process.
  struct Other {
    std::array<Bytes, kinds> filling;
    std::deque<Batch> waiting;  // the first one is being sent
    Bytes taken;
    bool ended_first = false;  // its last batch that tells or asks has come
    bool ended = false;        // and nothing more comes in this pass
  };

  [[nodiscard]] std::uint64_t index(std::uint32_t representative, std::uint64_t place) const noexcept {
    return std::uint64_t{representative} << place_bits_ | place;
  }
  void put(Bytes& bytes, std::uint64_t number) const;
  void filled(int to, Kind kind);
  void seal(int to, Kind kind, bool last);
  void send_first(int to);
  void receive_from(int from);
  bool serve();
  void take(int from, int tag, std::size_t size);
  template <class Done>
  void serve_until(Done&& done);

  const World& world_;
  std::size_t batch_bytes_;
  std::vector<Other> others_;
  std::vector<MPI_Request> receiving_;
  std::vector<MPI_Request> sending_;
  std::vector<int> ready_;
  std::vector<MPI_Status> statuses_;
  Pass pass_;
  std::uint64_t block_ = 1;
  int place_bits_ = 0;
  std::size_t index_bytes_ = 0;
  Traffic traffic_;
};

}  // namespace rimau::mpi
