// A program outside that speaks UGI, as docs/protocol.md describes it.
#pragma once

#include <optional>

#include "match/player.hpp"
#include "match/process.hpp"

namespace rimau::match {

class ProgramPlayer : public Player {
 public:
  ProgramPlayer(Settings settings, Surroundings surroundings)
      : settings_(std::move(settings)), surroundings_(std::move(surroundings)) {}
  ~ProgramPlayer() override;

  Result<void> begin_game(const std::shared_ptr<const Game>& game, std::uint64_t seed) override;
  Result<Move> choose(const Play& play, const Clocks& clocks) override;

 private:
  using Clock = Process::Clock;

  [[nodiscard]] Result<void> greet(const Game& game);
  [[nodiscard]] Result<void> say(std::string_view line);
  // Reads on until a line that begins with this word, and gives what follows it.
  [[nodiscard]] Result<std::string> await(std::string_view word, Clock::time_point deadline);
  [[nodiscard]] Clock::time_point starting_deadline() const;
  [[nodiscard]] std::chrono::milliseconds longest_think(Side side, const Clocks& clocks) const;
  [[nodiscard]] Result<Move> ask(const Play& play, const Clocks& clocks);

  Settings settings_;
  Surroundings surroundings_;
  std::optional<Process> process_;
};

}  // namespace rimau::match
