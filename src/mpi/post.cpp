#include "mpi/post.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace rimau::mpi {
namespace {

constexpr std::size_t most_batch_bytes = std::size_t{64} << 10;
constexpr std::size_t least_batch_bytes = std::size_t{4} << 10;
constexpr std::size_t all_batches_bytes = std::size_t{8} << 20;
// How many batches for one destination may wait before this process does.
constexpr std::size_t most_waiting = 2;

std::size_t batch_bytes(int ranks) noexcept {
  return std::clamp(all_batches_bytes / static_cast<std::size_t>(ranks), least_batch_bytes, most_batch_bytes);
}

constexpr std::uint64_t block_of(std::uint64_t sets, int ranks) noexcept {
  const auto count = static_cast<std::uint64_t>(ranks);
  return std::max<std::uint64_t>(1, (sets + count - 1) / count);
}

int tag_of(int kind, bool last) noexcept { return 2 * kind + (last ? 1 : 0); }

std::uint64_t number_at(const unsigned char* at, std::size_t bytes) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < bytes; ++i) number |= std::uint64_t{at[i]} << (8 * i);
  return number;
}

}  // namespace

Post::Post(const World& world)
    : world_(world),
      batch_bytes_(batch_bytes(world.ranks())),
      others_(static_cast<std::size_t>(world.ranks())),
      receiving_(others_.size(), MPI_REQUEST_NULL),
      sending_(others_.size(), MPI_REQUEST_NULL),
      ready_(others_.size()),
      statuses_(others_.size()) {
  // A batch is sent when it is as long as that: what is added at a time fits beside it.
  for (auto& other : others_) other.taken.resize(batch_bytes_ + 4 * sizeof(std::uint64_t));
}

std::uint64_t Post::memory_needed(int ranks) noexcept {
  return std::uint64_t{batch_bytes(ranks)} * static_cast<std::uint64_t>(ranks) * (2 + most_waiting);
}

solver::Share Post::share_of(int rank, std::uint64_t sets) const noexcept {
  const auto block = block_of(sets, world_.ranks());
  const auto begin = std::min(sets, block * static_cast<std::uint64_t>(rank));
  return {begin, std::min(sets, begin + block)};
}

solver::Share Post::share(std::uint64_t sets) const { return share_of(world_.rank(), sets); }

void Post::begin(std::uint64_t sets, std::uint32_t representatives, Pass pass) {
  pass_ = std::move(pass);
  block_ = block_of(sets, world_.ranks());
  place_bits_ = static_cast<int>(std::bit_width(block_ - 1));
  const auto representative_bits = static_cast<int>(std::bit_width(representatives - 1U));
  index_bytes_ = static_cast<std::size_t>(place_bits_ + representative_bits + 7) / 8;
  for (int from = 0; from < world_.ranks(); ++from) {
    if (from == world_.rank()) continue;
    auto& other = others_[static_cast<std::size_t>(from)];
    other.ended_first = other.ended = false;
    receive_from(from);
  }
}

void Post::put(Bytes& bytes, std::uint64_t number) const {
  for (std::size_t i = 0; i < index_bytes_; ++i) bytes.push_back(static_cast<unsigned char>(number >> (8 * i)));
}

void Post::tell(std::uint32_t representative, std::uint64_t rank, tablebase::Code code) {
  const auto to = rank / block_;
  auto& bytes = others_[to].filling[told];
  put(bytes, index(representative, rank - to * block_));
  if (!pass_.only) bytes.push_back(code);
  if (bytes.size() >= batch_bytes_) filled(static_cast<int>(to), told);
}

void Post::ask(std::uint32_t representative, std::uint64_t rank, std::uint32_t for_representative,
               std::uint64_t for_place) {
  const auto to = rank / block_;
  auto& bytes = others_[to].filling[asked];
  put(bytes, index(representative, rank - to * block_));
  put(bytes, index(for_representative, for_place));
  if (bytes.size() >= batch_bytes_) filled(static_cast<int>(to), asked);
}

// A batch is full: it goes, and if its destination takes too little, this process takes what others send until it has.
void Post::filled(int to, Kind kind) {
  seal(to, kind, false);
  serve_until([&] { return others_[static_cast<std::size_t>(to)].waiting.size() <= most_waiting; });
}

void Post::seal(int to, Kind kind, bool last) {
  auto& other = others_[static_cast<std::size_t>(to)];
  other.waiting.push_back({tag_of(kind, last), std::exchange(other.filling[kind], {})});
  if (!last) other.filling[kind].reserve(batch_bytes_ + 4 * sizeof(std::uint64_t));
  if (other.waiting.size() == 1) send_first(to);
}

void Post::send_first(int to) {
  const auto number = static_cast<std::size_t>(to);
  const auto& batch = others_[number].waiting.front();
  MPI_Issend(batch.bytes.data(), static_cast<int>(batch.bytes.size()), MPI_BYTE, to, batch.tag, MPI_COMM_WORLD,
             &sending_[number]);
  traffic_.bytes += batch.bytes.size();
  ++traffic_.messages;
}

void Post::receive_from(int from) {
  const auto number = static_cast<std::size_t>(from);
  auto& taken = others_[number].taken;
  MPI_Irecv(taken.data(), static_cast<int>(taken.size()), MPI_BYTE, from, MPI_ANY_TAG, MPI_COMM_WORLD,
            &receiving_[number]);
}

// Takes what has come and sends what can be sent; false if there was neither.
bool Post::serve() {
  const int count = world_.ranks();
  int received = 0;
  MPI_Testsome(count, receiving_.data(), &received, ready_.data(), statuses_.data());
  for (int i = 0; i < received; ++i) {  // MPI_UNDEFINED, when none is expected, is negative
    const int from = ready_[static_cast<std::size_t>(i)];
    const auto& status = statuses_[static_cast<std::size_t>(i)];
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    take(from, status.MPI_TAG, static_cast<std::size_t>(size));
    if (!others_[static_cast<std::size_t>(from)].ended) receive_from(from);
  }
  int sent = 0;
  MPI_Testsome(count, sending_.data(), &sent, ready_.data(), MPI_STATUSES_IGNORE);
  for (int i = 0; i < sent; ++i) {
    const int to = ready_[static_cast<std::size_t>(i)];
    auto& waiting = others_[static_cast<std::size_t>(to)].waiting;
    waiting.pop_front();
    if (!waiting.empty()) send_first(to);
  }
  return received > 0 || sent > 0;
}

template <class Done>
void Post::serve_until(Done&& done) {
  Patience patience;
  while (!done()) {
    if (serve()) patience.reset();
    else patience.wait();
  }
}

void Post::listen() { serve(); }

void Post::take(int from, int tag, std::size_t size) {
  auto& other = others_[static_cast<std::size_t>(from)];
  const auto* const begin = other.taken.data();
  const auto* const end = begin + size;
  const std::uint64_t places = (std::uint64_t{1} << place_bits_) - 1;
  const auto position = [&](const unsigned char* at) {
    const auto number = number_at(at, index_bytes_);
    return std::pair{static_cast<std::uint32_t>(number >> place_bits_), number & places};
  };
  switch (tag / 2) {
    case told: {
      const std::size_t step = index_bytes_ + (pass_.only ? 0 : 1);
      for (const auto* at = begin; at != end; at += step) {
        const auto [representative, place] = position(at);
        pass_.told(representative, place, pass_.only ? *pass_.only : at[index_bytes_]);
      }
      break;
    }
    case asked: {
      auto& answer = other.filling[refuted];
      for (const auto* at = begin; at != end; at += 2 * index_bytes_) {
        const auto [representative, place] = position(at);
        if (pass_.asked(representative, place)) answer.insert(answer.end(), at + index_bytes_, at + 2 * index_bytes_);
      }
      // Answers are shorter than questions, so that they fit into a batch.
      if (2 * answer.size() > batch_bytes_) seal(from, refuted, false);
      break;
    }
    default:
      for (const auto* at = begin; at != end; at += index_bytes_) {
        const auto [representative, place] = position(at);
        pass_.refuted(representative, place);
      }
  }
  if (tag % 2 == 0) return;
  other.ended = tag / 2 != asked;
  other.ended_first = true;
}

void Post::end() {
  const auto each = [this](auto&& act) {
    for (int rank = 0; rank < world_.ranks(); ++rank)
      if (rank != world_.rank()) act(rank);
  };
  const auto all = [this, &each](auto&& holds) {
    bool held = true;
    each([&](int rank) { held = held && holds(others_[static_cast<std::size_t>(rank)]); });
    return held;
  };
  // 1. Nothing more is told or asked.
  const bool asks = static_cast<bool>(pass_.asked);
  each([&](int rank) { seal(rank, asks ? asked : told, true); });
  // 2. When nobody asks any more, nothing more is answered.
  if (asks) {
    serve_until([&] { return all([](const Other& other) { return other.ended_first; }); });
    each([&](int rank) { seal(rank, refuted, true); });
  }
  serve_until([&] { return all([](const Other& other) { return other.ended && other.waiting.empty(); }); });
  pass_ = {};
}

}  // namespace rimau::mpi
