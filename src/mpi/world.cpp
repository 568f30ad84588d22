#include "mpi/world.hpp"

#include <fmt/core.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <thread>

#include "base/text.hpp"
#include "mpi/watch.hpp"

namespace rimau::mpi {
namespace {

constexpr int lost_exit_code = 2;

// MPI's own failures: mostly that another process has gone.
void on_failure(MPI_Comm*, int* code, ...) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(*code, text.data(), &length);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fmt::print(stderr,
             "rimau-mpi: rank {} has lost touch with the others ({}); the run ends here, and --resume goes on from "
             "the tables that are finished\n",
             rank, shown(std::string_view(text.data(), static_cast<std::size_t>(length)), 500));
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, lost_exit_code);
}

}  // namespace

void Patience::wait() {
  constexpr unsigned quick_looks = 64;
  constexpr unsigned yielding_looks = 512;
  ++looks_;
  if (looks_ > yielding_looks) std::this_thread::sleep_for(std::chrono::microseconds(50));
  else if (looks_ > quick_looks) ::sched_yield();
}

World::World(int& argc, char**& argv) {
  go_on_in_watched_child();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Errhandler handler{};
  MPI_Comm_create_errhandler(on_failure, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  MPI_Comm here{};
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &ranks_here_);
  MPI_Comm_free(&here);
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  host_.assign(name.data(), static_cast<std::size_t>(length));
}

// MPICH before 4.2 over UCX may wait for ever in MPI_Finalize: a process that has closed its connections waits for the
// others without listening, while another one's closing still needs its answer (pmodels/mpich#6596). Nobody gets ahead
// like that if all have stopped answering before any begins to close: so they meet, and then all are silent for longer
// than it takes the last one to leave.
World::~World() {
  constexpr auto longest_leaving = std::chrono::milliseconds(500);
  if (ranks_here_ != ranks_) {
    MPI_Request request{};
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    finish(request);
    std::this_thread::sleep_for(longest_leaving);
  }
  MPI_Finalize();
}

void World::finish(MPI_Request& request) const {
  Patience patience;
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    patience.wait();
  }
}

void World::abort(const std::string& why) const {
  fmt::print(stderr, "rimau-mpi: rank {} on {}: {}\n", rank_, host_, why);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, lost_exit_code);
  ::_exit(lost_exit_code);
}

bool World::any(bool here) const {
  const int mine = here ? 1 : 0;
  int sum = 0;
  MPI_Request request{};
  MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
  finish(request);
  return sum != 0;
}

void World::add_up(std::span<std::uint64_t> numbers) const {
  MPI_Request request{};
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                 &request);
  finish(request);
}

void World::find_largest(std::span<std::uint64_t> numbers) const {
  MPI_Request request{};
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD,
                 &request);
  finish(request);
}

void World::spread(std::span<std::int64_t> numbers) const {
  MPI_Request request{};
  MPI_Ibcast(numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, 0, MPI_COMM_WORLD, &request);
  finish(request);
}

std::string World::spread_text(std::string text, int from) const {
  std::int64_t size = static_cast<std::int64_t>(text.size());
  MPI_Request request{};
  MPI_Ibcast(&size, 1, MPI_INT64_T, from, MPI_COMM_WORLD, &request);
  finish(request);
  text.resize(static_cast<std::size_t>(size));
  MPI_Ibcast(text.data(), static_cast<int>(size), MPI_CHAR, from, MPI_COMM_WORLD, &request);
  finish(request);
  return text;
}

Result<void> World::agree(Result<void> here) const {
  const int mine = here ? ranks_ : rank_;
  int failing = ranks_;
  MPI_Request request{};
  MPI_Iallreduce(&mine, &failing, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
  finish(request);
  if (failing == ranks_) return {};
  std::array<std::int64_t, 1> kind{};
  if (!here) kind[0] = static_cast<std::int64_t>(here.error().kind);
  MPI_Ibcast(kind.data(), 1, MPI_INT64_T, failing, MPI_COMM_WORLD, &request);
  finish(request);
  // What goes wrong for all is the leader's; of the others it is worth knowing whose it is.
  auto text = here ? std::string() : here.error().text();
  if (failing != 0) text = cat("rank ", rank_, " on ", host_, ": ", text);
  return fail(static_cast<ErrorKind>(kind[0]), spread_text(std::move(text), failing));
}

}  // namespace rimau::mpi
