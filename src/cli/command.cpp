#include "cli/command.hpp"

namespace rimau::cli {

Result<GamePosition> open_position(Session& session, const std::string& game, const std::string& position) {
  auto opened = session.open(game);
  if (!opened) return std::unexpected(std::move(opened).error());
  if (position.empty()) return GamePosition{*opened, start_position(**opened)};
  auto read = parse_position(session.catalogue, **opened, position);
  if (!read) return std::unexpected(std::move(read).error());
  return GamePosition{*opened, *read};
}

}  // namespace rimau::cli
