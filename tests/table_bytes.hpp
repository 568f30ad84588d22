// Table files as bytes that can be altered and made whole again, so that what lies behind the checksums
// can be tested.
#pragma once

#include <xxhash.h>
#include <zstd.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "tablebase/format.hpp"

namespace rimau::testing {

struct TableBytes {
  tablebase::FileHeader header{};
  std::vector<tablebase::SliceHeader> slices;
  std::vector<tablebase::BlockEntry> index;
  std::string body;  // the blocks, one after another

  // Takes a file apart by what its header says, believing nothing else; nothing if it is too short.
  [[nodiscard]] static std::optional<TableBytes> parse(std::string_view bytes) {
    TableBytes table;
    if (bytes.size() < sizeof table.header) return std::nullopt;
    std::memcpy(&table.header, bytes.data(), sizeof table.header);
    bytes.remove_prefix(sizeof table.header);
    const auto take = [&bytes]<class T>(std::vector<T>& out, std::size_t count) {
      if (count > bytes.size() / sizeof(T)) return false;
      out.resize(count);
      if (count > 0) std::memcpy(out.data(), bytes.data(), count * sizeof(T));
      bytes.remove_prefix(count * sizeof(T));
      return true;
    };
    if (!take(table.slices, table.header.slices) || !take(table.index, table.header.blocks)) return std::nullopt;
    table.body = bytes;
    return table;
  }

  // The file with sizes and checksums as they must be, the blocks' included.
  [[nodiscard]] std::string whole() const {
    auto table = *this;
    std::size_t at = 0;
    for (auto& entry : table.index) {
      if (entry.bytes == 0 || entry.bytes > body.size() - at) continue;
      entry.checksum = static_cast<std::uint32_t>(XXH3_64bits(body.data() + at, entry.bytes));
      at += entry.bytes;
    }
    table.header.magic = tablebase::magic;
    table.header.version = tablebase::format_version;
    std::string indices(reinterpret_cast<const char*>(table.slices.data()),
                        table.slices.size() * sizeof(tablebase::SliceHeader));
    indices.append(reinterpret_cast<const char*>(table.index.data()),
                   table.index.size() * sizeof(tablebase::BlockEntry));
    table.header.index_checksum = XXH3_64bits(indices.data(), indices.size());
    table.header.file_bytes = sizeof table.header + indices.size() + body.size();
    table.header.header_checksum = XXH3_64bits(&table.header, offsetof(tablebase::FileHeader, header_checksum));
    return std::string(reinterpret_cast<const char*>(&table.header), sizeof table.header) + indices + body;
  }

  // Block `number` unpacked (a stored one), and put back in.
  [[nodiscard]] std::string block(std::size_t number) const {
    std::string raw(1 << 20, '\0');
    const auto size = ZSTD_decompress(raw.data(), raw.size(), body.data() + offset(number), index[number].bytes);
    raw.resize(ZSTD_isError(size) != 0 ? 0 : size);
    return raw;
  }
  void set_block(std::size_t number, const std::string& raw) {
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), 3));
    body.replace(offset(number), index[number].bytes, packed);
    index[number].bytes = static_cast<std::uint32_t>(packed.size());
  }

 private:
  [[nodiscard]] std::size_t offset(std::size_t number) const {
    std::size_t at = 0;
    for (std::size_t i = 0; i < number; ++i) at += index[i].bytes;
    return at;
  }
};

}  // namespace rimau::testing
