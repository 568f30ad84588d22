// Records: what is read is written without loss, and once written stays as it is.
#include "notation/record.hpp"
#include "check.hpp"

using namespace rimau;

namespace {

void check_same(const Record& a, const Record& b) {
  fuzz::check(a.game().id() == b.game().id() && a.start() == b.start(), "game and start survive");
  fuzz::check(a.tags() == b.tags(), "tags survive");
  fuzz::check(a.size() == b.size(), "moves survive");
  fuzz::check(replay(a).outcome() == replay(b).outcome(), "the outcome survives");
  fuzz::check(replay(a).position() == replay(b).position(), "the last position survives");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogue catalogue;
  const auto text = fuzz::text_of(data, size);
  const auto records = parse_records(catalogue, text);
  if (!records) {
    fuzz::check(!records.error().message.empty(), "a refusal says why");
    return 0;
  }
  const auto written = format_records(*records);
  const auto again = parse_records(catalogue, written);
  fuzz::check(again.has_value(), "what is written can be read");
  fuzz::check(again->size() == records->size(), "no record is lost");
  for (std::size_t i = 0; i < records->size(); ++i) check_same((*records)[i], (*again)[i]);
  fuzz::check(format_records(*again) == written, "writing is stable");
  return 0;
}
