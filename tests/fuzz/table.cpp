// Table files: any bytes are refused with a reason, or every block can be read; the same when their
// checksums are made to match first.
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.hpp"
#include "check.hpp"
#include "table_bytes.hpp"
#include "tablebase/reader.hpp"

using namespace rimau;

namespace {

constexpr std::size_t longest = 1 << 16;
constexpr std::uint32_t most_blocks = 64;

void read_all(std::string_view bytes) {
  const int file = ::memfd_create("fuzz", MFD_CLOEXEC);
  fuzz::check(file >= 0 && ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
              "there is a file in memory");
  const auto path = cat("/proc/self/fd/", file);
  const auto opened = tablebase::LevelFile::open(path);
  ::close(file);  // the reader has its own
  if (!opened) {
    fuzz::check(!opened.error().message.empty() && opened.error().place.file == path, "a refusal says where and why");
    return;
  }
  std::uint32_t read = 0;
  for (int men = 0; men < opened->slices(); ++men)
    for (std::uint32_t number = 0; number < opened->blocks(men) && read < most_blocks; ++number, ++read) {
      const auto codes = opened->block(men, number);
      if (!codes) {
        fuzz::check(!codes.error().message.empty(), "a refusal says why");
        continue;
      }
      fuzz::check(!codes->empty() && codes->size() <= opened->slice(men).block_entries, "a block has its entries");
      for (const auto code : *codes) fuzz::check(code <= tablebase::last_code, "a code means something");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = fuzz::text_of(data, std::min(size, longest));
  read_all(bytes);
  if (const auto table = testing::TableBytes::parse(bytes)) read_all(table->whole());
  return 0;
}
