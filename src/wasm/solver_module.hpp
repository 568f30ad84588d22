// What the web page asks of the solver, as text: the contract of the second WebAssembly module, which is fetched when
// it is first needed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "game/catalogue.hpp"
#include "solver/few_men.hpp"
#include "wasm/json.hpp"
#include "wasm/report.hpp"

namespace rimau::wasm {

// Requests and answers are as in module.hpp.
//
//   needs POSITION        {"possible", "bytes", "solved"}: whether its value can be had here at all, the memory that
//                         solving it takes, and whether that is done
//   probe POSITION BYTES  {"position", "winner", "distance", "over", "moves": [{"move", "winner", "distance"}]}, in the
//                         words of the server's /api/probe (docs/api.md); solves first what is missing, within so much
//                         memory, telling {"done": share}
//
// What has been solved is kept until another game is asked for. One thread at a time; probe may take long.
class SolverModule {
 public:
  explicit SolverModule(Report report) : report_(std::move(report)) {}

  [[nodiscard]] std::string call(std::string_view request);

 private:
  [[nodiscard]] Result<std::string> answer(std::string_view request);
  [[nodiscard]] Result<std::string> needs(const Position& position);
  [[nodiscard]] Result<std::string> probe(const Position& position, std::uint64_t bytes);
  void take_up(std::shared_ptr<const Game> game);

  Report report_;
  Catalogue catalogue_;
  std::shared_ptr<const Game> game_;         // the one asked for last
  std::unique_ptr<solver::FewMen> few_men_;  // of it
};

}  // namespace rimau::wasm
