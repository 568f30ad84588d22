#include "wasm/board_json.hpp"

#include "drawing/geometry.hpp"

namespace rimau::wasm {
namespace {

std::vector<Coordinates> downwards(std::vector<Coordinates> places) {
  for (auto& place : places) place.y = -place.y;
  return places;
}

std::vector<Coordinates> labels(const Board& board, const std::vector<Coordinates>& places) {
  const double unit = least_distance(places);
  // As in svg_board.cpp: two letters of 0.165 of the distance of points.
  return place_labels(places, edges(board),
                      {.width = 0.194 * unit,
                       .height = 0.122 * unit,
                       .away = 0.52 * unit,
                       .own_radius = 0.37 * unit,
                       .other_radius = 0.345 * unit});
}

void write_pair(Json& out, std::string_view key, Coordinates at) {
  out.key(key).array().value(at.x).value(at.y).end_array();
}

}  // namespace

void write_board(Json& out, const Board& board) {
  const auto places = downwards(drawn_places(board, false));
  const auto label_places = labels(board, places);
  const auto flipped_labels = labels(board, downwards(drawn_places(board, true)));
  out.object().member("id", board.id()).member("spacing", least_distance(places));
  out.key("points").array();
  for (const auto point : board.points()) {
    const auto i = static_cast<std::size_t>(point.index());
    out.object().member("name", board.name(point)).member("x", places[i].x).member("y", places[i].y);
    write_pair(out, "label", label_places[i]);
    write_pair(out, "flippedLabel", flipped_labels[i]);
    out.end_object();
  }
  out.end_array().key("lines").array();
  for (const auto& line : board.lines()) {
    out.array();
    for (const auto point : line) out.value(point.index());
    out.end_array();
  }
  out.end_array().end_object();
}

}  // namespace rimau::wasm
