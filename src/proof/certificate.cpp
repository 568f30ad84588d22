#include "proof/certificate.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <cstring>

#include "base/files.hpp"
#include "base/text.hpp"

namespace rimau::proof {
namespace {

constexpr std::array<char, 8> magic{'R', 'I', 'M', 'A', 'U', 'P', 'R', 'F'};
constexpr std::uint32_t version = 1;
constexpr int compression_level = 9;
constexpr std::size_t max_file_bytes = std::size_t{1} << 32;

// All numbers little-endian, as on every machine the project builds for.
struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t reserved;
  std::array<char, 64> game;
  std::array<char, 64> rest;
  std::uint64_t fingerprint;
  std::uint64_t rest_fingerprint;
  std::uint64_t start;
  std::uint64_t work;
  std::uint64_t replies;
  std::uint64_t plain_bytes;   // of the replies before compression
  std::uint64_t packed_bytes;  // and after it
  std::uint64_t checksum;      // XXH3-64 of all before it, with those of the packed bytes as the seed
};
static_assert(sizeof(Header) == 208);

std::uint64_t checksum(const Header& header, std::string_view packed) {
  const auto seed = XXH3_64bits(packed.data(), packed.size());
  return XXH3_64bits_withSeed(&header, offsetof(Header, checksum), seed);
}

void put_number(std::string& out, std::uint64_t number) {
  for (; number >= 128; number >>= 7) out += static_cast<char>((number & 127) | 128);
  out += static_cast<char>(number);
}

std::optional<std::uint64_t> take_number(std::string_view& in) {
  std::uint64_t number = 0;
  for (int shift = 0; shift < 64 && !in.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(in.front());
    in.remove_prefix(1);
    number |= std::uint64_t{byte & 127u} << shift;
    if (byte < 128) return number;
  }
  return std::nullopt;
}

// The replies' positions, each as its difference from the one before, then their drops.
std::string plain(const std::vector<Reply>& replies) {
  std::string out;
  NodeKey last = 0;
  for (const auto& reply : replies) {
    put_number(out, reply.position - last);
    last = reply.position;
  }
  for (const auto& reply : replies) out += static_cast<char>(reply.drop.index());
  return out;
}

std::unexpected<Error> damaged(std::string why) { return fail(ErrorKind::damaged, std::move(why)); }

Result<std::vector<Reply>> unpacked(const Header& header, std::string_view packed) {
  // A reply takes two bytes at the least, and a number ten at most.
  if (header.replies > header.plain_bytes || header.plain_bytes > std::uint64_t{11} * header.replies)
    return damaged("its counts contradict each other");
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != header.plain_bytes)
    return damaged("its counts contradict each other");
  std::string bytes(header.plain_bytes, '\0');
  if (ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size()) != bytes.size())
    return damaged("cannot be unpacked");
  std::vector<Reply> replies(header.replies);
  std::string_view rest(bytes);
  NodeKey last = 0;
  for (auto& reply : replies) {
    const auto difference = take_number(rest);
    if (!difference || (*difference == 0 && last != 0)) return damaged("its positions are not in order");
    last += *difference;
    reply.position = last;
  }
  if (rest.size() != replies.size()) return damaged("its counts contradict each other");
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const auto drop = static_cast<std::uint8_t>(rest[i]);
    if (drop >= most_points || (replies[i].position >> key_bits) != 0) return damaged("holds what is no position");
    replies[i].drop = Point::at(drop);
  }
  return replies;
}

void put_text(std::array<char, 64>& field, const std::string& text) {
  field.fill('\0');
  std::copy_n(text.begin(), std::min(text.size(), field.size() - 1), field.begin());
}

}  // namespace

std::string written(const Certificate& certificate) {
  const auto bytes = plain(certificate.replies);
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), compression_level));
  Header header{};
  header.magic = magic;
  header.version = version;
  put_text(header.game, certificate.game);
  put_text(header.rest, certificate.rest);
  header.fingerprint = certificate.fingerprint;
  header.rest_fingerprint = certificate.rest_fingerprint;
  header.start = certificate.start;
  header.work = certificate.work;
  header.replies = certificate.replies.size();
  header.plain_bytes = bytes.size();
  header.packed_bytes = packed.size();
  header.checksum = checksum(header, packed);
  std::string out(sizeof header, '\0');
  std::memcpy(out.data(), &header, sizeof header);
  return out + packed;
}

Result<Certificate> read_certificate(std::string_view bytes) {
  Header header{};
  if (bytes.size() < sizeof header || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
    return fail(ErrorKind::unsupported, "is not a certificate");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != version)
    return fail(ErrorKind::unsupported, cat("is a certificate of version ", header.version, ", expected ", version));
  const auto packed = bytes.substr(sizeof header);
  if (header.packed_bytes != packed.size()) return damaged(cat(bytes.size(), " bytes; the header says otherwise"));
  if (header.checksum != checksum(header, packed)) return damaged("the checksum does not match");
  auto replies = unpacked(header, packed);
  if (!replies) return std::unexpected(std::move(replies).error());
  const auto text = [](const std::array<char, 64>& field) {
    return std::string(field.data(), ::strnlen(field.data(), field.size()));
  };
  return Certificate{text(header.game), text(header.rest), header.fingerprint, header.rest_fingerprint,
                     header.start,      header.work,       *std::move(replies)};
}

Result<Certificate> read_certificate_file(const std::string& path) {
  const auto bytes = read_file(path, max_file_bytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto certificate = read_certificate(*bytes);
  if (!certificate) return std::unexpected(std::move(certificate).error().in_file(path));
  return certificate;
}

}  // namespace rimau::proof
