// Positions such as a search looks at, with the values that tables know.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "drawn.hpp"
#include "search/evaluation.hpp"

namespace rimau::bench {

struct Walk {
  unsigned longest = 8;        // plies
  unsigned best_percent = 70;  // of the moves are those that look best to the evaluation, the others are random
};

// So many positions: drawn as drawn.hpp says, and played on from for 0 to walk.longest plies. What is over by then, or
// not in the tables, is drawn again. Fewer when a million draws bring nothing. They come in the order that the tables
// answer fastest. progress(done) is called now and then.
[[nodiscard]] std::vector<Sampler::Valued> walked(const std::shared_ptr<const Game>& game,
                                                  const tablebase::Tables& tables, const Evaluator& evaluator,
                                                  const Walk& walk, std::size_t count, std::uint64_t seed,
                                                  const std::function<void(std::size_t)>& progress);

}  // namespace rimau::bench
