#include "protocol/position_line.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "notation/notation.hpp"

namespace rimau::protocol {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    const auto end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

Result<Play> read_position_line(Catalogue& catalogue, const std::shared_ptr<const Game>& game, std::string_view line) {
  const auto words = words_of(line);
  const auto moves_at = std::ranges::find(words, "moves");
  std::optional<Play> play;
  if (words.size() >= 2 && words[1] == "startpos" && moves_at - words.begin() <= 2) {
    play.emplace(game);
  } else if (words.size() >= 3 && words[1] == "fen" && moves_at - words.begin() > 2) {
    const auto last = *(moves_at - 1);
    const char* begin = words[2].data();
    const auto read =
        parse_position(catalogue, std::string_view(begin, static_cast<std::size_t>(last.data() + last.size() - begin)));
    if (!read) return std::unexpected(read.error());
    play.emplace(read->game, read->position);
  } else {
    return fail(ErrorKind::text, "expected startpos or fen TEXT, then perhaps moves MOVE…");
  }
  int count = 0;
  for (auto word = moves_at == words.end() ? moves_at : moves_at + 1; word != words.end(); ++word) {
    ++count;
    const auto refuse = [&](const Error& error) {
      return fail(error.kind, cat("move ", count, " (", shown(*word), "): ", error.message));
    };
    const auto move = parse_move(play->game(), *word);
    if (!move) return refuse(move.error());
    if (const auto made = play->play(*move); !made) return refuse(made.error());
  }
  return *std::move(play);
}

}  // namespace rimau::protocol
