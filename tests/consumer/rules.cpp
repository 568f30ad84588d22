// Plays the first legal moves of a game and tells what a program of somebody else's would want to know.
#include <iostream>
#include <rimau/drawing/svg_board.hpp>
#include <rimau/notation/record.hpp>
#include <rimau/version.hpp>

int main() {
  rimau::Catalogue catalogue;
  const auto game = catalogue.open("rimau-24:flanks=stop");
  if (!game) {
    std::cerr << game.error().text() << '\n';
    return 1;
  }
  rimau::Play play(*game);
  for (int ply = 0; ply < 4; ++ply)
    if (const auto made = play.play(rimau::legal_moves(**game, play.position()).front()); !made) return 1;
  if (rimau::draw_svg(**game, play.position()).find("</svg>") == std::string::npos) return 1;

  const auto refused = rimau::parse_position(catalogue, "rimau-24 tigers=c9");
  std::cout << rimau::version << '\n'
            << rimau::format_position(**game, play.position()) << '\n'
            << (refused ? "accepted" : refused.error().text()) << '\n'
            << rimau::format_record(rimau::record_of(play));
}
