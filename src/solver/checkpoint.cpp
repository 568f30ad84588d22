#include "solver/checkpoint.hpp"

#include <fcntl.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "base/new_file.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"

namespace rimau::solver {
namespace {

constexpr std::array<char, 8> magic{'R', 'I', 'M', 'A', 'U', 'C', 'K', '2'};
constexpr int fast_compression = 1;

struct Header {
  std::array<char, 8> magic;
  std::uint64_t fingerprint;
  std::uint32_t men;
  std::uint32_t representatives;
  std::uint64_t codes_each;
  std::uint32_t winner;
  std::uint32_t round;
  std::uint64_t men_codes;
  std::uint64_t checksum;  // XXH3-64 of all before it
};

struct Piece {
  std::uint64_t bytes;
  std::uint64_t checksum;
};

Header header_of(const DenseSolver& solver, const Game& game, DenseSolver::Mark mark) {
  Header header{magic,
                game.fingerprint(),
                static_cast<std::uint32_t>(game.rules().men_in_play()),
                solver.sets().representatives(),
                solver.codes(0).size(),
                static_cast<std::uint32_t>(mark.winner),
                static_cast<std::uint32_t>(mark.round),
                static_cast<std::uint64_t>(mark.scale.men_codes),
                0};
  header.checksum = XXH3_64bits(&header, offsetof(Header, checksum));
  return header;
}

}  // namespace

std::string checkpoint_path(const std::string& folder) { return folder + "/checkpoint"; }

Result<void> save_checkpoint(const DenseSolver& solver, const Game& game, DenseSolver::Mark mark,
                             const std::string& path, unsigned threads) {
  auto output = NewFile::create(path);
  if (!output) return std::unexpected(output.error());
  const auto header = header_of(solver, game, mark);
  if (auto done = output->write(&header, sizeof header); !done) return done;
  // Pieces are compressed some at a time on all threads and written in order.
  const std::uint32_t batch =
      std::max<std::uint32_t>(1, static_cast<std::uint32_t>((std::size_t{64} << 20) / header.codes_each));
  std::vector<std::vector<char>> packed(batch);
  for (std::uint32_t begin = 0; begin < header.representatives; begin += batch) {
    const auto size = std::min(batch, header.representatives - begin);
    parallel_for(size, threads, [&](std::size_t i, unsigned) {
      const auto codes = solver.codes(begin + static_cast<std::uint32_t>(i));
      packed[i].resize(ZSTD_compressBound(codes.size()));
      packed[i].resize(ZSTD_compress(packed[i].data(), packed[i].size(), codes.data(), codes.size(), fast_compression));
    });
    for (std::uint32_t i = 0; i < size; ++i) {
      const Piece piece{packed[i].size(), XXH3_64bits(packed[i].data(), packed[i].size())};
      if (auto done = output->write(&piece, sizeof piece); !done) return done;
      if (auto done = output->write(packed[i].data(), packed[i].size()); !done) return done;
    }
  }
  return output->place();
}

Result<void> load_checkpoint(DenseSolver& solver, const Game& game, const std::string& path) {
  const Descriptor input(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.is_open()) return system_failure(path, "open");
  const auto damaged = [&] {
    return fail(ErrorKind::damaged, "the checkpoint is damaged; remove it to begin again", {.file = path});
  };
  Header header{};
  if (!read_whole(input, &header, sizeof header) || header.magic != magic ||
      header.checksum != XXH3_64bits(&header, offsetof(Header, checksum)))
    return damaged();
  const DenseSolver::Mark mark{header.winner == 0 ? Side::tigers : Side::men,
                               static_cast<int>(header.round),
                               {static_cast<int>(header.men_codes)}};
  const auto expected = header_of(solver, game, mark);
  if (std::memcmp(&header, &expected, sizeof header) != 0 || header.round > tablebase::last_code ||
      header.men_codes == 0 || header.men_codes >= tablebase::last_code)
    return fail(ErrorKind::unsupported, cat("the checkpoint is not of ", game.id(), "; remove it to begin again"),
                {.file = path});
  std::vector<char> packed;
  for (std::uint32_t representative = 0; representative < header.representatives; ++representative) {
    Piece piece{};
    const auto codes = solver.codes(representative);
    if (!read_whole(input, &piece, sizeof piece) || piece.bytes > ZSTD_compressBound(codes.size())) return damaged();
    packed.resize(piece.bytes);
    if (!read_whole(input, packed.data(), packed.size()) || XXH3_64bits(packed.data(), packed.size()) != piece.checksum)
      return damaged();
    if (ZSTD_decompress(codes.data(), codes.size(), packed.data(), packed.size()) != codes.size()) return damaged();
  }
  return solver.restore(mark);
}

}  // namespace rimau::solver
