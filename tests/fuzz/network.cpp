// Networks: what can be read judges positions, whatever its numbers are, and images alike.
#include "check.hpp"
#include "notation/notation.hpp"
#include "search/evaluation.hpp"
#include "search/scores.hpp"

using namespace rimau;

namespace {

// Of the game that the corpus has networks for: hands empty, half full and full, most men on the board.
constexpr const char* positions[] = {
    "bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men",
    "bagh-chal tigers=a3,c3,e1,e5 men=a1,a2,c5 hand=0/13 turn=tigers",
    "bagh-chal tigers=b3,c4,d2,d5 men=a1,a3,a4,a5,b1,b2,b4,b5,c1,c2,c3,c5,d1,d3,d4,e1,e3,e5 hand=0/0 turn=men",
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogue catalogue;
  const auto text = fuzz::text_of(data, size);
  Networks networks;
  if (const auto added = networks.add(text); !added) {
    fuzz::check(added.error().place.line > 0, "a refusal names the line");
    return 0;
  }
  for (const auto* of : positions) {
    const auto read = parse_position(catalogue, of);
    const Evaluator evaluator(*read->game, networks);
    const int worth = evaluator.evaluate(read->position);
    fuzz::check(worth > -win_score && worth < win_score, "an estimate is not a win");
    for (const auto& permutation : read->game->symmetries())
      fuzz::check(evaluator.evaluate(image(read->position, permutation)) == worth, "images are worth the same");
  }
  return 0;
}
