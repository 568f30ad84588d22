// Game names with options: what opens has one canonical name, which opens the same game.
#include "check.hpp"
#include "notation/notation.hpp"

using namespace rimau;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogue catalogue;
  const auto game = catalogue.open(fuzz::text_of(data, size));
  if (!game) {
    fuzz::check(!game.error().message.empty(), "a refusal says why");
    return 0;
  }
  const auto again = catalogue.open((*game)->id());
  fuzz::check(again.has_value(), "the canonical name opens");
  fuzz::check((*again)->id() == (*game)->id(), "the canonical name is its own");
  fuzz::check((*again)->fingerprint() == (*game)->fingerprint(), "both names open the same game");
  return 0;
}
