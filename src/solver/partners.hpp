// Several processes that solve one slice together, each holding a part of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/errors.hpp"
#include "tablebase/format.hpp"

namespace rimau::solver {

// What one of them holds of a slice: for every representative the men sets with ranks in [begin, end).
struct Share {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const noexcept { return end - begin; }
  [[nodiscard]] bool holds(std::uint64_t rank) const noexcept { return rank - begin < end - begin; }
};

// The others, as one of them sees them. All go through the same passes in the same order; in a pass each
// tells the others what follows for positions that they hold, or asks about them. For one thread.
class Partners {
 public:
  // What to do in a pass with what others send: positions are those of this process, by representative and
  // place in its share. Called within begin(), tell(), ask(), listen() and end().
  struct Pass {
    std::optional<tablebase::Code> only;  // the one code that is told in the pass, if there is but one
    std::function<void(std::uint32_t representative, std::uint64_t place, tablebase::Code code)> told;
    // Whether what is asked about refutes the position that it was asked for.
    std::function<bool(std::uint32_t representative, std::uint64_t place)> asked;
    std::function<void(std::uint32_t representative, std::uint64_t place)> refuted;
  };

  virtual ~Partners() = default;

  // This process's share of a slice with so many sets of men.
  [[nodiscard]] virtual Share share(std::uint64_t sets) const = 0;

  // Begins a pass that reaches positions of a slice with so many sets of men; who asks is in the same slice.
  virtual void begin(std::uint64_t sets, std::uint32_t representatives, Pass pass) = 0;
  // Tells the holder of a position that is not held here. Does not block for longer than others take to listen.
  virtual void tell(std::uint32_t representative, std::uint64_t rank, tablebase::Code code) = 0;
  // Asks the holder of a position, for one that is held here.
  virtual void ask(std::uint32_t representative, std::uint64_t rank, std::uint32_t for_representative,
                   std::uint64_t for_place) = 0;
  // Takes what has come; to be called now and then when there is nothing to tell.
  virtual void listen() = 0;
  // Blocks until all have ended the pass and everything sent in it has been taken.
  virtual void end() = 0;

  // Whether any of them says yes. Blocks until all have said.
  [[nodiscard]] virtual bool any(bool here) = 0;
  // The error of one of them, the same for all, if any has one. Blocks likewise.
  [[nodiscard]] virtual Result<void> agree(Result<void> here) = 0;
};

}  // namespace rimau::solver
